/* The matrix as one page: the answer, stubs, areas by stubs with the first column held in place, causes,
 * differences of two. Wide tables scroll on their own, so that the page fits a telephone.
 * Every text is escaped; the page runs and fetches nothing. See matrix.h. */
/* SPDX-License-Identifier: MIT */
#include "matrix_internal.h"

#include "reports/page.h"
#include <inttypes.h>

static void append_number(rsp_buf *out, const char *css, uint64_t number) {
    rsp_buf_printf(out, "<td class=\"n%s\">", number > 0 ? css : "");
    rsp_report_count(out, number);
    rsp_buf_str(out, "</td>");
}

static void append_title(rsp_buf *out, const rsp_matrix *matrix) {
    rsp_buf_printf(out, "%zu run%s side by side", matrix->num_stubs, matrix->num_stubs == 1 ? "" : "s");
}

static void append_header(rsp_buf *out, const rsp_matrix *matrix) {
    rsp_buf title = {.mem = out->mem};
    append_title(&title, matrix);
    rsp_page_begin(out, rsp_buf_bytes(&title));
    rsp_buf_str(out, "<header>\n");
    rsp_page_headline(out, rsp_buf_bytes(&title));
    rsp_buf_clear(&title);
    size_t bad = 0;
    uint64_t judged = 0;
    for (size_t i = 0; i < matrix->num_stubs; i++) {
        rsp_matrix_counts c = rsp_matrix_count(&matrix->stubs[i].summary);
        bad += c.fail > 0;
        judged += c.judged;
    }
    rsp_report_count(&title, judged);
    rsp_buf_printf(&title, " results judged; %zu of %zu have failures.", bad, matrix->num_stubs);
    rsp_page_answer(out, bad ? "bad" : judged ? "good" : "none", rsp_buf_bytes(&title));
    rsp_buf_free(&title);
    rsp_buf_str(out, "</header>\n<main>\n");
}

static void append_stub(rsp_buf *out, const rsp_matrix_stub *stub) {
    rsp_matrix_counts c = rsp_matrix_count(&stub->summary);
    rsp_buf about = {.mem = out->mem};
    rsp_matrix_about(&about, stub);
    rsp_buf_str(out, "<tr><th scope=\"row\">");
    rsp_html_escaped(out, stub->label);
    rsp_buf_str(out, "</th>");
    append_number(out, "", c.judged);
    rsp_buf_str(out, "<td class=\"n\">");
    rsp_matrix_percent(out, c.judged, c.all);
    rsp_buf_str(out, "</td>");
    append_number(out, " pass", c.pass);
    append_number(out, " fail", c.fail);
    append_number(out, " fail", stub->num_musts);
    append_number(out, "", stub->num_causes);
    rsp_buf_str(out, "<td class=\"n\">");
    rsp_report_duration(out, stub->duration_ns);
    rsp_buf_str(out, "</td><td class=\"about\">");
    rsp_html_escaped(out, rsp_buf_cstr(&about));
    if (*stub->trouble) {
        rsp_buf_str(out, " <b>");
        rsp_html_escaped(out, stub->trouble);
        rsp_buf_str(out, "</b>");
    }
    rsp_buf_str(out, "</td></tr>\n");
    rsp_buf_free(&about);
}

static void append_stubs(rsp_buf *out, const rsp_matrix *matrix) {
    rsp_page_section(out, "Stubs", RSP_LIT(""));
    rsp_buf_str(out,
                "<div class=\"across\"><table class=\"matrix\">\n<tr><th></th><th class=\"n\">judged</th><th "
                "class=\"n\">of all</th><th class=\"n\">pass</th><th class=\"n\">fail</th><th "
                "class=\"n\">musts</th><th class=\"n\">causes</th><th class=\"n\">time</th><th>what it "
                "is</th></tr>\n");
    for (size_t i = 0; i < matrix->num_stubs; i++)
        append_stub(out, &matrix->stubs[i]);
    rsp_buf_str(out, "</table></div>\n");
    rsp_page_section_end(out);
}

/* Passes above failures; the numbers in words for a pointer that rests on it. */
static void append_cell(rsp_buf *out, const rsp_summary *summary) {
    rsp_matrix_counts c = rsp_matrix_count(summary);
    if (c.judged == 0) {
        rsp_buf_str(out, "<td class=\"cell\">-</td>");
        return;
    }
    rsp_buf_printf(out,
                   "<td class=\"cell\" title=\"%" PRIu64 " pass, %" PRIu64 " fail, %" PRIu64
                   " judged of %" PRIu64 "\"><span class=\"pass\">%" PRIu64 "</span>",
                   c.pass, c.fail, c.judged, c.all, c.pass);
    if (c.fail > 0)
        rsp_buf_printf(out, " <b class=\"fail\">%" PRIu64 "</b>", c.fail);
    if (c.judged > c.pass + c.fail)
        rsp_buf_printf(out, " <small>/%" PRIu64 "</small>", c.judged);
    rsp_buf_str(out, "</td>");
}

static void append_areas(rsp_buf *out, const rsp_matrix *matrix, const rsp_matrix_view *view) {
    rsp_page_section(
        out, "Areas",
        RSP_LIT("passed, failed, /judged where that is more; areas that nobody is judged in are left out"));
    rsp_buf_str(out, "<div class=\"across\"><table class=\"matrix\">\n<tr><th></th>");
    for (size_t i = 0; i < matrix->num_stubs; i++) {
        rsp_buf_str(out, "<th class=\"head\"><span>");
        rsp_html_escaped(out, matrix->stubs[i].label);
        rsp_buf_str(out, "</span></th>");
    }
    rsp_buf_str(out, "</tr>\n");
    for (size_t a = 0; a < view->num_areas; a++) {
        rsp_buf_str(out, "<tr><th scope=\"row\">");
        rsp_html_escaped(out, view->areas[a]);
        rsp_buf_str(out, "</th>");
        for (size_t i = 0; i < matrix->num_stubs; i++)
            append_cell(out, rsp_matrix_area_of(&matrix->stubs[i], view->areas[a]));
        rsp_buf_str(out, "</tr>\n");
    }
    rsp_buf_str(out, "</table></div>\n");
    rsp_page_section_end(out);
}

static void append_cause(rsp_buf *out, const rsp_matrix *matrix, const rsp_matrix_shared *shared) {
    rsp_buf_str(out, "<tr><td>");
    rsp_html_escaped(out, shared->cause->requirement);
    rsp_buf_str(out, " <span class=\"level\">");
    rsp_html_escaped(out, shared->cause->level);
    rsp_buf_str(out, "</span></td><td>");
    rsp_html_escaped(out, shared->cause->what);
    rsp_buf_str(out, "<br/><span class=\"counts wrap\">");
    for (size_t i = 0; i < matrix->num_stubs; i++) {
        if (shared->num_results[i] == 0)
            continue;
        rsp_buf_str(out, "<span>");
        rsp_html_escaped(out, matrix->stubs[i].label);
        rsp_buf_printf(out, " %" PRIu64 "</span> ", shared->num_results[i]);
    }
    rsp_buf_str(out, "</span></td></tr>\n");
}

static void append_causes(rsp_buf *out, const rsp_matrix *matrix, const rsp_matrix_view *view) {
    if (view->num_causes == 0)
        return;
    rsp_page_section(out, "Causes", RSP_LIT("those of most stubs first"));
    rsp_buf_str(out, "<table class=\"causes-of-all\">\n");
    for (size_t i = 0; i < view->num_causes; i++)
        append_cause(out, matrix, &view->causes[i]);
    rsp_buf_str(out, "</table>\n");
    rsp_page_section_end(out);
}

static void append_difference(rsp_buf *out, const rsp_matrix_pair *pair) {
    rsp_buf_str(out, "<tr><td class=\"name\">");
    rsp_html_escaped(out, pair->results[0]->scenario);
    if (*pair->results[0]->variant) {
        rsp_buf_str(out, " <span class=\"variant\">");
        rsp_html_escaped(out, pair->results[0]->variant);
        rsp_buf_str(out, "</span>");
    }
    rsp_buf_str(out, "</td>");
    for (int side = 0; side < 2; side++) {
        const char *verdict = rsp_verdict_name(pair->results[side]->verdict);
        rsp_buf_printf(out, "<td class=\"%s\"><span class=\"verdict\">%s</span> ", verdict, verdict);
        rsp_html_escaped(out, pair->results[side]->message);
        rsp_buf_str(out, "</td>");
    }
    rsp_buf_str(out, "</tr>\n");
}

static void append_differences(rsp_buf *out, const rsp_matrix *matrix) {
    if (matrix->num_stubs != 2)
        return;
    rsp_page_section(out, "Differences", RSP_LIT("judged in both, by different verdicts"));
    rsp_buf_str(out, "<table>\n<tr><th>scenario</th>");
    for (int side = 0; side < 2; side++) {
        rsp_buf_str(out, "<th>");
        rsp_html_escaped(out, matrix->stubs[side].label);
        rsp_buf_str(out, "</th>");
    }
    rsp_buf_str(out, "</tr>\n");
    rsp_matrix_pair pair = {.stubs = {&matrix->stubs[0], &matrix->stubs[1]}};
    uint64_t only[2] = {0, 0};
    while (rsp_matrix_pair_next(&pair)) {
        bool judged[2] = {rsp_matrix_is_judged(pair.results[0]), rsp_matrix_is_judged(pair.results[1])};
        only[0] += judged[0] && !judged[1];
        only[1] += judged[1] && !judged[0];
        if (rsp_matrix_pair_differs(&pair))
            append_difference(out, &pair);
    }
    rsp_buf_printf(out,
                   "</table>\n<p class=\"label\">Only judged in the first: %" PRIu64
                   "; only in the second: %" PRIu64 ".</p>\n",
                   only[0], only[1]);
    rsp_page_section_end(out);
}

rsp_status rsp_matrix_html(rsp_buf *out, const rsp_matrix *matrix) {
    rsp_matrix_view view;
    rsp_status status = rsp_matrix_look(&view, matrix);
    if (status == RSP_OK) {
        append_header(out, matrix);
        append_stubs(out, matrix);
        append_areas(out, matrix, &view);
        append_causes(out, matrix, &view);
        append_differences(out, matrix);
        rsp_buf_str(out, "</main>\n");
        rsp_page_end(out);
    }
    rsp_matrix_view_free(&view);
    return status != RSP_OK ? status : out->status;
}
