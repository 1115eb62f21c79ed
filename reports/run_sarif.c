/* A run as SARIF: a requirement is a rule, the scenario's step is the place. What the baseline explains is
 * suppressed with its reason. What the stub has not done wrong (skips, passes, our own trouble) is no result.
 * See sarif.h. */
/* SPDX-License-Identifier: MIT */
#include "reports/report.h"
#include "words.h"

#include "core/arena.h"
#include "reports/sarif.h"

static bool is_finding(const rsp_result *r) {
    return r->verdict == RSP_VERDICT_FAIL || r->verdict == RSP_VERDICT_WARN ||
           r->verdict == RSP_VERDICT_XFAIL || r->verdict == RSP_VERDICT_CRASH ||
           r->verdict == RSP_VERDICT_HANG;
}

static const char *level_of(const rsp_result *r) {
    return r->verdict == RSP_VERDICT_WARN ? "warning" : "error";
}

/* The first of its requirements; one of none belongs to its area. */
static const char *rule_of(rsp_run *run, const rsp_result *r) {
    rsp_bytes ids = rsp_report_text(r->requirements);
    rsp_bytes id = rsp_bytes_split(&ids, ' ');
    if (id.len == 0)
        id = rsp_report_text(r->area);
    return rsp_arena_printf(&run->arena, "%.*s", (int)id.len, (const char *)id.ptr);
}

static size_t add_rule(rsp_run *run, rsp_sarif_rule *rules, size_t *num, const rsp_result *r,
                       const char *id) {
    for (size_t i = 0; i < *num; i++)
        if (strcmp(rules[i].id, id) == 0)
            return i;
    rules[*num] = (rsp_sarif_rule){
        .id = id,
        .text = rsp_arena_printf(&run->arena, "Requirement %s (%s)", id, rsp_level_name(r->level)),
        .level = r->level == RSP_LEVEL_MUST ? "error" : "warning",
    };
    return (*num)++;
}

static rsp_sarif_result finding_of(rsp_run *run, const rsp_result *r, const char *rule, size_t index) {
    rsp_buf name = {.mem = run->arena.mem};
    rsp_report_name(&name, r);
    const char *said = rsp_report_given(r->message) ? r->message : rsp_verdict_meaning(r->verdict);
    const rsp_sarif_result result = {
        .rule_id = rule,
        .rule_index = index,
        .level = level_of(r),
        .message = rsp_arena_printf(&run->arena, "%s: %s", rsp_buf_cstr(&name), said),
        .uri =
            rsp_report_given(r->path) ? r->path : r->scenario, /* services refuse results without a place */
        .uri_base = "",
        .line = r->line ? r->line : 1,
        .column = r->column,
        .signature = rsp_arena_printf(&run->arena, "%s %s", rule, rsp_buf_cstr(&name)),
        .justification = r->verdict != RSP_VERDICT_XFAIL ? NULL
                         : r->reason                     ? r->reason
                                                         : "",
    };
    rsp_buf_free(&name);
    return result;
}

rsp_status rsp_report_sarif(rsp_buf *out, rsp_run *run, const rsp_report_options *options) {
    (void)options;
    const size_t size = run->num_results + 1;
    rsp_sarif_rule *rules = rsp_arena_alloc(&run->arena, size * sizeof *rules);
    rsp_sarif_result *results = rsp_arena_alloc(&run->arena, size * sizeof *results);
    rsp_sarif sarif = {.version = run->tool_version,
                       .rules = rules,
                       .results = results,
                       .successful = !rsp_run_says_nothing(run),
                       .exit_code = (uint64_t)rsp_run_exit_code(run),
                       .started = run->started_at,
                       .ended = "",
                       .base = "",
                       .base_text = ""};
    for (size_t i = 0; rules && results && i < run->num_results; i++) {
        const rsp_result *r = &run->results[i];
        if (!is_finding(r))
            continue;
        const char *id = rule_of(run, r);
        const size_t index = add_rule(run, rules, &sarif.num_rules, r, id);
        results[sarif.num_results++] = finding_of(run, r, id, index);
    }
    if (run->arena.status != RSP_OK)
        return run->arena.status;
    return rsp_sarif_write(out, &sarif);
}
