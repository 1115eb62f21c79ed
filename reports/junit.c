/* JUnit XML: a test suite per area, a test case per result, the transcript as its output.
 * A broken must is a failure; a dead or hanging stub and our own trouble are errors; a should is only said.
 * The form is the common subset that CI systems read. */
/* SPDX-License-Identifier: MIT */
#include "document/text.h"
#include "reports/report.h"
#include "words.h"

#include <inttypes.h>
#include <rsp/clock.h>

typedef enum outcome {
    OUTCOME_PASS,
    OUTCOME_FAILURE,
    OUTCOME_ERROR,
    OUTCOME_SKIPPED,
} outcome;

static outcome outcome_of(rsp_verdict verdict) {
    static const outcome outcomes[RSP_VERDICT_COUNT] = {
        [RSP_VERDICT_FAIL] = OUTCOME_FAILURE,  [RSP_VERDICT_SKIP] = OUTCOME_SKIPPED,
        [RSP_VERDICT_XFAIL] = OUTCOME_SKIPPED, [RSP_VERDICT_XPASS] = OUTCOME_FAILURE,
        [RSP_VERDICT_CRASH] = OUTCOME_ERROR,   [RSP_VERDICT_HANG] = OUTCOME_ERROR,
        [RSP_VERDICT_ERROR] = OUTCOME_ERROR,
    };
    return (unsigned)verdict < RSP_VERDICT_COUNT ? outcomes[verdict] : OUTCOME_ERROR;
}

static void append_attribute(rsp_buf *out, const char *name, const char *text) {
    rsp_buf_printf(out, " %s=\"", name);
    rsp_report_escape_xml(out, rsp_report_text(text));
    rsp_buf_push(out, '"');
}

static void append_seconds(rsp_buf *out, uint64_t ns) {
    rsp_buf_printf(out, " time=\"%" PRIu64 ".%06" PRIu64 "\"", ns / RSP_NS_PER_S,
                   ns % RSP_NS_PER_S / RSP_NS_PER_US);
}

static uint64_t count_of(const rsp_summary *summary, outcome wanted) {
    uint64_t count = 0;
    for (unsigned v = 0; v < RSP_VERDICT_COUNT; v++)
        count += outcome_of((rsp_verdict)v) == wanted ? summary->count[v] : 0;
    return count;
}

static void append_counts(rsp_buf *out, const rsp_summary *summary) {
    rsp_buf_printf(
        out, " tests=\"%" PRIu64 "\" failures=\"%" PRIu64 "\" errors=\"%" PRIu64 "\" skipped=\"%" PRIu64 "\"",
        rsp_summary_total(summary), count_of(summary, OUTCOME_FAILURE), count_of(summary, OUTCOME_ERROR),
        count_of(summary, OUTCOME_SKIPPED));
}

static void append_property(rsp_buf *out, const char *name, const char *value) {
    if (!rsp_report_given(value))
        return;
    rsp_buf_printf(out, "      <property name=\"%s\"", name);
    append_attribute(out, "value", value);
    rsp_buf_str(out, "/>\n");
}

static void append_line(rsp_buf *out, const char *label, const char *text) {
    if (!rsp_report_given(text))
        return;
    rsp_buf_printf(out, "%-11s", label);
    rsp_report_escape_xml(out, rsp_report_text(text));
    rsp_buf_push(out, '\n');
}

static void append_cause(rsp_buf *out, const rsp_run *run, const rsp_result *r) {
    rsp_buf cause = {.mem = out->mem};
    rsp_report_cause_of(&cause, run, r);
    append_line(out, "cause", rsp_buf_cstr(&cause));
    rsp_buf_free(&cause);
}

static void append_details(rsp_buf *out, const rsp_run *run, const rsp_result *r) {
    append_cause(out, run, r);
    append_line(out, "expected", r->expected);
    append_line(out, "got", r->got);
    append_line(out, "", r->remark);
    append_line(out, "requires", r->requirements);
    append_line(out, "manual", r->manual);
    append_line(out, "again", r->again);
}

static void append_outcome(rsp_buf *out, const rsp_run *run, const rsp_result *r) {
    static const char *const tags[] = {NULL, "failure", "error", NULL};
    outcome what = outcome_of(r->verdict);
    if (what == OUTCOME_SKIPPED) {
        rsp_buf_str(out, "      <skipped");
        append_attribute(out, "message", r->reason);
        rsp_buf_str(out, "/>\n");
    }
    if (!tags[what])
        return;
    rsp_buf_printf(out, "      <%s type=\"%s\"", tags[what], rsp_verdict_name(r->verdict));
    append_attribute(out, "message",
                     rsp_report_given(r->message) ? r->message : rsp_verdict_meaning(r->verdict));
    rsp_buf_push(out, '>');
    append_details(out, run, r);
    rsp_buf_printf(out, "</%s>\n", tags[what]);
}

static void append_output(rsp_buf *out, const rsp_result *r) {
    if (!rsp_report_given(r->window) && r->num_violations == 0 && r->verdict != RSP_VERDICT_WARN)
        return;
    rsp_buf_str(out, "      <system-out>");
    if (r->verdict == RSP_VERDICT_WARN)
        append_line(out, "warning", r->message);
    for (size_t i = 0; i < r->num_violations; i++) {
        const rsp_rule *rule = rsp_rule_get(r->violations[i].rule);
        append_line(out, "rule", rule ? rule->id : "?");
        append_line(out, "", r->violations[i].message);
    }
    rsp_report_escape_xml(out, rsp_report_text(r->window));
    rsp_buf_str(out, "</system-out>\n");
}

static void append_case(rsp_buf *out, const rsp_run *run, const rsp_result *r) {
    rsp_buf name = {.mem = out->mem};
    rsp_report_name(&name, r);
    rsp_buf_str(out, "    <testcase");
    append_attribute(out, "name", rsp_buf_cstr(&name));
    append_attribute(out, "classname", r->area);
    rsp_buf_free(&name);
    if (rsp_report_given(r->path)) {
        append_attribute(out, "file", r->path);
        rsp_buf_printf(out, " line=\"%" PRIu32 "\"", r->line);
    }
    append_seconds(out, r->duration_ns);
    rsp_buf_str(out, ">\n");
    append_outcome(out, run, r);
    append_output(out, r);
    if (rsp_report_given(r->last_words)) {
        rsp_buf_str(out, "      <system-err>");
        rsp_report_escape_xml(out, rsp_report_text(r->last_words));
        rsp_buf_str(out, "</system-err>\n");
    }
    rsp_buf_str(out, "    </testcase>\n");
}

/* Of the causes each stands once: with the area of the scenario that shows it. */
static void append_causes(rsp_buf *out, const rsp_run *run, const char *area) {
    for (size_t i = 0; i < run->num_causes; i++) {
        const rsp_cause *c = &run->causes[i];
        const rsp_bytes shown = rsp_report_text(c->scenario);
        rsp_buf text = {.mem = out->mem};
        rsp_buf_printf(&text, "%zu: ", i + 1);
        rsp_buf_str(&text, c->what);
        rsp_buf_str(&text, " (");
        rsp_report_weight(&text, c);
        rsp_buf_str(&text, ")");
        if (rsp_bytes_equal(rsp_bytes_sub(shown, 0, rsp_bytes_index(shown, '/')), rsp_report_text(area)))
            append_property(out, "cause", rsp_buf_cstr(&text));
        rsp_buf_free(&text);
    }
}

static void append_properties(rsp_buf *out, const rsp_run *run, const rsp_area_summary *area) {
    rsp_buf judged = {.mem = out->mem};
    rsp_buf_str(out, "    <properties>\n");
    append_causes(out, run, area->area);
    append_property(out, "stub", run->stub);
    append_property(out, "stub_name", run->stub_name);
    append_property(out, "stub_version", run->stub_version);
    append_property(out, "target", run->target);
    append_property(out, "supported", run->supported);
    append_property(out, "interrupted", run->interrupted ? "true" : "");
    append_property(out, "left_out", run->left_out);
    append_property(out, "allowed", run->allowed);
    rsp_buf_clear(&judged);
    rsp_report_judged(&judged, &area->summary);
    append_property(out, "judged", rsp_buf_cstr(&judged));
    rsp_buf_free(&judged);
    append_property(out, "stopped", run->stopped);
    rsp_buf_printf(out, "      <property name=\"seed\" value=\"%" PRIu64 "\"/>\n", run->seed);
    rsp_buf_str(out, "    </properties>\n");
}

static void append_suite(rsp_buf *out, const rsp_run *run, const rsp_area_summary *area) {
    uint64_t ns = 0;
    for (size_t i = 0; i < run->num_results; i++)
        ns += strcmp(run->results[i].area, area->area) == 0 ? run->results[i].duration_ns : 0;
    rsp_buf_str(out, "  <testsuite");
    append_attribute(out, "name", area->area);
    append_counts(out, &area->summary);
    append_seconds(out, ns);
    if (rsp_report_given(run->started_at))
        append_attribute(out, "timestamp", run->started_at);
    rsp_buf_str(out, ">\n");
    append_properties(out, run, area);
    for (size_t i = 0; i < run->num_results; i++)
        if (strcmp(run->results[i].area, area->area) == 0)
            append_case(out, run, &run->results[i]);
    rsp_buf_str(out, "  </testsuite>\n");
}

static void append_faults(rsp_buf *out, const rsp_run *run) {
    if (run->num_faults == 0)
        return;
    rsp_buf_printf(out,
                   "  <testsuite name=\"faults\" tests=\"%zu\" failures=\"%" PRIu64
                   "\" errors=\"0\" skipped=\"0\">\n",
                   run->num_faults, run->num_faults - run->killed);
    for (size_t i = 0; i < run->num_faults; i++) {
        const rsp_fault_result *f = &run->faults[i];
        rsp_buf_str(out, "    <testcase classname=\"faults\"");
        append_attribute(out, "name", f->fault);
        rsp_buf_str(out, ">");
        if (!rsp_report_given(f->killed_by)) {
            rsp_buf_str(out, "<failure type=\"survived\"");
            append_attribute(out, "message", f->requirement);
            rsp_buf_str(out, "/>");
        }
        rsp_buf_str(out, "</testcase>\n");
    }
    rsp_buf_str(out, "  </testsuite>\n");
}

/* Readers of this format look at test cases only, and skips are green: a run that says nothing is a case. */
static void append_nothing(rsp_buf *out, const rsp_run *run) {
    rsp_buf why = {.mem = out->mem};
    rsp_report_nothing(&why, run);
    rsp_buf_str(out, "  <testsuite name=\"run\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\">\n"
                     "    <testcase classname=\"run\" name=\"judged\"><error type=\"nothing\"");
    append_attribute(out, "message", rsp_buf_cstr(&why));
    rsp_buf_str(out, "/></testcase>\n  </testsuite>\n");
    rsp_buf_free(&why);
}

/* A demand that is not met fails the run, and so is a case that fails. */
static void append_unmet(rsp_buf *out, const rsp_run *run) {
    if (run->num_unmet == 0)
        return;
    rsp_buf_printf(
        out, "  <testsuite name=\"demands\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"0\">\n",
        run->num_unmet, run->num_unmet);
    for (size_t i = 0; i < run->num_unmet; i++) {
        rsp_buf_str(out, "    <testcase classname=\"demands\"");
        append_attribute(out, "name", run->unmet[i]);
        rsp_buf_str(out, "><failure type=\"unmet\"");
        append_attribute(out, "message", run->unmet[i]);
        rsp_buf_str(out, "/></testcase>\n");
    }
    rsp_buf_str(out, "  </testsuite>\n");
}

/* What a run that was cut short did not come to is skipped, in a suite of its own. */
static void append_not_played(rsp_buf *out, const rsp_run *run) {
    if (run->num_not_played == 0)
        return;
    rsp_buf_printf(
        out, "  <testsuite name=\"not played\" tests=\"%zu\" failures=\"0\" errors=\"0\" skipped=\"%zu\">\n",
        run->num_not_played, run->num_not_played);
    const rsp_area_summary none = {.summary.count[RSP_VERDICT_SKIP] = run->num_not_played};
    append_properties(out, run, &none);
    for (size_t i = 0; i < run->num_not_played; i++) {
        rsp_buf_str(out, "    <testcase classname=\"not played\"");
        append_attribute(out, "name", run->not_played[i]);
        rsp_buf_str(out, "><skipped");
        append_attribute(out, "message", run->stopped);
        rsp_buf_str(out, "/></testcase>\n");
    }
    rsp_buf_str(out, "  </testsuite>\n");
}

rsp_status rsp_report_junit(rsp_buf *out, rsp_run *run, const rsp_report_options *options) {
    (void)options;
    rsp_area_summary *areas = NULL;
    size_t num_areas = 0;
    rsp_status status = rsp_run_areas(run, &areas, &num_areas);
    if (status != RSP_OK)
        return status;
    rsp_summary whole = run->summary;
    whole.count[RSP_VERDICT_PASS] += run->killed;
    whole.count[RSP_VERDICT_ERROR] += rsp_run_says_nothing(run);
    whole.count[RSP_VERDICT_FAIL] += run->num_faults - run->killed;
    whole.count[RSP_VERDICT_SKIP] += run->num_not_played;
    whole.count[RSP_VERDICT_FAIL] += run->num_unmet;
    rsp_buf_str(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"stubborn\"");
    append_counts(out, &whole);
    append_seconds(out, run->duration_ns);
    rsp_buf_str(out, ">\n");
    for (size_t i = 0; i < num_areas; i++)
        append_suite(out, run, &areas[i]);
    append_not_played(out, run);
    append_unmet(out, run);
    append_faults(out, run);
    if (rsp_run_says_nothing(run))
        append_nothing(out, run);
    rsp_buf_str(out, "</testsuites>\n");
    return out->status;
}
