/* stubborn shell: a conversation with a stub at the keyboard.
 * The loop, completion and orders are tools/shell's; here the stub is opened and the history found.
 * Exit status: 0 the session ended as its user wished, 1 its input could not be read, 2 usage, 3 no stub. */
/* SPDX-License-Identifier: MIT */
#include "shell/shell.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/io.h"
#include "cmd/default_stub.h"
#include "stubs/stub_conversation.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct shell_args {
    const char *stub;
    const char *program;
    const char *history;
    uint64_t timeout_ns;
    uint64_t wait_ns;
    uint64_t start_ns;
    uint64_t rtt_ns;
    bool no_ack;
    bool bare;
    bool no_config;
} shell_args;

static const option_row rows[] = {
    {"stub", 's', OPTION_STRING, "STUB",
     "tcp:HOST:PORT, unix:PATH, exec:COMMAND, profile:NAME or reference" DEFAULT_STUB_WORDS,
     offsetof(shell_args, stub), "reference tcp: unix: exec: profile:@profiles"},
    {"program", 'p', OPTION_STRING, "NAME",
     "debuggee that a stub we start is to have (default: the stub's own)", offsetof(shell_args, program),
     "@programs"},
    {"no-ack", 'n', OPTION_FLAG, NULL, "switch acknowledgments off first (QStartNoAckMode)",
     offsetof(shell_args, no_ack), NULL},
    {"bare", 0, OPTION_FLAG, NULL, "send only '+' before the first line, not GDB's opening",
     offsetof(shell_args, bare), NULL},
    {"history", 0, OPTION_STRING, "FILE",
     "where lines are kept (default: stubborn/history in $XDG_STATE_HOME or ~/.local/state; none: not kept)",
     offsetof(shell_args, history), "file"},
    {"wait", 0, OPTION_SPAN, "TIME", "how long to try to reach a stub at tcp: or unix: (default: once)",
     offsetof(shell_args, wait_ns), NULL},
    {"start", 0, OPTION_SPAN, "TIME", "how long a stub that is started may take to listen (default: 30s)",
     offsetof(shell_args, start_ns), NULL},
    {"timeout", 't', OPTION_SPAN, "TIME", "how long to wait for an answer (default: 2s)",
     offsetof(shell_args, timeout_ns), NULL},
    {"rtt", 0, OPTION_DURATION, "TIME", "simulated round trip (reference stub only)",
     offsetof(shell_args, rtt_ns), NULL},
    DEFAULT_STUB_NO_CONFIG(shell_args),
    {0},
};

/* The file of the history in the arena; NULL for none. */
static const char *history_path(const shell_args *args, rsp_arena *arena) {
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    if (args->history)
        return strcmp(args->history, "none") == 0 ? NULL : args->history;
    if (state && state[0] == '/')
        return rsp_arena_printf(arena, "%s/stubborn/history", state);
    return home && home[0] == '/' ? rsp_arena_printf(arena, "%s/.local/state/stubborn/history", home) : NULL;
}

/* What the user reads first. */
static void greet(const shell_args *args, const stub_conversation *c) {
    rsp_buf name = {0};
    rsp_link_describe(c->link, &name);
    io_say(stdout, "%s; a line is a packet, Tab completes, !help tells more\n",
           name.status == RSP_OK && name.len > 0 ? rsp_buf_cstr(&name) : args->stub);
    rsp_buf_free(&name);
}

/* `!save` writes what the user said, and `run` opens the connection as we did. */
static void observe(void *ctx, const rsp_transcript *transcript, const rsp_entry *entry) {
    shell *s = ctx;
    if (!s->opening)
        rsp_dialogue_observe(&s->dialogue, transcript, entry);
}

static int converse(const command *self, const shell_args *args, stub_conversation *c) {
    shell s = {.stub = args->stub,
               .program = args->program,
               .link = c->link,
               .bare = args->bare,
               .no_ack = args->no_ack,
               .transcript = c->transcript,
               .speaker = {.session = c->session, .timeout_ns = args->timeout_ns}};
    if (!rsp_transcript_observe(c->transcript, observe, &s))
        return command_fail(self, &(rsp_error){.status = RSP_LIMIT});
    if (line_editor_is_possible())
        greet(args, c);
    shell_open(&s);
    rsp_status status = shell_run(&s, history_path(args, &c->arena));
    shell_free(&s);
    return status == RSP_OK ? EXIT_FINE
                            : command_fail(self, &(rsp_error){.status = status, .where = "standard input"});
}

static int open_and_talk(const command *self, const shell_args *args) {
    (void)setlocale(LC_CTYPE, "");
    interrupt_catch();
    stub_conversation conversation = {.start_ns = args->start_ns};
    rsp_error error = {0};
    rsp_session_options options = {
        .timeout_ns = args->timeout_ns, .opens = true, .collect_console = true, .pairs_late = true};
    rsp_stub_request request = {.program = args->program ? args->program : "", .rtt_ns = args->rtt_ns};
    rsp_status status =
        stub_conversation_open(&conversation, args->stub, args->wait_ns, &request, &options, &error);
    int code = status == RSP_OK ? converse(self, args, &conversation) : command_fail(self, &error);
    stub_conversation_close(&conversation);
    return code;
}

static int run_shell(const command *self, int argc, char **argv) {
    shell_args args = {.timeout_ns = 2 * RSP_NS_PER_S};
    option_list operands = {0};
    int code = EXIT_FINE;
    if (!command_parse(self, &args, &operands, argc, argv, &code))
        return code;
    if (operands.num > 0)
        return command_usage(
            self,
            "takes no operands: --stub names the stub; packets come on standard input, or by stubborn send");
    default_stub stub = {0};
    stub.no_config = args.no_config;
    args.stub = default_stub_choose(&stub, self, args.stub, &code);
    code = args.stub ? open_and_talk(self, &args) : code;
    default_stub_free(&stub);
    return code;
}

const command command_shell = {
    .name = "shell",
    .operands = "",
    .summary = "talk to a stub at the keyboard: completion, history, decoded replies",
    .details = "Each line is a packet's payload; its framing, escapes and acknowledgments are done for you. "
               "Each connection is opened as GDB does, or LLDB for its stubs. "
               "Tab completes names and arguments from the packet table. A stop or notification is printed "
               "when it comes. `!save FILE` writes the session as a scenario, `!help` lists the other "
               "orders. Lines may come from a pipe, too.\n\n"
               "  stubborn shell --stub tcp:127.0.0.1:1234\n"
               "  printf '%s\\n' '?' g '!save session.yaml' | stubborn shell --stub profile:gdbserver",
    .options = rows,
    .run = run_shell,
};
