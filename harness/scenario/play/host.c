/* The stub's side of a scenario: its steps, and the answers from the script or from `serve`.
 * A request that nothing fits gets the empty reply, as the protocol wants it.
 * The conversation itself is host_talk.c's. */
/* SPDX-License-Identifier: MIT */
#include "play/host.h"

#include "play/host_talk.h"
#include "play/steps.h"

#include <rsp/limits.h>
#include <stdio.h>

/* The next request, kept as the last reply is on the other side. */
static rsp_status next_request(play *p, uint64_t deadline, bool *out_interrupt) {
    rsp_status status = host_talk_request(p->host, deadline, out_interrupt);
    play_keep_reply(p);
    return status;
}

/* '+', or what the step says instead; nothing where no ack is due. */
static rsp_status acknowledge(play *p, const rsp_node *ack) {
    if (!ack)
        return host_talk_acknowledge(p->host);
    bool due = host_talk_owes_acks(p->host) && !node_is(ack, "none");
    return due ? host_talk_send(p->host, ack->text) : RSP_OK;
}

static step_end answer(play *p, const rsp_node *node) {
    rsp_buf payload = {.mem = p->arena.mem, .limit = RSP_LIMIT_VALUE_BYTES};
    escape_mode escape;
    bool bytewise;
    uint64_t pause_ns;
    bool raw = node && node_key_is(node, "reply-raw");
    bool ok = !node || (raw ? build_raw(p, node, &payload, &bytewise, &pause_ns)
                            : build_send(p, node, &payload, &escape));
    rsp_status status = RSP_OK;
    if (ok && raw)
        status = host_talk_answer_raw(p->host, rsp_buf_bytes(&payload));
    else if (ok) /* what the author wrote is the meaning: the bytes that framing reserves are escaped */
        status = host_talk_answer(p->host, rsp_buf_bytes(&payload));
    rsp_buf_free(&payload);
    if (!ok)
        return STEP_FAILED;
    return status == RSP_OK ? STEP_OK
                            : play_fail_status(p, node ? node : p->scenario->node, status, "sending");
}

/* Answers the request from `serve`, or with the empty reply. */
static step_end serve(play *p) {
    const rsp_node *rows = node_get(p->scenario->node, "serve");
    rsp_buf why = {.mem = p->arena.mem};
    const rsp_node *reply = NULL;
    step_end captured = STEP_OK;
    for (const rsp_node *n = rows ? rows->first : NULL; n && !reply; n = n->next) {
        rsp_buf_clear(&why);
        if (!match_reply(p, node_get(n, "receive"), &why))
            continue;
        reply = node_get(n, "reply");
        reply = reply ? reply : node_get(n, "reply-raw");
        captured = capture_all(p, node_get(n, "capture"));
        if (!reply)
            break;
    }
    rsp_buf_free(&why);
    if (captured != STEP_OK)
        return captured;
    rsp_status status = acknowledge(p, NULL);
    if (status != RSP_OK)
        return play_fail_status(p, p->scenario->node, status, "sending");
    return answer(p, reply);
}

static step_end lost(play *p, const rsp_node *node, rsp_status status, const char *what) {
    if (status == RSP_TIMEOUT && !talk_is_over(&p->t))
        return play_fail(p, node, RSP_VERDICT_FAIL, "the debugger did not send %s within %.0f ms", what,
                         (double)p->t.timeout_ns / 1e6);
    if (status == RSP_CLOSED || status == RSP_DIED)
        return play_fail(p, node, RSP_VERDICT_FAIL, "the debugger went away instead of sending %s", what);
    return play_fail_status(p, node, status, what);
}

/* `optional: yes`: the debugger need not ask. */
static step_end never_asked(play *p, const rsp_node *step, const rsp_node *action, rsp_status status) {
    const rsp_node *optional = node_get(step, "optional");
    bool ok = false;
    bool gone = status == RSP_TIMEOUT || status == RSP_CLOSED || status == RSP_DIED;
    if (!gone || !optional || !node_bool(optional, &ok) || !ok)
        return lost(p, action, status, "the request");
    p->skip = "the debugger did not send the request that this is about";
    return STEP_SKIP;
}

STEP(receive) {
    rsp_buf why = {.mem = p->arena.mem};
    step_end end = STEP_OK;
    bool met = false;
    if (!p->host)
        return play_fail(p, action, RSP_VERDICT_ERROR, "'receive' is for role: stub");
    uint64_t deadline = host_talk_deadline(p->host, 0);
    for (bool over = false; end == STEP_OK && !met;) {
        bool interrupt = false;
        rsp_status status = over ? RSP_TIMEOUT : next_request(p, deadline, &interrupt);
        over = rsp_link_now(p->t.link) >= deadline; /* requests that are served do not prolong the wait */
        rsp_buf_clear(&why);
        if (status != RSP_OK)
            end = never_asked(p, step, action, status);
        else if (!interrupt && match_reply(p, action, &why))
            met = true;
        else if (!interrupt)
            end = serve(p);
    }
    rsp_buf_free(&why);
    if (end != STEP_OK)
        return end;
    rsp_status status = acknowledge(p, node_get(step, "ack"));
    if (status != RSP_OK)
        return play_fail_status(p, action, status, "sending");
    end = capture_all(p, node_get(step, "capture"));
    const rsp_node *reply = node_get(step, "reply");
    reply = reply ? reply : node_get(step, "reply-raw");
    return end == STEP_OK && reply ? answer(p, reply) : end;
}

STEP(reply) {
    (void)step;
    if (!p->host)
        return play_fail(p, action, RSP_VERDICT_ERROR, "'reply' is for role: stub");
    return answer(p, action);
}

STEP(notify) {
    rsp_buf payload = {.mem = p->arena.mem, .limit = RSP_LIMIT_VALUE_BYTES};
    rsp_buf wire = {.mem = p->arena.mem};
    (void)step;
    step_end end = p->host && play_payload(p, action, &payload) ? STEP_OK : STEP_FAILED;
    rsp_frame_notification(&wire, rsp_buf_bytes(&payload));
    rsp_status status = end == STEP_OK ? host_talk_send(p->host, rsp_buf_bytes(&wire)) : RSP_OK;
    rsp_buf_free(&payload);
    rsp_buf_free(&wire);
    if (end != STEP_OK)
        return play_fail(p, action, RSP_VERDICT_ERROR, "'notify' is for role: stub");
    return status == RSP_OK ? STEP_OK : play_fail_status(p, action, status, "sending");
}

/* Waits for the end of a debugger of ours. False: it still runs. */
static bool await_end(play *p, rsp_link_end *out_end) {
    enum { POLL_NS = 10 * 1000 * 1000 };
    uint64_t deadline = host_talk_deadline(p->host, 0);
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
static step_end lived_alone(play *p, const rsp_node *action) {
    rsp_link_end end;
    p->host->gone = true;
    rsp_link_shut(p->t.link);
    if (rsp_link_pid(p->t.link) <= 0) {
        p->skip = "the debugger sent nothing more, and whether it lives can't be seen from here";
        return STEP_SKIP;
    }
    if (!await_end(p, &end))
        return p->options->stop && *p->options->stop
                   ? STEP_STOP
                   : play_fail(
                         p, action, RSP_VERDICT_FAIL,
                         "the debugger neither goes on nor ends: it still runs %.0f ms after the end of "
                         "the connection",
                         (double)p->t.timeout_ns / 1e6);
    rsp_bytes printed = rsp_link_last_output(p->t.link);
    bool died = end.kind == RSP_END_SIGNALED || *end.sanitizer; /* the runner tells of it */
    if (died || rsp_bytes_search(printed, RSP_LIT(RSP_ALIVE_TEXT)) < printed.len)
        return STEP_OK;
    p->skip =
        rsp_arena_printf(&p->arena,
                         "nothing shows that the debugger lived: it ended (%s) without another request; "
                         "have its command print {alive} at its end",
                         end.text);
    return STEP_SKIP;
}

STEP(lives) {
    (void)step;
    if (!p->host)
        return play_fail(p, action, RSP_VERDICT_ERROR, "'lives' is for role: stub");
    bool interrupt = false;
    rsp_status status = next_request(p, host_talk_deadline(p->host, 0), &interrupt);
    if (status == RSP_OK)
        return interrupt ? STEP_OK : serve(p);
    bool over = status == RSP_TIMEOUT || status == RSP_CLOSED || status == RSP_DIED;
    return over ? lived_alone(p, action) : play_fail_status(p, action, status, "another request");
}

STEP(receive_interrupt) {
    (void)step;
    if (!p->host)
        return play_fail(p, action, RSP_VERDICT_ERROR, "'receive-interrupt' is for role: stub");
    uint64_t deadline = host_talk_deadline(p->host, 0);
    for (bool over = false;;) {
        bool interrupt = false;
        rsp_status status = over ? RSP_TIMEOUT : next_request(p, deadline, &interrupt);
        over = rsp_link_now(p->t.link) >= deadline;
        if (status != RSP_OK)
            return lost(p, action, status, "an interrupt");
        if (interrupt)
            return STEP_OK;
        step_end end = serve(p);
        if (end != STEP_OK)
            return end;
    }
}

STEP(receive_ack) {
    (void)step;
    if (!p->host)
        return play_fail(p, action, RSP_VERDICT_ERROR, "'receive-ack' is for role: stub");
    rsp_wire_event event = {0};
    bool none = node_is(action, "none");
    rsp_status status =
        host_talk_event(p->host, host_talk_deadline(p->host, none ? p->t.quiet_ns : 0), &event);
    if (none && status == RSP_TIMEOUT)
        return STEP_OK;
    if (status != RSP_OK)
        return lost(p, action, status, "an acknowledgment");
    const char *got = event.kind == RSP_EVENT_ACK   ? "+"
                      : event.kind == RSP_EVENT_NAK ? "-"
                                                    : "something else";
    bool ok = node_is(action, got) || (node_is(action, "any") && got[1] == 0);
    return ok ? STEP_OK : play_fail(p, action, RSP_VERDICT_FAIL, "the debugger sent %s", got);
}

STEP(never) {
    const rsp_node *matcher = node_get(action, "receive");
    uint64_t ns = 0;
    (void)step;
    if (!p->host)
        return play_fail(p, action, RSP_VERDICT_ERROR, "'never' is for role: stub");
    (void)node_time(node_get(action, "for"), &ns);
    uint64_t deadline = host_talk_deadline(p->host, ns ? ns : 1);
    step_end end = STEP_OK;
    while (end == STEP_OK) {
        bool interrupt = false;
        uint64_t now = rsp_link_now(p->t.link);
        rsp_status status = now < deadline ? next_request(p, deadline, &interrupt) : RSP_TIMEOUT;
        /* a debugger that crashes is found by the runner; any other end is its own choice */
        if (status == RSP_TIMEOUT || status == RSP_CLOSED || status == RSP_DIED)
            return STEP_OK;
        rsp_buf why = {.mem = p->arena.mem};
        if (status != RSP_OK)
            end = play_fail_status(p, action, status, "silence");
        else if (!interrupt && match_reply(p, matcher, &why))
            end = play_fail(p, action, RSP_VERDICT_FAIL, "the debugger sent what it must not send");
        else if (!interrupt)
            end = serve(p);
        rsp_buf_free(&why);
        if (p->host->gone) {
            p->failure = (failure){0};
            return STEP_OK;
        }
    }
    return end;
}

step_end host_quiet(play *p, const rsp_node *node, uint64_t period_ns) {
    rsp_wire_event event;
    rsp_status status =
        host_talk_event(p->host, host_talk_deadline(p->host, period_ns ? period_ns : 1), &event);
    if (status == RSP_TIMEOUT)
        return STEP_OK;
    return status == RSP_OK ? play_fail(p, node, RSP_VERDICT_FAIL, "something came, where nothing must come")
                            : play_fail_status(p, node, status, "silence");
}

void host_set_manual(play *p, bool manual) {
    host_talk_set_manual(p->host, manual);
}

step_end host_play(play *p) {
    host_talk h;
    host_talk_init(&h, &p->t);
    p->host = &h;
    const rsp_node *root = p->scenario->node;
    p->in_setup = true;
    step_end end = play_steps(p, node_get(root, "setup"));
    p->in_setup = false;
    if (end == STEP_OK)
        end = play_steps(p, node_get(root, "steps"));
    p->host = NULL;
    host_talk_free(&h);
    return end;
}
