/* A run as Markdown, for an issue or a summary of CI: the answer, what it is about, causes, areas, what was
 * not judged, and the results that should not be. Short: evidence is in the other formats. See
 * document/document.h. */
/* SPDX-License-Identifier: MIT */
#include "document/text.h"
#include "gaps.h"
#include "reports/report.h"
#include "words.h"

#include "document/document.h"
#include <inttypes.h>

static void add_columns(rsp_table *t, const char *const *titles, size_t num, const char *numbers) {
    for (size_t i = 0; i < num; i++)
        rsp_table_column(t, strstr(numbers, titles[i]) != NULL, "%s", titles[i]);
}

static void describe_head(rsp_document *d, const rsp_run *run) {
    rsp_buf text = {.mem = d->arena.mem};
    rsp_report_stub(&text, run);
    rsp_document_title(d, "%s", text.len ? rsp_buf_cstr(&text) : "run");
    rsp_buf_clear(&text);
    if (run->interrupted) {
        rsp_report_interrupted(&text, run);
        rsp_buf_str(&text, ". ");
    }
    rsp_report_outcome(&text, run);
    rsp_document_answer(d, rsp_run_exit_code(run) != 0 ? RSP_TONE_BAD : RSP_TONE_GOOD, "%s",
                        rsp_buf_cstr(&text));
    rsp_buf_clear(&text);
    rsp_document_fact(d, "target", "%s", run->target ? run->target : "");
    rsp_document_fact(d, "features", "%s", run->features ? run->features : "");
    rsp_document_fact(d, "started", "%s", run->started_at ? run->started_at : "");
    rsp_report_duration(&text, run->duration_ns);
    rsp_document_fact(d, "took", "%s", rsp_buf_cstr(&text));
    rsp_buf_clear(&text);
    rsp_report_judged(&text, &run->summary);
    rsp_document_fact(d, "judged", "%s", run->num_results > 0 ? rsp_buf_cstr(&text) : "");
    rsp_document_fact(d, "allowed for", "%s", run->allowed ? run->allowed : "");
    rsp_document_fact(d, "seed", "%" PRIu64, run->seed);
    for (size_t i = 0; i < run->num_unmet; i++)
        rsp_document_fact(d, "not met", "%s", run->unmet[i]);
    rsp_buf_free(&text);
}

static void describe_causes(rsp_document *d, const rsp_run *run) {
    static const char *const titles[] = {"cause", "requirement", "level", "results", "again"};
    rsp_buf note = {.mem = d->arena.mem};
    if (run->num_causes == 0)
        return;
    rsp_report_causes(&note, run);
    rsp_document_section(d, "Causes", rsp_buf_cstr(&note));
    rsp_buf_free(&note);
    rsp_table *t = rsp_document_table(d, "");
    add_columns(t, titles, RSP_ARRAY_LEN(titles), "results");
    for (size_t i = 0; i < run->num_causes; i++) {
        const rsp_cause *c = &run->causes[i];
        rsp_table_text(t, "%zu: %s", i + 1, c->what);
        rsp_table_text(t, "%s", c->requirement);
        rsp_table_text(t, "%s", rsp_level_name(c->level));
        rsp_table_count(t, c->num_results);
        rsp_table_text(t, "%s", c->again);
    }
}

static void describe_areas(rsp_document *d, rsp_run *run) {
    static const char *const titles[] = {"area", "pass", "bad", "warn", "judged", "of"};
    rsp_area_summary *areas = NULL;
    size_t num = 0;
    if (run->num_results == 0 || rsp_run_areas(run, &areas, &num) != RSP_OK)
        return;
    rsp_document_section(d, "Areas", "");
    rsp_table *t = rsp_document_table(d, "");
    add_columns(t, titles, RSP_ARRAY_LEN(titles), "pass bad warn judged of");
    for (size_t i = 0; i < num; i++) {
        const rsp_summary *s = &areas[i].summary;
        const uint64_t bad = rsp_summary_bad(s);
        rsp_table_text(t, "%s", areas[i].area);
        rsp_table_count(t, s->count[RSP_VERDICT_PASS]);
        rsp_table_count(t, bad)->tone = bad ? RSP_TONE_BAD : RSP_TONE_PLAIN;
        rsp_table_count(t, s->count[RSP_VERDICT_WARN]);
        rsp_table_count(t, rsp_summary_judged(s));
        rsp_table_count(t, rsp_summary_total(s));
    }
}

static void describe_gaps(rsp_document *d, rsp_run *run) {
    static const char *const titles[] = {"reason", "scenarios", "what lets them be judged"};
    rsp_gap gaps[RSP_REPORT_GAPS];
    const size_t num = rsp_report_gaps(run, gaps, RSP_REPORT_GAPS);
    if (num == 0)
        return;
    rsp_document_section(d, "Not judged", "");
    rsp_table *t = rsp_document_table(d, "");
    add_columns(t, titles, RSP_ARRAY_LEN(titles), "scenarios");
    for (size_t i = 0; i < num; i++) {
        rsp_table_text(t, "%s", gaps[i].text);
        rsp_table_count(t, gaps[i].num);
        rsp_table_text(t, "%s", gaps[i].hint);
    }
}

static void describe_results(rsp_document *d, const rsp_run *run) {
    static const char *const titles[] = {"verdict", "scenario", "requirements", "what is wrong"};
    rsp_table *t = NULL;
    for (size_t i = 0; i < run->num_results; i++) {
        const rsp_result *r = &run->results[i];
        if (!rsp_report_notable(r))
            continue;
        if (!t) {
            rsp_document_section(d, "Results", "");
            t = rsp_document_table(d, "");
            add_columns(t, titles, RSP_ARRAY_LEN(titles), "");
        }
        rsp_buf name = {.mem = d->arena.mem};
        rsp_report_name(&name, r);
        rsp_table_text(t, "%s", rsp_verdict_name(r->verdict))->tone =
            rsp_verdict_bad(r->verdict) ? RSP_TONE_BAD : RSP_TONE_PLAIN;
        rsp_table_text(t, "%s", rsp_buf_cstr(&name));
        rsp_table_text(t, "%s", r->requirements);
        rsp_table_text(t, "%s", r->message);
        rsp_buf_free(&name);
    }
}

static void describe_faults(rsp_document *d, const rsp_run *run) {
    if (run->num_faults == 0)
        return;
    rsp_document_section(d, "Faults", "");
    rsp_document_paragraph(d, "%" PRIu64 " of %zu killed.", run->killed, run->num_faults);
    for (size_t i = 0; i < run->num_faults; i++)
        if (!rsp_report_given(run->faults[i].killed_by))
            rsp_document_item(d, RSP_TONE_BAD, run->faults[i].fault, "survived: %s",
                              run->faults[i].requirement);
}

rsp_status rsp_report_markdown(rsp_buf *out, rsp_run *run, const rsp_report_options *options) {
    rsp_document d = {.arena.mem = out->mem};
    (void)options;
    describe_head(&d, run);
    describe_causes(&d, run);
    describe_areas(&d, run);
    describe_gaps(&d, run);
    describe_results(&d, run);
    describe_faults(&d, run);
    rsp_status status = rsp_document_markdown(out, &d);
    rsp_document_free(&d);
    return status;
}
