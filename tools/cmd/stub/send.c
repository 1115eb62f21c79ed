/* stubborn send: packets by hand, and what the stub says to them, in words and with its latency.
 * The tool that somebody who writes a stub reaches for first; scripts use its exit status.
 * Exit status: 0 each packet was answered, 1 one was not, 2 usage, 3 no stub. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/speaker.h"
#include "cli/wiretext.h"
#include "cmd/default_stub.h"
#include "link/link_control.h"
#include "stubs/stub_conversation.h"
#include "stubs/symbol_text.h"

#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/session.h>
#include <rsp/transcript.h>
#include <stdio.h>
#include <strings.h>

typedef struct send_args {
    const char *stub;
    const char *program;
    option_list arguments;
    uint64_t timeout_ns;
    uint64_t wait_ns;
    uint64_t start_ns;
    uint64_t rtt_ns;
    uint64_t listen_ns;
    bool raw;
    bool bare;
    bool no_ack;
    bool verbose;
    bool no_config;
} send_args;

static void print(rsp_buf *out) {
    (void)io_print(out);
    *out = (rsp_buf){0};
}

static const option_row rows[] = {
    {"stub", 's', OPTION_STRING, "STUB",
     "tcp:HOST:PORT, unix:PATH, exec:COMMAND, profile:NAME or reference" DEFAULT_STUB_WORDS,
     offsetof(send_args, stub), "reference tcp: unix: exec: profile:@profiles"},
    {"program", 'p', OPTION_STRING, "NAME",
     "debuggee that a stub we start is to have (default: the stub's own)", offsetof(send_args, program),
     "@programs"},
    {"argument", 'a', OPTION_LIST, "TEXT", "argument of that program; may be repeated",
     offsetof(send_args, arguments), NULL},
    {"no-ack", 'n', OPTION_FLAG, NULL, "switch acknowledgments off first (QStartNoAckMode)",
     offsetof(send_args, no_ack), NULL},
    {"bare", 0, OPTION_FLAG, NULL, "send only '+' before the first packet, not GDB's opening",
     offsetof(send_args, bare), NULL},
    {"raw", 'r', OPTION_FLAG, NULL, "send the arguments as they are: framing, checksums, + and - are yours",
     offsetof(send_args, raw), NULL},
    {"wait", 0, OPTION_SPAN, "TIME", "how long to try to reach a stub at tcp: or unix: (default: once)",
     offsetof(send_args, wait_ns), NULL},
    {"start", 0, OPTION_SPAN, "TIME", "how long a stub that is started may take to listen (default: 30s)",
     offsetof(send_args, start_ns), NULL},
    {"timeout", 't', OPTION_SPAN, "TIME", "how long to wait for an answer (default: 2s)",
     offsetof(send_args, timeout_ns), NULL},
    {"listen", 'l', OPTION_DURATION, "TIME", "listen so long after the last answer for what comes unasked",
     offsetof(send_args, listen_ns), NULL},
    {"rtt", 0, OPTION_DURATION, "TIME", "simulated round trip (reference stub only)",
     offsetof(send_args, rtt_ns), NULL},
    {"verbose", 'v', OPTION_FLAG, NULL, "print all wire bytes, acknowledgments too, at the end",
     offsetof(send_args, verbose), NULL},
    DEFAULT_STUB_NO_CONFIG(send_args),
    {0},
};

/* The connection's beginning, in which nothing is sent that is among the packets. */
static void begin(speaker *s, const send_args *args, const char *const *packets, size_t num) {
    bool own[RSP_PACKET_MOST] = {0};
    for (size_t i = 0; i < num; i++)
        own[rsp_packet_identify(rsp_bytes_str(packets[i]))] = true;
    own[RSP_PACKET_UNKNOWN] = false;
    if (!args->bare)
        speaker_open(s, args->no_ack, own);
    if (args->no_ack && (args->bare || own[RSP_PACKET_QSUPPORTED])) {
        const rsp_status status = rsp_session_start_no_ack(s->session);
        puts(status == RSP_OK ? "   no-ack mode" : "   the stub has no no-ack mode: acknowledgments stay");
    }
}

static rsp_status send_all(speaker *s, const send_args *args, const char *const *packets, size_t num) {
    rsp_status status = RSP_OK;
    if (!args->raw)
        begin(s, args, packets, num);
    for (size_t i = 0; i < num && rsp_session_state(s->session) == RSP_OK; i++) {
        rsp_buf bytes = {0};
        status = wiretext_unescape(&bytes, packets[i], NULL);
        if (status == RSP_OK)
            status = args->raw ? speaker_send_raw(s, rsp_buf_bytes(&bytes))
                               : speaker_request(s, rsp_buf_bytes(&bytes));
        rsp_buf_free(&bytes);
        if (status != RSP_OK)
            s->unanswered = true;
    }
    if (args->listen_ns > 0 && rsp_session_state(s->session) == RSP_OK)
        status = speaker_listen(s, args->listen_ns);
    return status;
}

static void print_transcript(const rsp_transcript *transcript) {
    rsp_transcript_style style = {.acks = true, .wire = true, .max_columns = SIZE_MAX};
    rsp_buf out = {0};
    rsp_buf_push(&out, '\n');
    rsp_transcript_render(transcript, &out, RSP_NO_ENTRY, &style);
    print(&out);
}

static void print_last_words(rsp_link *link) {
    rsp_bytes words = rsp_link_last_words(link);
    if (words.len == 0)
        return;
    rsp_buf out = {0};
    rsp_buf_str(&out, "   its last words: ");
    rsp_printable_append(&out, words, 0);
    rsp_buf_push(&out, '\n');
    print(&out);
}

static int converse(const send_args *args, const stub_conversation *c, const char *const *packets,
                    size_t num) {
    speaker s = {.session = c->session, .timeout_ns = args->timeout_ns};
    (void)send_all(&s, args, packets, num);
    bool ended = rsp_session_state(s.session) != RSP_OK;
    if (ended)
        print_last_words(c->link);
    rsp_buf warning = {0};
    if (rsp_link_warning(c->link, &warning)) {
        rsp_buf_push(&warning, '\n');
        print(&warning);
    }
    rsp_buf_free(&warning);
    if (args->verbose)
        print_transcript(c->transcript);
    speaker_free(&s);
    /* A stub that ended without a word was never there. */
    bool gone = rsp_link_stats_get(c->link).bytes_in == 0 && ended;
    return gone ? EXIT_UNREACHABLE : s.unanswered ? EXIT_FINDINGS : EXIT_FINE;
}

/* The packets with their symbols replaced, in the conversation's arena. NULL with *error. */
static const char *const *expand(stub_conversation *c, const char *program, const option_list *packets,
                                 rsp_error *error) {
    const rsp_stub_provider provider = stub_opener_provider(c->opener);
    const char **texts = rsp_arena_alloc(&c->arena, packets->num * sizeof *texts);
    rsp_status status = texts ? RSP_OK : rsp_fail(error, RSP_NO_MEMORY, "no memory");
    for (size_t i = 0; texts && i < packets->num && status == RSP_OK; i++) {
        rsp_buf text = {0};
        status = symbol_text_expand(&text, packets->items[i], &provider, program, error);
        texts[i] = rsp_arena_str(&c->arena, rsp_buf_cstr(&text));
        rsp_buf_free(&text);
    }
    return status == RSP_OK ? texts : NULL;
}

static int open_and_converse(const command *self, const send_args *args, const option_list *packets) {
    stub_conversation conversation = {.start_ns = args->start_ns};
    rsp_error error = {0};
    rsp_session_options options = {
        .timeout_ns = args->timeout_ns,
        .acks = args->raw ? RSP_ACKS_MANUAL : RSP_ACKS_AUTO,
        .opens = !args->raw,
        .collect_console = !args->raw,
        .pairs_late = !args->raw,
    };
    rsp_stub_request request = {.program = args->program ? args->program : "",
                                .arguments = args->arguments.items,
                                .num_arguments = args->arguments.num,
                                .rtt_ns = args->rtt_ns};
    rsp_status status =
        stub_conversation_open(&conversation, args->stub, args->wait_ns, &request, &options, &error);
    const char *const *texts =
        status == RSP_OK ? expand(&conversation, request.program, packets, &error) : NULL;
    int code = texts ? converse(args, &conversation, texts, packets->num) : command_fail(self, &error);
    stub_conversation_close(&conversation);
    return code;
}

/* The name of the packet that differs from a payload in upper and lower case only; empty: none. */
static rsp_bytes other_case(rsp_bytes payload) {
    enum { LONG_ENOUGH = 3 };
    rsp_bytes longest = {0};
    for (size_t i = 0; i < RSP_PACKET_MOST; i++) {
        const rsp_bytes name = rsp_packet_rows[i].name;
        if (name.len >= LONG_ENOUGH && payload.len >= name.len && name.len > longest.len &&
            strncasecmp((const char *)payload.ptr, (const char *)name.ptr, name.len) == 0)
            longest = name;
    }
    return longest;
}

/* A packet is sent as it was typed; where that is hardly what was meant, a line says so. */
static void doubt(const command *self, const char *word, rsp_bytes payload) {
    rsp_bytes arguments;
    const bool framed = payload.len >= 4 && payload.ptr[0] == '$' && payload.ptr[payload.len - 3] == '#';
    const rsp_bytes meant = rsp_packet_lookup(payload, &arguments) ? (rsp_bytes){0} : other_case(payload);
    if (framed)
        io_say(stderr,
               "stubborn %s: '%s' has a frame, and gets another one; its payload is '%.*s' (--raw adds no "
               "frame)\n",
               self->name, word, (int)(payload.len - 4), (const char *)payload.ptr + 1);
    else if (meant.len)
        io_say(stderr, "stubborn %s: no packet '%s' is known; did you mean '%.*s'?\n", self->name, word,
               (int)meant.len, (const char *)meant.ptr);
}

static int run_send(const command *self, int argc, char **argv) {
    send_args args = {.timeout_ns = 2 * RSP_NS_PER_S};
    option_list packets = {0};
    int code = EXIT_FINE;
    if (!command_parse(self, &args, &packets, argc, argv, &code))
        return code;
    if (packets.num == 0)
        return command_usage(self,
                             "no packet given; for example: stubborn send --stub tcp:127.0.0.1:1234 '?'");
    for (size_t i = 0; i < packets.num; i++) {
        rsp_buf bytes = {0};
        rsp_error error = {0};
        rsp_status status = wiretext_unescape(&bytes, packets.items[i], &error);
        if (status == RSP_OK && !args.raw)
            doubt(self, packets.items[i], rsp_buf_bytes(&bytes));
        rsp_buf_free(&bytes);
        if (status != RSP_OK)
            return command_usage(self, "%s", error.msg);
    }
    default_stub stub = {0};
    stub.no_config = args.no_config;
    args.stub = default_stub_choose(&stub, self, args.stub, &code);
    interrupt_catch();
    code = args.stub ? open_and_converse(self, &args, &packets) : code;
    default_stub_free(&stub);
    return code;
}

const command command_send = {
    .name = "send",
    .operands = "PACKET...",
    .summary = "send packets by hand and print the decoded replies",
    .details =
        "Sends each PACKET (its payload: framing, escapes and acknowledgments are done for you) and "
        "prints the reply, what it says, and how long it took. The connection is opened as GDB does, or LLDB "
        "for its stubs, and a line says what was sent for it; not what is among your packets, and nothing "
        "but '+' where qSupported is, or with --bare. \\xNN stands for any byte, {work} for the address of "
        "the "
        "program's symbol work, {work+4} for four bytes after it.\n\n"
        "  stubborn send --stub tcp:127.0.0.1:1234 'qSupported:multiprocess+' '?'\n"
        "  stubborn send --stub profile:gdbserver --no-ack g\n"
        "  stubborn send --program threads4 'Z0,{work},4' c\n"
        "  stubborn send --stub exec:'./mystub --port {port}' --raw '+$?#3f'",
    .options = rows,
    .run = run_send,
};
