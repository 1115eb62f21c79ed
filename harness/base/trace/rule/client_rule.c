/* The table of the rules on the debugger, and the list of what was found; client_judge.c looks at the
 * entries. A rule that every packet breaks leaves room for the others: of each only the first breaches are
 * kept. See client_rule.h. */
/* SPDX-License-Identifier: MIT */
#include "client_rule_internal.h"

#include "core/mem.h"

static const rsp_client_rule table[RSP_CLIENT_RULE_COUNT] = {
#define RULE_ROW(name_, id_, level_, text_, source_) \
    [RSP_CLIENT_RULE_##                              \
        name_] = {.id = (id_), .level = RSP_LEVEL_##level_, .text = (text_), .source = (source_)},
    RSP_CLIENT_RULE_LIST(RULE_ROW)
#undef RULE_ROW
};

const rsp_client_rule *rsp_client_rule_get(rsp_client_rule_id id) {
    return (unsigned)id < RSP_CLIENT_RULE_COUNT ? &table[id] : NULL;
}

rsp_client_rules *rsp_client_rules_new(const rsp_client_rules_options *options) {
    const rsp_client_rules_options o = options ? *options : (rsp_client_rules_options){0};
    const rsp_mem *mem = o.mem;
    rsp_client_rules *r = rsp_mem_calloc(mem, 1, sizeof *r);
    if (!r)
        return NULL;
    r->mem = mem;
    r->without_acks = o.without_acks || o.midstream; /* nobody knows whether acknowledgments are on */
    r->exchanges.mem = mem;
    r->exchanges.midstream = o.midstream;
    r->texts.mem = mem;
    r->offered.mem = r->object.name.mem = mem;
    r->last_request = r->overtaken = RSP_NO_ENTRY;
    return r;
}

void rsp_client_rules_free(rsp_client_rules *rules) {
    if (!rules)
        return;
    rsp_exchanges_free(&rules->exchanges);
    rsp_arena_free(&rules->texts);
    rsp_buf_free(&rules->offered);
    rsp_buf_free(&rules->object.name);
    rsp_mem_free(rules->mem, rules->found);
    rsp_mem_free(rules->mem, rules);
}

size_t rsp_client_rules_count(const rsp_client_rules *rules) {
    return rules->num_found;
}

const rsp_client_breach *rsp_client_rules_breach(const rsp_client_rules *rules, size_t i) {
    return i < rules->num_found ? &rules->found[i] : NULL;
}

uint64_t rsp_client_rules_count_of(const rsp_client_rules *rules, rsp_client_rule_id id) {
    return (unsigned)id < RSP_CLIENT_RULE_COUNT ? rules->count_of[id] : 0;
}

rsp_status rsp_client_rules_status(const rsp_client_rules *rules) {
    return rules->status != RSP_OK ? rules->status : rules->texts.status;
}

/* --- what was found ------------------------------------------------------------------------------------- */

static rsp_client_breach *new_breach(rsp_client_rules *r) {
    if (r->num_found == r->cap_found) {
        const size_t cap = r->cap_found ? 2 * r->cap_found : 16;
        rsp_client_breach *bigger = rsp_mem_realloc(r->mem, r->found, cap * sizeof *bigger);
        if (!bigger) {
            r->status = RSP_NO_MEMORY;
            return NULL;
        }
        r->found = bigger;
        r->cap_found = cap;
    }
    return &r->found[r->num_found++];
}

void rsp_client_rule_break(rsp_client_rules *r, rsp_client_rule_id rule, uint64_t entry, const char *fmt,
                           ...) {
    va_list ap;
    if (r->count_of[rule]++ >= RSP_LIMIT_CLIENT_BREACHES)
        return;
    rsp_client_breach *slot = new_breach(r);
    if (!slot)
        return;
    rsp_buf text = {.mem = r->mem};
    va_start(ap, fmt);
    rsp_buf_printf_v(&text, fmt, ap);
    va_end(ap);
    *slot = (rsp_client_breach){
        .rule = rule, .entry = entry, .message = rsp_arena_str(&r->texts, rsp_buf_cstr(&text))};
    rsp_buf_free(&text);
}
