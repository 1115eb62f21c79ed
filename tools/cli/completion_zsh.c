/* The completion script for zsh, for a folder of $fpath as _stubborn, or to be sourced.
 * Commands and options come with what they mean.
 * Source: zshcompsys(1), zshcompwid(1). */
/* SPDX-License-Identifier: MIT */
#include "cli/completion.h"

static const char quote[] = "'\\''";

static void words_of(rsp_buf *out, rsp_bytes words) {
    bool files = false;
    rsp_buf_str(out, "found=(");
    completion_append(out, words, "${(f)\"$(_stubborn_list ", ")\"}", &files);
    rsp_buf_printf(out, "); files=%d", files);
}

/* "'--stub:reference (default), ...'": what stands before the first colon is the word. */
static void described(rsp_buf *out, const char *before, const char *name, const char *text) {
    rsp_buf one = {0};
    rsp_buf_printf(&one, "%s%s:%s", before, name, text);
    rsp_buf_push(out, ' ');
    completion_quote(out, rsp_buf_cstr(&one), quote);
    rsp_buf_free(&one);
}

static void operand_case(rsp_buf *out, const command *cmd) {
    rsp_buf_printf(out, "        %s:*) ", cmd->name);
    words_of(out, rsp_bytes_str(cmd->completes ? cmd->completes : ""));
    rsp_buf_str(out, "; options=(");
    for (const option_row *row = cmd->options; row && row->name; row++)
        if (row->kind != OPTION_GONE)
            described(out, "--", row->name, row->help);
    rsp_buf_str(out, " '--color:when to colour' '--help:the options') ;;\n");
}

static const char head[] = "_stubborn_list() {\n"
                           "    stubborn list $1 2>/dev/null | sed -n \"s/^\\([^ ]\\{1,\\}\\).*/$2\\1/p\"\n"
                           "}\n"
                           "_stubborn() {\n"
                           "    local -a found options commands\n"
                           "    local files=0 previous=$words[CURRENT-1]\n"
                           "    commands=(";

static const char tail[] =
    "    esac\n"
    "    if [[ $words[2] == help && $previous != --completion ]]; then\n"
    "        _describe -t commands command commands\n"
    "    fi\n"
    "    if [[ $PREFIX == -* ]]; then\n"
    "        _describe -o -t options option options\n"
    "        return\n"
    "    fi\n"
    "    compadd -- ${found:#*:}\n"
    "    compadd -S '' -- ${(M)found:#*:}\n"
    "    (( files )) && _files\n"
    "    return 0\n"
    "}\n"
    "if [[ ${funcstack[1]} == _stubborn ]]; then _stubborn \"$@\"; else compdef _stubborn stubborn; fi\n";

void completion_zsh(rsp_buf *out) {
    rsp_buf_str(out, "#compdef stubborn\n# zsh completion for stubborn " STUBBORN_VERSION
                     ", made by: stubborn help --completion zsh\n");
    rsp_buf_str(out, head);
    for (size_t i = 0; commands[i]; i++)
        described(out, "", commands[i]->name, commands[i]->summary);
    rsp_buf_str(out, ")\n"
                     "    if (( CURRENT == 2 )); then\n"
                     "        _describe -t commands command commands\n"
                     "        return\n"
                     "    fi\n"
                     "    if [[ $PREFIX == --*=* ]]; then\n"
                     "        previous=${PREFIX%%=*}\n"
                     "        compset -P '*='\n"
                     "    fi\n"
                     "    case $words[2]:$previous in\n"
                     "        *:--color) found=(auto always never) ;;\n"
                     "        help:--completion) found=(bash zsh fish) ;;\n");
    for (size_t i = 0; commands[i]; i++)
        completion_value_cases(out, commands[i], words_of);
    for (size_t i = 0; commands[i]; i++)
        operand_case(out, commands[i]);
    rsp_buf_str(out, tail);
}
