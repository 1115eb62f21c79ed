/* A run as SARIF: a requirement is a rule, the scenario's step is the place. What the baseline explains is
 * suppressed with its reason; a selftest's fault that survives is a result. What the stub has not done wrong
 * (skips, passes, our own trouble) is none. See sarif.h. */
/* SPDX-License-Identifier: MIT */
#include "judged.h"
#include "reports/report.h"
#include "words.h"

#include "core/arena.h"
#include "reports/sarif.h"

/* Whether it shows something that the stub does wrong, or that the suite does not check. */
static bool is_finding(const rsp_judged *j) {
    const rsp_verdict verdict = j->result ? j->result->verdict : RSP_VERDICT_PASS;
    if (j->kind == RSP_JUDGED_FAULT)
        return j->outcome == RSP_OUTCOME_FAILURE;
    return verdict == RSP_VERDICT_FAIL || verdict == RSP_VERDICT_WARN || verdict == RSP_VERDICT_XFAIL ||
           verdict == RSP_VERDICT_CRASH || verdict == RSP_VERDICT_HANG;
}

static rsp_level level_of(const rsp_judged *j) {
    return j->result ? j->result->level : RSP_LEVEL_MUST;
}

static size_t add_rule(rsp_run *run, rsp_sarif_rule *rules, size_t *num, const rsp_judged *j,
                       const char *id) {
    for (size_t i = 0; i < *num; i++)
        if (strcmp(rules[i].id, id) == 0)
            return i;
    rules[*num] = (rsp_sarif_rule){
        .id = id,
        .text = rsp_arena_printf(&run->arena, "Requirement %s (%s)", id,
                                 rsp_duty_name(level_of(j), j->result ? j->result->manual : NULL)),
        .level = level_of(j) == RSP_LEVEL_MUST ? "error" : "warning",
    };
    return (*num)++;
}

/* Services refuse results without a place: where no file is known the name stands for it. */
static rsp_sarif_result finding_of(rsp_run *run, const rsp_judged *j, const char *rule, size_t index) {
    const rsp_result *r = j->result;
    const bool warns = r && r->verdict == RSP_VERDICT_WARN;
    const bool expected = r && r->verdict == RSP_VERDICT_XFAIL;
    const char *said = r ? rsp_report_said(run, r) : j->message;
    return (rsp_sarif_result){
        .rule_id = rule,
        .rule_index = index,
        .level = warns ? "warning" : "error",
        .message = rsp_arena_printf(&run->arena, r ? "%s: %s" : "fault %s survived: %s", j->name, said),
        .uri = !r                                ? j->name
               : rsp_report_given(r->place.path) ? r->place.path
                                                 : r->scenario,
        .uri_base = "",
        .line = r && r->place.line ? r->place.line : 1,
        .column = r ? r->place.column : 0,
        .signature = rsp_arena_printf(&run->arena, "%s %s", rule, j->name),
        .justification = expected ? r->reason : NULL,
    };
}

/* A run that was cut short, or judged nothing, has fewer results than it should. */
static const char *trouble_of(rsp_run *run) {
    rsp_buf text = {0};
    if (run->ended.interrupted)
        rsp_report_interrupted(&text, run);
    else
        rsp_report_nothing(&text, run);
    const char *kept = rsp_arena_str(&run->arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return kept;
}

rsp_status rsp_report_sarif(rsp_buf *out, rsp_run *run, const rsp_report_options *options) {
    rsp_judged_list list;
    (void)options;
    rsp_status status = rsp_judged_of(run, &list);
    if (status != RSP_OK)
        return status;
    rsp_sarif_rule *rules = rsp_arena_alloc(&run->arena, (list.num + 1) * sizeof *rules);
    rsp_sarif_result *results = rsp_arena_alloc(&run->arena, (list.num + 1) * sizeof *results);
    rsp_sarif sarif = {.version = run->tool_version,
                       .rules = rules,
                       .results = results,
                       .successful = !rsp_run_says_nothing(run) && !run->ended.interrupted,
                       .trouble = trouble_of(run),
                       .exit_code = (uint64_t)rsp_run_exit_code(run),
                       .started = run->started_at,
                       .ended = "",
                       .base = "",
                       .base_text = ""};
    for (size_t i = 0; rules && results && i < list.num; i++) {
        const rsp_judged *j = &list.items[i];
        if (!is_finding(j))
            continue;
        const char *id = *j->requirement ? j->requirement : j->suite;
        const size_t index = add_rule(run, rules, &sarif.num_rules, j, id);
        results[sarif.num_results++] = finding_of(run, j, id, index);
    }
    if (run->arena.status != RSP_OK)
        return run->arena.status;
    return rsp_sarif_write(out, &sarif);
}
