/* stubborn send: packets by hand, and what the stub says to them, in words and with its latency.
 * The tool that somebody who writes a stub reaches for first; scripts use its exit status.
 * Exit status: 0 each packet was answered, 1 one was not, 2 usage, 3 no stub. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/data_path.h"
#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/packet_printer.h"
#include "cli/wiretext.h"
#include "core/arena.h"
#include "stubs/stub_config.h"

#include <rsp/session.h>
#include <rsp/transcript.h>
#include <stdio.h>

typedef struct send_args {
    const char *stub;
    const char *program;
    uint64_t timeout_ns;
    uint64_t wait_ns;
    uint64_t rtt_ns;
    uint64_t listen_ns;
    bool raw;
    bool no_ack;
    bool verbose;
} send_args;

static const option_row rows[] = {
    {"stub", 's', OPTION_STRING, "STUB",
     "tcp:HOST:PORT, unix:PATH, exec:COMMAND, profile:NAME or reference (default)", offsetof(send_args, stub),
     "reference tcp: unix: exec: profile:"},
    {"program", 'p', OPTION_STRING, "NAME",
     "debuggee that a stub we start is to have (default: the stub's own)", offsetof(send_args, program),
     NULL},
    {"no-ack", 'n', OPTION_FLAG, NULL, "switch acknowledgments off first (QStartNoAckMode)",
     offsetof(send_args, no_ack), NULL},
    {"raw", 'r', OPTION_FLAG, NULL, "send the arguments as they are: framing, checksums, + and - are yours",
     offsetof(send_args, raw), NULL},
    {"wait", 0, OPTION_SPAN, "TIME", "how long to try to reach a stub at tcp: or unix: (default: once)",
     offsetof(send_args, wait_ns), NULL},
    {"timeout", 't', OPTION_SPAN, "TIME", "how long to wait for an answer (default: 2s)",
     offsetof(send_args, timeout_ns), NULL},
    {"listen", 'l', OPTION_DURATION, "TIME", "listen so long after the last answer for what comes unasked",
     offsetof(send_args, listen_ns), NULL},
    {"rtt", 0, OPTION_DURATION, "TIME", "simulated round trip (reference stub only)",
     offsetof(send_args, rtt_ns), NULL},
    {"verbose", 'v', OPTION_FLAG, NULL, "print all wire bytes, acknowledgments too, at the end",
     offsetof(send_args, verbose), NULL},
    {0},
};

/* What the subcommand works with. */
typedef struct sender {
    const command *self;
    const send_args *args;
    rsp_session *session;
    packet_printer packet_printer;
    bool unanswered;
    bool ended; /* the connection did not outlive the conversation */
} sender;

static void print(rsp_buf *out) {
    (void)io_print(out);
    *out = (rsp_buf){0};
}

static void print_event(sender *s, const rsp_session_event *event) {
    rsp_buf out = {0};
    if (event->kind == RSP_SESSION_PACKET || event->kind == RSP_SESSION_NOTIFICATION) {
        packet_printer_payload(&s->packet_printer, &out, event->wire, RSP_TO_CLIENT,
                               event->kind == RSP_SESSION_NOTIFICATION, NULL);
    } else if (event->kind != RSP_SESSION_TIMEOUT) {
        rsp_buf_str(&out, "<- ");
        rsp_printable_append(&out, event->raw, 0);
        rsp_buf_printf(&out, "%s     %s\n", event->raw.len ? "\n" : "", rsp_session_event_name(event->kind));
    }
    print(&out);
}

/* Everything that is there without waiting: notifications, junk, unasked packets. */
static void print_events(sender *s) {
    rsp_session_event event;
    while (rsp_session_take_event(s->session, &event, RSP_SESSION_ANY & ~RSP_SESSION_BIT(RSP_SESSION_ACK)))
        print_event(s, &event);
    rsp_bytes console = rsp_session_console(s->session);
    if (console.len > 0) {
        rsp_buf out = {0};
        rsp_buf_str(&out, "     program output: ");
        rsp_printable_append(&out, console, 0);
        rsp_buf_push(&out, '\n');
        print(&out);
        rsp_session_clear_console(s->session);
    }
}

static void print_no_answer(const rsp_answer *reply) {
    printf("   %s", rsp_outcome_text(reply->outcome));
    if (reply->end.text[0])
        printf(" (%s)", reply->end.text);
    putchar('\n');
    if (reply->end.sanitizer[0])
        printf("   %s\n", reply->end.sanitizer);
}

static rsp_status send_payload(sender *s, rsp_bytes payload) {
    rsp_buf out = {0};
    rsp_answer reply = {0};
    packet_printer_payload(&s->packet_printer, &out, payload, RSP_TO_STUB, false, NULL);
    print(&out);
    rsp_status status = rsp_session_request(s->session, payload, &reply);
    switch (reply.outcome) {
    case RSP_OUTCOME_REPLY:
    case RSP_OUTCOME_UNSUPPORTED:
    case RSP_OUTCOME_ERROR: {
        char took[48];
        double ms = (double)(reply.done_ns - reply.sent_ns) / (double)RSP_NS_PER_MS;
        snprintf(took, sizeof(took), ms < 10 ? "%.2f ms" : "%.0f ms", ms);
        packet_printer_payload(&s->packet_printer, &out, reply.wire, RSP_TO_CLIENT, false, took);
        print(&out);
        if (reply.missing_ack)
            puts("     the request was not acknowledged with '+'");
        if (reply.resent)
            printf("     sent %u times, the stub refused it with '-'\n", reply.resent + 1);
        break;
    }
    case RSP_OUTCOME_NONE:
    case RSP_OUTCOME_TIMEOUT:
    case RSP_OUTCOME_CLOSED:
    case RSP_OUTCOME_DIED:
    case RSP_OUTCOME_MALFORMED:
    case RSP_OUTCOME_REFUSED:
    case RSP_OUTCOME_FLOOD:
    case RSP_OUTCOME_CANCELLED:
    case RSP_OUTCOME_IO:
        if (reply.raw.len > 0) {
            rsp_buf_str(&out, "<- ");
            rsp_printable_append(&out, reply.raw, 0);
            rsp_buf_push(&out, '\n');
            print(&out);
        }
        print_no_answer(&reply);
        s->unanswered = true;
        break;
    }
    print_events(s);
    return status;
}

/* Remembers the last request among raw bytes, for the replies to it. */
static void note_request(sender *s, rsp_bytes bytes) {
    rsp_deframer deframer = {0};
    rsp_event event;
    while (bytes.len > 0) {
        bytes = rsp_bytes_from(bytes, rsp_deframe(&deframer, bytes, &event));
        if (event.kind != RSP_EVENT_PACKET)
            continue;
        rsp_buf_clear(&s->packet_printer.request);
        rsp_buf_append(&s->packet_printer.request, event.payload);
    }
    rsp_deframer_free(&deframer);
}

/* Raw bytes out, then whatever comes until nothing has come for a while. */
static rsp_status send_raw(sender *s, rsp_bytes bytes) {
    rsp_buf out = {0};
    rsp_session_event event;
    size_t num_events = 0;
    rsp_buf_str(&out, "-> ");
    rsp_printable_append(&out, bytes, 0);
    rsp_buf_push(&out, '\n');
    print(&out);
    note_request(s, bytes);
    rsp_status status = rsp_session_send_raw(s->session, bytes);
    while (status == RSP_OK) {
        /* The first answer may take its time, what belongs to it follows at once. */
        uint64_t wait_ns = num_events == 0 ? s->args->timeout_ns : 50 * RSP_NS_PER_MS;
        status = rsp_session_wait(s->session, &event, RSP_SESSION_ANY, wait_ns);
        if (status == RSP_OK) {
            num_events++;
            print_event(s, &event);
        }
    }
    if (num_events == 0) {
        printf("   %s\n",
               status == RSP_TIMEOUT ? "nothing came before the deadline" : rsp_status_text(status));
        s->unanswered = true;
    }
    return status == RSP_TIMEOUT ? RSP_OK : status;
}

static rsp_status listen_on(sender *s) {
    rsp_session_event event;
    uint64_t until = rsp_deadline(rsp_session_now(s->session), s->args->listen_ns);
    rsp_status status = RSP_OK;
    while (status == RSP_OK) {
        uint64_t now = rsp_session_now(s->session);
        if (now >= until)
            break;
        status = rsp_session_wait(s->session, &event, RSP_SESSION_ANY, until - now);
        print_event(s, &event);
    }
    print_events(s);
    return status == RSP_TIMEOUT ? RSP_OK : status;
}

static rsp_status send_all(sender *s, const option_list *packets) {
    rsp_status status = RSP_OK;
    if (s->args->no_ack && !s->args->raw) {
        status = rsp_session_start_no_ack(s->session);
        puts(status == RSP_OK ? "   no-ack mode" : "   the stub has no no-ack mode: acknowledgments stay");
        if (status == RSP_UNSUPPORTED)
            status = RSP_OK;
    }
    for (size_t i = 0; i < packets->num && rsp_session_state(s->session) == RSP_OK; i++) {
        rsp_buf bytes = {0};
        status = wiretext_unescape(&bytes, packets->items[i], NULL);
        if (status == RSP_OK)
            status =
                s->args->raw ? send_raw(s, rsp_buf_bytes(&bytes)) : send_payload(s, rsp_buf_bytes(&bytes));
        rsp_buf_free(&bytes);
        if (status != RSP_OK)
            s->unanswered = true;
    }
    if (s->args->listen_ns > 0 && rsp_session_state(s->session) == RSP_OK)
        status = listen_on(s);
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

static int converse(const command *self, const send_args *args, rsp_link *link, const option_list *packets) {
    rsp_transcript *transcript = rsp_transcript_new(NULL);
    rsp_session_options options = {
        .timeout_ns = args->timeout_ns,
        .acks = args->raw ? RSP_ACKS_MANUAL : RSP_ACKS_AUTO,
        .collect_console = !args->raw,
        .transcript = transcript,
    };
    sender s = {.self = self, .args = args, .session = rsp_session_new(link, &options)};
    if (!transcript || !s.session) {
        rsp_session_free(s.session);
        rsp_transcript_free(transcript);
        return command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    }
    (void)send_all(&s, packets);
    s.ended = rsp_session_state(s.session) != RSP_OK;
    if (s.ended)
        print_last_words(link);
    rsp_buf warning = {0};
    if (rsp_link_warning(link, &warning)) {
        rsp_buf_push(&warning, '\n');
        print(&warning);
    }
    rsp_buf_free(&warning);
    if (args->verbose)
        print_transcript(transcript);
    packet_printer_free(&s.packet_printer);
    rsp_session_free(s.session);
    rsp_transcript_free(transcript);
    /* A stub that ended without a word was never there. */
    bool gone = rsp_link_stats_get(link).bytes_in == 0 && s.ended;
    return gone ? EXIT_UNREACHABLE : s.unanswered ? EXIT_FINDINGS : EXIT_FINE;
}

static int open_and_converse(const command *self, const send_args *args, const option_list *packets) {
    stub_config src = {0};
    rsp_arena arena = {0};
    rsp_diagnostics diagnostics = {0};
    rsp_error error = {0};
    rsp_link *link = NULL;
    stub_opener *worker = NULL;
    int code = EXIT_FINE;
    rsp_status status = stub_config_init(&src, args->stub, data_path_scenarios(&arena), interrupt_flag(),
                                         &diagnostics, &error);
    src.wait_ns = args->wait_ns;
    if (status == RSP_OK) {
        rsp_stub_request request = {.program = args->program ? args->program : "", .rtt_ns = args->rtt_ns};
        worker = stub_opener_new(&src);
        status = worker ? stub_opener_open(worker, &link, &request, &error)
                        : rsp_fail(&error, RSP_NO_MEMORY, "no memory");
    }
    code = status == RSP_OK ? converse(self, args, link, packets) : command_fail(self, &error);
    if (link)
        stub_opener_closing(worker, link);
    rsp_link_close(link);
    stub_opener_free(worker);
    stub_config_free(&src);
    rsp_diagnostics_free(&diagnostics);
    rsp_arena_free(&arena);
    return code;
}

static int run_send(const command *self, int argc, char **argv) {
    send_args args = {.stub = stub_config_default(), .timeout_ns = 2 * RSP_NS_PER_S};
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
        rsp_buf_free(&bytes);
        if (status != RSP_OK)
            return command_usage(self, "%s", error.msg);
    }
    interrupt_catch();
    return open_and_converse(self, &args, &packets);
}

const command command_send = {
    .name = "send",
    .operands = "PACKET...",
    .summary = "send packets by hand and print the decoded replies",
    .details = "Sends each PACKET (its payload: framing, escapes and acknowledgments are done for you) and "
               "prints the "
               "reply, what it says, and how long it took. \\xNN stands for any byte.\n\n"
               "  stubborn send --stub tcp:127.0.0.1:1234 'qSupported:multiprocess+' '?'\n"
               "  stubborn send --stub profile:gdbserver --no-ack g\n"
               "  stubborn send --stub exec:'./mystub --port {port}' --raw '+$?#3f'",
    .options = rows,
    .run = run_send,
};
