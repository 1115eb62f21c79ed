/* Histograms have a logarithmic axis that all kinds share, so that they can be compared down the page;
 * heights are relative to the fullest bin of their own kind. What is in a bin is told when the pointer rests
 * on it. See capture_html.h. */
/* SPDX-License-Identifier: MIT */
#include "capture_html.h"

#include "reports/page.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdlib.h>

enum {
    BINS = 32,
    PAGE_KINDS = 40,
    EIGHTHS = 8, /* steps of the axis per power of two */
};

/* 8 * log2(value), straight between powers of two. */
static unsigned scale_of(uint64_t value) {
    unsigned top = 0;
    while (top < 63 && value >> (top + 1))
        top++;
    uint64_t rest = value - (UINT64_C(1) << top);
    uint64_t part = top >= 3 ? rest >> (top - 3) : rest << (3 - top);
    return value == 0 ? 0 : top * EIGHTHS + (unsigned)part;
}

/* The reverse: the smallest value there. */
static uint64_t value_at(unsigned scale) {
    unsigned top = scale / EIGHTHS;
    uint64_t whole = UINT64_C(1) << top;
    uint64_t part = scale % EIGHTHS;
    return whole + (top >= 3 ? part << (top - 3) : part >> (3 - top));
}

typedef struct axis {
    unsigned low;  /* scale at the left edge */
    unsigned step; /* scale per bin */
} axis;

static axis make_axis(const rsp_analysis *a) {
    uint64_t min = UINT64_MAX;
    uint64_t max = 0;
    for (int i = 0; i < RSP_PACKET_END; i++) {
        const rsp_quantiles *q = a->kinds[i];
        if (!q || rsp_quantiles_known(q) == 0)
            continue;
        min = q->min < min ? q->min : min;
        max = q->max > max ? q->max : max;
    }
    if (min > max)
        return (axis){0};
    unsigned low = scale_of(min);
    return (axis){.low = low, .step = (scale_of(max) - low) / BINS + 1};
}

static void fill_bins(uint64_t bins[BINS], rsp_quantiles *q, axis x) {
    size_t num = rsp_quantiles_values(q, NULL, 0);
    rsp_quantile_value *values = calloc(num + 1, sizeof *values);
    if (!values)
        return;
    (void)rsp_quantiles_values(q, values, num);
    for (size_t i = 0; i < num; i++) {
        unsigned scale = scale_of(values[i].value);
        unsigned bin = scale > x.low ? (scale - x.low) / x.step : 0;
        bins[bin < BINS ? bin : BINS - 1] += values[i].times;
    }
    free(values);
}

static void append_histogram(rsp_buf *out, rsp_quantiles *q, axis x) {
    uint64_t bins[BINS] = {0};
    uint64_t most = 1;
    fill_bins(bins, q, x);
    for (int i = 0; i < BINS; i++)
        most = bins[i] > most ? bins[i] : most;
    rsp_buf_str(out, "<span class=\"hist\">");
    for (unsigned i = 0; i < BINS; i++) {
        if (bins[i] == 0) {
            rsp_buf_str(out, "<i></i>");
            continue;
        }
        rsp_buf_printf(out, "<i style=\"height:%.0f%%\" title=\"", 8 + 92.0 * (double)bins[i] / (double)most);
        rsp_report_count(out, bins[i]);
        rsp_buf_str(out, " from ");
        rsp_time_append(out, value_at(x.low + i * x.step));
        rsp_buf_str(out, "\"></i>");
    }
    rsp_buf_str(out, "</span>");
}

static void append_kind(rsp_buf *out, rsp_bytes name, rsp_quantiles *q, axis x) {
    static const unsigned points[] = {500, 900, 990, 1000};
    rsp_buf_str(out, "<tr><td><code>");
    rsp_page_text(out, name);
    rsp_buf_str(out, "</code></td><td class=\"n\">");
    rsp_report_count(out, q->count);
    rsp_buf_str(out, "</td>");
    for (size_t i = 0; i < RSP_ARRAY_LEN(points) && x.step > 0; i++) {
        rsp_buf_str(out, "<td class=\"n\">");
        if (rsp_quantiles_known(q) > 0)
            rsp_time_append(out, rsp_quantiles_at(q, points[i]));
        rsp_buf_str(out, "</td>");
    }
    rsp_buf_str(out, "<td>");
    if (x.step > 0 && rsp_quantiles_known(q) > 0)
        append_histogram(out, q, x);
    rsp_buf_str(out, "</td></tr>\n");
}

static void append_axis(rsp_buf *out, axis x) {
    rsp_buf_str(out, "<th class=\"axis\">");
    for (unsigned i = 0; i < 3 && x.step > 0; i++) {
        rsp_buf_str(out, "<span>");
        rsp_time_append(out, value_at(x.low + x.step * BINS * i / 2));
        rsp_buf_str(out, "</span>");
    }
    rsp_buf_str(out, "</th>");
}

/* Where no time is known, only counts are left. */
static void append_head(rsp_buf *out, const rsp_analysis *a, axis x) {
    bool exact = rsp_quantiles_exact(&a->latency) || x.step == 0;
    rsp_page_section(out, x.step > 0 ? "Latency by packet" : "Answered packets",
                     exact ? rsp_bytes_make(NULL, 0) : RSP_LIT("quantiles within 0.1 %"));
    rsp_buf_str(out, "<table class=\"kinds\"><tr><th>packet</th><th class=\"n\">answered</th>");
    if (x.step > 0)
        rsp_buf_str(out, "<th class=\"n\">median</th><th class=\"n\">p90</th><th class=\"n\">p99</th>"
                         "<th class=\"n\">max</th>");
    append_axis(out, x);
    rsp_buf_str(out, "</tr>\n");
}

void capture_html_latency(rsp_buf *out, const capture_report *r) {
    rsp_analysis *a = &r->totals->analysis;
    int kinds[RSP_PACKET_END];
    size_t num = capture_rank_kinds(kinds, a);
    size_t shown = num < PAGE_KINDS ? num : PAGE_KINDS;
    if (num == 0)
        return;
    axis x = make_axis(a);
    append_head(out, a, x);
    append_kind(out, RSP_LIT("all but resumes"), &a->latency, x);
    for (size_t i = 0; i < shown; i++)
        append_kind(out, capture_kind_name(kinds[i]), a->kinds[kinds[i]], x);
    rsp_buf_str(out, "</table>\n");
    if (num > shown)
        rsp_buf_printf(out, "<p class=\"label\">and %zu kinds more, which are rarer</p>\n", num - shown);
    rsp_page_section_end(out);
}

void capture_html_batches(rsp_buf *out, const rsp_analysis *a) {
    if (a->batch_packets == 0)
        return;
    uint64_t most = 1;
    rsp_buf note = {0};
    rsp_report_counted(&note, a->batch_entries, "entry", "entries");
    rsp_buf_str(&note, " in ");
    rsp_report_counted(&note, a->batch_packets, "packet", "packets");
    rsp_page_section(out, "Sizes of batches", rsp_buf_bytes(&note));
    rsp_buf_free(&note);
    for (int i = 0; i < RSP_BATCH_BUCKETS; i++)
        most = a->batches[i] > most ? a->batches[i] : most;
    rsp_buf_str(out, "<table><tr><th class=\"n\">entries</th><th class=\"n\">packets</th><th></th></tr>\n");
    for (unsigned i = 0; i < RSP_BATCH_BUCKETS; i++) {
        if (a->batches[i] == 0)
            continue;
        rsp_buf_printf(out, "<tr><td class=\"n\">%u", i < 2 ? i + 1 : (1U << (i - 1)) + 1);
        if (i >= 2)
            rsp_buf_printf(out, " to %u", 1U << i);
        rsp_buf_str(out, "</td><td class=\"n\">");
        rsp_report_count(out, a->batches[i]);
        rsp_buf_printf(out, "</td><td class=\"share\"><i style=\"width:%.1f%%\"></i></td></tr>\n",
                       100.0 * (double)a->batches[i] / (double)most);
    }
    rsp_buf_str(out, "</table>\n");
    rsp_page_section_end(out);
}
