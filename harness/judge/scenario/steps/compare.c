/* Steps that compare and count: values, costs, announcements, and whether the stub still answers.
 * Comparisons are by meaning, see value.h.
 * Costs come from the one place that counts round trips, trace/exchange.h. */
/* SPDX-License-Identifier: MIT */
#include "steps/compare.h"
#include "match/match.h"
#include "play/buffers.h"
#include "play/evaluate.h"
#include "play/failure.h"
#include "play/last_reply.h"
#include "play/request.h"
#include "steps/step.h"

#include "codec/feature.h"
#include "core/arena.h"
#include "trace/exchange.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>

/* --- check --- */

typedef struct operands {
    value *items;
    size_t num;
} operands;

static bool evaluate(play *p, const value_spec *const *list, size_t num, operands *out) {
    out->items = rsp_arena_alloc(&p->room.scratch, (num + 1) * sizeof *out->items);
    out->num = 0;
    if (!out->items)
        return false;
    for (size_t i = 0; i < num; i++) {
        if (!play_value(p, list[i], &out->items[out->num++]))
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
        if (client_end_may_go_on(&p->t) != RSP_OK)
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
            if (client_end_may_go_on(&p->t) != RSP_OK || !holds_item(b, &a->items[k]) ||
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

/* The second is a regular expression that the first matches: a pattern that is only known now. */
static bool matches(play *p, const operands *o) {
    if (o->num != 2 || o->items[0].kind != VALUE_BYTES || o->items[1].kind != VALUE_BYTES)
        return false;
    regex_spec regex = {.w = {.text = o->items[1].bytes}};
    expr_error error;
    bool found = false;
    rsp_status status = template_parse(&regex.text, TEMPLATE_REGEX, regex.w.text, &p->room.scratch, &error);
    if (status != RSP_OK) {
        play_trouble(p, status);
        return false;
    }
    return match_regex(p, &regex, o->items[0].bytes, true, &found, play_buf(p)) && found;
}

static const struct {
    bool (*holds)(play *p, const operands *o);
    const char *message;
    const char *wanted; /* what was expected; the value that is at stake follows */
} checks[] = {
#define CHECK_NAME(member, key, type, flags, text) [CHECK_KEY_##member] = {CHECK_HOW_##member},
#define CHECK_HOW_equal all_equal, "expected equal values, got different ones", "the same value each time"
#define CHECK_HOW_differ all_differ, "expected different values, got equal ones", "different values"
#define CHECK_HOW_less less, "expected each value to be greater than the one before", "rising values"
#define CHECK_HOW_at_most \
    at_most, "expected no value to be less than the one before", "values that do not fall"
#define CHECK_HOW_contains contains, "expected the value to contain another one", "a value that contains "
#define CHECK_HOW_lacks lacks, "expected the value to lack another one", "a value without "
#define CHECK_HOW_same_set \
    same_set, "expected lists with the same items, got different ones", "the same items"
#define CHECK_HOW_unique unique, "expected each item once in the list, got one twice", "each item once"
#define CHECK_HOW_matches \
    matches, "expected a value of another form", "a value of the form that stands second"
    CHECK_KEYS(CHECK_NAME)
#undef CHECK_NAME
};

/* Of a text that must contain others the first that it lacks, or of one that must not, that it has. */
static const value *first_wrong(check_key key, const operands *o) {
    for (size_t i = 1; i < o->num; i++)
        if (holds_item(&o->items[0], &o->items[i]) == (key == CHECK_KEY_lacks))
            return &o->items[i];
    return NULL;
}

/* The values that were compared: all of them, or only the text that others were looked for in. */
static void show_got(const operands *o, bool whole, rsp_buf *out) {
    for (size_t i = 0; i < (whole ? 1 : o->num); i++) {
        rsp_buf_str(out, i ? ", " : "");
        value_show(out, &o->items[i]);
    }
}

static step_end does_not_hold(play *p, const written *at, check_key key, const operands *o) {
    rsp_buf *got = play_buf(p);
    rsp_buf *expected = play_buf(p);
    const bool whole = key == CHECK_KEY_contains || key == CHECK_KEY_lacks;
    const value *wrong = whole ? first_wrong(key, o) : NULL;
    show_got(o, whole, got);
    rsp_buf_str(expected, checks[key].wanted);
    if (wrong)
        value_show(expected, wrong);
    (void)play_fail(p, at, RSP_VERDICT_FAIL, "%s", checks[key].message);
    p->failed.failure.expected = rsp_arena_str(&p->room.arena, rsp_buf_cstr(expected));
    p->failed.failure.got = rsp_arena_str(&p->room.arena, rsp_buf_cstr(got));
    return STEP_FAILED;
}

/* Every condition has a list of values, but `unique`, which has one that is a list. */
static step_end check_condition_holds(play *p, const check_condition *c) {
    const bool one = c->key == CHECK_KEY_unique;
    const written *at = one ? &c->unique->w : &c->equal->w;
    operands o = {0};
    if (!(one ? evaluate(p, &c->unique, 1, &o) : evaluate(p, c->equal->items, c->equal->num, &o)))
        return play_fail(p, at, RSP_VERDICT_ERROR, "out of memory");
    if (checks[c->key].holds(p, &o))
        return STEP_OK;
    rsp_status going = client_end_may_go_on(&p->t);
    if (going != RSP_OK) /* a long comparison was left */
        return play_fail_status(p, at, going, "the check");
    return does_not_hold(p, at, c->key, &o);
}

step_end check_holds(play *p, const check_spec *check) {
    step_end end = STEP_OK;
    for (size_t i = 0; i < check->num && end == STEP_OK; i++)
        end = check_condition_holds(p, &check->conditions[i]);
    return end;
}

STEP(check) {
    return check_holds(p, step->check);
}

/* --- budget --- */

STEP(budget) {
    const budget_spec *budget = step->budget;
    const rsp_metrics *now = &client_end_exchanges(&p->t)->metrics;
    if (spec_is_word(&budget->w, BUDGET_RESET)) {
        p->budget_start = *now;
        return STEP_OK;
    }
    const rsp_metrics *was = &p->budget_start;
    const struct {
        const value_or_range_spec *wanted;
        const char *what;
        uint64_t used;
    } costs[] = {
        {budget->round_trips, "the number of round-trips", now->round_trips - was->round_trips},
        {budget->packets, "the number of packets",
         now->packets_to_stub + now->packets_from_stub - was->packets_to_stub - was->packets_from_stub},
        {budget->bytes, "the number of bytes",
         now->bytes_to_stub + now->bytes_from_stub - was->bytes_to_stub - was->bytes_from_stub},
    };
    step_end end = STEP_OK;
    for (size_t i = 0; i < RSP_ARRAY_LEN(costs) && end == STEP_OK; i++) {
        const value_or_range_spec *wanted = costs[i].wanted;
        rsp_buf *why = play_buf(p);
        if (wanted && !match_range(p, range_of(wanted), costs[i].used, costs[i].what, why))
            end = play_fail(p, &wanted->w, RSP_VERDICT_FAIL, "%s", rsp_buf_cstr(why));
    }
    return end;
}

/* --- alive, advertised --- */

step_end check_alive(play *p, const written *at, rsp_bytes request) {
    step_end end = play_request(p, at, request);
    if (end == STEP_FAILED && p->failed.failure.verdict == RSP_VERDICT_HANG) {
        p->failed.failure.level = RSP_LEVEL_MUST; /* whatever it was asked before */
        p->failed.failure.message =
            rsp_arena_printf(&p->room.arena, "the stub no longer answers: %s", p->failed.failure.message);
    }
    return end;
}

STEP(alive) {
    if (step->alive->w.form == FORM_NULL)
        return check_alive(p, step->what, rsp_packet_name(RSP_PACKET_VMUST_REPLY_EMPTY));
    rsp_buf *request = play_buf(p);
    return play_payload(p, step->alive, request) ? play_request(p, step->what, rsp_buf_bytes(request))
                                                 : STEP_FAILED;
}

/* The request of a feature that is mentioned as `f` says, and its reply: empty or not. */
static step_end ask_advertised(play *p, const advertised_row_entry *row, const rsp_feature *f) {
    const payload_spec *send = row->is->request ? row->is->request : row->is->send;
    rsp_buf *request = play_buf(p);
    step_end end = STEP_FAILED;
    if (!send || play_payload(p, send, request))
        end = play_request(p, &row->is->w, rsp_buf_bytes(request));
    bool empty = client_end_payload(&p->t).len == 0;
    if (end == STEP_OK && f->kind == RSP_FEATURE_NO && !empty)
        return play_fail(p, &row->is->w, RSP_VERDICT_FAIL,
                         "expected the empty reply, as %s- is announced, got another", row->name);
    if (end == STEP_OK && (f->kind == RSP_FEATURE_YES || f->kind == RSP_FEATURE_VALUE) && empty)
        return play_fail(p, &row->is->w, RSP_VERDICT_FAIL,
                         "expected a reply with content, as %s is announced, got the empty reply", row->name);
    return end;
}

/* name+ must work, name- must get the empty reply, what is not mentioned may do either. */
static step_end check_advertised(play *p, const advertised_row_entry *row, bool *out_mentioned) {
    const matcher_spec *expect = row->is->expect;
    rsp_feature f;
    *out_mentioned = rsp_feature_find(&f, rsp_buf_bytes(&p->opening.supported), rsp_bytes_str(row->name));
    if (!*out_mentioned)
        return STEP_OK;
    step_end end = ask_advertised(p, row, &f);
    if (end != STEP_OK || !expect || f.kind == RSP_FEATURE_NO)
        return end;
    play_keep_reply(p);
    rsp_buf *why = play_buf(p);
    return match_reply(p, expect, why) ? end
                                       : play_fail(p, &expect->w, RSP_VERDICT_FAIL, "%s is announced: %s",
                                                   row->name, rsp_buf_cstr(why));
}

STEP(advertised) {
    const advertised_spec *rows = step->advertised;
    step_end end = STEP_OK;
    bool any = false;
    for (size_t i = 0; i < rows->num_entries && end == STEP_OK; i++) {
        bool mentioned = false;
        end = check_advertised(p, &rows->entries[i], &mentioned);
        any = any || mentioned;
    }
    if (end != STEP_OK || any)
        return end;
    p->skipping.why = "nothing of it is announced";
    return STEP_SKIP;
}
