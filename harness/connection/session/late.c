/* Late requests stand before the one that is waited for, in the order of sending. A stub answers in that
 * order, or leaves one out: it never goes back. So a packet that is the answer of one ends the wait for all
 * before it. See late.h. */
/* SPDX-License-Identifier: MIT */
#include "late.h"

#include "session_state.h"

enum { LATE_MOST = 16 };

size_t rsp_late_count(const rsp_session *s) {
    size_t num = 0;
    for (const rsp_request *r = s->flight.head; r; r = r->next)
        num += r->late;
    return num;
}

/* One that is waited for may stand before it: deadlines differ. */
static void forget_oldest(rsp_session *s) {
    rsp_request *oldest = s->flight.head;
    while (oldest && !oldest->late)
        oldest = oldest->next;
    rsp_requests_remove(&s->flight, oldest);
    rsp_request_free(s, oldest);
}

bool rsp_late_keep(rsp_session *s, rsp_request *request) {
    rsp_request *done = s->options.pairs_late ? rsp_request_new(s) : NULL;
    if (!done)
        return false;
    done->id = request->id;
    done->sent_ns = request->sent_ns;
    done->resent = request->resent;
    done->missing_ack = request->awaits_ack;
    done->outcome = RSP_OUTCOME_TIMEOUT;
    done->done_ns = s->now_ns;
    rsp_requests_push(&s->done, done);
    if (request->awaits_ack)
        rsp_endpoint_forget(&s->wire);
    request->ghost = true;
    request->late = true;
    request->deadline_ns = RSP_NEVER_NS;
    if (rsp_late_count(s) > LATE_MOST)
        forget_oldest(s);
    return true;
}

bool rsp_late_ack(rsp_session *s) {
    for (rsp_request *r = s->flight.head; r; r = r->next) {
        if (!r->awaits_ack)
            continue;
        r->awaits_ack = false;
        return true;
    }
    return false;
}

static rsp_request *awaited(const rsp_session *s) {
    rsp_request *r = s->flight.head;
    while (r && r->late)
        r = r->next;
    return r;
}

static void tell(rsp_session *s, rsp_bytes raw, rsp_bytes payload) {
    const rsp_session_event event = {
        .kind = RSP_SESSION_LATE, .time_ns = s->now_ns, .late = s->flight.head->id};
    rsp_status status = rsp_event_queue_push(&s->events, &event, raw, payload);
    forget_oldest(s);
    if (status != RSP_OK)
        rsp_session_finish(s, status, status == RSP_LIMIT ? RSP_OUTCOME_FLOOD : RSP_OUTCOME_IO);
}

/* The first of those that it fits best. */
static const rsp_request *best_for(const rsp_session *s, const rsp_request *last, rsp_bytes reply) {
    const rsp_request *best = s->flight.head;
    for (const rsp_request *r = best; r != last->next; r = r->next)
        best = rsp_request_fit(r, reply) > rsp_request_fit(best, reply) ? r : best;
    return best;
}

/* Requests that were left out: what came is the answer to one behind them. */
static void lose_before(rsp_session *s, const rsp_request *request) {
    while (s->flight.head != request)
        forget_oldest(s);
}

static void hold(rsp_session *s, rsp_request *request, const rsp_wire_event *event) {
    if (!rsp_request_fill(request, RSP_OUTCOME_REPLY, event)) {
        rsp_session_finish(s, RSP_NO_MEMORY, RSP_OUTCOME_IO);
        return;
    }
    request->held = true;
    request->done_ns = s->now_ns;
}

/* Another packet has come: what was kept was late. */
static void release(rsp_session *s, rsp_request *request) {
    rsp_buf *const kept[] = {&request->raw, &request->payload, &request->plain};
    if (!request->held)
        return;
    request->held = false;
    if (s->flight.head != request)
        tell(s, rsp_buf_bytes(&request->raw), rsp_buf_bytes(&request->payload));
    for (size_t i = 0; i < RSP_ARRAY_LEN(kept); i++)
        rsp_buf_clear(kept[i]);
}

void rsp_late_packet(rsp_session *s, const rsp_wire_event *event) {
    rsp_request *live = awaited(s);
    if (live)
        release(s, live);
    if (s->state != RSP_OK)
        return;
    if (!live || (live != s->flight.head && live->awaits_ack)) {
        tell(s, event->raw, event->payload);
        return;
    }
    const rsp_request *best = best_for(s, live, event->payload);
    const bool open =
        best != live && rsp_request_fit(best, event->payload) == rsp_request_fit(live, event->payload);
    lose_before(s, best);
    if (best == live)
        rsp_request_answer(s, RSP_OUTCOME_REPLY, event);
    else if (open)
        hold(s, live, event);
    else
        tell(s, event->raw, event->payload);
}

void rsp_late_settle(rsp_session *s, rsp_request *request, rsp_outcome *outcome) {
    if (!request->held || *outcome == RSP_OUTCOME_CANCELLED)
        return;
    while (s->flight.head && s->flight.head->late)
        forget_oldest(s);
    request->held = false;
    *outcome = RSP_OUTCOME_REPLY;
}
