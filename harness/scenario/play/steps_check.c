/* Steps that compare and count: values, costs, announcements, and whether the stub still answers.
 * Comparisons are by meaning, see value.h.
 * Costs come from the one place that counts round trips, rsp/exchange.h. */
/* SPDX-License-Identifier: MIT */
#include "play/steps.h"

#include <rsp/feature.h>
#include <rsp/limits.h>
#include <stdio.h>

static rsp_buf step_buf(play *p) {
    return (rsp_buf){.mem = p->arena.mem, .limit = RSP_LIMIT_VALUE_BYTES};
}

/* --- check --- */

typedef struct operands {
    value *items;
    size_t num;
} operands;

static bool evaluate(play *p, const rsp_node *list, operands *out) {
    size_t num = list->kind == NODE_SEQ ? list->num : 1;
    out->items = rsp_arena_alloc(&p->scratch, (num + 1) * sizeof *out->items);
    out->num = 0;
    if (!out->items)
        return false;
    const rsp_node *n = list->kind == NODE_SEQ ? list->first : list;
    for (; n; n = list->kind == NODE_SEQ ? n->next : NULL) {
        if (!play_value(p, n, &out->items[out->num++]))
            return false;
    }
    return true;
}

static bool holds_item(const value *whole, const value *part) {
    if (whole->kind == VALUE_LIST) {
        for (size_t i = 0; i < whole->num; i++) {
            if (value_equal(&whole->items[i], part))
                return true;
        }
        return false;
    }
    return whole->kind == VALUE_BYTES && part->kind == VALUE_BYTES &&
           (part->bytes.len == 0 || rsp_bytes_search(whole->bytes, part->bytes) < whole->bytes.len);
}

static bool all_equal(play *p, const operands *o) {
    (void)p;
    for (size_t i = 1; i < o->num; i++) {
        if (!value_equal(&o->items[0], &o->items[i]))
            return false;
    }
    return true;
}

static bool all_differ(play *p, const operands *o) {
    for (size_t i = 0; i < o->num; i++) {
        if (talk_may_go_on(&p->t) != RSP_OK)
            return false;
        for (size_t j = i + 1; j < o->num; j++) {
            if (value_equal(&o->items[i], &o->items[j]))
                return false;
        }
    }
    return true;
}

static bool rising(const operands *o, bool strictly) {
    for (size_t i = 1; i < o->num; i++) {
        uint64_t a = 0;
        uint64_t b = 0;
        if (!value_number(&o->items[i - 1], &a) || !value_number(&o->items[i], &b) ||
            (strictly ? a >= b : a > b))
            return false;
    }
    return true;
}

static bool less(play *p, const operands *o) {
    (void)p;
    return rising(o, true);
}

static bool at_most(play *p, const operands *o) {
    (void)p;
    return rising(o, false);
}

static bool contains(play *p, const operands *o) {
    (void)p;
    for (size_t i = 1; i < o->num; i++) {
        if (!holds_item(&o->items[0], &o->items[i]))
            return false;
    }
    return true;
}

static bool lacks(play *p, const operands *o) {
    (void)p;
    for (size_t i = 1; i < o->num; i++) {
        if (holds_item(&o->items[0], &o->items[i]))
            return false;
    }
    return true;
}

static bool same_set(play *p, const operands *o) {
    for (size_t i = 1; i < o->num; i++) {
        const value *a = &o->items[0];
        const value *b = &o->items[i];
        if (a->kind != VALUE_LIST || b->kind != VALUE_LIST || a->num != b->num)
            return false;
        for (size_t k = 0; k < a->num; k++) {
            if (talk_may_go_on(&p->t) != RSP_OK || !holds_item(b, &a->items[k]) ||
                !holds_item(a, &b->items[k]))
                return false;
        }
    }
    return true;
}

static bool unique(play *p, const operands *o) {
    const operands items = {.items = (value *)(uintptr_t)o->items[0].items, .num = o->items[0].num};
    return all_differ(p, &items);
}

/* The second is a regular expression that the first matches. */
static bool matches(play *p, const operands *o) {
    if (o->num != 2 || o->items[0].kind != VALUE_BYTES || o->items[1].kind != VALUE_BYTES)
        return false;
    rsp_node regex = {.kind = NODE_SCALAR, .text = o->items[1].bytes, .key = RSP_LIT("regex")};
    rsp_node map = {.kind = NODE_MAP, .first = &regex, .num = 1};
    rsp_buf why = step_buf(p);
    bool ok = match_text(p, &map, o->items[0].bytes, &why);
    rsp_buf_free(&why);
    return ok;
}

static const struct {
    const char *name;
    bool (*holds)(play *p, const operands *o);
    const char *message;
} checks[] = {
    {"equal", all_equal, "these are not equal"},
    {"differ", all_differ, "these do not differ"},
    {"less", less, "these do not rise"},
    {"at-most", at_most, "these fall"},
    {"contains", contains, "the first does not hold the others"},
    {"lacks", lacks, "the first holds one of the others"},
    {"same-set", same_set, "these lists differ"},
    {"unique", unique, "the list has an item twice"},
    {"matches", matches, "the first does not match the second"},
};

static step_end check_one(play *p, const rsp_node *node, size_t row) {
    operands o = {0};
    if (!evaluate(p, node, &o))
        return play_fail(p, node, RSP_VERDICT_ERROR, "out of memory");
    if (checks[row].holds(p, &o))
        return STEP_OK;
    rsp_status going = talk_may_go_on(&p->t);
    if (going != RSP_OK) /* a long comparison was left */
        return play_fail_status(p, node, going, "the check");
    rsp_buf got = step_buf(p);
    for (size_t i = 0; i < o.num; i++) {
        rsp_buf_str(&got, i ? " and " : "");
        value_show(&got, &o.items[i]);
    }
    (void)play_fail(p, node, RSP_VERDICT_FAIL, "%s", checks[row].message);
    p->failure.expected = rsp_arena_printf(&p->arena, "%s", checks[row].name);
    p->failure.got = rsp_arena_str(&p->arena, rsp_buf_cstr(&got));
    rsp_buf_free(&got);
    return STEP_FAILED;
}

STEP(check) {
    (void)step;
    step_end end = STEP_OK;
    for (const rsp_node *n = action->first; n && end == STEP_OK; n = n->next) {
        for (size_t i = 0; i < RSP_ARRAY_LEN(checks) && end == STEP_OK; i++) {
            if (node_key_is(n, checks[i].name))
                end = check_one(p, n, i);
        }
    }
    return end;
}

/* --- budget --- */

STEP(budget) {
    (void)step;
    const rsp_metrics *now = &talk_exchanges(&p->t)->metrics;
    if (node_is(action, "reset")) {
        p->budget_start = *now;
        return STEP_OK;
    }
    const rsp_metrics *was = &p->budget_start;
    const struct {
        const char *name;
        uint64_t used;
    } costs[] = {
        {"round-trips", now->round_trips - was->round_trips},
        {"packets",
         now->packets_to_stub + now->packets_from_stub - was->packets_to_stub - was->packets_from_stub},
        {"bytes", now->bytes_to_stub + now->bytes_from_stub - was->bytes_to_stub - was->bytes_from_stub},
    };
    step_end end = STEP_OK;
    for (size_t i = 0; i < RSP_ARRAY_LEN(costs) && end == STEP_OK; i++) {
        const rsp_node *node = node_get(action, costs[i].name);
        rsp_buf why = step_buf(p);
        char what[60];
        (void)snprintf(what, sizeof what, "the number of %s", costs[i].name);
        if (node && !match_range(p, node, costs[i].used, what, &why))
            end = play_fail(p, node, RSP_VERDICT_FAIL, "%s", rsp_buf_cstr(&why));
        rsp_buf_free(&why);
    }
    return end;
}

/* --- alive, advertised --- */

step_end check_alive(play *p, const rsp_node *node, const char *request) {
    step_end end = play_request(p, node, rsp_bytes_str(request));
    if (end == STEP_FAILED && p->failure.verdict == RSP_VERDICT_HANG)
        p->failure.message =
            rsp_arena_printf(&p->arena, "the stub no longer answers: %s", p->failure.message);
    return end;
}

STEP(alive) {
    rsp_buf request = step_buf(p);
    (void)step;
    step_end end = STEP_FAILED;
    if (node_is_null(action))
        end = check_alive(p, action, "vMustReplyEmpty");
    else if (play_payload(p, action, &request))
        end = play_request(p, action, rsp_buf_bytes(&request));
    rsp_buf_free(&request);
    return end;
}

/* name+ must work, name- must get the empty reply, what is not mentioned may do either. */
static step_end check_advertised(play *p, const rsp_node *node, bool *out_mentioned) {
    rsp_feature f;
    *out_mentioned = rsp_feature_find(&f, rsp_buf_bytes(&p->supported), node->key);
    if (!*out_mentioned)
        return STEP_OK;
    const rsp_node *send = node->kind == NODE_MAP ? node_get(node, "send") : node;
    const rsp_node *expect = node->kind == NODE_MAP ? node_get(node, "expect") : NULL;
    rsp_buf request = step_buf(p);
    step_end end = STEP_FAILED;
    if (play_payload(p, send, &request))
        end = play_request(p, node, rsp_buf_bytes(&request));
    rsp_buf_free(&request);
    bool empty = talk_payload(&p->t).len == 0;
    if (end == STEP_OK && f.kind == RSP_FEATURE_NO && !empty)
        return play_fail(p, node, RSP_VERDICT_FAIL, "%s- is announced, and it works", node_key(node));
    if (end == STEP_OK && (f.kind == RSP_FEATURE_YES || f.kind == RSP_FEATURE_VALUE) && empty)
        return play_fail(p, node, RSP_VERDICT_FAIL, "%s is announced, and the reply is empty",
                         node_key(node));
    if (end != STEP_OK || !expect || f.kind == RSP_FEATURE_NO)
        return end;
    play_keep_reply(p);
    rsp_buf why = step_buf(p);
    if (!match_reply(p, expect, &why))
        end =
            play_fail(p, expect, RSP_VERDICT_FAIL, "%s is announced: %s", node_key(node), rsp_buf_cstr(&why));
    rsp_buf_free(&why);
    return end;
}

STEP(advertised) {
    (void)step;
    step_end end = STEP_OK;
    bool any = false;
    for (const rsp_node *n = action->first; n && end == STEP_OK; n = n->next) {
        bool mentioned = false;
        end = check_advertised(p, n, &mentioned);
        any = any || mentioned;
    }
    if (end != STEP_OK || any)
        return end;
    p->skip = "nothing of it is announced";
    return STEP_SKIP;
}
