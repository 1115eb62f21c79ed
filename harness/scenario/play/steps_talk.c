/* Steps that talk: sending in all forms, taking replies, notifications, silence, the connection.
 * `send` expects '+' in ack mode unless told otherwise; a reply is taken where something is said about it.
 * Failures name what was waited for; what came is in the transcript. */
/* SPDX-License-Identifier: MIT */
#include "play/host.h"
#include "play/steps.h"

#include <rsp/explain.h>
#include <rsp/hex.h>
#include <rsp/limits.h>
#include <rsp/reply.h>
#include <stdio.h>

static rsp_buf step_buf(play *p) {
    return (rsp_buf){.mem = p->arena.mem, .limit = RSP_LIMIT_VALUE_BYTES};
}

/* --- judging --- */

static const char *shown(play *p, const rsp_node *matcher) {
    rsp_buf text = step_buf(p);
    match_show(p, matcher, &text);
    const char *copy = rsp_arena_str(&p->arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return copy;
}

static const char *printable(play *p, rsp_bytes bytes) {
    rsp_buf text = step_buf(p);
    if (bytes.len == 0)
        rsp_buf_str(&text, "(empty)");
    rsp_printable_append(&text, bytes, 300);
    const char *copy = rsp_arena_str(&p->arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return copy;
}

/* A mismatch with expected and got. */
static step_end mismatch(play *p, const rsp_node *matcher, rsp_bytes got, const char *why) {
    bool first = p->failure.verdict == RSP_VERDICT_PASS;
    (void)play_fail(p, matcher, RSP_VERDICT_FAIL, "%s", why);
    if (first) {
        p->failure.expected = shown(p, matcher);
        p->failure.got = printable(p, got);
    }
    return STEP_FAILED;
}

step_end judge_text(play *p, const rsp_node *matcher, rsp_bytes text, const char *what) {
    rsp_buf why = step_buf(p);
    step_end end = STEP_OK;
    if (!match_text(p, matcher, text, &why)) {
        const char *told = rsp_buf_cstr(&why);
        bool reply = strncmp(told, "reply ", 6) == 0;
        const char *message = rsp_arena_printf(&p->arena, "%s%s%s", reply ? what : "", reply ? " " : "",
                                               reply ? told + 6 : told);
        end = mismatch(p, matcher, text, message);
    }
    rsp_buf_free(&why);
    return end;
}

static step_end judge_raw(play *p, const rsp_node *node) {
    rsp_bytes raw = rsp_buf_bytes(&p->last_raw);
    const rsp_node *exact = node->kind == NODE_SCALAR ? node : node_get(node, "exact");
    const rsp_node *contains = node_get(node, "contains");
    const rsp_node *lacks = node_get(node, "lacks");
    rsp_buf want = step_buf(p);
    rsp_buf why = step_buf(p);
    step_end end = STEP_OK;
    if (exact && play_payload(p, exact, &want) && !rsp_bytes_equal(rsp_buf_bytes(&want), raw))
        end = mismatch(p, node, raw, "the packet on the wire is not what it must be");
    rsp_buf_clear(&want);
    if (contains && play_bytes(p, contains, &want) && rsp_bytes_search(raw, rsp_buf_bytes(&want)) == raw.len)
        end = mismatch(p, node, raw, "the packet on the wire lacks bytes");
    rsp_buf_clear(&want);
    if (lacks && play_bytes(p, lacks, &want) && rsp_bytes_search(raw, rsp_buf_bytes(&want)) < raw.len)
        end = mismatch(p, node, raw, "the packet on the wire holds bytes it must not hold");
    const rsp_node *regex = node_get(node, "regex");
    if (regex) {
        rsp_node alone = *regex;
        alone.next = NULL;
        rsp_node map = {.kind = NODE_MAP, .first = &alone, .num = 1};
        if (!match_text(p, &map, raw, &why))
            end = mismatch(p, node, raw, "the packet on the wire does not match");
    }
    rsp_buf_free(&want);
    rsp_buf_free(&why);
    return end;
}

/* The empty reply to a request that the stub need not have, and does not promise. */
static bool not_supported(play *p, const rsp_node *step) {
    const rsp_node *optional = node_get(step, "optional");
    bool ok = false;
    if (!optional || !node_bool(optional, &ok) || p->last.len > 0 ||
        packet_is_promised(p, rsp_buf_bytes(&p->last_request)))
        return false;
    p->skip = rsp_arena_printf(&p->arena, "%s is not supported",
                               printable(p, rsp_bytes_sub(rsp_buf_bytes(&p->last_request), 0, 40)));
    return true;
}

/* Judges the last reply. */
static step_end judge_reply(play *p, const rsp_node *step, const rsp_node *matcher) {
    const rsp_node *raw = node_get(step, "expect-raw");
    p->drained = (value){0};
    if (not_supported(p, step))
        return STEP_SKIP;
    rsp_buf why = step_buf(p);
    step_end end = STEP_OK;
    if (matcher && !match_reply(p, matcher, &why))
        end = mismatch(p, matcher, rsp_buf_bytes(&p->last), rsp_buf_cstr(&why));
    rsp_buf_free(&why);
    if (end == STEP_OK && raw)
        end = judge_raw(p, raw);
    return end == STEP_OK ? capture_all(p, node_get(step, "capture")) : end;
}

/* Whether a console packet is what the matcher is after. */
static bool wants_console(const rsp_node *matcher) {
    const rsp_node *starts = matcher ? node_get(matcher, "starts") : NULL;
    const rsp_node *regex = matcher ? node_get(matcher, "regex") : NULL;
    return (starts && starts->text.len > 0 && starts->text.ptr[0] == 'O') ||
           (regex && rsp_bytes_starts(regex->text, RSP_LIT("^O")) &&
            !rsp_bytes_starts(regex->text, RSP_LIT("^OK")));
}

static step_end expect_none(play *p, const rsp_node *step, const rsp_node *node) {
    rsp_status status = talk_packet(&p->t, p->t.quiet_ns, true);
    if (status == RSP_TIMEOUT)
        return STEP_OK;
    if (status == RSP_OK) {
        play_keep_reply(p);
        if (not_supported(p, step))
            return STEP_SKIP;
        return mismatch(p, node, rsp_buf_bytes(&p->last), "a reply came, where none must come");
    }
    return play_fail_status(p, node, status, "silence");
}

step_end take_reply(play *p, const rsp_node *step, const rsp_node *matcher) {
    const rsp_node *at = matcher ? matcher : step;
    if (!matcher && !node_get(step, "expect-raw") && !node_get(step, "capture") &&
        !node_get(step, "optional"))
        return STEP_OK;
    if (matcher && node_is(matcher, "none"))
        return expect_none(p, step, matcher);
    bool running = p->t.running;
    rsp_status status = talk_packet(&p->t, 0, wants_console(matcher));
    if (status == RSP_TIMEOUT && running && !talk_is_over(&p->t)) {
        (void)play_fail(p, at, RSP_VERDICT_FAIL, "no stop reply within %.0f ms",
                        (double)p->t.timeout_ns / 1e6);
        p->failure.expected = matcher ? shown(p, matcher) : "";
        p->failure.got = "nothing";
        return STEP_FAILED;
    }
    if (status != RSP_OK) {
        step_end end = play_fail_status(p, at, status, "the reply");
        p->failure.expected = matcher ? shown(p, matcher) : "";
        return end;
    }
    play_keep_reply(p);
    return judge_reply(p, step, matcher);
}

/* --- sending --- */

bool build_send(play *p, const rsp_node *action, rsp_buf *out, escape_mode *out_escape) {
    const rsp_node *escape = node_get(action, "escape");
    *out_escape = node_is(escape, "none")      ? ESCAPE_NONE
                  : node_is(escape, "minimal") ? ESCAPE_MINIMAL
                                               : ESCAPE_FULL;
    if (action->kind == NODE_SCALAR)
        return play_payload(p, action, out);
    const rsp_node *payload = node_get(action, "payload");
    const rsp_node *binary = node_get(action, "binary");
    return (!payload || play_payload(p, payload, out)) && (!binary || play_bytes(p, binary, out));
}

bool build_raw(play *p, const rsp_node *action, rsp_buf *out, bool *out_bytewise, uint64_t *out_pause_ns) {
    const rsp_node *bytewise = node_get(action, "bytewise");
    const rsp_node *pause = node_get(action, "pause");
    bool ok = false;
    *out_bytewise = bytewise && node_bool(bytewise, &ok);
    *out_pause_ns = 0;
    if (pause)
        (void)node_time(pause, out_pause_ns);
    if (action->kind == NODE_SCALAR)
        return play_payload(p, action, out);
    const rsp_node *text = node_get(action, "text");
    const rsp_node *bytes = node_get(action, "bytes");
    return (!text || play_payload(p, text, out)) && (!bytes || play_bytes(p, bytes, out));
}

static ack_want ack_of(const rsp_node *node, ack_want fallback) {
    if (!node)
        return fallback;
    return node_is(node, "+")      ? ACK_PLUS
           : node_is(node, "-")    ? ACK_MINUS
           : node_is(node, "none") ? ACK_NONE
                                   : ACK_ANY;
}

/* The acknowledgment after a request; nothing to do where acks are off or by hand. */
static step_end take_ack(play *p, const rsp_node *step, ack_want fallback) {
    const rsp_node *node = node_get(step, "ack");
    ack_want want = ack_of(node, fallback);
    if (want == ACK_AUTO || talk_is_manual(&p->t) || (talk_is_no_ack(&p->t) && !node))
        return STEP_OK;
    int got = 0;
    const rsp_node *at = node ? node : step;
    rsp_status status = talk_ack(&p->t, want, &got);
    if (status == RSP_OK)
        return STEP_OK;
    if (status != RSP_UNEXPECTED)
        return play_fail_status(p, at, status, "the acknowledgment");
    const char *wanted = want == ACK_MINUS ? "'-'" : want == ACK_NONE ? "no acknowledgment" : "'+'";
    if (got)
        (void)play_fail(p, at, RSP_VERDICT_FAIL, "the request got '%c', not %s", got, wanted);
    else
        (void)play_fail(p, at, RSP_VERDICT_FAIL, "a reply came first, not %s", wanted);
    p->failure.expected = wanted;
    return STEP_FAILED;
}

static step_end after_sending(play *p, const rsp_node *step, const rsp_node *action, rsp_status status,
                              ack_want want) {
    if (status != RSP_OK)
        return play_fail_status(p, action, status, "sending");
    step_end end = take_ack(p, step, want);
    const rsp_node *matcher = node_get(step, "expect");
    return end == STEP_OK ? take_reply(p, step, matcher) : end;
}

STEP(send) {
    rsp_buf payload = step_buf(p);
    escape_mode escape;
    step_end end = STEP_FAILED;
    if (build_send(p, action, &payload, &escape)) {
        rsp_status status = talk_send(&p->t, rsp_buf_bytes(&payload), escape);
        /* k may be answered by '+', or by the end of the connection */
        bool kills = payload.len == 1 && payload.ptr[0] == 'k';
        end = after_sending(p, step, action, status, kills ? ACK_ANY : ACK_PLUS);
    }
    rsp_buf_free(&payload);
    return end;
}

/* A raw packet that is well-formed counts as the request, for matchers that look at it. */
static void note_raw_request(play *p, rsp_bytes raw) {
    size_t end = rsp_bytes_index(raw, '#');
    rsp_buf_clear(&p->t.request);
    if (raw.len > 0 && raw.ptr[0] == '$' && end < raw.len)
        rsp_buf_append(&p->t.request, rsp_bytes_sub(raw, 1, end - 1));
}

STEP(send_raw) {
    rsp_buf bytes = step_buf(p);
    bool bytewise = false;
    uint64_t pause_ns = 0;
    step_end end = STEP_FAILED;
    if (build_raw(p, action, &bytes, &bytewise, &pause_ns)) {
        note_raw_request(p, rsp_buf_bytes(&bytes));
        p->t.running = true;
        rsp_status status = talk_send_raw(&p->t, rsp_buf_bytes(&bytes), bytewise, pause_ns);
        end = after_sending(p, step, action, status, ACK_AUTO);
    }
    rsp_buf_free(&bytes);
    return end;
}

STEP(send_ack) {
    rsp_status status = talk_send_raw(&p->t, action->text, false, 0);
    return after_sending(p, step, action, status, ACK_AUTO);
}

STEP(interrupt) {
    uint64_t times = 1;
    if (!node_is_null(action) && !play_number(p, action, &times))
        return STEP_FAILED;
    rsp_buf bytes = step_buf(p);
    for (uint64_t i = 0; i < times && i < RSP_LIMIT_STEPS; i++)
        rsp_buf_push(&bytes, 3);
    p->t.running = true;
    rsp_status status = talk_send_raw(&p->t, rsp_buf_bytes(&bytes), false, 0);
    rsp_buf_free(&bytes);
    return after_sending(p, step, action, status, ACK_AUTO);
}

STEP(expect) {
    return take_reply(p, step, node_key_is(action, "expect") ? action : node_get(step, "expect"));
}

/* --- several at once --- */

/* One frame of the pipeline at the end of `wire`. */
static bool add_frame(play *p, const rsp_node *node, rsp_buf *wire) {
    rsp_buf payload = step_buf(p);
    bool ok = play_payload(p, node, &payload);
    rsp_buf_push(wire, '$');
    size_t mark = wire->len;
    unsigned sum = 0;
    for (size_t i = 0; i < payload.len; i++) {
        uint8_t c = payload.ptr[i];
        bool needed = c == '#' || c == '$' || c == '}' || c == '*';
        if (needed)
            rsp_buf_push(wire, '}');
        rsp_buf_push(wire, needed ? (uint8_t)(c ^ 0x20U) : c);
    }
    for (size_t i = mark; i < wire->len; i++)
        sum += wire->ptr[i];
    rsp_buf_printf(wire, "#%02x", sum & 0xffU);
    rsp_buf_free(&payload);
    return ok && wire->status == RSP_OK;
}

static step_end pipeline_reply(play *p, const rsp_node *step, const rsp_node *request,
                               const rsp_node *matcher) {
    rsp_buf_clear(&p->t.request);
    if (!play_payload(p, request, &p->t.request))
        return STEP_FAILED;
    rsp_status status = talk_packet(&p->t, 0, false);
    if (status != RSP_OK)
        return play_fail_status(p, matcher ? matcher : request, status, "a reply");
    play_keep_reply(p);
    rsp_buf why = step_buf(p);
    step_end end = STEP_OK;
    if (matcher && !match_reply(p, matcher, &why))
        end = mismatch(p, matcher, rsp_buf_bytes(&p->last), rsp_buf_cstr(&why));
    rsp_buf_free(&why);
    (void)step;
    return end;
}

STEP(pipeline) {
    const rsp_node *send = action->kind == NODE_SEQ ? action : node_get(action, "send");
    const rsp_node *each = node_get(action, "expect");
    const rsp_node *all = node_get(step, "expect");
    const rsp_node *times_node = node_get(action, "times");
    uint64_t times = 1;
    if (times_node && !play_number(p, times_node, &times))
        return STEP_FAILED;
    rsp_buf wire = step_buf(p);
    bool ok = true;
    for (uint64_t k = 0; k < times && ok; k++) {
        for (const rsp_node *n = send->first; n && ok; n = n->next)
            ok = add_frame(p, n, &wire);
    }
    rsp_status status = ok ? talk_send_raw(&p->t, rsp_buf_bytes(&wire), false, 0) : RSP_OK;
    rsp_buf_free(&wire);
    if (!ok)
        return play_fail(p, action, RSP_VERDICT_ERROR, "the requests are too long");
    if (status != RSP_OK)
        return play_fail_status(p, action, status, "sending");
    step_end end = STEP_OK;
    for (uint64_t k = 0; k < times && end == STEP_OK; k++) {
        const rsp_node *matcher = each ? each->first : NULL;
        for (const rsp_node *n = send->first; n && end == STEP_OK; n = n->next) {
            end = pipeline_reply(p, step, n, matcher ? matcher : all);
            matcher = matcher ? matcher->next : NULL;
        }
    }
    return end;
}

/* --- acknowledgments by hand --- */

STEP(acks) {
    (void)step;
    if (p->host)
        host_set_manual(p, node_is(action, "manual"));
    talk_set_manual(&p->t, node_is(action, "manual"));
    return STEP_OK;
}

STEP(expect_ack) {
    int got = 0;
    (void)step;
    ack_want want = ack_of(action, ACK_PLUS);
    rsp_status status = talk_ack(&p->t, want, &got);
    if (status == RSP_UNEXPECTED)
        return got ? play_fail(p, action, RSP_VERDICT_FAIL, "got '%c', not %s", got, node_str(action))
                   : play_fail(p, action, RSP_VERDICT_FAIL, "a packet came, not %s", node_str(action));
    return status == RSP_OK ? STEP_OK : play_fail_status(p, action, status, "the acknowledgment");
}

STEP(expect_stream) {
    rsp_buf want = step_buf(p);
    rsp_buf got = step_buf(p);
    (void)step;
    step_end end = play_payload(p, action, &want) ? STEP_OK : STEP_FAILED;
    talk_wait wait = talk_wait_begin(&p->t, 0);
    while (end == STEP_OK && got.len < want.len) {
        rsp_session_event event;
        rsp_status status = talk_wait_event(&p->t, &wait, RSP_SESSION_ANY, 0, &event);
        if (status != RSP_OK) {
            p->failure.end = event.end;
            end = play_fail_status(p, action, status, "the whole stream");
        }
        rsp_buf_append(&got, event.raw);
        play_trouble(p, got.status);
        if (got.status != RSP_OK)
            break;
    }
    if (end == STEP_OK && !rsp_bytes_equal(rsp_buf_bytes(&got), rsp_buf_bytes(&want)))
        end = mismatch(p, action, rsp_buf_bytes(&got), "other bytes came");
    rsp_buf_free(&want);
    rsp_buf_free(&got);
    return end;
}

/* --- notifications and silence --- */

/* "Stop:T05..." taken apart: name, and the body kept as the last reply. */
static bool take_notification(play *p, const char *name) {
    rsp_bytes text = talk_payload(&p->t);
    rsp_bytes found = rsp_bytes_split(&text, ':');
    play_keep_reply(p);
    if (name && !rsp_bytes_equal(found, rsp_bytes_str(name)))
        return false;
    if (name) {
        rsp_buf_clear(&p->last);
        rsp_buf_append(&p->last, text);
        play_trouble(p, p->last.status);
    }
    return true;
}

static step_end judge_notification(play *p, const rsp_node *action) {
    bool map = action->kind == NODE_MAP;
    const rsp_node *n = map ? action->first : action;
    const char *name = map ? node_key(n) : node_str(n);
    bool whole = strcmp(name, "any") == 0 || strcmp(name, "body") == 0;
    rsp_buf why = step_buf(p);
    step_end end = STEP_OK;
    if (!take_notification(p, whole ? NULL : name))
        end = mismatch(p, action, rsp_buf_bytes(&p->last), "another notification came");
    else if (map && strcmp(name, "Stop") == 0 && !match_stop(p, n, rsp_buf_bytes(&p->last), &why))
        end = mismatch(p, n, rsp_buf_bytes(&p->last), rsp_buf_cstr(&why));
    else if (map && strcmp(name, "Stop") != 0)
        end = judge_text(p, n, rsp_buf_bytes(&p->last), "the notification");
    rsp_buf_free(&why);
    return end;
}

STEP(notification) {
    rsp_status status = talk_notification(&p->t, 0);
    if (status == RSP_TIMEOUT && !talk_is_over(&p->t))
        return play_fail(p, action, RSP_VERDICT_FAIL, "no notification within %.0f ms",
                         (double)p->t.timeout_ns / 1e6);
    if (status != RSP_OK)
        return play_fail_status(p, action, status, "a notification");
    p->drained = (value){0};
    step_end end = judge_notification(p, action);
    return end == STEP_OK ? capture_all(p, node_get(step, "capture")) : end;
}

static step_end not_quiet(play *p, const rsp_node *action, const rsp_session_event *event) {
    (void)play_fail(p, action, RSP_VERDICT_FAIL, "a %s came, where nothing must come",
                    rsp_session_event_name(event->kind));
    p->failure.got = printable(p, event->raw);
    return STEP_FAILED;
}

/* No reply is owed, acknowledgments are not the scenario's business, and neither is the first request. */
static bool may_ask(const play *p) {
    return !p->t.running && !talk_is_manual(&p->t) && !p->t.stashed &&
           !node_is(node_get(p->connect, "handshake"), "no");
}

static rsp_status ask(play *p, const char *request) {
    rsp_status status = talk_send(&p->t, rsp_bytes_str(request), ESCAPE_FULL);
    return status == RSP_OK ? talk_packet(&p->t, 0, true) : status;
}

/* Silence of some length proves little on a busy machine, but whatever was sent before the reply to a request
 * has come with that reply. A stray packet takes the place of a reply, and the replies that follow are late
 * by one: two requests with different replies show it. Where qC is not supported, too, one is left over. */
static step_end ask_after_silence(play *p, const rsp_node *action) {
    rsp_session_event event;
    rsp_status status = ask(p, "vMustReplyEmpty");
    if (status == RSP_OK && talk_payload(&p->t).len > 0)
        return mismatch(p, action, talk_payload(&p->t), "a packet came, where nothing must come");
    if (status == RSP_OK)
        status = ask(p, "qC");
    if (status != RSP_OK)
        return play_fail_status(p, action, status, "the reply to a request after the silence");
    if (rsp_session_take_event(p->t.session, &event, RSP_SESSION_BIT(RSP_SESSION_NOTIFICATION)))
        return not_quiet(p, action, &event);
    if (talk_payload(&p->t).len > 0)
        return STEP_OK;
    bool late = talk_packet(&p->t, p->t.quiet_ns, true) == RSP_OK;
    return late ? mismatch(p, action, talk_payload(&p->t), "a packet came, where nothing must come")
                : STEP_OK;
}

STEP(quiet) {
    uint64_t ns = p->t.quiet_ns;
    rsp_session_event event;
    (void)step;
    if (!node_is_null(action))
        (void)node_time(action, &ns);
    if (p->host)
        return host_quiet(p, action, ns);
    if (p->t.stashed)
        return mismatch(p, action, talk_payload(&p->t), "a packet came, where nothing must come");
    rsp_status status = talk_quiet(&p->t, ns, &event);
    if (status == RSP_OK)
        return node_is_null(action) && may_ask(p) ? ask_after_silence(p, action) : STEP_OK;
    if (status != RSP_UNEXPECTED)
        return play_fail_status(p, action, status, "silence");
    return not_quiet(p, action, &event);
}

/* Packets are acknowledged on the way out, for a stub goes on sending what was not. */
STEP(discard) {
    enum { MOST_PACKETS = 1000 };
    (void)step;
    uint64_t dropped = 0;
    uint64_t give_up = rsp_deadline(rsp_link_now(p->t.link), talk_time_left(&p->t, 0));
    for (int i = 0; i < MOST_PACKETS && rsp_link_now(p->t.link) < give_up; i++) {
        if (talk_packet(&p->t, p->t.quiet_ns, true) != RSP_OK)
            break;
    }
    p->t.stashed = false;
    rsp_status status = talk_flush(&p->t);
    if (status == RSP_OK)
        status = rsp_session_drain(p->t.session, &dropped);
    return status == RSP_OK || status == RSP_TIMEOUT ? STEP_OK
                                                     : play_fail_status(p, action, status, "silence");
}

/* --- draining a queue --- */

typedef struct drain_state {
    const rsp_node *send;
    const rsp_node *until;
    const rsp_node *expected; /* list, or NULL */
    uint64_t max;
    uint64_t count; /* fewest stops, if need be of later notifications */
    bool unordered;
    uint64_t used; /* bits of expected items met (unordered) */
    size_t num;
} drain_state;

static step_end judge_drained(play *p, drain_state *d) {
    rsp_buf why = step_buf(p);
    rsp_bytes reply = rsp_buf_bytes(&p->last);
    size_t i = 0;
    bool met = false;
    const rsp_node *at = d->expected;
    for (const rsp_node *n = d->expected->first; n && !met; n = n->next, i++) {
        if (d->unordered ? i < 64 && (d->used >> i & 1U) != 0 : i != d->num)
            continue;
        rsp_buf_clear(&why);
        at = d->unordered ? d->expected : n;
        met = match_stop(p, n, reply, &why);
        if (met && i < 64)
            d->used |= UINT64_C(1) << i;
    }
    step_end end = STEP_OK;
    if (!met)
        end = mismatch(p, at, reply, why.len ? rsp_buf_cstr(&why) : "more stops than expected");
    rsp_buf_free(&why);
    return end;
}

/* The stop in p->last is one of those that were wanted, and its thread is kept. */
static step_end take_drained(play *p, drain_state *d) {
    step_end end = d->expected ? judge_drained(p, d) : STEP_OK;
    if (end != STEP_OK || rsp_stop_reply_parse(&p->stop, rsp_buf_bytes(&p->last), NULL) != RSP_OK ||
        !p->stop.has_thread)
        return end;
    rsp_buf id = step_buf(p);
    rsp_ptid_append(&id, p->stop.thread, p->stop.multiprocess);
    p->drained =
        value_list_add(&p->arena, &p->drained, value_bytes(rsp_arena_bytes(&p->arena, rsp_buf_bytes(&id))));
    rsp_buf_free(&id);
    return STEP_OK;
}

/* The queue is empty before all that is wanted was told: the next stop is announced, sooner or later. */
static step_end drain_announced(play *p, drain_state *d) {
    rsp_status status = talk_notification(&p->t, 0);
    if (status == RSP_TIMEOUT && !talk_is_over(&p->t))
        return play_fail(p, d->send, RSP_VERDICT_FAIL, "%zu stops were told, not %llu, within %.0f ms",
                         d->num, (unsigned long long)d->count, (double)p->t.timeout_ns / 1e6);
    if (status != RSP_OK)
        return play_fail_status(p, d->send, status, "a notification");
    if (!take_notification(p, "Stop"))
        return mismatch(p, d->send, rsp_buf_bytes(&p->last), "another notification came");
    return take_drained(p, d);
}

/* One exchange; *out_done when the end was answered. */
static step_end drain_one(play *p, drain_state *d, bool *out_done) {
    rsp_buf request = step_buf(p);
    rsp_buf why = step_buf(p);
    step_end end = STEP_FAILED;
    if (d->send->kind == NODE_SCALAR ? play_payload(p, d->send, &request) : false)
        end = play_request(p, d->send, rsp_buf_bytes(&request));
    if (end == STEP_OK) {
        play_keep_reply(p);
        *out_done = d->until ? match_reply(p, d->until, &why)
                             : rsp_bytes_equal(rsp_buf_bytes(&p->last), RSP_LIT("OK"));
        if (!*out_done && rsp_reply_is_error(rsp_buf_bytes(&p->last)))
            end = mismatch(p, d->send, rsp_buf_bytes(&p->last), "an error came before the end");
        else if (!*out_done)
            end = take_drained(p, d);
    }
    rsp_buf_free(&request);
    rsp_buf_free(&why);
    return end;
}

STEP(drain) {
    const rsp_node *max = node_get(action, "max");
    const rsp_node *count = node_get(action, "count");
    const rsp_node *unordered = node_get(action, "unordered");
    const rsp_node *expect = node_get(step, "expect");
    bool ok = false;
    bool done = false;
    drain_state d = {.send = action->kind == NODE_SCALAR ? action : node_get(action, "send"),
                     .until = node_get(action, "until"),
                     .expected = expect && expect->kind == NODE_SEQ ? expect : NULL,
                     .max = RSP_LIMIT_DRAIN_EVENTS,
                     .unordered = unordered && node_bool(unordered, &ok)};
    if ((max && !play_number(p, max, &d.max)) || (count && !play_number(p, count, &d.count)))
        return STEP_FAILED;
    if (!d.send)
        return play_fail(p, action, RSP_VERDICT_ERROR, "'send' is missing");
    p->drained = value_list(NULL, 0);
    for (;; d.num++) {
        step_end end = drain_one(p, &d, &done);
        if (end == STEP_OK && done && d.num < d.count)
            end = drain_announced(p, &d);
        else if (end == STEP_OK && done)
            break;
        if (end != STEP_OK)
            return end;
        if (d.num >= d.max)
            return play_fail(p, action, RSP_VERDICT_FAIL, "more than %llu events before the end",
                             (unsigned long long)d.max);
    }
    const value list = p->drained;
    if (d.expected && d.num < d.expected->num)
        return play_fail(p, d.expected, RSP_VERDICT_FAIL, "%zu stops were drained, not %zu", d.num,
                         d.expected->num);
    p->drained = list;
    return capture_all(p, node_get(step, "capture"));
}

/* --- the connection --- */

STEP(disconnect) {
    (void)step;
    if (node_is(action, "half")) {
        rsp_status status = rsp_link_half_close(p->t.link);
        return status == RSP_OK ? STEP_OK : play_fail_status(p, action, status, "closing one side");
    }
    rsp_link_shut(p->t.link);
    return STEP_OK;
}

STEP(reconnect) {
    (void)step;
    return play_reconnect(p, action, action->kind == NODE_MAP ? action : NULL);
}

/* What another client hears within the quiet time: only that, whatever it is. */
static const char *hear_second(play *p) {
    rsp_buf heard = step_buf(p);
    uint64_t deadline = rsp_deadline(rsp_link_now(p->second), p->t.quiet_ns);
    rsp_status status = rsp_link_recv(p->second, &heard, 4096, deadline);
    rsp_buf_free(&heard);
    return status == RSP_OK ? "answered" : status == RSP_TIMEOUT ? "silent" : "closed";
}

static step_end let_second_in(play *p, const rsp_node *action, const char **out_how) {
    rsp_error error = {0};
    rsp_buf bytes = step_buf(p);
    const rsp_node *sends = node_get(action, "sends");
    uint64_t deadline = rsp_deadline(rsp_link_now(p->t.link), talk_time_left(&p->t, 0));
    rsp_status status = rsp_link_visit(p->t.link, &p->second, deadline, &error);
    bool built = !sends || play_payload(p, sends, &bytes);
    *out_how = "refused";
    if (status == RSP_OK && built) {
        if (bytes.len > 0) /* one that is closed already is heard to be */
            (void)!rsp_link_send(p->second, rsp_buf_bytes(&bytes), deadline);
        *out_how = hear_second(p);
    }
    rsp_buf_free(&bytes);
    if (status == RSP_UNSUPPORTED)
        p->skip = rsp_arena_str(&p->arena, error.msg);
    if (status == RSP_OK || status == RSP_CONNECT)
        return built ? STEP_OK : STEP_FAILED;
    return status == RSP_UNSUPPORTED ? STEP_SKIP : play_fail_status(p, action, status, "a second connection");
}

STEP(second_client) {
    const rsp_node *into = node_get(action, "into");
    const char *how = "";
    (void)step;
    if (p->host)
        return play_fail(p, action, RSP_VERDICT_ERROR, "'second-client' is for role: client");
    rsp_link_close(p->second);
    p->second = NULL;
    if (node_is(action, "leaves"))
        return STEP_OK;
    step_end end = let_second_in(p, action, &how);
    if (end == STEP_OK && into && !capture_set(p, node_str(into), value_bytes(rsp_bytes_str(how))))
        return STEP_FAILED;
    return end;
}

STEP(closed) {
    uint64_t ns = p->t.timeout_ns;
    (void)step;
    if (!node_is_null(action))
        (void)node_time(action, &ns);
    rsp_status status = talk_flush(&p->t);
    talk_wait wait = talk_wait_begin(&p->t, ns);
    while (status == RSP_OK) {
        rsp_session_event event;
        status = talk_wait_event(&p->t, &wait, 0, RSP_SESSION_ANY, &event);
        p->t.end = event.end;
    }
    if (status == RSP_CLOSED)
        return STEP_OK;
    if (status == RSP_TIMEOUT && !talk_is_over(&p->t))
        return play_fail(p, action, RSP_VERDICT_FAIL, "the stub does not close the connection");
    return play_fail_status(p, action, status, "the end of the connection");
}

STEP(wait) {
    uint64_t ns = 0;
    (void)step;
    (void)node_time(action, &ns);
    if (ns > 0)
        rsp_link_wait(p->t.link, rsp_deadline(rsp_link_now(p->t.link), talk_time_left(&p->t, ns)));
    return STEP_OK;
}
