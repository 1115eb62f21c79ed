/* Figures of the page of a capture, as markup: a bar of whose time it was, and histograms of latencies.
 * All histograms of a page have one logarithmic axis, so that they can be compared down the page.
 * See capture_page.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CAPTURE_HISTOGRAM_H
#define RSP_CAPTURE_HISTOGRAM_H

#include "capture/analysis.h"

RSP_BEGIN_DECLS

typedef struct rsp_capture_axis {
    unsigned low;  /* scale at the left edge */
    unsigned step; /* scale per bin; 0: no time is known */
} rsp_capture_axis;

/* An axis for all kinds of packets; the times at its ends. */
rsp_capture_axis rsp_capture_axis_of(const rsp_analysis *a);
uint64_t rsp_capture_axis_low(rsp_capture_axis x);
uint64_t rsp_capture_axis_high(rsp_capture_axis x);

void rsp_capture_append_histogram(rsp_buf *out, rsp_quantiles *q, rsp_capture_axis x);

/* The bar with its legend; nothing without times. `ns` by rsp_phase. */
void rsp_capture_append_phases(rsp_buf *out, const uint64_t *ns);

RSP_END_DECLS

#endif
