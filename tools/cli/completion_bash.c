/* The completion script for bash: commands first, then the options of the command, then what the option or
 * operand takes. Bash breaks words at colons and equal signs, so they are put together again before they are
 * looked at. Works without the bash-completion package. */
/* SPDX-License-Identifier: MIT */
#include "cli/completion.h"

static void words_of(rsp_buf *out, rsp_bytes words) {
    bool files = false;
    rsp_buf_str(out, "words=\"");
    completion_append(out, words, "$(_stubborn_list ", ")", &files);
    rsp_buf_printf(out, "\"; files=%d", files);
}

static void options_of(rsp_buf *out, const command *cmd) {
    for (const option_row *row = cmd->options; row && row->name; row++)
        if (row->kind != OPTION_GONE)
            rsp_buf_printf(out, "--%s ", row->name);
    rsp_buf_str(out, "--color --help");
}

static void operand_case(rsp_buf *out, const command *cmd) {
    rsp_buf_printf(out, "        %s:*) ", cmd->name);
    words_of(out, rsp_bytes_str(cmd->completes ? cmd->completes : ""));
    rsp_buf_str(out, "; options='");
    options_of(out, cmd);
    rsp_buf_str(out, "' ;;\n");
}

static const char head[] =
    "_stubborn_list() {\n"
    "    stubborn list \"$1\" 2>/dev/null | sed -n \"s/^\\([^ ]\\{1,\\}\\).*/$2\\1/p\"\n"
    "}\n"
    "_stubborn() {\n"
    "    local i=$COMP_CWORD current=${COMP_WORDS[COMP_CWORD]} cut=\n"
    "    while [ \"$i\" -gt 2 ]; do\n"
    "        if [ \"${COMP_WORDS[i]}\" = : ]; then\n"
    "            current=${COMP_WORDS[i-1]}$current\n"
    "        elif [ \"${COMP_WORDS[i-1]}\" = : ]; then\n"
    "            current=:$current\n"
    "        else\n"
    "            break\n"
    "        fi\n"
    "        i=$((i - 1))\n"
    "    done\n"
    "    local previous=${COMP_WORDS[i-1]}\n"
    "    if [ \"$previous\" = = ]; then previous=${COMP_WORDS[i-2]}; fi\n"
    "    if [ \"$current\" = = ]; then current=; fi\n"
    "    local words= options= files=0 commands='";

static const char tail[] =
    "    esac\n"
    "    [ \"${COMP_WORDS[1]}\" != help ] || [ \"$previous\" = --completion ] || words=$commands\n"
    "    case $current in -*) words=$options; files=0 ;; esac\n"
    "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
    "    [ \"$files\" = 0 ] || COMPREPLY+=($(compgen -f -- \"$current\"))\n"
    "    case $COMP_WORDBREAKS:$current in *:*:*) cut=${current%\"${current##*:}\"} ;; esac\n"
    "    COMPREPLY=(\"${COMPREPLY[@]#\"$cut\"}\")\n"
    "    case ${#COMPREPLY[@]}${COMPREPLY[0]} in 1*:) compopt -o nospace 2>/dev/null ;; esac\n"
    "}\n"
    "complete -o filenames -F _stubborn stubborn\n";

void completion_bash(rsp_buf *out) {
    rsp_buf_str(out, "# bash completion for stubborn " STUBBORN_VERSION
                     ", made by: stubborn help --completion bash\n");
    rsp_buf_str(out, head);
    for (size_t i = 0; commands[i]; i++)
        rsp_buf_printf(out, "%s%s", i ? " " : "", commands[i]->name);
    rsp_buf_str(out, "'\n"
                     "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
                     "        COMPREPLY=($(compgen -W \"$commands --help --version\" -- \"$current\"))\n"
                     "        return\n"
                     "    fi\n"
                     "    case ${COMP_WORDS[1]}:$previous in\n"
                     "        *:--color) words='auto always never' ;;\n"
                     "        help:--completion) words='bash zsh fish' ;;\n");
    for (size_t i = 0; commands[i]; i++)
        completion_value_cases(out, commands[i], words_of);
    for (size_t i = 0; commands[i]; i++)
        operand_case(out, commands[i]);
    rsp_buf_str(out, tail);
}
