/* The completion script for fish: a line for each command, option and operand.
 * Conditions look at the second word of the line, which is the command.
 * Source: complete(1) of fish. */
/* SPDX-License-Identifier: MIT */
#include "cli/completion.h"

static const char quote[] = "\\'";

/* The arguments of `complete` for what can stand there; `exclusive` where nothing else can. */
static void words_of(rsp_buf *out, rsp_bytes words, const char *exclusive) {
    bool files = false;
    rsp_buf list = {0};
    completion_append(&list, words, "(__stubborn_list ", ")", &files);
    rsp_buf_str(out, files ? " -F" : exclusive);
    if (list.len > 0) {
        rsp_buf_str(out, " -a ");
        completion_quote(out, rsp_buf_cstr(&list), quote);
    }
    rsp_buf_free(&list);
}

static void option_line(rsp_buf *out, const command *cmd, const option_row *row) {
    rsp_buf_printf(out, "complete -c stubborn -n '__stubborn_in %s' -l %s", cmd->name, row->name);
    if (row->letter)
        rsp_buf_printf(out, " -s %c", row->letter);
    if (completion_has_value(row)) {
        rsp_buf_str(out, " -r");
        words_of(out, completion_of(row), " -f");
    }
    rsp_buf_str(out, " -d ");
    completion_quote(out, row->help, quote);
    rsp_buf_push(out, '\n');
}

static void operand_line(rsp_buf *out, const command *cmd) {
    if (!cmd->completes)
        return;
    rsp_buf_printf(out, "complete -c stubborn -n '__stubborn_in %s'", cmd->name);
    words_of(out, rsp_bytes_str(cmd->completes), "");
    rsp_buf_push(out, '\n');
}

void completion_fish(rsp_buf *out) {
    rsp_buf_str(
        out, "# fish completion for stubborn " STUBBORN_VERSION ", made by: stubborn help --completion fish\n"
             "function __stubborn_list\n"
             "    stubborn list $argv[1] 2>/dev/null | string replace -rf '^(\\S+).*' \"$argv[2]\\$1\"\n"
             "end\n"
             "function __stubborn_in\n"
             "    set -l line (commandline -opc)\n"
             "    set -q line[2]; and test \"$line[2]\" = $argv[1]\n"
             "end\n"
             "function __stubborn_first\n"
             "    test (count (commandline -opc)) -eq 1\n"
             "end\n"
             "complete -c stubborn -f\n"
             "complete -c stubborn -n __stubborn_first -l version -d 'the version'\n"
             "complete -c stubborn -l help -s h -d 'the options'\n"
             "complete -c stubborn -n 'not __stubborn_first' -l color -x -a 'auto always never' "
             "-d 'when to colour'\n"
             "complete -c stubborn -n '__stubborn_in help; and contains -- --completion (commandline -opc)' "
             "-a 'bash zsh fish'\n");
    for (size_t i = 0; commands[i]; i++) {
        rsp_buf_printf(out, "complete -c stubborn -n '__stubborn_first; or __stubborn_in help' -a %s -d ",
                       commands[i]->name);
        completion_quote(out, commands[i]->summary, quote);
        rsp_buf_push(out, '\n');
    }
    for (size_t i = 0; commands[i]; i++) {
        for (const option_row *row = commands[i]->options; row && row->name; row++)
            if (row->kind != OPTION_GONE)
                option_line(out, commands[i], row);
        operand_line(out, commands[i]);
    }
}
