/* Histograms have a logarithmic axis that all kinds share, so that they can be compared down the page;
 * heights are relative to the fullest bin of their own kind. What is in a bin is told when the pointer rests
 * on it. See capture_histogram.h. */
/* SPDX-License-Identifier: MIT */
#include "reports/capture/capture_histogram.h"

#include "document/page.h"
#include "document/text.h"
#include <rsp/clock.h>
#include <rsp/packet_ids.h>
#include <stdlib.h>

enum {
    BINS = 32,
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

/* The reverse: the smallest value there, or the largest of all beyond that. */
static uint64_t value_at(unsigned scale) {
    unsigned top = scale / EIGHTHS;
    if (top > 63)
        return UINT64_MAX;
    uint64_t whole = UINT64_C(1) << top;
    uint64_t part = scale % EIGHTHS;
    return whole + (top >= 3 ? part << (top - 3) : part >> (3 - top));
}

rsp_capture_axis rsp_capture_axis_of(const rsp_analysis *a) {
    uint64_t min = UINT64_MAX;
    uint64_t max = 0;
    for (int i = 0; i < RSP_PACKET_END; i++) {
        const rsp_quantiles *q = a->latencies.kinds[i];
        if (!q || rsp_quantiles_known(q) == 0)
            continue;
        min = q->min < min ? q->min : min;
        max = q->max > max ? q->max : max;
    }
    if (min > max)
        return (rsp_capture_axis){0};
    unsigned low = scale_of(min);
    return (rsp_capture_axis){.low = low, .step = (scale_of(max) - low) / BINS + 1};
}

static void fill_bins(uint64_t bins[BINS], rsp_quantiles *q, rsp_capture_axis x) {
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

void rsp_capture_append_histogram(rsp_buf *out, rsp_quantiles *q, rsp_capture_axis x) {
    uint64_t bins[BINS] = {0};
    uint64_t most = 1;
    fill_bins(bins, q, x);
    for (int i = 0; i < BINS; i++)
        most = bins[i] > most ? bins[i] : most;
    rsp_buf_printf(out, "<svg class=\"hist\" viewBox=\"0 0 %d 100\" preserveAspectRatio=\"none\">", BINS);
    for (unsigned i = 0; i < BINS; i++) {
        const double height = 8 + 92.0 * (double)bins[i] / (double)most;
        if (bins[i] == 0)
            continue;
        rsp_buf_printf(out, "<rect x=\"%u\" y=\"%.0f\" width=\".9\" height=\"%.0f\"><title>", i, 100 - height,
                       height);
        rsp_text_count(out, bins[i]);
        rsp_buf_str(out, " from ");
        rsp_time_append(out, value_at(x.low + i * x.step));
        rsp_buf_str(out, "</title></rect>");
    }
    rsp_buf_str(out, "</svg>");
}

uint64_t rsp_capture_axis_low(rsp_capture_axis x) {
    return value_at(x.low);
}

uint64_t rsp_capture_axis_high(rsp_capture_axis x) {
    return value_at(x.low + x.step * BINS);
}

/* Whose time it was, as a bar and in words. */
void rsp_capture_append_phases(rsp_buf *out, const uint64_t *ns) {
    static const struct {
        rsp_phase phase;
        const char *css;
    } parts[] = {{RSP_PHASE_STUB, "stub"}, {RSP_PHASE_PROGRAM, "program"}, {RSP_PHASE_CLIENT, "client"}};
    uint64_t all = ns[RSP_PHASE_STUB] + ns[RSP_PHASE_PROGRAM] + ns[RSP_PHASE_CLIENT];
    if (all == 0)
        return;
    rsp_page_part bar[RSP_ARRAY_LEN(parts)];
    for (size_t i = 0; i < RSP_ARRAY_LEN(parts); i++)
        bar[i] = (rsp_page_part){.css = parts[i].css, .amount = ns[parts[i].phase]};
    rsp_page_bar(out, bar, RSP_ARRAY_LEN(bar));
    rsp_buf_str(out, "\n<p class=\"legend\">");
    for (size_t i = 0; i < RSP_ARRAY_LEN(parts); i++) {
        rsp_text_printf(out, "<span><i class=\"%s\"></i> <b>", parts[i].css);
        rsp_time_append(out, ns[parts[i].phase]);
        rsp_text_printf(out, "</b> %s</span> ", rsp_phase_name(parts[i].phase));
    }
    rsp_buf_str(out, "</p>\n");
}
