/* One self-contained page: no script, no network, light and dark, filtered by verdict with CSS alone.
 * Well-formed as XML too, so that a strict parser can check it.
 * Results, faults and metrics are in html_parts.c. */
/* SPDX-License-Identifier: MIT */
#include "document/text.h"
#include "forecast_section.h"
#include "gaps.h"
#include "html_causes.h"
#include "html_parts.h"
#include "reports/report.h"
#include "words.h"

#include "document/page.h"
#include <inttypes.h>

static void append_head(rsp_buf *out, const rsp_run *run) {
    rsp_buf stub = {.mem = out->mem};
    rsp_report_stub(&stub, run);
    rsp_page_begin(out, stub.len ? rsp_buf_bytes(&stub) : RSP_LIT("run"), rsp_report_style());
    rsp_buf_free(&stub);
}

/* The radio buttons stand before everything they filter; the labels are the chips of the summary. */
static void append_filters(rsp_buf *out, const rsp_run *run) {
    rsp_buf_str(
        out, "<input class=\"filter\" type=\"radio\" name=\"show\" id=\"show-all\" checked=\"checked\"/>\n");
    for (unsigned v = 0; v < RSP_VERDICT_COUNT; v++)
        if (run->summary.count[v] > 0)
            rsp_buf_printf(out, "<input class=\"filter\" type=\"radio\" name=\"show\" id=\"show-%s\"/>\n",
                           rsp_verdict_name((rsp_verdict)v));
}

static void append_chips(rsp_buf *out, const rsp_run *run) {
    rsp_buf_str(out, "<nav class=\"chips\" aria-label=\"show results by verdict\">\n"
                     "<label for=\"show-all\" class=\"chip all\"><b>");
    rsp_report_count(out, rsp_summary_total(&run->summary));
    rsp_buf_str(out, "</b> all</label>\n");
    for (unsigned v = 0; v < RSP_VERDICT_COUNT; v++) {
        const char *name = rsp_verdict_name((rsp_verdict)v);
        if (run->summary.count[v] == 0)
            continue;
        rsp_buf_printf(out, "<label for=\"show-%s\" class=\"chip %s\" title=\"%s\"><b>", name, name,
                       rsp_verdict_meaning((rsp_verdict)v));
        rsp_report_count(out, run->summary.count[v]);
        rsp_buf_printf(out, "</b> %s</label>\n", name);
    }
    rsp_buf_str(out, "</nav>\n");
}

static void append_bar(rsp_buf *out, const rsp_summary *summary) {
    uint64_t total = rsp_summary_total(summary);
    rsp_buf_str(out, "<span class=\"bar\">");
    for (unsigned v = 0; v < RSP_VERDICT_COUNT && total > 0; v++) {
        uint64_t permille = summary->count[v] * 1000 / total;
        if (summary->count[v] > 0)
            rsp_buf_printf(out, "<i class=\"%s\" style=\"flex-grow:%" PRIu64 "\"></i>",
                           rsp_verdict_name((rsp_verdict)v), permille ? permille : 1);
    }
    rsp_buf_str(out, "</span>");
}

static void append_fact(rsp_buf *out, const char *label, const char *text) {
    rsp_page_fact(out, label, rsp_report_text(text));
}

static void append_facts(rsp_buf *out, const rsp_run *run) {
    rsp_buf text = {.mem = out->mem};
    rsp_buf_str(out, "<dl class=\"facts\">\n");
    append_fact(out, "stub", run->stub);
    append_fact(out, "target", run->target);
    append_fact(out, "seen", run->look);
    append_fact(out, "features", run->features);
    append_fact(out, "started", run->started_at);
    rsp_report_duration(&text, run->duration_ns);
    append_fact(out, "took", rsp_buf_cstr(&text));
    rsp_buf_clear(&text);
    if (run->num_results > 0) {
        rsp_report_judged(&text, &run->summary);
        append_fact(out, "judged", rsp_buf_cstr(&text));
        rsp_buf_clear(&text);
    }
    append_fact(out, "left out", run->left_out);
    append_fact(out, "allowed for", run->allowed);
    rsp_report_count(&text, run->metrics.round_trips);
    append_fact(out, "round trips", rsp_buf_cstr(&text));
    rsp_buf_clear(&text);
    rsp_buf_printf(&text, "%" PRIu64, run->seed);
    append_fact(out, "seed", rsp_buf_cstr(&text));
    append_fact(out, "stubborn", run->tool_version);
    rsp_buf_str(out, "</dl>\n");
    rsp_buf_free(&text);
}

/* What was demanded of the run, and why scenarios were not judged. */
static void append_gate(rsp_buf *out, rsp_run *run) {
    rsp_gap gaps[RSP_REPORT_GAPS];
    const size_t num = rsp_report_gaps(run, gaps, RSP_REPORT_GAPS);
    for (size_t i = 0; i < run->num_unmet; i++) {
        rsp_buf_str(out, "<p class=\"answer bad\">Not met: ");
        rsp_html_escaped(out, run->unmet[i]);
        rsp_buf_str(out, "</p>\n");
    }
    if (num == 0)
        return;
    rsp_buf_printf(out,
                   "<details class=\"gaps\"><summary>not judged: %" PRIu64 ", and why</summary>\n<table>\n",
                   run->summary.count[RSP_VERDICT_SKIP]);
    for (size_t i = 0; i < num; i++) {
        rsp_buf_printf(out, "<tr><td class=\"n\">%" PRIu64 "</td><td>", gaps[i].num);
        rsp_html_escaped(out, gaps[i].text);
        rsp_buf_str(out, "</td><td>");
        rsp_html_escaped(out, gaps[i].hint);
        rsp_buf_str(out, "</td></tr>\n");
    }
    rsp_buf_str(out, "</table>\n</details>\n");
}

static const char *mood_of(const rsp_run *run) {
    if (rsp_run_exit_code(run) != 0)
        return "bad";
    return run->num_results + run->num_faults > 0 ? "good" : "none";
}

static void append_not_played(rsp_buf *out, const rsp_run *run) {
    if (run->num_not_played == 0)
        return;
    rsp_buf_printf(out, "<details><summary>%zu not played</summary>", run->num_not_played);
    for (size_t i = 0; i < run->num_not_played; i++) {
        rsp_buf_str(out, i ? ", " : "");
        rsp_html_escaped(out, run->not_played[i]);
    }
    rsp_buf_str(out, "</details> ");
}

/* The answer first: one sentence, whatever else there is. */
static void append_answer(rsp_buf *out, const rsp_run *run) {
    rsp_buf_printf(out, "<p class=\"answer %s\">", mood_of(run));
    rsp_buf outcome = {.mem = out->mem};
    if (run->interrupted) {
        rsp_report_interrupted(&outcome, run);
        rsp_html_escaped(out, rsp_buf_cstr(&outcome));
        rsp_buf_str(out, ". ");
        rsp_buf_clear(&outcome);
        append_not_played(out, run);
    }
    rsp_report_outcome(&outcome, run);
    rsp_html_escaped(out, rsp_buf_cstr(&outcome));
    rsp_buf_free(&outcome);
    rsp_buf_str(out, "</p>\n");
}

static void append_header(rsp_buf *out, rsp_run *run) {
    rsp_buf stub = {.mem = out->mem};
    rsp_report_stub(&stub, run);
    rsp_buf_str(out, "<header>\n");
    rsp_page_headline(out, stub.len ? rsp_buf_bytes(&stub) : RSP_LIT("run"));
    rsp_buf_free(&stub);
    append_answer(out, run);
    rsp_html_forecast(out, run);
    append_bar(out, &run->summary);
    append_chips(out, run);
    append_facts(out, run);
    append_gate(out, run);
    rsp_buf_str(out, "</header>\n");
}

/* The classes of an area name its verdicts, so that the filter can hide areas that have nothing to show. */
static void append_area(rsp_buf *out, const rsp_run *run, const rsp_area_summary *area) {
    rsp_buf_str(out, "<section class=\"area");
    for (unsigned v = 0; v < RSP_VERDICT_COUNT; v++)
        if (area->summary.count[v] > 0)
            rsp_buf_printf(out, " has-%s", rsp_verdict_name((rsp_verdict)v));
    rsp_buf_str(out, "\">\n<h2><span class=\"area-name\">");
    rsp_html_escaped(out, area->area);
    rsp_buf_str(out, "</span> ");
    append_bar(out, &area->summary);
    rsp_buf_str(out, "<span class=\"counts\">");
    for (unsigned v = 0; v < RSP_VERDICT_COUNT; v++)
        if (area->summary.count[v] > 0)
            rsp_buf_printf(out, "<span class=\"%s\">%" PRIu64 " %s</span> ", rsp_verdict_name((rsp_verdict)v),
                           area->summary.count[v], rsp_verdict_name((rsp_verdict)v));
    rsp_buf_printf(out, "<span class=\"judged\">%" PRIu64 " of %" PRIu64 " judged</span>",
                   rsp_summary_judged(&area->summary), rsp_summary_total(&area->summary));
    rsp_buf_str(out, "</span></h2>\n");
    for (size_t i = 0; i < run->num_results; i++)
        if (strcmp(run->results[i].area, area->area) == 0)
            rsp_html_result(out, &run->results[i]);
    rsp_buf_str(out, "</section>\n");
}

rsp_status rsp_report_html(rsp_buf *out, rsp_run *run, const rsp_report_options *options) {
    (void)options;
    rsp_area_summary *areas = NULL;
    size_t num_areas = 0;
    rsp_status status = rsp_run_areas(run, &areas, &num_areas);
    if (status != RSP_OK)
        return status;
    append_head(out, run);
    append_filters(out, run);
    append_header(out, run);
    rsp_buf_str(out, "<main>\n");
    rsp_html_causes(out, run);
    for (size_t i = 0; i < num_areas; i++)
        append_area(out, run, &areas[i]);
    rsp_html_faults(out, run);
    rsp_html_metrics(out, run);
    rsp_buf_str(out, "</main>\n");
    rsp_page_end(out);
    return out->status;
}
