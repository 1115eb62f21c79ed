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

const command *const commands[] = {
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
    if (self && self != &command_help)
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

static bool has_option(const command *cmd, const char *name) {
    const option_row *row = option_find(cmd->options, name);
    return row && row->kind != OPTION_GONE;
}

/* How other programs say where a stub or its port is. */
static const char *address_option(const command *self, const char *name) {
    static const char *const foreign_names[] = {"port", "host", "address", "connect", "target", "remote"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(foreign_names); i++)
        if (strcmp(name, foreign_names[i]) == 0)
            return has_option(self, "stub") && strcmp(self->name, "dap") != 0
                       ? "--stub tcp:HOST:PORT names the stub"
                   : has_option(self, "listen") ? "--listen HOST:PORT says where to listen"
                                                : NULL;
    return strcmp(name, "profile") == 0 && has_option(self, "stub") ? "--stub profile:NAME names it" : NULL;
}

/* An option that this command has not, and others have: they are named. */
static int refuse_line(const command *self, const rsp_error *error) {
    static const char unknown[] = "unknown option --";
    const char *name = error->msg + sizeof unknown - 1;
    rsp_buf others = {0};
    size_t num = 0;
    const bool is_unknown = strncmp(error->msg, unknown, sizeof unknown - 1) == 0 && !strchr(name, ';');
    const char *address = is_unknown ? address_option(self, name) : NULL;
    if (address)
        return command_usage(self, "%s; %s", error->msg, address);
    if (is_unknown)
        for (size_t i = 0; commands[i]; i++)
            if (has_option(commands[i], name))
                rsp_text_printf(&others, "%s%s", num++ > 0 ? ", " : "", commands[i]->name);
    const int code =
        num > 0 ? command_usage(self, "%s, which is an option of %s", error->msg, rsp_buf_cstr(&others))
                : command_usage(self, "%s", error->msg);
    rsp_buf_free(&others);
    return code;
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
        *out_exit = refuse_line(self, &error);
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
    data_path_init(argv[0]);
    return io_end(dispatch(argc, argv));
}
