/* Steps that hold steps or repeat a request: loops over given values, prefixes, random packets.
 * Loop variables are names like any other; the body is run by play_steps.
 * Random packets depend on the run's seed and on nothing else. */
/* SPDX-License-Identifier: MIT */
#include "play/steps.h"

#include <rsp/limits.h>
#include <rsp/packet_table.h>
#include <stdio.h>

static rsp_buf step_buf(play *p) {
    return (rsp_buf){.mem = p->arena.mem, .limit = RSP_LIMIT_VALUE_BYTES};
}

STEP(set) {
    (void)step;
    for (const rsp_node *n = action->first; n; n = n->next) {
        value v = {0};
        if (!play_value(p, n, &v))
            return STEP_FAILED;
        (void)capture_set(p, node_key(n), v);
    }
    return STEP_OK;
}

STEP(skip) {
    (void)step;
    p->skip = node_str(action);
    return STEP_SKIP;
}

STEP(group) {
    (void)action;
    return play_steps(p, node_get(step, "steps"));
}

static const char *loop_name(const rsp_node *step, const char *fallback) {
    const rsp_node *as = node_get(step, "as");
    return as ? node_str(as) : fallback;
}

STEP(repeat) {
    uint64_t times = 0;
    if (!play_number(p, action, &times))
        return STEP_FAILED;
    step_end end = STEP_OK;
    for (uint64_t i = 0; i < times && end == STEP_OK; i++) {
        (void)capture_set(p, loop_name(step, "i"), value_int(i));
        end = play_steps(p, node_get(step, "steps"));
    }
    return end;
}

static step_end for_range(play *p, const rsp_node *step, const rsp_node *range) {
    uint64_t from = 0;
    uint64_t to = 0;
    uint64_t by = 1;
    const rsp_node *by_node = node_get(range, "step");
    if (!play_number(p, node_get(range, "from"), &from) || !play_number(p, node_get(range, "to"), &to) ||
        (by_node && !play_number(p, by_node, &by)))
        return STEP_FAILED;
    step_end end = STEP_OK;
    for (uint64_t i = from; i <= to && end == STEP_OK; i += by) {
        (void)capture_set(p, loop_name(step, "item"), value_int(i));
        end = play_steps(p, node_get(step, "steps"));
        if (by == 0 || i > UINT64_MAX - by)
            break;
    }
    return end;
}

/* One item of a list: a value, or a row that gives several names. */
static bool bind_item(play *p, const rsp_node *step, const rsp_node *item) {
    value v = {0};
    if (item->kind == NODE_SCALAR) {
        bool ok = play_value(p, item, &v);
        return ok && capture_set(p, loop_name(step, "item"), v);
    }
    for (const rsp_node *n = item->first; n; n = n->next) {
        if (!play_value(p, n, &v) || !capture_set(p, node_key(n), v))
            return false;
    }
    return true;
}

STEP(for_each) {
    if (action->kind == NODE_MAP)
        return for_range(p, step, action);
    step_end end = STEP_OK;
    if (action->kind == NODE_SEQ) {
        uint64_t i = 0;
        for (const rsp_node *n = action->first; n && end == STEP_OK; n = n->next) {
            (void)capture_set(p, "i", value_int(i++));
            end = bind_item(p, step, n) ? play_steps(p, node_get(step, "steps")) : STEP_FAILED;
        }
        return end;
    }
    value list = {0};
    expr_env env = play_env(p);
    if (expr_eval(&env, action->text, &list, NULL) != RSP_OK || list.kind != VALUE_LIST)
        return play_fail(p, action, RSP_VERDICT_ERROR, "'%s' is no list", node_str(action));
    for (size_t i = 0; i < list.num && end == STEP_OK; i++) {
        (void)capture_set(p, "i", value_int(i));
        (void)capture_set(p, loop_name(step, "item"), list.items[i]);
        end = play_steps(p, node_get(step, "steps"));
    }
    return end;
}

/* --- until something holds --- */

/* Told like the check that did not hold, with how long it was tried. */
static step_end never_held(play *p, uint64_t timeout_ns) {
    p->failure.message = rsp_arena_printf(&p->arena, "%s, tried again for %.0f ms", p->failure.message,
                                          (double)timeout_ns / 1e6);
    return STEP_FAILED;
}

STEP(until) {
    static const uint64_t first_pause_ns = RSP_NS_PER_MS;
    static const uint64_t longest_pause_ns = 50 * RSP_NS_PER_MS;
    uint64_t timeout_ns = p->t.timeout_ns;
    uint64_t deadline = rsp_deadline(rsp_link_now(p->t.link), timeout_ns);
    uint64_t pause_ns = first_pause_ns;
    for (;;) {
        step_end end = play_steps(p, node_get(step, "steps"));
        if (end != STEP_OK)
            return end;
        p->step = step;
        end = step_check(p, step, action);
        if (end == STEP_OK || p->failure.verdict != RSP_VERDICT_FAIL)
            return end;
        if (rsp_link_now(p->t.link) >= deadline)
            return never_held(p, timeout_ns);
        p->failure = (failure){0};
        rsp_link_wait(p->t.link, rsp_deadline(rsp_link_now(p->t.link), talk_time_left(&p->t, pause_ns)));
        pause_ns = pause_ns < longest_pause_ns / 2 ? 2 * pause_ns : longest_pause_ns;
    }
}

/* --- requests that are cut short --- */

/* One request whose reply may be anything, unless a matcher is given. */
static step_end send_variant(play *p, const rsp_node *step, const rsp_node *at, rsp_bytes payload) {
    const rsp_node *expect = node_get(step, "expect");
    rsp_status status = talk_send(&p->t, payload, ESCAPE_FULL);
    int got = 0;
    if (status == RSP_OK && !talk_is_no_ack(&p->t) && !talk_is_manual(&p->t))
        status = talk_ack(&p->t, ACK_PLUS, &got);
    if (status == RSP_OK && expect)
        return take_reply(p, step, expect);
    if (status == RSP_OK)
        status = talk_packet(&p->t, 0, false);
    if (status == RSP_OK)
        return STEP_OK;
    rsp_buf what = step_buf(p);
    rsp_buf_str(&what, "a reply to '");
    rsp_buf_append(&what, rsp_bytes_sub(payload, 0, 40));
    rsp_buf_push(&what, '\'');
    step_end end = play_fail_status(p, at, status, rsp_buf_cstr(&what));
    rsp_buf_free(&what);
    return end;
}

STEP(prefixes) {
    const rsp_node *of = action->kind == NODE_SCALAR ? action : node_get(action, "of");
    const rsp_node *from_node = node_get(action, "from");
    uint64_t from = 1;
    rsp_buf whole = step_buf(p);
    step_end end = STEP_OK;
    if (!play_payload(p, of, &whole) || (from_node && !play_number(p, from_node, &from)))
        end = STEP_FAILED;
    for (uint64_t len = from; len < whole.len && end == STEP_OK; len++)
        end = send_variant(p, step, action, rsp_bytes_sub(rsp_buf_bytes(&whole), 0, (size_t)len));
    rsp_buf_free(&whole);
    return end;
}

/* --- random packets --- */

/* What would end the session, the program, or our patience, and what legally has no reply. A debugger that
 * sends junk must not be the one who ends the conversation. */
static bool dangerous(rsp_bytes payload) {
    const unsigned effects =
        RSP_EFFECTS_RUN | RSP_EFFECT_ENDS | RSP_EFFECT_STOPS | RSP_EFFECT_FETCHES | RSP_EFFECT_SWITCHES;
    const rsp_packet_row *row = rsp_packet_lookup(payload, NULL);
    return rsp_request_may(payload, effects) || (row && row->hazard == RSP_HAZARD_FLASH);
}

static bool avoided(const rsp_node *avoid, rsp_bytes payload) {
    if (avoid && avoid->kind == NODE_SCALAR)
        return rsp_bytes_starts(payload, avoid->text);
    for (const rsp_node *n = avoid ? avoid->first : NULL; n; n = n->next) {
        if (rsp_bytes_starts(payload, n->text))
            return true;
    }
    return dangerous(payload);
}

static void random_payload(play *p, uint64_t max, rsp_buf *out) {
    static const char letters[] = "gGmMpPxXzZHTqQvj?0123456789abcdef,;:.-";
    uint64_t len = 1 + rsp_rng_below(&p->rng, max);
    for (uint64_t i = 0; i < len; i++) {
        bool likely = rsp_rng_below(&p->rng, 4) != 0;
        uint64_t r = likely ? (uint8_t)letters[rsp_rng_below(&p->rng, sizeof letters - 1)]
                            : rsp_rng_below(&p->rng, 256);
        rsp_buf_push(out, (uint8_t)r);
    }
}

/* Changes, drops, doubles or inserts some bytes of a sample. */
static void mutate(play *p, rsp_buf *payload) {
    static const char bytes[] = "0fF:;,-.\x03\x04#$}*\x7f\xff";
    for (uint64_t n = 1 + rsp_rng_below(&p->rng, 3); n > 0 && payload->len > 0; n--) {
        size_t at = (size_t)rsp_rng_below(&p->rng, payload->len);
        uint64_t how = rsp_rng_below(&p->rng, 4);
        if (how == 0)
            payload->ptr[at] = (uint8_t)bytes[rsp_rng_below(&p->rng, sizeof bytes - 1)];
        else if (how == 1)
            payload->ptr[at] ^= (uint8_t)(1U << rsp_rng_below(&p->rng, 8));
        else if (how == 2)
            rsp_buf_truncate(payload, at + 1);
        else
            rsp_buf_push(payload, payload->ptr[at]);
    }
}

static bool make_packet(play *p, const rsp_node *action, uint64_t max, rsp_buf *out) {
    const rsp_node *samples = node_get(action, "samples");
    rsp_buf_clear(out);
    if (!samples) {
        random_payload(p, max, out);
        return true;
    }
    uint64_t pick = rsp_rng_below(&p->rng, samples->num);
    const rsp_node *n = samples->first;
    while (pick-- > 0 && n)
        n = n->next;
    bool ok = n && play_payload(p, n, out);
    mutate(p, out);
    return ok;
}

STEP(fuzz) {
    uint64_t count = 0;
    uint64_t max = 64;
    uint64_t alive_every = 100;
    const rsp_node *max_node = node_get(action, "max-length");
    const rsp_node *alive_node = node_get(action, "alive-every");
    if (!play_number(p, node_get(action, "count"), &count) || (max_node && !play_number(p, max_node, &max)) ||
        (alive_node && !play_number(p, alive_node, &alive_every)))
        return STEP_FAILED;
    rsp_buf payload = step_buf(p);
    step_end end = STEP_OK;
    for (uint64_t i = 0; i < count && end == STEP_OK; i++) {
        if (p->options->stop && *p->options->stop)
            end = STEP_STOP;
        else if (!make_packet(p, action, max ? max : 1, &payload))
            end = STEP_FAILED;
        else if (!avoided(node_get(action, "avoid"), rsp_buf_bytes(&payload)))
            end = send_variant(p, step, action, rsp_buf_bytes(&payload));
        if (end == STEP_OK && alive_every && i % alive_every == alive_every - 1)
            end = check_alive(p, action, "vMustReplyEmpty");
    }
    rsp_buf_free(&payload);
    return end;
}
