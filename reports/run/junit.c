/* JUnit XML: a test suite per area, a test case for each thing that was judged, the exchange as its output.
 * Readers of this form look at cases alone, and skips are green: a run that says nothing is a case that
 * fails. The form is the common subset that CI systems read. */
/* SPDX-License-Identifier: MIT */
#include "details.h"
#include "document/text.h"
#include "judged.h"
#include "reports/report.h"
#include "words.h"

#include <inttypes.h>
#include <rsp/clock.h>

static void append_attribute(rsp_buf *out, const char *name, const char *text) {
    rsp_text_printf(out, " %s=\"", name);
    rsp_text_xml(out, rsp_report_text(text));
    rsp_buf_push(out, '"');
}

static void append_seconds(rsp_buf *out, uint64_t ns) {
    rsp_buf_printf(out, " time=\"%" PRIu64 ".%06" PRIu64 "\"", ns / RSP_NS_PER_S,
                   ns % RSP_NS_PER_S / RSP_NS_PER_US);
}

static void append_property(rsp_buf *out, const char *name, const char *value) {
    if (!rsp_report_given(value))
        return;
    rsp_text_printf(out, "      <property name=\"%s\"", name);
    append_attribute(out, "value", value);
    rsp_buf_str(out, "/>\n");
}

/* Lines after the first stand under it. */
static void append_line(rsp_buf *out, const char *label, const char *text) {
    for (rsp_bytes rest = rsp_report_text(text); rest.len > 0; label = "") {
        rsp_text_printf(out, "%-11s", label);
        rsp_text_xml(out, rsp_bytes_split(&rest, '\n'));
        rsp_buf_push(out, '\n');
    }
}

/* --- cases ---------------------------------------------------------------------------------------------- */

static void append_problem(rsp_buf *out, const rsp_run *run, const rsp_judged *j, const rsp_detail *details,
                           size_t num) {
    const char *tag = j->outcome == RSP_OUTCOME_FAILURE ? "failure" : "error";
    rsp_buf cause = {.mem = out->mem};
    rsp_text_printf(out, "<%s type=\"%s\"", tag, j->type);
    append_attribute(out, "message", j->message);
    if (!j->result) {
        rsp_buf_str(out, "/>");
        return;
    }
    rsp_buf_push(out, '>');
    rsp_report_cause_of(&cause, run, j->result);
    append_line(out, "cause", rsp_buf_cstr(&cause));
    for (size_t i = 0; i < num; i++)
        if (details[i].kind == RSP_DETAIL_TEXT)
            append_line(out, details[i].label, details[i].text);
    rsp_text_printf(out, "</%s>", tag);
    rsp_buf_free(&cause);
}

static void append_outcome(rsp_buf *out, const rsp_run *run, const rsp_judged *j, const rsp_detail *details,
                           size_t num) {
    const char *indent = j->result ? "      " : "";
    if (j->outcome == RSP_OUTCOME_PASS)
        return;
    rsp_buf_str(out, indent);
    if (j->outcome == RSP_OUTCOME_SKIPPED) {
        rsp_buf_str(out, "<skipped");
        append_attribute(out, "message", j->message);
        rsp_buf_str(out, "/>");
    } else {
        append_problem(out, run, j, details, num);
    }
    rsp_buf_str(out, *indent ? "\n" : "");
}

static void append_output(rsp_buf *out, const rsp_result *r, const rsp_detail *details, size_t num) {
    if (!rsp_report_given(r->shown.window) && r->num_violations == 0 && r->verdict != RSP_VERDICT_WARN)
        return;
    rsp_buf_str(out, "      <system-out>");
    if (r->verdict == RSP_VERDICT_WARN)
        append_line(out, "warning", r->message);
    for (size_t i = 0; i < num; i++)
        if (details[i].kind == RSP_DETAIL_RULE)
            append_line(out, details[i].label, details[i].text);
    rsp_text_xml(out, rsp_report_text(r->shown.window));
    rsp_buf_str(out, "</system-out>\n");
}

static void append_case(rsp_buf *out, rsp_run *run, const rsp_judged *j) {
    const rsp_result *r = j->result;
    size_t num = 0;
    const rsp_detail *details = r ? rsp_details_of(&run->arena, r, RSP_IN_JUNIT, false, &num) : NULL;
    rsp_buf_str(out, "    <testcase");
    append_attribute(out, "name", j->name);
    append_attribute(out, "classname", j->suite);
    if (r && rsp_report_given(r->place.path)) {
        append_attribute(out, "file", r->place.path);
        rsp_buf_printf(out, " line=\"%" PRIu32 "\"", r->place.line);
    }
    if (r)
        append_seconds(out, r->cost.duration_ns);
    rsp_buf_str(out, r ? ">\n" : ">");
    append_outcome(out, run, j, details, num);
    if (r)
        append_output(out, r, details, num);
    if (r && rsp_report_given(r->shown.last_words)) {
        rsp_buf_str(out, "      <system-err>");
        rsp_text_xml(out, rsp_report_text(r->shown.last_words));
        rsp_buf_str(out, "</system-err>\n");
    }
    rsp_buf_str(out, r ? "    </testcase>\n" : "</testcase>\n");
}

/* --- suites --------------------------------------------------------------------------------------------- */

/* Cases that belong together: the results of an area, or all that is of another kind. */
typedef struct suite {
    const char *name;
    rsp_judged_kind kind;
    const rsp_area_summary *summary; /* NULL: without properties */
} suite;

static bool has(const suite *s, const rsp_judged *j) {
    return !s || (j->kind == s->kind && strcmp(j->suite, s->name) == 0);
}

/* The cases of a suite; NULL: of all. Gives how many. */
static uint64_t append_counts(rsp_buf *out, const rsp_judged_list *list, const suite *s) {
    uint64_t counts[RSP_OUTCOME_COUNT] = {0};
    uint64_t tests = 0;
    uint64_t ns = 0;
    for (size_t i = 0; i < list->num; i++) {
        const rsp_judged *j = &list->items[i];
        if (!has(s, j))
            continue;
        tests++;
        counts[j->outcome]++;
        ns += j->result ? j->result->cost.duration_ns : 0;
    }
    rsp_buf_printf(
        out, " tests=\"%" PRIu64 "\" failures=\"%" PRIu64 "\" errors=\"%" PRIu64 "\" skipped=\"%" PRIu64 "\"",
        tests, counts[RSP_OUTCOME_FAILURE], counts[RSP_OUTCOME_ERROR], counts[RSP_OUTCOME_SKIPPED]);
    if (s && s->kind == RSP_JUDGED_RESULT)
        append_seconds(out, ns);
    return tests;
}

/* Of the causes each stands once: with the area of the scenario that shows it. */
static void append_causes(rsp_buf *out, const rsp_run *run, const char *area) {
    for (size_t i = 0; i < run->num_causes; i++) {
        const rsp_cause *c = &run->causes[i];
        const rsp_bytes shown = rsp_report_text(c->scenario);
        rsp_buf text = {.mem = out->mem};
        rsp_text_printf(&text, "%zu: %s (", i + 1, c->what);
        rsp_report_weight(&text, c);
        rsp_buf_str(&text, ")");
        if (rsp_bytes_equal(rsp_bytes_sub(shown, 0, rsp_bytes_index(shown, '/')), rsp_report_text(area)))
            append_property(out, "cause", rsp_buf_cstr(&text));
        rsp_buf_free(&text);
    }
}

static void append_properties(rsp_buf *out, const rsp_run *run, const rsp_area_summary *area) {
    rsp_buf judged = {.mem = out->mem};
    rsp_report_judged(&judged, area);
    const struct {
        const char *name;
        const char *value;
    } properties[] = {{"stub", run->about.stub},
                      {"stub_name", run->about.name},
                      {"stub_version", run->about.version},
                      {"target", run->about.target},
                      {"supported", run->about.supported},
                      {"interrupted", run->ended.interrupted ? "true" : ""},
                      {"left_out", run->notes.left_out},
                      {"allowed", run->notes.allowed},
                      {"left_changed", run->notes.left_changed},
                      {"waited_for", run->notes.waited_for},
                      {"judged", rsp_buf_cstr(&judged)},
                      {"stopped", run->ended.stopped}};
    rsp_buf_str(out, "    <properties>\n");
    append_causes(out, run, area->area);
    for (size_t i = 0; i < RSP_ARRAY_LEN(properties); i++)
        append_property(out, properties[i].name, properties[i].value);
    rsp_buf_printf(out, "      <property name=\"seed\" value=\"%" PRIu64 "\"/>\n", run->seed);
    rsp_buf_str(out, "    </properties>\n");
    rsp_buf_free(&judged);
}

/* Nothing for a suite without cases. */
static void append_suite(rsp_buf *out, rsp_run *run, const rsp_judged_list *list, const suite *s) {
    const size_t start = out->len;
    rsp_buf_str(out, "  <testsuite");
    append_attribute(out, "name", s->name);
    if (append_counts(out, list, s) == 0) {
        rsp_buf_truncate(out, start);
        return;
    }
    if (s->kind == RSP_JUDGED_RESULT && rsp_report_given(run->started_at))
        append_attribute(out, "timestamp", run->started_at);
    rsp_buf_str(out, ">\n");
    if (s->summary)
        append_properties(out, run, s->summary);
    for (size_t i = 0; i < list->num; i++)
        if (has(s, &list->items[i]))
            append_case(out, run, &list->items[i]);
    rsp_buf_str(out, "  </testsuite>\n");
}

rsp_status rsp_report_junit(rsp_buf *out, rsp_run *run, const rsp_report_options *options) {
    const rsp_area_summary not_played = {.summary.count[RSP_VERDICT_SKIP] = run->ended.num_not_played};
    const suite more[] = {{"not played", RSP_JUDGED_NOT_PLAYED, &not_played},
                          {"demands", RSP_JUDGED_DEMAND, NULL},
                          {"faults", RSP_JUDGED_FAULT, NULL},
                          {"run", RSP_JUDGED_NOTHING, NULL}};
    rsp_judged_list list;
    rsp_area_summary *areas = NULL;
    size_t num_areas = 0;
    (void)options;
    rsp_status status = rsp_run_areas(run, &areas, &num_areas);
    if (status == RSP_OK)
        status = rsp_judged_of(run, &list);
    if (status != RSP_OK)
        return status;
    rsp_buf_str(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"stubborn\"");
    (void)append_counts(out, &list, NULL);
    append_seconds(out, run->duration_ns);
    rsp_buf_str(out, ">\n");
    for (size_t i = 0; i < num_areas; i++)
        append_suite(out, run, &list, &(suite){areas[i].area, RSP_JUDGED_RESULT, &areas[i]});
    for (size_t i = 0; i < RSP_ARRAY_LEN(more); i++)
        append_suite(out, run, &list, &more[i]);
    rsp_buf_str(out, "</testsuites>\n");
    return run->arena.status != RSP_OK ? run->arena.status : out->status;
}
