/* A bash completion script, made from the table of commands and options.
 * Commands first, then the options of the command, then what the option or operand takes.
 * Works without the bash-completion package. */
/* SPDX-License-Identifier: MIT */
#include "cli/help.h"

/* The words that an option's value is chosen from: "a|b", or as the row says. */
static void value_words(rsp_buf *out, const option_row *row) {
    if (row->arg && strchr(row->arg, '|')) {
        for (const char *p = row->arg; *p; p++)
            rsp_buf_push(out, *p == '|' ? ' ' : (uint8_t)*p);
    } else if (row->completes && strcmp(row->completes, "file") != 0) {
        rsp_buf_str(out, row->completes);
    }
}

static bool takes_value(const option_row *row) {
    return row->kind != OPTION_FLAG && row->kind != OPTION_CLEAR && row->kind != OPTION_MAYBE_CHOICE &&
           row->kind != OPTION_GONE;
}

static void options_of(rsp_buf *out, const command *cmd) {
    for (const option_row *row = cmd->options; row && row->name; row++)
        if (row->kind != OPTION_GONE)
            rsp_buf_printf(out, "--%s ", row->name);
    rsp_buf_str(out, "--help");
}

/* One case per option that takes a value: "run:--stub) words=...". */
static void value_cases(rsp_buf *out, const command *cmd) {
    for (const option_row *row = cmd->options; row && row->name; row++) {
        if (!takes_value(row))
            continue;
        rsp_buf_printf(out, "        %s:--%s", cmd->name, row->name);
        if (row->letter)
            rsp_buf_printf(out, "|%s:-%c", cmd->name, row->letter);
        rsp_buf_str(out, ") words='");
        value_words(out, row);
        rsp_buf_printf(out, "'; files=%d ;;\n", row->completes && strcmp(row->completes, "file") == 0);
    }
}

static void operand_case(rsp_buf *out, const command *cmd) {
    bool files = cmd->completes && strcmp(cmd->completes, "file") == 0;
    rsp_buf_printf(out, "        %s:*) words='%s'; files=%d; options='", cmd->name,
                   cmd->completes && !files ? cmd->completes : "", files);
    options_of(out, cmd);
    rsp_buf_str(out, "' ;;\n");
}

void help_completion(rsp_buf *out) {
    rsp_buf_str(out,
                "# bash completion for stubborn " STUBBORN_VERSION ", made by: stubborn help --completion\n"
                "_stubborn() {\n"
                "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
                "    local words= options= files=0 commands='");
    for (size_t i = 0; commands[i]; i++)
        rsp_buf_printf(out, "%s%s", i ? " " : "", commands[i]->name);
    rsp_buf_str(out, "'\n"
                     "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
                     "        COMPREPLY=($(compgen -W \"$commands --help --version\" -- \"$current\"))\n"
                     "        return\n"
                     "    fi\n"
                     "    case ${COMP_WORDS[1]}:$previous in\n");
    for (size_t i = 0; commands[i]; i++)
        value_cases(out, commands[i]);
    for (size_t i = 0; commands[i]; i++)
        operand_case(out, commands[i]);
    rsp_buf_str(out, "    esac\n"
                     "    [ \"${COMP_WORDS[1]}\" != help ] || words=$commands\n"
                     "    case $current in -*) words=$options; files=0 ;; esac\n"
                     "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
                     "    [ \"$files\" = 0 ] || COMPREPLY+=($(compgen -f -- \"$current\"))\n"
                     "}\n"
                     "complete -o filenames -F _stubborn stubborn\n");
}
