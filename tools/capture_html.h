/* The parts of the capture page that draw: latency histograms by packet kind, sizes of batches.
 * Bars are boxes with sizes in per cent; nothing is drawn by a script.
 * Private to the page; see capture_html.c. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_CAPTURE_HTML_H
#define STUBBORN_CAPTURE_HTML_H

#include "capture_report.h"

void capture_html_latency(rsp_buf *out, const capture_report *report);
void capture_html_batches(rsp_buf *out, const rsp_analysis *analysis);

#endif
