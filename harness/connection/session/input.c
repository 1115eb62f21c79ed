/* What the stub sends: each event of the endpoint becomes a reply, an acknowledgment, console text, or an
 * event of the session. Bytes are decoded once, for the transcript and for the session. Source: GDB manual,
 * Packet Acknowledgment; Notification Packets; Stop Reply Packets (O). */
/* SPDX-License-Identifier: MIT */
#include "late.h"
#include "session_state.h"

#include "codec/reply.h"
#include "core/hex.h"
#include "core/limits.h"
#include <assert.h>
#include <rsp/payload.h>
#include <rsp/transcript.h>

/* --- acknowledgments --- */

static void on_ack(rsp_session *s, const rsp_wire_event *event, rsp_reception how) {
    rsp_request *request = s->flight.head;
    /* That of a late one was taken for its own. */
    bool shifted = s->options.pairs_late && how == RSP_RECEPTION_STRAY && request && request->awaits_ack;
    if (request && (request->late || shifted) && rsp_late_ack(s))
        return;
    if (how == RSP_RECEPTION_STRAY)
        rsp_session_add_event(s, RSP_SESSION_ACK, event->raw, event->raw, s->options.acks == RSP_ACKS_AUTO);
    else if (request)
        rsp_request_note_ack(s);
}

/* Refuses the request that waits for its acknowledgment, or else a packet put by hand. */
static void on_nak(rsp_session *s, const rsp_wire_event *event, rsp_reception how) {
    rsp_request *request = s->flight.head;
    bool ours = request && request->awaits_ack;
    if (how == RSP_RECEPTION_RESENT && ours)
        request->resent++;
    else if (how == RSP_RECEPTION_GIVEN_UP && ours)
        rsp_request_complete(s, &s->flight, RSP_OUTCOME_REFUSED);
    else if (how != RSP_RECEPTION_RESENT)
        rsp_session_add_event(s, RSP_SESSION_NAK, event->raw, event->raw, rsp_endpoint_is_no_ack(&s->wire));
}

/* --- packets --- */

/* A session is strict: a packet encoded in a way that the manual forbids has no payload. If its runs expand
 * beyond the limit, without a wrong token before, it is over-long. */
static rsp_session_event_kind coded_kind(const rsp_wire_event *event, rsp_session_event_kind good) {
    if (!(event->coding & RSP_CODING_DAMAGE))
        return good;
    bool over_long = (event->coding & RSP_CODING_TOO_LONG) && !(event->coding & RSP_CODING_BAD_RUN);
    return over_long ? RSP_SESSION_OVERLONG : RSP_SESSION_BAD_ENCODING;
}

static bool ran_out_of_memory(rsp_session *s, const rsp_wire_event *event) {
    if (event->coding & RSP_CODING_NO_MEMORY)
        rsp_session_finish(s, RSP_NO_MEMORY, RSP_OUTCOME_IO);
    return s->state != RSP_OK;
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

/* The stop of a resume that was interrupted, once more, where a later request awaits another kind of reply.
 */
static bool is_second_stop(rsp_session *s, const rsp_wire_event *event) {
    const rsp_request *request = s->flight.head;
    if (s->interrupted == 0 || !request || request->id <= s->interrupted)
        return false;
    s->interrupted = 0;
    rsp_stop_reply stop;
    return rsp_stop_reply_parse(&stop, event->payload, NULL) == RSP_OK &&
           rsp_request_fit(request, event->payload) == RSP_FIT_NEVER;
}

static void on_good_packet(rsp_session *s, const rsp_wire_event *event) {
    if (ran_out_of_memory(s, event))
        return;
    rsp_session_event_kind kind = coded_kind(event, RSP_SESSION_PACKET);
    bool decoded = kind == RSP_SESSION_PACKET;
    bool console = decoded && rsp_console_classify(event->payload) == RSP_CONSOLE_TEXT;
    if (console && s->options.collect_console) {
        keep_console(s, rsp_bytes_from(event->payload, 1));
    } else if (s->flight.head && s->flight.head->late && decoded && !console) {
        rsp_late_packet(s, event);
    } else if (decoded && !console && is_second_stop(s, event)) {
        rsp_session_add_event(s, kind, event->raw, event->payload, true);
    } else if (s->flight.head && !console) {
        const rsp_outcome outcome = decoded ? RSP_OUTCOME_REPLY : RSP_OUTCOME_MALFORMED;
        if (!rsp_request_hold(s, outcome, event))
            rsp_request_answer(s, outcome, event);
    } else {
        bool wanted = s->flight.head || console || take_expected(s);
        rsp_session_add_event(s, kind, event->raw, event->payload, !wanted);
    }
}

/* A refused packet comes again; if it was not refused, it is an event. */
static void on_bad_packet(rsp_session *s, const rsp_wire_event *event, rsp_reception how) {
    rsp_request *request = s->flight.head;
    if (request && how == RSP_RECEPTION_REFUSED) {
        request->asked_again++;
        rsp_buf_clear(&request->raw);
        rsp_buf_append(&request->raw, event->raw);
    } else if (request && s->options.acks == RSP_ACKS_AUTO) {
        rsp_request_answer(s, RSP_OUTCOME_MALFORMED, event);
    } else {
        rsp_session_add_event(s, RSP_SESSION_BAD_CHECKSUM, event->raw, event->payload, s->hand_expected == 0);
    }
}

static void on_notification(rsp_session *s, const rsp_wire_event *event) {
    if (!event->checksum_ok)
        rsp_session_add_event(s, RSP_SESSION_BAD_CHECKSUM, event->raw, event->payload, false);
    else if (!ran_out_of_memory(s, event))
        rsp_session_add_event(s, coded_kind(event, RSP_SESSION_NOTIFICATION), event->raw, event->payload,
                              false);
}

static void on_overlong(rsp_session *s, const rsp_wire_event *event) {
    if (s->flight.head && s->options.acks == RSP_ACKS_AUTO)
        rsp_request_answer(s, RSP_OUTCOME_MALFORMED, event);
    else
        rsp_session_add_event(s, RSP_SESSION_OVERLONG, event->raw, event->wire, !take_expected(s));
}

/* --- the stream --- */

static void flush_junk(rsp_session *s) {
    rsp_bytes junk = rsp_buf_bytes(&s->junk);
    if (junk.len)
        rsp_session_add_event(s, RSP_SESSION_JUNK, junk, junk, true);
    rsp_buf_clear(&s->junk);
}

static void on_other(rsp_session *s, const rsp_wire_event *event) {
    if (event->kind == RSP_EVENT_NOTIFICATION)
        on_notification(s, event);
    else if (event->kind == RSP_EVENT_INTERRUPT)
        rsp_session_add_event(s, RSP_SESSION_INTERRUPT, event->raw, event->raw, true);
    else
        rsp_session_add_event(s, RSP_SESSION_BROKEN, event->raw, event->wire, s->hand_expected == 0);
}

static void on_event(rsp_session *s, const rsp_wire_event *event) {
    if (event->kind == RSP_EVENT_JUNK) {
        rsp_buf_append(&s->junk, event->raw);
        return;
    }
    flush_junk(s);
    rsp_reception how = rsp_endpoint_take(&s->wire, event);
    switch (how) {
    case RSP_RECEPTION_NONE:
        break;
    case RSP_RECEPTION_GOOD:
        on_good_packet(s, event);
        break;
    case RSP_RECEPTION_DAMAGED:
    case RSP_RECEPTION_REFUSED:
        on_bad_packet(s, event, how);
        break;
    case RSP_RECEPTION_OVERLONG:
        on_overlong(s, event);
        break;
    case RSP_RECEPTION_ACKED:
    case RSP_RECEPTION_RESENT:
    case RSP_RECEPTION_GIVEN_UP:
    case RSP_RECEPTION_STRAY:
        if (event->kind == RSP_EVENT_ACK)
            on_ack(s, event, how);
        else
            on_nak(s, event, how);
        break;
    case RSP_RECEPTION_OTHER:
        on_other(s, event);
        break;
    }
}

/* The transcript gets the whole last piece, whichever byte of it ended the session. */
static void take_piece(rsp_session *s, rsp_bytes in) {
    rsp_transcript *transcript = s->options.transcript;
    s->listening = TRANSCRIPT_IN_PIECE;
    while (in.len && (s->state == RSP_OK || transcript)) {
        rsp_wire_event event;
        in = rsp_bytes_from(in, rsp_endpoint_decode(&s->wire, in, &event));
        if (event.kind == RSP_EVENT_NONE)
            break;
        if (transcript)
            (void)!rsp_transcript_add(transcript, s->now_ns, &event);
        if (s->state == RSP_OK)
            on_event(s, &event);
    }
    if (s->state == RSP_OK)
        flush_junk(s);
    if (transcript)
        rsp_transcript_hang(transcript, RSP_TO_CLIENT, rsp_decoder_pending(&s->wire.decoder));
    s->listening = TRANSCRIPT_OPEN;
}

rsp_status rsp_session_input(rsp_session *s, uint64_t now_ns, rsp_bytes in) {
    assert(in.ptr || in.len == 0);
    if (now_ns > s->now_ns)
        s->now_ns = now_ns;
    if (s->state != RSP_OK)
        return s->state;
    s->num_received += in.len;
    s->flood_used += in.len;
    take_piece(s, in);
    if (s->flood_used > s->options.flood_bytes)
        rsp_session_finish(s, RSP_LIMIT, RSP_OUTCOME_FLOOD);
    if (s->state != RSP_OK)
        rsp_session_note_end(s);
    return s->state;
}

void rsp_session_input_end(rsp_session *s, uint64_t now_ns, rsp_status how) {
    rsp_wire_event event;
    if (now_ns > s->now_ns)
        s->now_ns = now_ns;
    if (s->state != RSP_OK)
        return;
    if (rsp_decode_flush(&s->wire.decoder, &event)) {
        if (s->options.transcript)
            (void)!rsp_transcript_add(s->options.transcript, s->now_ns, &event);
        on_event(s, &event);
    }
    rsp_session_finish(s, how, how == RSP_DIED ? RSP_OUTCOME_DIED : RSP_OUTCOME_CLOSED);
}

void rsp_session_sent(rsp_session *s, uint64_t now_ns, size_t len) {
    assert(len <= s->output.len);
    rsp_bytes sent = rsp_bytes_sub(rsp_buf_bytes(&s->output), 0, len);
    if (s->options.transcript && sent.len)
        (void)!rsp_transcript_feed(s->options.transcript, RSP_TO_STUB, now_ns, sent);
    rsp_buf_consume(&s->output, sent.len);
}
