/* A rule has one result, with its first violation; of the schema each further member that is wrong is named.
 * Workers have tallies of their own, which become one.
 * See tally.h and dap_suite/runner.h. */
/* SPDX-License-Identifier: MIT */
#include "run/tally.h"

#include "core/mem.h"
#include <assert.h>
#include <stdlib.h>

enum {
    EVIDENCE_BEFORE = 12, /* lines shown before a failure */
    EVIDENCE_AFTER = 2,
    EVIDENCE_COLUMNS = 240,
};

static void free_shown(rsp_dap_tally *tally, unsigned i) {
    rsp_buf_free(&tally->evidence[i]);
    rsp_buf_free(&tally->got[i]);
    json_decref(tally->members[i]);
}

void rsp_dap_tally_free(rsp_dap_tally *tally) {
    for (unsigned i = 0; i < RSP_DAP_RULE_COUNT; i++)
        free_shown(tally, i);
    json_decref(tally->capabilities);
    *tally = (rsp_dap_tally){.sessions = {0}};
}

/* Of two texts for a member the first in the alphabet stays, so that the order of workers does not matter. */
static void note_member(rsp_dap_tally *tally, unsigned i, const char *member, const char *text) {
    if (!tally->members[i])
        tally->members[i] = json_object();
    const char *known = json_string_value(json_object_get(tally->members[i], member));
    if (*member && (!known || strcmp(text, known) < 0))
        (void)json_object_set_new_nocheck(tally->members[i], member, json_string_nocheck(text));
}

static void take_members(rsp_dap_tally *tally, const rsp_dap_tally *more, unsigned i) {
    const char *member;
    json_t *text;
    json_object_foreach(more->members[i], member, text)
        note_member(tally, i, member, json_string_value(text));
}

static void take_first(rsp_dap_tally *tally, const rsp_dap_tally *more, unsigned i) {
    if (more->broken[i] == 0)
        return;
    if (tally->broken[i] > 0 && strcmp(more->scenario[i]->name, tally->scenario[i]->name) >= 0)
        return;
    memcpy(tally->text[i], more->text[i], sizeof tally->text[i]);
    memcpy(tally->member[i], more->member[i], sizeof tally->member[i]);
    rsp_buf_clear(&tally->evidence[i]);
    rsp_buf_append(&tally->evidence[i], rsp_buf_bytes(&more->evidence[i]));
    rsp_buf_clear(&tally->got[i]);
    rsp_buf_append(&tally->got[i], rsp_buf_bytes(&more->got[i]));
    tally->scenario[i] = more->scenario[i];
}

void rsp_dap_tally_merge(rsp_dap_tally *tally, const rsp_dap_tally *more) {
    assert(tally != more);
    for (unsigned i = 0; i < RSP_DAP_RULE_COUNT; i++) {
        take_first(tally, more, i);
        take_members(tally, more, i);
        tally->sessions[i] += more->sessions[i];
        tally->broken[i] += more->broken[i];
    }
    if (!tally->capabilities)
        tally->capabilities = json_incref(more->capabilities);
}

void tally_window(const rsp_dap_log *log, size_t entry, rsp_buf *out) {
    const size_t first = rsp_dap_log_rows_before(log, entry, EVIDENCE_BEFORE);
    rsp_dap_log_render(log, first, entry + EVIDENCE_AFTER, EVIDENCE_COLUMNS, out);
}

/* As far as a report shows it: the rows around it are cut. */
static void note_message(const rsp_dap_log *log, const rsp_dap_violation *v, rsp_buf *out) {
    enum { MOST = 500 };
    if (v->num_near > 0)
        rsp_buf_append(out, rsp_bytes_make(v->near, v->num_near));
    else if (v->entry < log->num)
        rsp_buf_append(out, rsp_bytes_sub(log->entries[v->entry].raw, 0, MOST));
}

static void count_violation(rsp_dap_tally *tally, const rsp_dap_log *log, const rsp_dap_scenario *scenario,
                            const rsp_dap_violation *v) {
    const rsp_dap_rule_id rule = v->rule;
    note_member(tally, rule, v->member, v->text);
    if (tally->scenario[rule])
        return;
    memcpy(tally->text[rule], v->text, sizeof v->text);
    memcpy(tally->member[rule], v->member, sizeof v->member);
    tally->scenario[rule] = scenario;
    tally_window(log, v->entry, &tally->evidence[rule]);
    note_message(log, v, &tally->got[rule]);
}

void tally_session(rsp_dap_tally *tally, const rsp_dap_log *log, const rsp_dap_scenario *scenario,
                   const rsp_dap_rules *rules, bool hostile) {
    size_t num = 0;
    const rsp_dap_violation *found = rsp_dap_rules_violations(rules, &num);
    bool broken[RSP_DAP_RULE_COUNT] = {false};
    for (unsigned i = 0; i < RSP_DAP_RULE_COUNT; i++)
        tally->sessions[i] += rsp_dap_rules_exercised(rules, i) ? 1 : 0;
    for (size_t i = 0; i < num; i++) {
        if (hostile && found[i].rule > RSP_DAP_RULE_PROCESS)
            continue;
        broken[found[i].rule] = true;
        count_violation(tally, log, scenario, &found[i]);
    }
    for (unsigned i = 0; i < RSP_DAP_RULE_COUNT; i++)
        tally->broken[i] += broken[i] ? 1 : 0;
}

const char *tally_again(const rsp_dap_target *target, const rsp_dap_scenario *s, const char *rule,
                        rsp_buf *out) {
    if (target->again_prefix && *target->again_prefix && s)
        rsp_buf_printf(out, "%s --filter %s%s%s -v", target->again_prefix, s->name, rule ? " --filter " : "",
                       rule ? rule : "");
    return rsp_buf_cstr(out);
}

static int compare_texts(const void *a, const void *b) {
    const char *const *left = a, *const *right = b;
    return strcmp(*left, *right);
}

/* The members that are wrong beside the first, in the order of the alphabet. */
static void append_members(const rsp_dap_tally *tally, unsigned i, rsp_buf *out) {
    enum { MOST = 12 };
    const size_t num = json_object_size(tally->members[i]);
    const char **texts = rsp_mem_calloc(NULL, num + 1, sizeof *texts);
    const char *member;
    json_t *text;
    size_t n = 0;
    json_object_foreach(tally->members[i], member, text) {
        if (texts && strcmp(member, tally->member[i]) != 0)
            texts[n++] = json_string_value(text);
    }
    if (n > 0)
        qsort(texts, n, sizeof *texts, compare_texts);
    for (size_t k = 0; k < n && k < MOST; k++)
        rsp_buf_printf(out, "; also %s", texts[k]);
    if (n > MOST)
        rsp_buf_printf(out, "; and %zu more", n - MOST);
    rsp_mem_free(NULL, texts);
}

static rsp_status add_rule(const rsp_dap_tally *tally, const rsp_dap_target *target, unsigned i,
                           const char *name, rsp_run *run) {
    const rsp_dap_rule *rule = rsp_dap_rule_get(i);
    const uint64_t broken = tally->broken[i];
    rsp_buf again = {0};
    rsp_buf message = {0};
    rsp_buf evidence = {0};
    rsp_buf got = {0};
    rsp_buf_append(&evidence, rsp_buf_bytes(&tally->evidence[i]));
    rsp_buf_append(&got, rsp_buf_bytes(&tally->got[i]));
    if (broken > 0)
        rsp_buf_printf(&message, "%s (in %llu of %llu sessions, first in %s)", tally->text[i],
                       (unsigned long long)broken, (unsigned long long)tally->sessions[i],
                       tally->scenario[i]->name);
    append_members(tally, i, &message);
    const rsp_result result = {
        .scenario = name,
        .title = rule->text,
        .requirements = rule->requirements,
        .level = rule->level,
        .verdict = tally->sessions[i] == 0         ? RSP_VERDICT_SKIP
                   : broken == 0                   ? RSP_VERDICT_PASS
                   : rule->level == RSP_LEVEL_MUST ? RSP_VERDICT_FAIL
                                                   : RSP_VERDICT_WARN,
        .message = rsp_buf_cstr(&message),
        .expected = broken > 0 ? rule->text : "",
        .got = rsp_buf_cstr(&got),
        .reason = tally->sessions[i] == 0 ? "no session had what it is about" : "",
        .again = tally_again(target, tally->scenario[i], broken > 0 ? name : NULL, &again),
        .shown.window = rsp_buf_cstr(&evidence),
        .place.path = tally->scenario[i] ? tally->scenario[i]->path : "",
        .place.line = tally->scenario[i] ? tally->scenario[i]->line : 0,
    };
    const rsp_status status = rsp_run_add(run, &result);
    rsp_buf_free(&again);
    rsp_buf_free(&message);
    rsp_buf_free(&evidence);
    rsp_buf_free(&got);
    return status;
}

static bool is_wanted(const char *const *names, size_t num_names, const char *name) {
    for (size_t i = 0; i < num_names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return !names;
}

rsp_status rsp_dap_tally_add(const rsp_dap_tally *tally, const rsp_dap_target *target,
                             const char *const *names, size_t num_names, rsp_run *run) {
    rsp_status status = RSP_OK;
    for (unsigned i = 0; i < RSP_DAP_RULE_COUNT && status == RSP_OK; i++) {
        rsp_buf name = {0};
        rsp_buf_printf(&name, "rules/%s", rsp_dap_rule_get(i)->id);
        if (is_wanted(names, num_names, rsp_buf_cstr(&name)))
            status = add_rule(tally, target, i, rsp_buf_cstr(&name), run);
        rsp_buf_free(&name);
    }
    return status;
}
