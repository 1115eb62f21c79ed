/* stubborn help: the overview, one command in full, the manual page, completion scripts.
 * What it prints is made from the table of commands.
 * The build installs what --man and --completion print. */
/* SPDX-License-Identifier: MIT */
#include "cli/help.h"
#include "cli/completion.h"
#include "cli/io.h"

typedef struct help_args {
    bool man;
    bool completion;
} help_args;

static const option_row rows[] = {
    {"man", 0, OPTION_FLAG, NULL, "print the manual page, for man -l -", offsetof(help_args, man), NULL},
    {"completion", 0, OPTION_FLAG, NULL,
     "print the completion script for a shell: bash (default), zsh or fish", offsetof(help_args, completion),
     NULL},
    {0},
};

static bool write_completion(rsp_buf *out, const char *shell) {
    static const struct {
        const char *shell;
        void (*write)(rsp_buf *out);
    } scripts[] = {{"bash", completion_bash}, {"zsh", completion_zsh}, {"fish", completion_fish}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(scripts); i++)
        if (strcmp(scripts[i].shell, shell) == 0) {
            scripts[i].write(out);
            return true;
        }
    return false;
}

static int run_help(const command *self, int argc, char **argv) {
    help_args args = {0};
    option_list operands = {0};
    int status = 0;
    if (!command_parse(self, &args, &operands, argc, argv, &status))
        return status;
    if (operands.num > 1)
        return command_usage(self, "one command at a time");
    if (args.man && operands.num > 0)
        return command_usage(self, "--man: the page is about all commands, and takes no '%s'",
                             operands.items[0]);
    if (args.man && args.completion)
        return command_usage(self, "--man and --completion: one at a time");
    const char *shell = operands.num > 0 ? operands.items[0] : "bash";
    rsp_buf out = {0};
    if (args.man) {
        help_manual(&out);
    } else if (args.completion) {
        if (!write_completion(&out, shell))
            return command_usage(self, "--completion %s: expected bash, zsh or fish", shell);
    } else if (operands.num == 0) {
        help_overview(&out);
    } else {
        const char *word = operands.items[0];
        const command *cmd = command_find(word);
        const char *best = command_suggest(word);
        if (!cmd && best)
            return command_usage(self, "unknown command '%s'; did you mean '%s'?", word, best);
        if (!cmd)
            return command_usage(self, "unknown command '%s'", word);
        help_command(&out, cmd);
    }
    return io_print(&out);
}

const command command_help = {
    .name = "help",
    .operands = "[COMMAND]",
    .summary = "explain a command; print the manual page or shell completion",
    .options = rows,
    .run = run_help,
};
