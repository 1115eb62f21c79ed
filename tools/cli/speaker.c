/* A conversation by hand: packets or raw bytes out, and what comes back printed in words.
 * `send` speaks once, `shell` until its user has enough.
 * What a stub sent is printable when it is printed. */
/* SPDX-License-Identifier: MIT */
#include "cli/speaker.h"
#include "core/text.h"

#include "cli/io.h"

#include "codec/deframer.h"
#include <stdio.h>

static void print(rsp_buf *out) {
    (void)io_print(out);
    *out = (rsp_buf){0};
}

void speaker_print(speaker *s, const rsp_session_event *event) {
    rsp_buf out = {0};
    if (event->kind == RSP_SESSION_PACKET || event->kind == RSP_SESSION_NOTIFICATION) {
        packet_printer_payload(&s->printer, &out, event->wire, RSP_TO_CLIENT,
                               event->kind == RSP_SESSION_NOTIFICATION, NULL);
    } else if (event->kind != RSP_SESSION_TIMEOUT) {
        rsp_buf_str(&out, "<- ");
        rsp_printable_append(&out, event->raw, 0);
        rsp_buf_str(&out, event->raw.len ? "\n" : "");
        rsp_text_printf(&out, "     %s\n", rsp_session_event_name(event->kind));
    }
    print(&out);
}

void speaker_print_waiting(speaker *s) {
    rsp_session_event event;
    while (rsp_session_take_event(s->session, &event, RSP_SESSION_ANY & ~RSP_SESSION_BIT(RSP_SESSION_ACK)))
        speaker_print(s, &event);
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
    io_say(stdout, "   %s", rsp_outcome_text(reply->outcome));
    if (reply->end.text[0])
        io_say(stdout, " (%s)", reply->end.text);
    putchar('\n');
    if (reply->end.sanitizer[0])
        io_say(stdout, "   %s\n", reply->end.sanitizer);
}

static void print_reply(speaker *s, const rsp_answer *answer) {
    rsp_buf out = {0};
    char took[48];
    double ms = (double)(answer->done_ns - answer->sent_ns) / (double)RSP_NS_PER_MS;
    snprintf(took, sizeof(took), ms < 10 ? "%.2f ms" : "%.0f ms", ms);
    packet_printer_payload(&s->printer, &out, answer->wire, RSP_TO_CLIENT, false, took);
    print(&out);
    if (answer->missing_ack)
        puts("     the request was not acknowledged with '+'");
    if (answer->resent)
        printf("     sent %u times, the stub refused it with '-'\n", answer->resent + 1);
}

void speaker_print_answer(speaker *s, const rsp_answer *answer) {
    if (answer->outcome != RSP_OUTCOME_NONE && rsp_outcome_status(answer->outcome) == RSP_OK) {
        print_reply(s, answer);
        return;
    }
    if (answer->raw.len > 0) {
        rsp_buf out = {0};
        rsp_buf_str(&out, "<- ");
        rsp_printable_append(&out, answer->raw, 0);
        rsp_buf_push(&out, '\n');
        print(&out);
    }
    print_no_answer(answer);
    s->unanswered = true;
}

rsp_status speaker_ask(speaker *s, rsp_bytes payload, uint64_t timeout_ns, rsp_request_id *out_id) {
    rsp_buf out = {0};
    packet_printer_payload(&s->printer, &out, payload, RSP_TO_STUB, false, NULL);
    print(&out);
    return rsp_session_submit(s->session, out_id, payload, timeout_ns);
}

rsp_status speaker_await(const speaker *s, rsp_request_id id, rsp_answer *out_answer) {
    rsp_status status = rsp_session_await(s->session, id, out_answer);
    if (status == RSP_CANCELLED && rsp_session_cancel(s->session, id) == RSP_OK)
        status = rsp_session_await(s->session, id, out_answer);
    return status;
}

rsp_status speaker_request(speaker *s, rsp_bytes payload) {
    rsp_answer answer = {0};
    rsp_request_id id = 0;
    rsp_status status = speaker_ask(s, payload, 0, &id);
    if (status == RSP_OK)
        status = speaker_await(s, id, &answer);
    speaker_print_answer(s, &answer);
    speaker_print_waiting(s);
    return status;
}

void speaker_about(speaker *s, rsp_bytes request) {
    rsp_buf_clear(&s->printer.request);
    rsp_buf_append(&s->printer.request, request);
}

/* Remembers the last request among raw bytes, for the replies to it. */
static void note_request(speaker *s, rsp_bytes bytes) {
    rsp_deframer deframer = {0};
    rsp_event event;
    while (bytes.len > 0) {
        bytes = rsp_bytes_from(bytes, rsp_deframe(&deframer, bytes, &event));
        if (event.kind != RSP_EVENT_PACKET)
            continue;
        speaker_about(s, event.payload);
    }
    rsp_deframer_free(&deframer);
}

rsp_status speaker_send_raw(speaker *s, rsp_bytes bytes) {
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
        uint64_t wait_ns = num_events == 0 ? s->timeout_ns : 50 * RSP_NS_PER_MS;
        status = rsp_session_wait(s->session, &event, RSP_SESSION_ANY, wait_ns);
        if (status == RSP_OK) {
            num_events++;
            speaker_print(s, &event);
        }
    }
    if (num_events == 0) {
        io_say(stdout, "   %s\n",
               status == RSP_TIMEOUT ? "nothing came before the deadline" : rsp_status_text(status));
        s->unanswered = true;
    }
    return status == RSP_TIMEOUT ? RSP_OK : status;
}

rsp_status speaker_listen(speaker *s, uint64_t period_ns) {
    rsp_session_event event;
    uint64_t until = rsp_deadline(rsp_session_now(s->session), period_ns);
    rsp_status status = RSP_OK;
    while (status == RSP_OK) {
        uint64_t now = rsp_session_now(s->session);
        if (now >= until)
            break;
        status = rsp_session_wait(s->session, &event, RSP_SESSION_ANY, until - now);
        speaker_print(s, &event);
    }
    speaker_print_waiting(s);
    return status == RSP_TIMEOUT ? RSP_OK : status;
}
