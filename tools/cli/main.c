/* The stubborn program: finds the subcommand, hands it the rest of the line, returns its status.
 * Standard output carries answers, standard error everything else.
 * Source: docs/architecture.md, Verdicts, for the exit status. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/data_path.h"
#include "cli/help.h"
#include "cli/io.h"
#include "cli/listen.h"

#include "core/suggest.h"
#include "core/text.h"
#include <signal.h>
#include <stdio.h>

/* In the order of help, ended by NULL. */
static const command *const all[] = {
    &command_init,      &command_run,
    &command_selftest,  &command_fuzz,
    &command_finding,   &command_merge,
    &command_matrix,    &command_interop,
    &command_list,      &command_lint,
    &command_stub,      &command_send,
    &command_shell,     &command_probe,
    &command_adapter,   &command_dap,
    &command_decode,    &command_capture,
    &command_proxy,     &command_bench,
    &command_condition, &command_packet_reference,
    &command_help,      NULL,
};

static int overview(FILE *to) {
    rsp_buf text = {0};
    help_overview(&text);
    if (to == stdout)
        return io_print(&text);
    io_put(to, &text);
    return EXIT_USAGE;
}

/* Before a command there are two options. */
static int refuse_option(const char *word) {
    rsp_suggestion nearest = {.word = rsp_bytes_str(word)};
    rsp_suggest_offer(&nearest, "--version");
    rsp_suggest_offer(&nearest, "--help");
    if (nearest.best)
        return command_usage(NULL, "unknown option '%s'; did you mean '%s'?", word, nearest.best);
    return command_usage(NULL, "'%s' stands before a command: the command comes first, as in stubborn run %s",
                         word, word);
}

/* Words that other programs have for our commands. */
static const struct {
    const char *word;
    const char *meant;
} foreign[] = {
    {"analyze", "capture analyze"},
    {"check", "run"},
    {"connect", "shell"},
    {"debug", "dap"},
    {"judge", "run"},
    {"record", "proxy"},
    {"replay", "capture replay"},
    {"serve", "stub"},
    {"show", "capture show"},
    {"test", "run"},
    {"version", "--version"},
};

/* No command: one that was meant, or a stub without its command. */
static int refuse_word(const char *word) {
    rsp_arena arena = {0};
    const char *best = command_suggest(word);
    const char *stub = listen_stub(&arena, word);
    int code = EXIT_USAGE;
    for (size_t i = 0; i < RSP_ARRAY_LEN(foreign); i++)
        if (strcmp(foreign[i].word, word) == 0)
            best = foreign[i].meant;
    if (best)
        code = command_usage(NULL, "unknown command '%s'; did you mean '%s'?", word, best);
    else if (stub)
        code = command_usage(NULL, "'%s' is no command; to judge a stub: stubborn run --stub %s", word, stub);
    else
        code = command_usage(NULL, "unknown command '%s'", word);
    rsp_arena_free(&arena);
    return code;
}

static int dispatch(int argc, char **argv) {
    if (argc < 2)
        return overview(stderr);
    const char *word = argv[1];
    const bool help = strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
    if (help && argc == 2)
        return overview(stdout);
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
        puts("stubborn " STUBBORN_VERSION);
        return EXIT_FINE;
    }
    const command *cmd = command_find(help ? "help" : word); /* stubborn --help run */
    if (cmd)
        return cmd->run(cmd, argc - 1, argv + 1);
    if (word[0] == '-')
        return refuse_option(word);
    return refuse_word(word);
}

int stubborn_main(int argc, char **argv) {
    /* A reader that goes away (a pipe into head, a stub that dies) is an error code, not our end. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a limit of files' sizes is a write that fails, as a full disk is */
    commands = all;
    data_path_init(argv[0]);
    return io_end(dispatch(argc, argv));
}
