/* The stub's side of a scenario: its steps, and the answers from the script or from `serve`.
 * A request that nothing fits gets the empty reply, as the protocol wants it.
 * The conversation itself is stub_end.c's. */
/* SPDX-License-Identifier: MIT */
#include "steps/stub_role.h"
#include "link/link_control.h"

#include "ends/stub_end.h"
#include "match/match.h"
#include "play/buffers.h"
#include "play/evaluate.h"
#include "play/failure.h"
#include "play/last_reply.h"
#include "play/message.h"
#include "steps/captured.h"
#include "steps/step.h"

#include "core/arena.h"
#include "core/limits.h"
#include <rsp/frame.h>
#include <stdio.h>

/* The next request, kept as the last reply is on the other side. */
static rsp_status next_request(play *p, uint64_t deadline, bool *out_interrupt) {
    rsp_status status = stub_end_request(p->host, deadline, out_interrupt);
    play_keep_reply(p);
    return status;
}

/* '+', or what the step says instead; nothing where no ack is due. */
static rsp_status acknowledge(play *p, const ack_word_spec *ack) {
    if (!ack)
        return stub_end_acknowledge(p->host);
    bool due = stub_end_owes_acks(p->host) && ack->word != ACK_WORD_NONE;
    return due ? stub_end_send(p->host, ack->text) : RSP_OK;
}

/* A reply as a step or a row of `serve` has it: one of them, or none for the empty reply. */
typedef struct answer_spec {
    const send_spec *packet;
    const send_raw_spec *raw;
} answer_spec;

static step_end answer(play *p, answer_spec with) {
    rsp_buf *payload = play_buf(p);
    bool ok = with.packet ? build_send(p, with.packet, payload)
              : with.raw  ? build_raw(p, with.raw, payload)
                          : true;
    rsp_status status = RSP_OK;
    if (!ok)
        return STEP_FAILED;
    if (with.raw && !with.packet)
        status = stub_end_answer_raw(p->host, rsp_buf_bytes(payload));
    else /* what the author wrote is the meaning: the bytes that framing reserves are escaped */
        status = stub_end_answer(p->host, rsp_buf_bytes(payload));
    const written *at = with.packet ? &with.packet->w : with.raw ? &with.raw->w : &p->script.spec->w;
    return status == RSP_OK ? STEP_OK : play_fail_status(p, at, status, "the bytes to be taken");
}

/* The first row of `serve` that fits the request; NULL for none. */
static const serve_row_spec *row_for_request(play *p) {
    const serve_spec *rows = p->script.spec->serve;
    rsp_buf *why = play_buf(p);
    for (size_t i = 0; rows && i < rows->num; i++) {
        rsp_buf_clear(why);
        if (match_reply(p, rows->items[i]->receive, why))
            return rows->items[i];
    }
    return NULL;
}

/* Answers the request from `serve`, or with the empty reply. */
static step_end serve(play *p) {
    const serve_row_spec *row = row_for_request(p);
    step_end captured = row ? captured_take(p, row->capture) : STEP_OK;
    if (captured != STEP_OK)
        return captured;
    rsp_status status = acknowledge(p, NULL);
    if (status != RSP_OK)
        return play_fail_status(p, &p->script.spec->w, status, "the bytes to be taken");
    return answer(p, row ? (answer_spec){row->reply, row->reply_raw} : (answer_spec){0});
}

static step_end lost(play *p, const written *at, rsp_status status, const char *what) {
    if (status == RSP_TIMEOUT && !client_end_is_over(&p->t))
        return play_fail(p, at, RSP_VERDICT_FAIL,
                         "expected %s from the debugger within %.0f ms, but it did not come", what,
                         (double)p->t.timeout_ns / 1e6);
    if (rsp_link_is_gone(status))
        return play_fail(p, at, RSP_VERDICT_FAIL, "expected %s, but the debugger went away", what);
    return play_fail_status(p, at, status, what);
}

/* `optional: yes`: the debugger need not ask. */
static step_end never_asked(play *p, const step_spec *step, rsp_status status) {
    bool gone = status == RSP_TIMEOUT || rsp_link_is_gone(status);
    if (!gone || !spec_says(step->optional, false))
        return lost(p, step->what, status, "the request");
    p->skipping.why = "the debugger did not send the request that this is about";
    return STEP_SKIP;
}

/* Serves requests until the one comes that the step waits for. */
static step_end wait_for_request(play *p, const step_spec *step) {
    rsp_buf *why = play_buf(p);
    step_end end = STEP_OK;
    uint64_t deadline = stub_end_deadline(p->host, 0);
    for (bool over = false, met = false; end == STEP_OK && !met;) {
        bool interrupt = false;
        rsp_status status = over ? RSP_TIMEOUT : next_request(p, deadline, &interrupt);
        over = rsp_link_now(p->t.link) >= deadline; /* requests that are served do not prolong the wait */
        rsp_buf_clear(why);
        if (status != RSP_OK)
            end = never_asked(p, step, status);
        else if (!interrupt && match_reply(p, step->receive, why))
            met = true;
        else if (!interrupt)
            end = serve(p);
    }
    return end;
}

STEP(receive) {
    if (!p->host)
        return play_fail(p, step->what, RSP_VERDICT_ERROR, "'receive' is for role: stub");
    step_end end = wait_for_request(p, step);
    if (end != STEP_OK)
        return end;
    rsp_status status = acknowledge(p, step->ack);
    if (status != RSP_OK)
        return play_fail_status(p, step->what, status, "the bytes to be taken");
    end = captured_take(p, step->capture);
    bool answers = step->reply || step->reply_raw;
    return end == STEP_OK && answers ? answer(p, (answer_spec){step->reply, step->reply_raw}) : end;
}

static step_end reply_alone(play *p, const step_spec *step) {
    if (!p->host)
        return play_fail(p, step->what, RSP_VERDICT_ERROR, "'reply' is for role: stub");
    return answer(p, (answer_spec){step->reply, step->reply_raw});
}

STEP(reply) {
    return reply_alone(p, step);
}

STEP(reply_raw) {
    return reply_alone(p, step);
}

STEP(notify) {
    rsp_buf *payload = play_buf(p);
    rsp_buf *wire = play_buf(p);
    step_end end = p->host && play_payload(p, step->notify, payload) ? STEP_OK : STEP_FAILED;
    rsp_frame_notification(wire, rsp_buf_bytes(payload));
    rsp_status status = end == STEP_OK ? stub_end_send(p->host, rsp_buf_bytes(wire)) : RSP_OK;
    if (end != STEP_OK)
        return play_fail(p, step->what, RSP_VERDICT_ERROR, "'notify' is for role: stub");
    return status == RSP_OK ? STEP_OK : play_fail_status(p, step->what, status, "the bytes to be taken");
}

/* Waits for the end of a debugger of ours. False: it still runs. */
static bool await_end(play *p, rsp_link_end *out_end) {
    enum { POLL_NS = 10 * 1000 * 1000 };
    uint64_t deadline = stub_end_deadline(p->host, 0);
    *out_end = rsp_link_ended(p->t.link);
    while (out_end->kind == RSP_END_RUNNING && rsp_link_now(p->t.link) < deadline &&
           !(p->options->stop && *p->options->stop)) {
        rsp_link_wait(p->t.link, rsp_deadline(rsp_link_now(p->t.link), POLL_NS));
        *out_end = rsp_link_ended(p->t.link);
    }
    return out_end->kind != RSP_END_RUNNING;
}

/* No request comes any more. A debugger that takes a reply for an error may well give up the connection, so
 * only its own last words tell whether it did, or died. */
static step_end lived_alone(play *p, const written *at) {
    rsp_link_end end;
    p->host->gone = true;
    rsp_link_shut(p->t.link);
    if (rsp_link_pid(p->t.link) <= 0) {
        p->skipping.why = "the debugger sent nothing more, and whether it lives can't be seen from here";
        return STEP_SKIP;
    }
    if (!await_end(p, &end))
        return p->options->stop && *p->options->stop
                   ? STEP_STOP
                   : play_fail(
                         p, at, RSP_VERDICT_FAIL,
                         "the debugger neither goes on nor ends: it still runs %.0f ms after the end of "
                         "the connection",
                         (double)p->t.timeout_ns / 1e6);
    rsp_bytes printed = rsp_link_last_output(p->t.link);
    bool died = end.kind == RSP_END_SIGNALED || *end.sanitizer; /* the runner tells of it */
    if (died || rsp_bytes_search(printed, RSP_LIT(RSP_ALIVE_TEXT)) < printed.len)
        return STEP_OK;
    p->skipping.why =
        rsp_arena_printf(&p->room.arena,
                         "nothing shows that the debugger lived: it ended (%s) without another request; "
                         "have its command print {alive} at its end",
                         end.text);
    return STEP_SKIP;
}

STEP(lives) {
    if (!p->host)
        return play_fail(p, step->what, RSP_VERDICT_ERROR, "'lives' is for role: stub");
    bool interrupt = false;
    rsp_status status = next_request(p, stub_end_deadline(p->host, 0), &interrupt);
    if (status == RSP_OK)
        return interrupt ? STEP_OK : serve(p);
    bool over = status == RSP_TIMEOUT || rsp_link_is_gone(status);
    return over ? lived_alone(p, step->what) : play_fail_status(p, step->what, status, "another request");
}

STEP(receive_interrupt) {
    if (!p->host)
        return play_fail(p, step->what, RSP_VERDICT_ERROR, "'receive-interrupt' is for role: stub");
    uint64_t deadline = stub_end_deadline(p->host, 0);
    for (bool over = false;;) {
        bool interrupt = false;
        rsp_status status = over ? RSP_TIMEOUT : next_request(p, deadline, &interrupt);
        over = rsp_link_now(p->t.link) >= deadline;
        if (status != RSP_OK)
            return lost(p, step->what, status, "an interrupt");
        if (interrupt)
            return STEP_OK;
        step_end end = serve(p);
        if (end != STEP_OK)
            return end;
    }
}

STEP(receive_ack) {
    const ack_word_spec *wanted = step->receive_ack;
    if (!p->host)
        return play_fail(p, wanted, RSP_VERDICT_ERROR, "'receive-ack' is for role: stub");
    rsp_wire_event event = {0};
    bool none = wanted->word == ACK_WORD_NONE;
    rsp_status status = stub_end_event(p->host, stub_end_deadline(p->host, none ? p->t.quiet_ns : 0), &event);
    if (none && status == RSP_TIMEOUT)
        return STEP_OK;
    if (status != RSP_OK)
        return lost(p, wanted, status, "an acknowledgment");
    bool plus = event.kind == RSP_EVENT_ACK;
    bool minus = event.kind == RSP_EVENT_NAK;
    bool ok = (plus && wanted->word == ACK_WORD_PLUS) || (minus && wanted->word == ACK_WORD_MINUS) ||
              ((plus || minus) && wanted->word == ACK_WORD_ANY);
    return ok ? STEP_OK
              : play_fail(p, wanted, RSP_VERDICT_FAIL, "the debugger sent %s",
                          plus    ? "+"
                          : minus ? "-"
                                  : "something else");
}

STEP(never) {
    if (!p->host)
        return play_fail(p, step->what, RSP_VERDICT_ERROR, "'never' is for role: stub");
    const uint64_t ns = step->never->lasts->ns;
    uint64_t deadline = stub_end_deadline(p->host, ns ? ns : 1);
    rsp_buf *why = play_buf(p);
    step_end end = STEP_OK;
    while (end == STEP_OK) {
        bool interrupt = false;
        uint64_t now = rsp_link_now(p->t.link);
        rsp_status status = now < deadline ? next_request(p, deadline, &interrupt) : RSP_TIMEOUT;
        /* a debugger that crashes is found by the runner; any other end is its own choice */
        if (status == RSP_TIMEOUT || rsp_link_is_gone(status))
            return STEP_OK;
        rsp_buf_clear(why);
        if (status != RSP_OK)
            end = play_fail_status(p, step->what, status, "silence");
        else if (!interrupt && match_reply(p, step->never->receive, why))
            end = play_fail(p, step->what, RSP_VERDICT_FAIL, "expected another request of the debugger");
        else if (!interrupt)
            end = serve(p);
        if (p->host->gone) {
            p->failed.failure = (failure){0};
            return STEP_OK;
        }
    }
    return end;
}

step_end stub_role_quiet(play *p, const written *at, uint64_t period_ns) {
    rsp_wire_event event;
    rsp_status status =
        stub_end_event(p->host, stub_end_deadline(p->host, period_ns ? period_ns : 1), &event);
    if (status == RSP_TIMEOUT)
        return STEP_OK;
    return status == RSP_OK
               ? play_fail(p, at, RSP_VERDICT_FAIL, "expected silence of the debugger, got bytes")
               : play_fail_status(p, at, status, "silence");
}

void stub_role_set_manual(play *p, bool manual) {
    stub_end_set_manual(p->host, manual);
}

step_end stub_role_play(play *p) {
    stub_end h;
    stub_end_init(&h, &p->t);
    p->host = &h;
    p->mode.in_setup = true;
    step_end end = play_steps(p, p->script.spec->setup);
    p->mode.in_setup = false;
    if (end == STEP_OK)
        end = play_steps(p, p->script.spec->steps);
    p->host = NULL;
    stub_end_free(&h);
    return end;
}
