/* The step that drains a queue: a request is sent until its end is answered, and what comes is collected.
 * The stops that come may have to be those that are expected, in order or in any.
 * Source: GDB manual, Notification Packets. */
/* SPDX-License-Identifier: MIT */
#include "match/match.h"
#include "match/match_stop.h"
#include "play/buffers.h"
#include "play/evaluate.h"
#include "play/failure.h"
#include "play/last_reply.h"
#include "play/request.h"
#include "steps/captured.h"
#include "steps/notification.h"
#include "steps/step.h"

#include "codec/reply.h"
#include "core/arena.h"
#include "core/limits.h"

typedef struct drain_state {
    const payload_spec *send;
    const matcher_spec *until;
    const expectation_spec *expected; /* NULL: no list of stops */
    uint64_t max;
    uint64_t count; /* fewest stops, if need be of later notifications */
    bool unordered;
    uint64_t used; /* bits of expected items met (unordered) */
    size_t num;
} drain_state;

static step_end judge_drained(play *p, drain_state *d) {
    rsp_buf *why = play_buf(p);
    rsp_bytes reply = rsp_buf_bytes(&p->last.decoded);
    bool met = false;
    const written *at = &d->expected->matcher.w;
    for (size_t i = 0; i < d->expected->num_stops && !met; i++) {
        const stop_spec *stop = d->expected->stops[i];
        if (d->unordered ? i < 64 && (d->used >> i & 1U) != 0 : i != d->num)
            continue;
        rsp_buf_clear(why);
        at = d->unordered ? at : &stop->w;
        met = match_stop(p, stop, reply, why);
        if (met && i < 64)
            d->used |= UINT64_C(1) << i;
    }
    if (met)
        return STEP_OK;
    return play_mismatch(p, at, reply, why->len ? rsp_buf_cstr(why) : "expected no further stop, got one");
}

/* The stop in p->last.decoded is one of those that were wanted, and its thread is kept. */
static step_end take_drained(play *p, drain_state *d) {
    step_end end = d->expected ? judge_drained(p, d) : STEP_OK;
    if (end != STEP_OK ||
        rsp_stop_reply_parse(&p->reused.stop, rsp_buf_bytes(&p->last.decoded), NULL) != RSP_OK ||
        !p->reused.stop.has_thread)
        return end;
    rsp_buf *id = play_buf(p);
    rsp_ptid_append(id, p->reused.stop.thread, p->reused.stop.multiprocess);
    p->reused.drained = value_list_add(&p->room.arena, &p->reused.drained,
                                       value_bytes(rsp_arena_bytes(&p->room.arena, rsp_buf_bytes(id))));
    return STEP_OK;
}

/* The queue is empty before all that is wanted was told: the next stop is announced, sooner or later. */
static step_end drain_announced(play *p, drain_state *d) {
    const written *at = &d->send->w;
    rsp_status status = client_end_notification(&p->t, 0);
    if (status == RSP_TIMEOUT && !client_end_is_over(&p->t)) {
        p->failed.failure.short_wait = p->t.waited.is_short;
        return play_fail(p, at, RSP_VERDICT_FAIL, "expected %llu stops within %.0f ms, got %zu",
                         (unsigned long long)d->count, (double)p->t.waited.took_ns / 1e6, d->num);
    }
    if (status != RSP_OK)
        return play_fail_status(p, at, status, "a notification");
    if (!take_notification(p, "Stop"))
        return play_mismatch(p, at, rsp_buf_bytes(&p->last.decoded),
                             "expected this notification, got another");
    return take_drained(p, d);
}

/* Whether the last reply is the end of the queue. */
static bool is_end(play *p, const drain_state *d) {
    if (!d->until)
        return rsp_bytes_equal(rsp_buf_bytes(&p->last.decoded), RSP_LIT("OK"));
    return match_reply(p, d->until, play_buf(p));
}

/* One exchange; *out_done when the end was answered. */
static step_end drain_one(play *p, drain_state *d, bool *out_done) {
    rsp_buf *request = play_buf(p);
    if (!play_payload(p, d->send, request))
        return STEP_FAILED;
    step_end end = play_request(p, &d->send->w, rsp_buf_bytes(request));
    if (end != STEP_OK)
        return end;
    play_keep_reply(p);
    *out_done = is_end(p, d);
    if (*out_done)
        return STEP_OK;
    if (rsp_reply_is_error(rsp_buf_bytes(&p->last.decoded)))
        return play_mismatch(p, &d->send->w, rsp_buf_bytes(&p->last.decoded),
                             "expected the end of the queue, got an error");
    return take_drained(p, d);
}

/* Until the end was answered, and as many stops have come as are wanted. */
static step_end drain_all(play *p, drain_state *d, const written *at) {
    for (bool done = false;; d->num++) {
        step_end end = drain_one(p, d, &done);
        if (end == STEP_OK && done && d->num < d->count)
            end = drain_announced(p, d);
        else if (end == STEP_OK && done)
            return STEP_OK;
        if (end != STEP_OK)
            return end;
        if (d->num >= d->max)
            return play_fail(p, at, RSP_VERDICT_FAIL,
                             "expected the end of the queue after at most %llu events",
                             (unsigned long long)d->max);
    }
}

STEP(drain) {
    const drain_spec *drain = step->drain;
    const expectation_spec *expect = step->expect;
    drain_state d = {.send = drain->alone ? drain->alone : drain->send,
                     .until = drain->until,
                     .expected = expect && expect->matcher.w.form == FORM_LIST ? expect : NULL,
                     .max = RSP_LIMIT_DRAIN_EVENTS,
                     .unordered = spec_says(drain->unordered, false)};
    if (!play_number_or(p, drain->max, &d.max) || !play_number_or(p, drain->count, &d.count))
        return STEP_FAILED;
    if (!d.send)
        return play_fail(p, step->what, RSP_VERDICT_ERROR, "'send' is missing");
    p->reused.drained = value_list(NULL, 0);
    step_end end = drain_all(p, &d, step->what);
    if (end != STEP_OK)
        return end;
    const value list = p->reused.drained;
    if (d.expected && d.num < d.expected->num_stops)
        return play_fail(p, &d.expected->matcher.w, RSP_VERDICT_FAIL, "expected %zu stops, got %zu",
                         d.expected->num_stops, d.num);
    p->reused.drained = list;
    return captured_take(p, step->capture);
}
