/* Matchers: one small function per condition, in a table; the first that does not hold says why.
 * They look at the last reply (decoded, as sent, with frame) or at any other text.
 * Evaluation trouble (a name without value) is a failure of the step, told like a mismatch. */
/* SPDX-License-Identifier: MIT */
#include "language/pattern.h"
#include "play/play.h"

#include <rsp/explain.h>
#include <rsp/feature.h>
#include <rsp/hex.h>
#include <rsp/limits.h>
#include <rsp/reply.h>
#include <stdio.h>
#include <stdlib.h>

/* What a matcher looks at. */
typedef struct subject {
    rsp_bytes text; /* decoded */
    rsp_bytes wire;
} subject;

typedef bool condition_fn(play *p, const rsp_node *node, const subject *s, rsp_buf *why);

bool match_say(rsp_buf *why, const char *fmt, ...) {
    if (why->len > 0)
        return false;
    va_list ap;
    va_start(ap, fmt);
    rsp_buf_printf_v(why, fmt, ap);
    va_end(ap);
    return false;
}

bool match_say_text(rsp_buf *why, rsp_bytes text, const char *fmt, ...) {
    if (why->len > 0)
        return false;
    va_list ap;
    va_start(ap, fmt);
    rsp_buf_printf_v(why, fmt, ap);
    va_end(ap);
    rsp_buf_push(why, '\'');
    rsp_printable_append(why, text, 80);
    rsp_buf_push(why, '\'');
    return false;
}

static rsp_buf scratch_buf(play *p) {
    return (rsp_buf){.mem = p->arena.mem, .limit = RSP_LIMIT_VALUE_BYTES};
}

/* The text of a payload or bytes node; false when it can not be evaluated. */
static bool text_of(play *p, const rsp_node *node, bool bytes, rsp_buf *out, rsp_buf *why) {
    bool ok = bytes ? play_bytes(p, node, out) : play_payload(p, node, out);
    if (!ok)
        (void)match_say(why, "the expectation can not be evaluated: %s", p->failure.message);
    return ok;
}

static bool boolean(const rsp_node *node) {
    bool ok = false;
    return node_bool(node, &ok);
}

/* --- plain text --- */

static bool holds(rsp_bytes text, rsp_bytes part) {
    return part.len == 0 || rsp_bytes_search(text, part) < text.len;
}

/* Whether the reply and a text are as `fits` says; `lacks` says that they are not. */
static bool check_fits(play *p, const rsp_node *node, const subject *s, rsp_buf *why,
                       bool (*fits)(rsp_bytes reply, rsp_bytes want), const char *lacks) {
    rsp_buf want = scratch_buf(p);
    bool ok = text_of(p, node, false, &want, why);
    if (ok && !fits(s->text, rsp_buf_bytes(&want)))
        ok = match_say_text(why, rsp_buf_bytes(&want), "reply %s ", lacks);
    rsp_buf_free(&want);
    return ok;
}

static bool check_exact(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    return check_fits(p, node, s, why, rsp_bytes_equal, "is not");
}

static bool check_starts(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    return check_fits(p, node, s, why, rsp_bytes_starts, "does not start with");
}

static bool check_contains(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    return check_fits(p, node, s, why, holds, "does not hold");
}

static rsp_status may_search_on(void *ctx) {
    const play *p = ctx;
    return talk_may_go_on(&p->t);
}

/* Searches a text that may hold NULs for a regular expression. */
static bool run_regex(play *p, const rsp_node *node, rsp_bytes text, bool keep, bool *out_matched,
                      rsp_buf *why) {
    rsp_buf written = scratch_buf(p);
    expr_env env = play_env(p);
    expr_error error = {0};
    automaton *compiled = NULL;
    rsp_status status = expr_regex(&env, node->text, &written, &error);
    if (status == RSP_OK)
        status = pattern_compile(&compiled, error.message, sizeof error.message, &written, p->arena.mem);
    rsp_buf_free(&written);
    if (status != RSP_OK) {
        play_trouble(p, status);
        return match_say(why, "the pattern can not be used: %s", error.message);
    }
    automaton_search search = {.bounds = keep, .going = may_search_on, .ctx = p, .mem = p->arena.mem};
    status = automaton_find(compiled, text, &search);
    *out_matched = status == RSP_OK;
    if (keep && *out_matched)
        status = automaton_groups(compiled, text, &search, p->groups);
    automaton_free(compiled);
    if (status == RSP_OK || status == RSP_NOT_FOUND)
        return true;
    play_trouble(p, status);
    return match_say(why, "the pattern can not be searched for: %s", rsp_status_text(status));
}

static bool check_regex(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    bool matched = false;
    if (!run_regex(p, node, s->text, true, &matched, why))
        return false;
    return matched || match_say(why, "reply does not match %s", node_str(node));
}

static bool check_not_regex(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    bool matched = false;
    if (!run_regex(p, node, s->text, false, &matched, why))
        return false;
    return !matched || match_say(why, "reply matches %s", node_str(node));
}

static bool check_empty(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    (void)p;
    if (boolean(node))
        return s->text.len == 0 || match_say(why, "reply is not empty");
    return s->text.len > 0 || match_say(why, "reply is empty");
}

static bool check_error(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    rsp_reply reply = rsp_reply_classify(s->text);
    bool is = reply.kind == RSP_REPLY_ERROR || reply.kind == RSP_REPLY_ERROR_TEXT;
    if (node_is(node, "no"))
        return !is || match_say(why, "reply is an error");
    if (!is)
        return match_say(why, s->text.len ? "reply is no error" : "reply is empty, not an error");
    if (node_is(node, "yes"))
        return true;
    uint64_t code = 0;
    if (!play_number(p, node, &code))
        return match_say(why, "the expectation can not be evaluated: %s", p->failure.message);
    return (reply.kind == RSP_REPLY_ERROR && reply.code == code) ||
           match_say(why, "error is not E%02llx", (unsigned long long)code);
}

/* --- bytes --- */

static bool check_bytes(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    rsp_buf want = scratch_buf(p);
    bool ok = text_of(p, node, true, &want, why);
    if (ok && !rsp_bytes_equal(rsp_buf_bytes(&want), s->text))
        ok = match_say(why, "reply holds other bytes");
    rsp_buf_free(&want);
    return ok;
}

/* "byte 3 is 2a, not 24" */
static bool tell_difference(rsp_bytes got, rsp_bytes want, rsp_buf *why) {
    size_t n = got.len < want.len ? got.len : want.len;
    for (size_t i = 0; i < n; i++) {
        if (got.ptr[i] != want.ptr[i])
            return match_say(why, "byte %zu is %02x, not %02x", i, got.ptr[i], want.ptr[i]);
    }
    return got.len == want.len || match_say(why, "%zu bytes, not %zu", got.len, want.len);
}

static bool check_hex(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    rsp_buf want = scratch_buf(p);
    rsp_buf got = scratch_buf(p);
    bool ok = text_of(p, node, true, &want, why);
    if (ok && rsp_hex_decode(&got, s->text) != RSP_OK)
        ok = match_say(why, rsp_reply_is_error(s->text) ? "reply is an error"
                                                        : "reply is not pairs of hex digits");
    if (ok)
        ok = tell_difference(rsp_buf_bytes(&got), rsp_buf_bytes(&want), why);
    rsp_buf_free(&want);
    rsp_buf_free(&got);
    return ok;
}

/* Bytes that are a start of `of`, within min and max. */
static bool check_prefix(play *p, rsp_bytes got, const rsp_node *of, const rsp_node *map, rsp_buf *why) {
    rsp_buf want = scratch_buf(p);
    uint64_t min = 0;
    uint64_t max = UINT64_MAX;
    const rsp_node *low = node_get(map, "min");
    const rsp_node *high = node_get(map, "max");
    bool ok = text_of(p, of, true, &want, why);
    if (ok && ((low && !play_number(p, low, &min)) || (high && !play_number(p, high, &max))))
        ok = match_say(why, "the expectation can not be evaluated: %s", p->failure.message);
    if (ok && got.len < min)
        ok = match_say(why, "%zu bytes, fewer than %llu", got.len, (unsigned long long)min);
    if (ok && (got.len > max || got.len > want.len))
        ok = match_say(why, "%zu bytes, more than there can be", got.len);
    if (ok)
        ok = tell_difference(got, rsp_bytes_sub(rsp_buf_bytes(&want), 0, got.len), why);
    rsp_buf_free(&want);
    return ok;
}

static bool check_hex_prefix(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    rsp_buf got = scratch_buf(p);
    const rsp_node *of = node->kind == NODE_MAP ? node_get(node, "of") : node;
    bool ok = rsp_hex_decode(&got, s->text) == RSP_OK || match_say(why, "reply is not pairs of hex digits");
    ok = ok && check_prefix(p, rsp_buf_bytes(&got), of, node, why);
    rsp_buf_free(&got);
    return ok;
}

static bool check_wire(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    rsp_buf want = scratch_buf(p);
    bool ok = text_of(p, node, true, &want, why);
    if (ok && !rsp_bytes_equal(rsp_buf_bytes(&want), s->wire))
        ok = match_say(why, "other bytes on the wire");
    rsp_buf_free(&want);
    return ok;
}

static bool wire_part(play *p, const rsp_node *node, const subject *s, bool wanted, rsp_buf *why) {
    rsp_buf part = scratch_buf(p);
    bool ok = text_of(p, node, true, &part, why);
    if (ok && holds(s->wire, rsp_buf_bytes(&part)) != wanted)
        ok = match_say_text(why, rsp_buf_bytes(&part), wanted ? "not on the wire: " : "on the wire: ");
    rsp_buf_free(&part);
    return ok;
}

static bool check_wire_contains(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    return wire_part(p, node, s, true, why);
}

static bool check_wire_lacks(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    return wire_part(p, node, s, false, why);
}

/* --- numbers --- */

bool match_range(play *p, const rsp_node *node, uint64_t number, const char *what, rsp_buf *why) {
    uint64_t from = 0;
    uint64_t to = UINT64_MAX;
    bool map = node->kind == NODE_MAP;
    const rsp_node *low = map ? node_get(node, node_get(node, "min") ? "min" : "from") : node;
    const rsp_node *high = map ? node_get(node, node_get(node, "max") ? "max" : "to") : node;
    if ((low && !play_number(p, low, &from)) || (high && !play_number(p, high, &to)))
        return match_say(why, "the expectation can not be evaluated: %s", p->failure.message);
    if (number >= from && number <= to)
        return true;
    if (from == to)
        return match_say(why, "%s is 0x%llx, not 0x%llx", what, (unsigned long long)number,
                         (unsigned long long)from);
    return match_say(why, "%s is 0x%llx, not in 0x%llx..0x%llx", what, (unsigned long long)number,
                     (unsigned long long)from, (unsigned long long)to);
}

static bool check_number(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    uint64_t number = 0;
    if (rsp_hex_u64(&number, s->text) != RSP_OK)
        return match_say(why, "reply is no hex number");
    return match_range(p, node, number, "the number", why);
}

static bool check_length(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    return match_range(p, node, s->text.len, "the length", why);
}

static bool check_same_as(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    value want = {0};
    if (!play_value(p, node, &want))
        return match_say(why, "the expectation can not be evaluated: %s", p->failure.message);
    value got = value_bytes(s->text);
    if (value_equal(&got, &want))
        return true;
    rsp_buf text = scratch_buf(p);
    value_show(&text, &want);
    (void)match_say(why, "reply differs from %.*s", (int)(text.len < 100 ? text.len : 100),
                    (const char *)text.ptr);
    rsp_buf_free(&text);
    return false;
}

/* --- batches --- */

static rsp_multimem_form multimem_form(play *p) {
    const value *v = scope_get(&p->names, RSP_LIT("dialect.multimem"));
    return v && rsp_bytes_equal(v->bytes, RSP_LIT("rfc")) ? RSP_MULTIMEM_RFC : RSP_MULTIMEM_LLDB;
}

static bool check_chunk(play *p, const rsp_node *node, rsp_bytes got, size_t i, rsp_buf *why) {
    rsp_buf inner = scratch_buf(p);
    bool ok;
    if (node_is(node, "any")) {
        ok = true;
    } else if (node->kind == NODE_MAP) {
        ok = check_prefix(p, got, node_get(node, "prefix-of"), node, &inner);
    } else if (node_is_null(node) || node_is(node, "unreadable") || node->text.len == 0) {
        ok = got.len == 0 || match_say(&inner, "%zu bytes, but it is unreadable", got.len);
    } else {
        rsp_buf want = scratch_buf(p);
        ok = text_of(p, node, true, &want, &inner) && tell_difference(got, rsp_buf_bytes(&want), &inner);
        rsp_buf_free(&want);
    }
    if (!ok)
        (void)match_say(why, "range %zu: %s", i, rsp_buf_cstr(&inner));
    rsp_buf_free(&inner);
    return ok;
}

static bool check_chunks(play *p, const rsp_node *node, const rsp_bytes *chunks, size_t num, rsp_buf *why) {
    if (node->num != num)
        return match_say(why, "%zu ranges were asked for, %zu are expected", num, node->num);
    size_t i = 0;
    for (const rsp_node *n = node->first; n; n = n->next, i++) {
        if (!check_chunk(p, n, chunks[i], i, why))
            return false;
    }
    return true;
}

static bool check_multimem(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    rsp_multimem_form form = multimem_form(p);
    rsp_error error = {0};
    size_t num = 0;
    if (rsp_reply_is_error(s->text) || s->text.len == 0)
        return match_say(why, s->text.len ? "reply is an error" : "reply is empty");
    /* a request with one range reads the same in both forms */
    rsp_bytes request = rsp_buf_bytes(&p->last_request);
    if (rsp_multimem_parse(NULL, 0, &num, request, form, &error) != RSP_OK || num == 0)
        return match_say(why, "the request is no MultiMemRead of this dialect: %s", error.msg);
    rsp_mem_range *ranges = rsp_arena_alloc(&p->scratch, num * sizeof *ranges);
    rsp_bytes *chunks = rsp_arena_alloc(&p->scratch, num * sizeof *chunks);
    if (!ranges || !chunks || rsp_multimem_parse(ranges, num, &num, request, form, &error) != RSP_OK)
        return match_say(why, "out of memory");
    if (rsp_multimem_reply_parse(chunks, ranges, num, s->text, form, &error) != RSP_OK)
        return match_say(why, "malformed reply: %s", error.msg);
    return check_chunks(p, node, chunks, num, why);
}

static bool result_is(const rsp_node *node, rsp_bytes got) {
    rsp_reply reply = rsp_reply_classify(got);
    bool error = reply.kind == RSP_REPLY_ERROR || reply.kind == RSP_REPLY_ERROR_TEXT;
    if (node_is(node, "OK"))
        return reply.kind == RSP_REPLY_OK;
    if (node_is(node, "error"))
        return error;
    if (node_is(node, "empty"))
        return got.len == 0;
    if (node_is(node, "not-OK"))
        return error || got.len == 0;
    return error || got.len == 0 || reply.kind == RSP_REPLY_OK; /* any */
}

static bool check_results(const rsp_node *node, const value *list, rsp_buf *why) {
    if (list->num != node->num)
        return match_say(why, "%zu results, not %zu", list->num, node->num);
    size_t i = 0;
    for (const rsp_node *n = node->first; n && i < list->num; n = n->next, i++) {
        if (result_is(n, list->items[i].bytes))
            continue;
        (void)match_say(why, "result %zu is '", i);
        if (why->len > 0)
            rsp_printable_append(why, list->items[i].bytes, 40);
        rsp_buf_printf(why, "', not %s", node_str(n));
        return false;
    }
    return true;
}

/* "OK;E01;OK", or {"results":[...]}, by the name of the request. */
static bool check_multibreak(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    value list = value_list(NULL, 0);
    bool json = rsp_bytes_starts(rsp_buf_bytes(&p->last_request), RSP_LIT("jMulti"));
    /* in the RFC form "E03" may be the list of one result */
    if (s->text.len == 0 || (json && rsp_reply_is_error(s->text)))
        return match_say(why, s->text.len ? "reply is an error" : "reply is empty");
    if (!json) {
        rsp_bytes rest = s->text;
        while (rest.ptr && list.num < RSP_LIMIT_BATCH_ITEMS)
            list = value_list_add(&p->scratch, &list, value_bytes(rsp_bytes_split(&rest, ';')));
        return check_results(node, &list, why);
    }
    if (!match_json_strings(p, s->text, "results", &list, why))
        return false;
    return check_results(node, &list, why);
}

/* --- lists and documents --- */

static bool check_feature_name(const rsp_node *node, rsp_bytes list, bool wanted, rsp_buf *why) {
    rsp_feature f;
    bool has =
        rsp_feature_find(&f, list, node->text) && (f.kind == RSP_FEATURE_YES || f.kind == RSP_FEATURE_VALUE);
    if (has == wanted)
        return true;
    return match_say(why, wanted ? "%s is not announced" : "%s is announced", node_str(node));
}

static bool check_feature_names(const rsp_node *node, rsp_bytes list, bool wanted, rsp_buf *why) {
    if (!node)
        return true;
    if (node->kind == NODE_SCALAR)
        return check_feature_name(node, list, wanted, why);
    for (const rsp_node *n = node->first; n; n = n->next) {
        if (!check_feature_name(n, list, wanted, why))
            return false;
    }
    return true;
}

static bool check_features(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    if (!check_feature_names(node_get(node, "has"), s->text, true, why) ||
        !check_feature_names(node_get(node, "lacks"), s->text, false, why))
        return false;
    const rsp_node *values = node_get(node, "values");
    for (const rsp_node *n = values ? values->first : NULL; n; n = n->next) {
        rsp_feature f;
        bool matched = false;
        if (!rsp_feature_find(&f, s->text, n->key) || f.kind != RSP_FEATURE_VALUE)
            return match_say(why, "%s has no value", node_key(n));
        if (!run_regex(p, n, f.value, false, &matched, why))
            return false;
        if (!matched)
            return match_say_text(why, f.value, "%s is ", node_key(n));
    }
    return true;
}

static bool has_item(const value *list, const value *item) {
    for (size_t i = 0; i < list->num; i++) {
        if (value_equal(&list->items[i], item))
            return true;
    }
    return false;
}

static bool check_members(play *p, const rsp_node *node, const value *list, bool wanted, rsp_buf *why) {
    value v = {0};
    if (!node)
        return true;
    if (!play_value(p, node, &v))
        return match_say(why, "the expectation can not be evaluated: %s", p->failure.message);
    size_t num = v.kind == VALUE_LIST ? v.num : 1;
    const value *items = v.kind == VALUE_LIST ? v.items : &v;
    for (size_t i = 0; i < num; i++) {
        if (has_item(list, &items[i]) == wanted)
            continue;
        (void)match_say(why, wanted ? "not in the list: " : "in the list: ");
        value_show(why, &items[i]);
        return false;
    }
    return true;
}

bool match_threads(play *p, const rsp_node *node, const value *list, const char *what, rsp_buf *why) {
    const rsp_node *count = node_get(node, "count");
    if (count && !match_range(p, count, list->num, what, why))
        return false;
    const rsp_node *form = node_get(node, "multiprocess");
    for (size_t i = 0; form && i < list->num; i++) {
        bool named = list->items[i].bytes.len > 0 && list->items[i].bytes.ptr[0] == 'p';
        if (named != boolean(form))
            return match_say(why, named ? "an id names its process" : "an id does not name its process");
    }
    return check_members(p, node_get(node, "contains"), list, true, why) &&
           check_members(p, node_get(node, "lacks"), list, false, why);
}

static bool check_threads(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    value list = value_list(NULL, 0);
    if (s->text.len < 2 || s->text.ptr[0] != 'm' || !threads_add(p, rsp_bytes_from(s->text, 1), &list))
        return match_say(why, "reply is no list of threads");
    return match_threads(p, node, &list, "the number of threads", why);
}

static bool check_xml(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    return match_xml(p, node, s->text, why);
}

static bool check_json(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    return match_json(p, node, s->text, why);
}

static bool check_stop(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    return match_stop(p, node, s->text, why);
}

/* --- combinations --- */

static bool match_subject(play *p, const rsp_node *matcher, const subject *s, rsp_buf *why);

static bool check_one_of(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    rsp_buf first = scratch_buf(p);
    bool ok = false;
    for (const rsp_node *n = node->first; n && !ok; n = n->next)
        ok = match_subject(p, n, s, &first);
    if (!ok)
        (void)match_say(why, "none of the alternatives: %s", rsp_buf_cstr(&first));
    rsp_buf_free(&first);
    return ok;
}

static bool check_all_of(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    for (const rsp_node *n = node->first; n; n = n->next) {
        if (!match_subject(p, n, s, why))
            return false;
    }
    return true;
}

static bool check_not(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    rsp_buf unused = scratch_buf(p);
    bool ok = !match_subject(p, node, s, &unused) && p->trouble == RSP_OK;
    rsp_buf_free(&unused);
    return ok || match_say(why, "reply is what it must not be");
}

static const struct {
    const char *name;
    condition_fn *check;
} conditions[] = {
    {"exact", check_exact},
    {"regex", check_regex},
    {"not-regex", check_not_regex},
    {"starts", check_starts},
    {"contains", check_contains},
    {"one-of", check_one_of},
    {"all-of", check_all_of},
    {"not", check_not},
    {"empty", check_empty},
    {"error", check_error},
    {"bytes", check_bytes},
    {"hex", check_hex},
    {"hex-prefix", check_hex_prefix},
    {"number", check_number},
    {"stop", check_stop},
    {"multimem", check_multimem},
    {"multibreak", check_multibreak},
    {"features", check_features},
    {"threads", check_threads},
    {"xml", check_xml},
    {"json", check_json},
    {"length", check_length},
    {"wire", check_wire},
    {"wire-contains", check_wire_contains},
    {"wire-lacks", check_wire_lacks},
    {"same-as", check_same_as},
};

static bool is_hex_pairs(rsp_bytes text) {
    for (size_t i = 0; i < text.len; i++) {
        if (rsp_hex_value(text.ptr[i]) < 0)
            return false;
    }
    return text.len > 0 && text.len % 2 == 0;
}

/* A word, or the payload itself. */
static bool match_word(play *p, const rsp_node *node, const subject *s, rsp_buf *why) {
    bool error = rsp_reply_is_error(s->text);
    if (node_is(node, "any"))
        return true;
    if (node_is(node, "empty"))
        return s->text.len == 0 ||
               match_say(why, error ? "reply is an error, not empty" : "reply is not empty");
    if (node_is(node, "not-empty"))
        return s->text.len > 0 || match_say(why, "reply is empty");
    if (node_is(node, "error"))
        return error || match_say(why, s->text.len ? "reply is no error" : "reply is empty, not an error");
    if (node_is(node, "error-or-empty"))
        return error || s->text.len == 0 || match_say(why, "reply is neither error nor empty");
    if (node_is(node, "hex"))
        return is_hex_pairs(s->text) ||
               match_say(why, error ? "reply is an error" : "reply is not pairs of hex digits");
    if (node_is(node, "stop"))
        return match_stop(p, NULL, s->text, why);
    return check_exact(p, node, s, why);
}

static bool match_subject(play *p, const rsp_node *matcher, const subject *s, rsp_buf *why) {
    if (matcher->kind == NODE_SCALAR)
        return match_word(p, matcher, s, why);
    for (const rsp_node *n = matcher->first; n; n = n->next) {
        for (size_t i = 0; i < RSP_ARRAY_LEN(conditions); i++) {
            if (node_key_is(n, conditions[i].name) && !conditions[i].check(p, n, s, why))
                return false;
        }
    }
    return true;
}

bool match_reply(play *p, const rsp_node *matcher, rsp_buf *why) {
    const subject s = {.text = rsp_buf_bytes(&p->last), .wire = rsp_buf_bytes(&p->last_wire)};
    return match_subject(p, matcher, &s, why);
}

bool match_text(play *p, const rsp_node *matcher, rsp_bytes text, rsp_buf *why) {
    const subject s = {.text = text, .wire = text};
    return match_subject(p, matcher, &s, why);
}
