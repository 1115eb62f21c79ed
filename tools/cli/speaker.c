/* A conversation by hand: packets or raw bytes out, and what comes back printed in words.
 * `send` speaks once, `shell` until its user has enough.
 * What a stub sent is printable when it is printed. */
/* SPDX-License-Identifier: MIT */
#include "cli/speaker.h"
#include "core/text.h"

#include "cli/io.h"
#include "client/opening.h"

#include "codec/deframer.h"
#include <stdio.h>

static void print(rsp_buf *out) {
    (void)io_print(out);
    *out = (rsp_buf){0};
}

void speaker_free(speaker *s) {
    packet_printer_free(&s->printer);
    for (size_t i = 0; i < SPEAKER_ASKED; i++)
        rsp_buf_free(&s->asked[i].payload);
}

void speaker_open(speaker *s, bool no_ack, const bool *own_packets) {
    rsp_opening opening = {0};
    rsp_buf out = {0};
    const rsp_opening_options options = {.no_ack = no_ack, .own_packets = own_packets};
    const rsp_status status = rsp_opening_play(&opening, s->session, &options);
    const char *ended = status == RSP_CLOSED ? ": the stub closed the connection"
                        : status == RSP_DIED ? ": the stub died"
                                             : "";
    if (opening.sent.len > 0)
        rsp_text_printf(&out, "   opened as %s does: +, %s%s\n", opening.is_lldbs ? "LLDB" : "GDB",
                        rsp_buf_cstr(&opening.sent), ended);
    if (opening.keeps_acks)
        rsp_buf_str(&out, "   the stub has no no-ack mode: acknowledgments stay\n");
    print(&out);
    rsp_opening_free(&opening);
}

static void keep_request(speaker *s, rsp_request_id id, rsp_bytes payload) {
    speaker_request_kept *kept = &s->asked[id % SPEAKER_ASKED];
    kept->id = id;
    rsp_buf_clear(&kept->payload);
    rsp_buf_append(&kept->payload, payload);
}

/* A late reply is read as that of its own request, and names it. */
static void print_late(speaker *s, const rsp_session_event *event) {
    const speaker_request_kept *kept = &s->asked[event->late % SPEAKER_ASKED];
    rsp_bytes request = kept->id == event->late ? rsp_buf_bytes(&kept->payload) : RSP_LIT("");
    rsp_buf last = s->printer.request;
    rsp_buf out = {0};
    s->printer.request = (rsp_buf){0};
    speaker_about(s, request);
    packet_printer_payload(&s->printer, &out, event->wire, RSP_TO_CLIENT, false, NULL);
    rsp_buf_str(&out, "     late: the reply to ");
    rsp_printable_append(&out, request, 64);
    rsp_buf_str(&out, ", which was waited for no longer\n");
    print(&out);
    rsp_buf_free(&s->printer.request);
    s->printer.request = last;
}

static void print_all_late(speaker *s) {
    rsp_session_event event;
    while (rsp_session_take_event(s->session, &event, RSP_SESSION_BIT(RSP_SESSION_LATE)))
        print_late(s, &event);
}

void speaker_print(speaker *s, const rsp_session_event *event) {
    rsp_buf out = {0};
    if (event->kind == RSP_SESSION_LATE) {
        print_late(s, event);
        return;
    }
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

static void append_no_answer(rsp_buf *out, const rsp_answer *reply) {
    rsp_text_printf(out, "   %s", rsp_outcome_text(reply->outcome));
    if (reply->end.text[0])
        rsp_text_printf(out, " (%s)", reply->end.text);
    rsp_buf_push(out, '\n');
    if (reply->end.sanitizer[0])
        rsp_text_printf(out, "   %s\n", reply->end.sanitizer);
}

static void append_reply(speaker *s, rsp_buf *out, const rsp_answer *answer) {
    char took[48];
    double ms = (double)(answer->done_ns - answer->sent_ns) / (double)RSP_NS_PER_MS;
    snprintf(took, sizeof(took), ms < 10 ? "%.2f ms" : "%.0f ms", ms);
    packet_printer_payload(&s->printer, out, answer->wire, RSP_TO_CLIENT, false, took);
    if (answer->missing_ack)
        rsp_buf_str(out, "     the request was not acknowledged with '+'\n");
    if (answer->resent)
        rsp_buf_printf(out, "     sent %u times, the stub refused it with '-'\n", answer->resent + 1);
}

static void append_answer(speaker *s, rsp_buf *out, const rsp_answer *answer) {
    if (answer->outcome != RSP_OUTCOME_NONE && rsp_outcome_status(answer->outcome) == RSP_OK) {
        append_reply(s, out, answer);
        return;
    }
    if (answer->raw.len > 0) {
        rsp_buf_str(out, "<- ");
        rsp_printable_append(out, answer->raw, 0);
        rsp_buf_push(out, '\n');
    }
    append_no_answer(out, answer);
    s->unanswered = true;
}

/* Late replies came before it, but taking them ends the answer's slices. */
void speaker_print_answer(speaker *s, const rsp_answer *answer) {
    rsp_buf out = {0};
    append_answer(s, &out, answer);
    print_all_late(s);
    print(&out);
}

rsp_status speaker_ask(speaker *s, rsp_bytes payload, uint64_t timeout_ns, rsp_request_id *out_id) {
    rsp_buf out = {0};
    packet_printer_payload(&s->printer, &out, payload, RSP_TO_STUB, false, NULL);
    print(&out);
    rsp_status status = rsp_session_submit(s->session, out_id, payload, timeout_ns);
    if (status == RSP_OK)
        keep_request(s, *out_id, payload);
    return status;
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
