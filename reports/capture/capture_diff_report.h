/* Two recordings side by side, for people and as JSON: what they cost, kind by kind, and which requests only
 * one of them has.
 * What is compared is in capture/capture_comparison.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CAPTURE_DIFF_REPORT_H
#define RSP_CAPTURE_DIFF_REPORT_H

#include "capture/capture_comparison.h"

RSP_BEGIN_DECLS

/* Appends the report for a terminal. `verbose` shows all kinds and all requests, else a dozen. The buffer's
 * status, or RSP_NO_MEMORY. */
rsp_status rsp_capture_diff_text(rsp_buf *out, const rsp_capture_comparison *c, bool verbose) RSP_MUST_USE;

/* Appends it as JSON, as reports/schema/capture-diff.schema.json says. As above. */
rsp_status rsp_capture_diff_json(rsp_buf *out, const rsp_capture_comparison *c) RSP_MUST_USE;

RSP_END_DECLS

#endif
