/* What the stub sends: each wire event becomes an answer to a request, an ack of it, console text, or an
 * event. Acks and NAKs of our own are written to the output, in the order in which they are due. Source: GDB
 * manual, Packet Acknowledgment; Notification Packets; Stop Reply Packets (O). */
/* SPDX-License-Identifier: MIT */
#include "internal.h"

#include <rsp/escape.h>
#include <rsp/hex.h>
#include <rsp/limits.h>
#include <rsp/reply.h>
#include <rsp/rle.h>
#include <rsp/transcript.h>

/* --- acknowledgments --- */

static void on_ack(rsp_session *s, rsp_bytes raw) {
    rsp_request *request = s->flight.head;
    if (rsp_session_acks(s) && request && !request->acked)
        request->acked = true;
    else if (rsp_session_acks(s) && s->hand_unacked)
        s->hand_unacked--;
    else
        rsp_events_push(s, RSP_SESSION_ACK, raw, raw, rsp_session_acks(s) || s->no_ack);
}

static void on_nak(rsp_session *s, rsp_bytes raw) {
    rsp_request *request = s->flight.head;
    if (rsp_session_acks(s) && request && !request->acked) {
        if (request->resent >= s->options.max_retries) {
            rsp_request_complete(s, &s->flight, RSP_OUTCOME_REFUSED);
            return;
        }
        request->resent++;
        rsp_buf_append(&s->output, rsp_buf_bytes(&request->frame));
    } else if (rsp_session_acks(s) && s->hand_unacked && s->hand_resent < s->options.max_retries) {
        s->hand_resent++;
        rsp_buf_append(&s->output, rsp_buf_bytes(&s->by_hand));
    } else {
        rsp_events_push(s, RSP_SESSION_NAK, raw, raw, s->no_ack);
    }
}

/* --- packets --- */

/* Runs expanded, escapes undone, into scratch. RSP_LIMIT where runs make more of it than a packet may hold.
 */
static rsp_status decode(rsp_session *s, rsp_bytes wire) {
    rsp_buf *out = &s->scratch;
    size_t len = 0;
    rsp_buf_clear(out);
    rsp_status status = rsp_rle_expand(out, wire, NULL);
    if (status == RSP_OK && out->len) {
        status = rsp_unescape_into(out->ptr, &len, rsp_buf_bytes(out));
        rsp_buf_truncate(out, len);
    }
    if (status == RSP_NO_MEMORY)
        rsp_session_finish(s, RSP_NO_MEMORY, RSP_OUTCOME_IO);
    return status;
}

static rsp_session_event_kind undecoded(rsp_status status) {
    return status == RSP_LIMIT ? RSP_SESSION_OVERLONG : RSP_SESSION_BAD_ENCODING;
}

static void keep_console(rsp_session *s, rsp_bytes digits) {
    rsp_buf *console = &s->console;
    if (rsp_hex_decode(console, digits) != RSP_OK)
        rsp_session_finish(s, RSP_NO_MEMORY, RSP_OUTCOME_IO);
    else if (console->len > RSP_LIMIT_CONSOLE_BYTES)
        rsp_buf_consume(console, console->len - RSP_LIMIT_CONSOLE_BYTES);
}

static bool take_expected(rsp_session *s) {
    if (s->hand_expected == 0)
        return false;
    s->hand_expected--;
    return true;
}

static void on_good_packet(rsp_session *s, const rsp_event *event) {
    rsp_status status = decode(s, event->payload);
    bool decoded = status == RSP_OK;
    rsp_bytes payload = decoded ? rsp_buf_bytes(&s->scratch) : event->payload;
    if (s->state != RSP_OK)
        return;
    bool console = decoded && rsp_console_classify(payload) == RSP_CONSOLE_TEXT;
    if (console && s->options.collect_console) {
        keep_console(s, rsp_bytes_from(payload, 1));
    } else if (s->flight.head && !console) {
        rsp_request_answer(s, decoded ? RSP_OUTCOME_REPLY : RSP_OUTCOME_MALFORMED, event->raw, payload);
    } else {
        bool wanted = s->flight.head || console || take_expected(s);
        rsp_events_push(s, decoded ? RSP_SESSION_PACKET : undecoded(status), event->raw, payload, !wanted);
    }
}

/* With acks the stub is asked to say it again, a bounded number of times. */
static void on_bad_packet(rsp_session *s, const rsp_event *event) {
    rsp_request *request = s->flight.head;
    bool ask = rsp_session_acks(s) && event->kind == RSP_EVENT_PACKET;
    if (ask && request && request->asked_again < s->options.max_retries) {
        request->asked_again++;
        rsp_buf_clear(&request->raw); /* to be shown if nothing better comes */
        rsp_buf_append(&request->raw, event->raw);
        rsp_buf_push(&s->output, '-');
        return;
    }
    if (request && s->options.acks == RSP_ACKS_AUTO) {
        rsp_request_answer(s, RSP_OUTCOME_MALFORMED, event->raw, event->payload);
        return;
    }
    if (ask && s->hand_resent < s->options.max_retries) {
        s->hand_resent++;
        rsp_buf_push(&s->output, '-');
    }
    rsp_events_push(s, RSP_SESSION_BAD_CHECKSUM, event->raw, event->payload, s->hand_expected == 0);
}

static void on_packet(rsp_session *s, const rsp_event *event) {
    if (!event->checksum_ok) {
        on_bad_packet(s, event);
        return;
    }
    if (rsp_session_acks(s))
        rsp_buf_push(&s->output, '+');
    on_good_packet(s, event);
}

static void on_notification(rsp_session *s, const rsp_event *event) {
    rsp_session_event_kind kind = RSP_SESSION_NOTIFICATION;
    rsp_bytes payload = event->payload;
    rsp_status status = event->checksum_ok ? decode(s, event->payload) : RSP_CHECKSUM;
    if (status == RSP_CHECKSUM)
        kind = RSP_SESSION_BAD_CHECKSUM;
    else if (status == RSP_OK)
        payload = rsp_buf_bytes(&s->scratch);
    else
        kind = undecoded(status);
    rsp_events_push(s, kind, event->raw, payload, false);
}

/* It has been eaten; acking it keeps the stub from sending it again. */
static void on_overlong(rsp_session *s, const rsp_event *event) {
    if (rsp_session_acks(s) && event->raw.len && event->raw.ptr[0] == '$')
        rsp_buf_push(&s->output, '+');
    if (s->flight.head && s->options.acks == RSP_ACKS_AUTO)
        rsp_request_answer(s, RSP_OUTCOME_MALFORMED, event->raw, event->payload);
    else
        rsp_events_push(s, RSP_SESSION_OVERLONG, event->raw, event->payload, !take_expected(s));
}

/* --- the stream --- */

static void flush_junk(rsp_session *s) {
    rsp_bytes junk = rsp_buf_bytes(&s->junk);
    if (junk.len)
        rsp_events_push(s, RSP_SESSION_JUNK, junk, junk, true);
    rsp_buf_clear(&s->junk);
}

static void on_event(rsp_session *s, const rsp_event *event) {
    if (event->kind == RSP_EVENT_JUNK) {
        rsp_buf_append(&s->junk, event->raw);
        return;
    }
    if (event->kind != RSP_EVENT_NONE)
        flush_junk(s);
    switch (event->kind) {
    case RSP_EVENT_NONE:
    case RSP_EVENT_JUNK:
        break;
    case RSP_EVENT_PACKET:
        on_packet(s, event);
        break;
    case RSP_EVENT_NOTIFICATION:
        on_notification(s, event);
        break;
    case RSP_EVENT_ACK:
        on_ack(s, event->raw);
        break;
    case RSP_EVENT_NAK:
        on_nak(s, event->raw);
        break;
    case RSP_EVENT_INTERRUPT:
        rsp_events_push(s, RSP_SESSION_INTERRUPT, event->raw, event->raw, true);
        break;
    case RSP_EVENT_OVERLONG:
        on_overlong(s, event);
        break;
    case RSP_EVENT_ABANDONED:
    case RSP_EVENT_TRUNCATED:
        rsp_events_push(s, RSP_SESSION_BROKEN, event->raw, event->payload, s->hand_expected == 0);
        break;
    }
}

rsp_status rsp_session_input(rsp_session *s, uint64_t now_ns, rsp_bytes in) {
    if (now_ns > s->now_ns)
        s->now_ns = now_ns;
    if (s->state != RSP_OK)
        return s->state;
    if (s->options.transcript)
        (void)!rsp_transcript_feed(s->options.transcript, RSP_TO_CLIENT, s->now_ns, in);
    s->num_received += in.len;
    s->flood_used += in.len;
    while (in.len && s->state == RSP_OK) {
        rsp_event event;
        in = rsp_bytes_from(in, rsp_deframe(&s->deframer, in, &event));
        on_event(s, &event);
    }
    flush_junk(s);
    if (s->flood_used > s->options.flood_bytes)
        rsp_session_finish(s, RSP_LIMIT, RSP_OUTCOME_FLOOD);
    return s->state;
}

void rsp_session_input_end(rsp_session *s, uint64_t now_ns, rsp_status how) {
    rsp_event event;
    if (now_ns > s->now_ns)
        s->now_ns = now_ns;
    if (s->state != RSP_OK)
        return;
    if (rsp_deframe_flush(&s->deframer, &event))
        on_event(s, &event);
    rsp_session_finish(s, how, how == RSP_DIED ? RSP_OUTCOME_DIED : RSP_OUTCOME_CLOSED);
}

void rsp_session_sent(rsp_session *s, uint64_t now_ns, size_t len) {
    rsp_bytes sent = rsp_bytes_sub(rsp_buf_bytes(&s->output), 0, len);
    if (s->options.transcript && sent.len)
        (void)!rsp_transcript_feed(s->options.transcript, RSP_TO_STUB, now_ns, sent);
    rsp_buf_consume(&s->output, sent.len);
}
