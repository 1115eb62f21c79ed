/* Steps that send: packets, wire bytes, acknowledgments, interrupts, several requests at once.
 * What comes back is taken in reply.c.
 * A reply to several requests is judged one by one, in order. */
/* SPDX-License-Identifier: MIT */
#include "match/match.h"
#include "needs/places.h"
#include "play/buffers.h"
#include "play/evaluate.h"
#include "play/facts.h"
#include "play/failure.h"
#include "play/last_reply.h"
#include "play/message.h"
#include "play/request.h"
#include "play/resume_form.h"
#include "steps/captured.h"
#include "steps/halt.h"
#include "steps/reply.h"
#include "steps/step.h"

#include "core/limits.h"
#include <rsp/packets.h>

enum { INTERRUPT = 3 };

/* A stop of any form, as preparations ask for it. */
static bool is_any_stop(const matcher_spec *matcher) {
    if (spec_is_word(&matcher->w, MATCHER_STOP))
        return true;
    const bool one = matcher->num == 1 && matcher->conditions[0].key == MATCHER_KEY_stop;
    const stop_spec *stop = one ? matcher->conditions[0].stop : NULL;
    return stop && stop->num == 1 && stop->conditions[0].key == STOP_KEY_kind;
}

/* Whether the step only wants some reply, which nothing uses. */
static bool wants_any_reply(const step_spec *step, bool question) {
    const matcher_spec *matcher = expectation_matcher(step->expect);
    if (!matcher || step->capture || step->expect_raw || step->breach)
        return false;
    return spec_is_word(&matcher->w, MATCHER_ANY) || (question && is_any_stop(matcher));
}

/* The last step is what the scenario is about. */
static bool is_last(const play *p, const step_spec *step) {
    const steps_spec *steps = p->script.spec->steps;
    return steps && steps->num > 0 && steps->items[steps->num - 1] == step;
}

/* Whether a packet of the stub has come since the preparation. */
static bool has_answered(const play *p) {
    const rsp_transcript *t = p->t.transcript;
    for (uint64_t i = p->at.steps_from; i < rsp_transcript_end(t); i++) {
        rsp_entry e;
        if (rsp_transcript_get(t, i, &e) && e.kind == RSP_ENTRY_PACKET && e.direction != RSP_TO_STUB)
            return true;
    }
    return false;
}

static bool is_payload_alone(const capture_spec *capture) {
    for (size_t i = 0; capture && i < capture->num_entries; i++)
        if (!rsp_bytes_equal(capture->entries[i].is->text, RSP_LIT("payload")))
            return false;
    return true;
}

/* A stub that is silent on what it does not know is asked for the rest, where the empty reply would do: it
 * is taken for what came. */
static bool would_take_empty(play *p, const step_spec *step, rsp_bytes payload) {
    const matcher_spec *matcher = expectation_matcher(step->expect);
    if (!matcher || !is_payload_alone(step->capture) || step->expect_raw || step->optional ||
        p->mode.in_setup || !client_end_leaves_unknowns(&p->t, payload) || !has_answered(p))
        return false;
    const failure before = p->failed.failure;
    const bool takes = match_text(p, matcher, (rsp_bytes){0}, play_buf(p));
    p->failed.failure = before;
    return takes;
}

/* Whether this stub is not to be sent the request: another `?` where it answers one, or a packet that it is
 * silent on or dies of. Then the step is over: it is left out where it only prepares and where silence is how
 * the stub says that it lacks the packet, else the scenario is skipped. */
static bool goes_around(play *p, const step_spec *step, rsp_bytes payload, step_end *out_end) {
    const bool question = resume_asks_again(p, payload);
    if (!question && !play_goes_around(p, payload))
        return false;
    const bool prepares = rsp_packet_effect(rsp_packet_identify(payload)) == RSP_EFFECT_READS &&
                          wants_any_reply(step, question) && !is_last(p, step);
    const bool left_out = prepares || (!question && would_take_empty(p, step, payload));
    *out_end = left_out ? STEP_OK : STEP_SKIP;
    p->skipping.why = left_out ? NULL : p->skipping.why;
    if (left_out && step->capture) {
        play_keep_text(p, (rsp_bytes){0}); /* not the reply before */
        *out_end = captured_take(p, step->capture);
    }
    return true;
}

/* No debugger sends more than the stub says it takes. Who wants to see what becomes of it sends wire bytes.
 */
static bool is_too_long(play *p, rsp_bytes payload) {
    const uint64_t most = fact_told_packet_size(p);
    if (most == 0 || payload.len <= most)
        return false;
    p->skipping.why =
        rsp_arena_printf(&p->room.arena, "a request of %zu bytes is longer than PacketSize=%llx", payload.len,
                         (unsigned long long)most);
    return true;
}

STEP(send) {
    rsp_buf *payload = play_buf(p);
    step_end end = STEP_OK;
    if (!build_send(p, step->send, payload))
        return STEP_FAILED;
    if (is_too_long(p, rsp_buf_bytes(payload)))
        return STEP_SKIP;
    if (goes_around(p, step, rsp_buf_bytes(payload), &end))
        return end;
    rsp_status status = client_end_send(&p->t, rsp_buf_bytes(payload), escape_of(step->send));
    /* k may be answered by '+', or by the end of the connection */
    bool kills = payload->len == 1 && payload->ptr[0] == 'k';
    return after_sending(p, step, status, kills ? ACK_ANY : ACK_PLUS);
}

/* A raw packet that is well-formed counts as the request, for matchers that look at it. */
static void note_raw_request(play *p, rsp_bytes raw) {
    size_t end = rsp_bytes_index(raw, '#');
    rsp_buf_clear(&p->t.request);
    if (raw.len > 0 && raw.ptr[0] == '$' && end < raw.len)
        rsp_buf_append(&p->t.request, rsp_bytes_sub(raw, 1, end - 1));
}

STEP(send_raw) {
    const send_raw_spec *raw = step->send_raw;
    rsp_buf *bytes = play_buf(p);
    if (!build_raw(p, raw, bytes))
        return STEP_FAILED;
    note_raw_request(p, rsp_buf_bytes(bytes));
    step_end end = STEP_OK;
    if (p->t.request.len > 0 && goes_around(p, step, rsp_buf_bytes(&p->t.request), &end))
        return end;
    if (rsp_bytes_index(rsp_buf_bytes(bytes), INTERRUPT) < bytes->len && halt_shows_nothing(p))
        return STEP_SKIP;
    p->t.running = true;
    rsp_status status = client_end_send_raw(&p->t, rsp_buf_bytes(bytes), spec_says(raw->bytewise, false),
                                            raw->pause ? raw->pause->ns : 0);
    return after_sending(p, step, status, ACK_AUTO);
}

STEP(send_ack) {
    rsp_status status = client_end_send_raw(&p->t, step->send_ack->text, false, 0);
    return after_sending(p, step, status, ACK_AUTO);
}

STEP(interrupt) {
    uint64_t times = 1;
    if (step->interrupt->e && !play_number(p, step->interrupt, &times))
        return STEP_FAILED;
    if (halt_shows_nothing(p))
        return STEP_SKIP;
    rsp_buf *bytes = play_buf(p);
    for (uint64_t i = 0; i < times && i < RSP_LIMIT_STEPS; i++)
        rsp_buf_push(bytes, INTERRUPT);
    p->t.running = true;
    rsp_status status = client_end_send_raw(&p->t, rsp_buf_bytes(bytes), false, 0);
    const step_end end = after_sending(p, step, status, ACK_AUTO);
    if (end != STEP_FAILED || p->failed.failure.came != RSP_CAME_SILENCE || !places_never_ran(p))
        return end;
    if (p->t.passed.num_calls > 0)
        return halt_name_after_call(p);
    p->failed.failure =
        (failure){0}; /* a stopped program gets no stop by 0x03: it is the resume that failed */
    p->skipping.why = "the program never ran";
    return STEP_SKIP;
}

/* --- several at once --- */

/* The requests of a pipeline, and what is said of their replies. */
typedef struct pipeline {
    const payload_spec *const *requests;
    size_t num;
    const matcher_list_spec *each; /* one per reply; may be NULL, or shorter */
    const matcher_spec *all;       /* for the others; may be NULL */
    uint64_t times;
} pipeline;

/* One frame of the pipeline at the end of `wire`. */
static bool add_frame(play *p, const payload_spec *request, rsp_buf *wire) {
    const struct play_buffer *mark = play_buffers_mark(p);
    rsp_buf *payload = play_buf(p);
    bool ok = play_payload(p, request, payload) && !resume_asks_again(p, rsp_buf_bytes(payload)) &&
              !play_goes_around(p, rsp_buf_bytes(payload));
    rsp_escape_packet(wire, rsp_buf_bytes(payload), RSP_ESCAPE_FULL);
    play_buffers_release(p, mark);
    return ok && wire->status == RSP_OK;
}

static step_end pipeline_reply(play *p, const payload_spec *request, const matcher_spec *matcher) {
    rsp_buf_clear(&p->t.request);
    if (!play_payload(p, request, &p->t.request))
        return STEP_FAILED;
    rsp_status status = client_end_packet(&p->t, 0, TAKE_REPLY);
    if (status != RSP_OK)
        return play_fail_status(p, matcher ? &matcher->w : &request->w, status, "a reply");
    play_keep_reply(p);
    return matcher ? judge_reply(p, matcher) : STEP_OK;
}

static step_end send_pipeline(play *p, const pipeline *line, const written *at) {
    rsp_buf *wire = play_buf(p);
    bool ok = true;
    for (uint64_t k = 0; k < line->times && ok; k++) {
        for (size_t i = 0; i < line->num && ok; i++)
            ok = add_frame(p, line->requests[i], wire);
    }
    rsp_status status = ok ? client_end_send_raw(&p->t, rsp_buf_bytes(wire), false, 0) : RSP_OK;
    if (!ok && p->skipping.why)
        return STEP_SKIP;
    if (!ok)
        return play_fail(p, at, RSP_VERDICT_ERROR, "the requests are too long");
    return status == RSP_OK ? STEP_OK : play_fail_status(p, at, status, "the bytes to be taken");
}

static const matcher_spec *matcher_at(const pipeline *line, size_t i) {
    return line->each && i < line->each->num ? line->each->items[i] : line->all;
}

/* Writes each request alone, after the reply to the one before, for a stub that loses all but the first
 * packet of a write. The pass becomes a skip. */
static step_end play_apart(play *p, const pipeline *line, const written *at) {
    step_end end = STEP_OK;
    p->around =
        "the packets of one write were written apart, since the stub loses all but the first (FRAME-007)";
    for (uint64_t k = 0; k < line->times && end == STEP_OK; k++) {
        for (size_t i = 0; i < line->num && end == STEP_OK; i++) {
            const pipeline one = {.requests = line->requests + i, .num = 1, .times = 1};
            end = send_pipeline(p, &one, at);
            if (end == STEP_OK)
                end = pipeline_reply(p, line->requests[i], matcher_at(line, i));
        }
    }
    return end;
}

STEP(pipeline) {
    const pipeline_spec *spec = step->pipeline;
    pipeline line = {.requests = spec->send ? spec->send->items : spec->items,
                     .num = spec->send ? spec->send->num : spec->num,
                     .each = spec->expect,
                     .all = expectation_matcher(step->expect),
                     .times = 1};
    if (!play_number_or(p, spec->times, &line.times))
        return STEP_FAILED;
    if (allows(p->t.allowed, ALLOW_LOST_SECOND))
        return play_apart(p, &line, step->what);
    step_end end = send_pipeline(p, &line, step->what);
    for (uint64_t k = 0; k < line.times && end == STEP_OK; k++) {
        for (size_t i = 0; i < line.num && end == STEP_OK; i++)
            end = pipeline_reply(p, line.requests[i], matcher_at(&line, i));
    }
    return end;
}
