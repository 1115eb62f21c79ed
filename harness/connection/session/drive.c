/* The session on a link: sends, receives a piece and advances the time until the wanted event is there.
 * Every call has a deadline, and every loop checks it.
 * See rsp/session.h. */
/* SPDX-License-Identifier: MIT */
#include "session_state.h"

#include "codec/escape.h"
#include "core/limits.h"
#include <assert.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

#define PIECE_BYTES ((size_t)64 * 1024)

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* Sends what is due. A receive notices a closed link, after the last bytes of the stub. */
static void flush(rsp_session *s, uint64_t until_ns) {
    uint64_t now = rsp_session_now(s);
    rsp_bytes out = rsp_session_output(s, now);
    if (out.len == 0 || s->state != RSP_OK)
        return;
    /* A stub that does not read must not delay us beyond the deadline of the request. */
    until_ns = least(until_ns, least(rsp_session_deadline(s), rsp_deadline(now, s->options.timeout_ns)));
    uint64_t before = rsp_link_stats_get(s->link).bytes_out;
    rsp_status status = rsp_link_send(s->link, out, until_ns);
    uint64_t sent = rsp_link_stats_get(s->link).bytes_out - before;
    rsp_session_sent(s, now, status == RSP_OK ? out.len : (size_t)sent);
    if (rsp_link_is_gone(status))
        rsp_buf_clear(&s->output);
    else if (status != RSP_OK && status != RSP_TIMEOUT && status != RSP_CANCELLED)
        rsp_session_finish(s, status, RSP_OUTCOME_IO);
}

/* Sends, then waits for one piece until `until_ns` or the next deadline of a request. RSP_OK when
 * something may have changed. */
static rsp_status pump(rsp_session *s, uint64_t until_ns) {
    if (!s->link)
        return RSP_USAGE;
    flush(s, until_ns);
    if (s->state != RSP_OK)
        return s->state;
    uint64_t until = least(until_ns, rsp_session_deadline(s));
    rsp_buf_clear(&s->input);
    rsp_status status = rsp_link_recv(s->link, &s->input, PIECE_BYTES, until);
    uint64_t now = rsp_session_now(s);
    switch ((int)status) {
    case RSP_OK:
        (void)!rsp_session_input(s, now, rsp_buf_bytes(&s->input));
        break;
    case RSP_TIMEOUT:
        break;
    case RSP_CLOSED:
    case RSP_DIED:
        rsp_session_input_end(s, now, status);
        break;
    case RSP_CANCELLED:
        return status;
    default:
        rsp_session_finish(s, status, status == RSP_LIMIT ? RSP_OUTCOME_FLOOD : RSP_OUTCOME_IO);
        break;
    }
    rsp_session_tick(s, now);
    /* Acknowledgments of the new packets must not wait for the next call. */
    if (s->output.len && s->state == RSP_OK)
        flush(s, until_ns);
    if (s->state != RSP_OK)
        return s->state;
    return status;
}

rsp_status rsp_session_pump(rsp_session *s, uint64_t until_ns) {
    s->flood_used = 0;
    return pump(s, until_ns);
}

/* --- requests --- */

static rsp_request *find_done(const rsp_session *s, rsp_request_id id) {
    rsp_request *at = s->done.head;
    while (at && at->id != id)
        at = at->next;
    return at;
}

static bool is_pending(const rsp_session *s, rsp_request_id id) {
    for (const rsp_request *r = s->flight.head; r; r = r->next)
        if (r->id == id && !r->ghost)
            return true;
    for (const rsp_request *r = s->waiting.head; r; r = r->next)
        if (r->id == id)
            return true;
    return false;
}

rsp_status rsp_session_await(rsp_session *s, rsp_request_id id, rsp_answer *out_answer) {
    assert(out_answer);
    *out_answer = (rsp_answer){.id = id, .outcome = RSP_OUTCOME_IO, .error_code = -1};
    s->flood_used = 0;
    for (;;) {
        rsp_request *request = find_done(s, id);
        if (request) {
            rsp_request_give(s, request, out_answer);
            return rsp_outcome_status(out_answer->outcome);
        }
        if (!is_pending(s, id))
            return RSP_NOT_FOUND;
        rsp_status status = pump(s, RSP_NEVER_NS);
        if (status == RSP_USAGE || status == RSP_CANCELLED)
            return status;
    }
}

rsp_status rsp_session_request(rsp_session *s, rsp_bytes payload, rsp_answer *out_answer) {
    rsp_request_id id;
    rsp_status status = rsp_session_submit(s, &id, payload, 0);
    if (status == RSP_OK)
        return rsp_session_await(s, id, out_answer);
    rsp_outcome outcome = RSP_OUTCOME_IO;
    for (int o = RSP_OUTCOME_TIMEOUT; o <= RSP_OUTCOME_CANCELLED; o++)
        if (rsp_outcome_status((rsp_outcome)o) == status)
            outcome = (rsp_outcome)o;
    *out_answer = (rsp_answer){.outcome = outcome, .error_code = -1, .end = s->end};
    return status;
}

/* --- by hand --- */

static bool has_lead(rsp_bytes bytes) {
    return rsp_bytes_index(bytes, '$') < bytes.len;
}

/* With a link, sends all bytes that were put. */
static rsp_status send_now(rsp_session *s) {
    if (s->state != RSP_OK)
        return s->state;
    if (s->output.status != RSP_OK) {
        rsp_session_finish(s, s->output.status, RSP_OUTCOME_IO);
        return s->state;
    }
    if (!s->link)
        return RSP_OK;
    flush(s, rsp_deadline(rsp_session_now(s), s->options.timeout_ns));
    if (s->state == RSP_OK && s->output.len)
        return RSP_TIMEOUT;
    return s->state;
}

rsp_status rsp_session_send_raw(rsp_session *s, rsp_bytes bytes) {
    assert(bytes.ptr || bytes.len == 0);
    if (s->state != RSP_OK)
        return s->state;
    s->hand_expected += has_lead(bytes);
    rsp_endpoint_put_raw(&s->wire, bytes);
    return send_now(s);
}

rsp_status rsp_session_accept(rsp_session *s) {
    size_t before = s->output.len;
    rsp_endpoint_accept(&s->wire);
    return s->output.len > before ? send_now(s) : RSP_OK;
}

rsp_status rsp_session_release(rsp_session *s) {
    size_t before = s->output.len;
    rsp_endpoint_release(&s->wire);
    return s->output.len > before ? send_now(s) : RSP_OK;
}

rsp_status rsp_session_send_packet(rsp_session *s, rsp_bytes payload) {
    if (s->state != RSP_OK)
        return s->state;
    rsp_endpoint_release(&s->wire);
    size_t from = s->output.len;
    rsp_escape_packet(&s->output, payload, RSP_ESCAPE_FULL);
    rsp_endpoint_put_done(&s->wire, from);
    s->hand_expected++;
    return send_now(s);
}

rsp_status rsp_session_interrupt(rsp_session *s) {
    if (s->state != RSP_OK)
        return s->state;
    s->hand_expected++; /* the stop reply that it asks for */
    rsp_endpoint_put_raw(&s->wire, RSP_LIT("\003"));
    return send_now(s);
}

rsp_status rsp_session_interrupt_resume(rsp_session *s) {
    s->interrupted = s->last_id;
    return rsp_session_send_raw(s, RSP_LIT("\003"));
}

static rsp_session_event_kind end_kind(rsp_status state) {
    switch ((int)state) {
    case RSP_DIED:
        return RSP_SESSION_DIED;
    case RSP_LIMIT:
        return RSP_SESSION_FLOOD;
    default:
        return RSP_SESSION_CLOSED;
    }
}

rsp_status rsp_session_wait(rsp_session *s, rsp_session_event *out_event, uint32_t mask,
                            uint64_t timeout_ns) {
    uint64_t deadline = rsp_deadline(rsp_session_now(s), timeout_ns ? timeout_ns : s->options.timeout_ns);
    rsp_status status = RSP_OK;
    s->flood_used = 0;
    *out_event = (rsp_session_event){.kind = RSP_SESSION_TIMEOUT};
    for (bool over = false; !rsp_session_take_event(s, out_event, mask);) {
        out_event->time_ns = rsp_session_now(s);
        out_event->end = s->end;
        if (s->state != RSP_OK) {
            out_event->kind = end_kind(s->state);
            return s->state;
        }
        if (over)
            return RSP_TIMEOUT;
        status = pump(s, deadline);
        if (status == RSP_USAGE || status == RSP_CANCELLED)
            return status;
        over = rsp_session_now(s) >= deadline || (status == RSP_TIMEOUT && deadline == RSP_NEVER_NS);
    }
    return RSP_OK;
}

rsp_status rsp_session_quiet(rsp_session *s, uint64_t period_ns, rsp_session_event *out_event) {
    uint64_t before = rsp_decoder_pending(&s->wire.decoder);
    rsp_status status = rsp_session_wait(s, out_event, RSP_SESSION_ANY, period_ns ? period_ns : 1);
    if (status == RSP_OK)
        return RSP_UNEXPECTED;
    if (status != RSP_TIMEOUT)
        return status;
    /* Half a packet is not silence. */
    if (rsp_decoder_pending(&s->wire.decoder) == before)
        return RSP_OK;
    out_event->kind = RSP_SESSION_BROKEN;
    return RSP_UNEXPECTED;
}

rsp_status rsp_session_drain(rsp_session *s, uint64_t *out_dropped) {
    uint64_t start = s->num_received;
    uint64_t give_up = rsp_deadline(rsp_session_now(s), s->options.timeout_ns);
    rsp_status status = RSP_OK;
    bool silent = false;
    s->flood_used = 0;
    rsp_requests_complete_all(s, RSP_OUTCOME_CANCELLED);
    for (;;) {
        uint64_t before = s->num_received;
        uint64_t until = rsp_deadline(rsp_session_now(s), s->options.quiet_ns);
        status = pump(s, least(until, give_up));
        rsp_event_queue_clear(&s->events);
        bool ended = status != RSP_OK && status != RSP_TIMEOUT;
        silent = s->num_received == before && rsp_session_now(s) >= until;
        if (ended || silent || rsp_session_now(s) >= give_up)
            break;
    }
    rsp_endpoint_resync(&s->wire);
    s->hand_expected = 0;
    if (out_dropped)
        *out_dropped = s->num_received - start;
    if (s->state != RSP_OK || status == RSP_USAGE || status == RSP_CANCELLED)
        return s->state != RSP_OK ? s->state : status;
    return silent ? RSP_OK : RSP_TIMEOUT;
}

/* --- no-ack mode --- */

rsp_status rsp_session_start_no_ack(rsp_session *s) {
    rsp_answer answer;
    rsp_status status = rsp_session_request(s, rsp_packet_name(RSP_PACKET_QSTART_NO_ACK_MODE), &answer);
    if (status != RSP_OK)
        return status;
    return rsp_endpoint_is_no_ack(&s->wire) ? RSP_OK : RSP_UNSUPPORTED;
}
