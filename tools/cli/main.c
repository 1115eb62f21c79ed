/* The stubborn program: finds the subcommand, hands it the rest of the line, returns its status.
 * Standard output carries answers, standard error everything else.
 * Source: docs/architecture.md, Verdicts, for the exit status. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/data_path.h"
#include "cli/help.h"
#include "cli/io.h"

#include "core/suggest.h"
#include <signal.h>
#include <stdio.h>

const command *const commands[] = {
    &command_init,    &command_run,   &command_selftest, &command_fuzz,      &command_merge,
    &command_matrix,  &command_list,  &command_lint,     &command_stub,      &command_send,
    &command_shell,   &command_probe, &command_adapter,  &command_dap,       &command_decode,
    &command_capture, &command_proxy, &command_bench,    &command_condition, &command_packet_reference,
    &command_help,    NULL,
};

const command *command_find(const char *name) {
    for (size_t i = 0; commands[i]; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

const char *command_suggest(const char *word) {
    rsp_suggestion nearest = {.word = rsp_bytes_str(word)};
    for (size_t i = 0; commands[i]; i++)
        rsp_suggest_offer(&nearest, commands[i]->name);
    return nearest.best;
}

static int usage_note(const command *self) {
    if (self)
        io_say(stderr, "try: stubborn help %s\n", self->name);
    else
        fputs("try: stubborn help\n", stderr);
    return EXIT_USAGE;
}

int command_usage(const command *self, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    io_say(stderr, "stubborn%s%s: ", self ? " " : "", self ? self->name : "");
    io_say_v(stderr, fmt, ap);
    io_say(stderr, "\n");
    va_end(ap);
    return usage_note(self);
}

int command_fail(const command *self, const rsp_error *error) {
    io_say(stderr, "stubborn %s: ", self->name);
    if (error->where && error->line)
        io_say(stderr, "%s:%u:%u: ", error->where, error->line, error->column);
    else if (error->where)
        io_say(stderr, "%s: ", error->where);
    io_say(stderr, "%s\n", error->msg[0] ? error->msg : rsp_status_text(error->status));
    if (error->status == RSP_USAGE)
        usage_note(self);
    return rsp_status_exit_code(error->status);
}

bool command_parse(const command *self, void *fields, option_list *operands, int argc, char **argv,
                   int *out_exit) {
    static const option_row none[] = {{0}};
    rsp_error error = {0};
    const option_row *rows = self->options ? self->options : none;
    rsp_status status = option_parse(fields, operands, rows, self->leading, argc, argv, &error);
    if (status == RSP_OK)
        return true;
    if (status == RSP_CANCELLED) {
        rsp_buf text = {0};
        help_command(&text, self);
        *out_exit = io_print(&text);
    } else {
        *out_exit = command_usage(self, "%s", error.msg);
    }
    return false;
}

static int overview(FILE *to) {
    rsp_buf text = {0};
    help_overview(&text);
    if (to == stdout)
        return io_print(&text);
    io_put(to, &text);
    return EXIT_USAGE;
}

static int dispatch(int argc, char **argv) {
    if (argc < 2)
        return overview(stderr);
    const char *word = argv[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return overview(stdout);
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
        puts("stubborn " STUBBORN_VERSION);
        return EXIT_FINE;
    }
    const command *cmd = command_find(word);
    if (cmd)
        return cmd->run(cmd, argc - 1, argv + 1);
    const char *best = command_suggest(word);
    if (best)
        return command_usage(NULL, "unknown command '%s'; did you mean '%s'?", word, best);
    return command_usage(NULL, "unknown command '%s'", word);
}

int stubborn_main(int argc, char **argv) {
    /* A reader that goes away (a pipe into head, a stub that dies) is an error code, not our end. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a limit of files' sizes is a write that fails, as a full disk is */
    data_path_init(argv[0]);
    return io_end(dispatch(argc, argv));
}
