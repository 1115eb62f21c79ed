/* The rules, and what a broken one becomes: a violation, with what was expected and what came.
 * Violations beyond the limit are counted.
 * See rule_internal.h. */
/* SPDX-License-Identifier: MIT */
#include "rule_internal.h"

#include "codec/explain.h"
#include "core/arena.h"
#include "core/limits.h"
#include "core/mem.h"
#include <assert.h>

static const rsp_rule table[RSP_RULE_COUNT] = {
#define RULE_ROW(name_, id_, requirements_, level_, text_) \
    [RSP_RULE_##name_] = {                                 \
        .id = (id_), .requirements = (requirements_), .level = RSP_LEVEL_##level_, .text = (text_)},
    RSP_RULE_LIST(RULE_ROW)
#undef RULE_ROW
};

const rsp_rule *rsp_rule_get(rsp_rule_id id) {
    return (unsigned)id < RSP_RULE_COUNT ? &table[id] : NULL;
}

rsp_rule_id rsp_rule_find(rsp_bytes id) {
    unsigned i = 0;
    while (i < RSP_RULE_COUNT && !rsp_bytes_equal(id, rsp_bytes_str(table[i].id)))
        i++;
    return (rsp_rule_id)i;
}

void rsp_rule_keep_status(rsp_rules *rules, rsp_status status) {
    if (rules->status == RSP_OK)
        rules->status = status;
}

/* A free place in the list; NULL when there are enough of this rule. */
static rsp_violation *new_violation(rsp_rules *rules, rsp_rule_id rule) {
    if (++rules->count_of[rule] > RSP_LIMIT_VIOLATIONS) {
        rules->dropped++;
        return NULL;
    }
    if (rules->num_found == rules->cap_found) {
        size_t cap = rules->cap_found ? rules->cap_found * 2 : 16;
        rsp_violation *bigger = rsp_mem_realloc(rules->options.mem, rules->found, cap * sizeof *bigger);
        if (!bigger) {
            rsp_rule_keep_status(rules, RSP_NO_MEMORY);
            rules->dropped++;
            return NULL;
        }
        rules->found = bigger;
        rules->cap_found = cap;
    }
    return &rules->found[rules->num_found++];
}

static const char *quote(rsp_rules *rules, rsp_bytes got) {
    rsp_buf_clear(&rules->scratch);
    rsp_printable_append(&rules->scratch, got, RSP_LIMIT_VIOLATION_COLUMNS);
    rsp_rule_keep_status(rules, rules->scratch.status);
    return rsp_arena_str(&rules->texts, rsp_buf_cstr(&rules->scratch));
}

void rsp_rule_leave(judge *j) {
    size_t len = 0;
    while (len < j->request.len && rsp_bytes_index(RSP_LIT(":;,"), j->request.ptr[len]) == 3)
        len++;
    if (j->rules->unjudged++ == 0)
        j->rules->unjudged_name = quote(j->rules, rsp_bytes_sub(j->request, 0, len));
}

void rsp_rule_break_for(judge *j, rsp_rule_id rule, const char *requirements, const char *expected,
                        rsp_bytes got, const char *message) {
    rsp_rules *rules = j->rules;
    if (rules->disabled >> rule & 1)
        return;
    rsp_violation *v = new_violation(rules, rule);
    if (!v)
        return;
    *v = (rsp_violation){
        .rule = rule,
        .requirements = requirements ? requirements : rsp_rule_get(rule)->requirements,
        .entry = j->entry->index,
        .time_ns = j->entry->time_ns,
        .message = rsp_arena_str(&rules->texts, message),
        .expected = rsp_arena_str(&rules->texts, expected),
        .got = got.len ? quote(rules, got) : "",
    };
    rsp_rule_keep_status(rules, rules->texts.status);
}

void rsp_rule_break(judge *j, rsp_rule_id rule, const char *expected, rsp_bytes got, const char *fmt, ...) {
    assert((unsigned)rule < RSP_RULE_COUNT);
    rsp_buf message = {.mem = j->rules->options.mem};
    va_list ap;
    va_start(ap, fmt);
    rsp_buf_printf_v(&message, fmt, ap);
    va_end(ap);
    rsp_rule_break_for(j, rule, NULL, expected, got, rsp_buf_cstr(&message));
    rsp_rule_keep_status(j->rules, message.status);
    rsp_buf_free(&message);
}
