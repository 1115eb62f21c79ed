/* Partial results of `capture analyze`: the state of a report as JSON, from which another run goes on adding.
 * Written and read by the same tables of fields.
 * See capture/capture_sum.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CAPTURE_PARTIAL_H
#define RSP_CAPTURE_PARTIAL_H

#include "reports/capture/capture_report.h"

RSP_BEGIN_DECLS

struct json_t;
struct rsp_json_build;

/* The state of a report as a JSON value. */
struct json_t *rsp_capture_partial_json(struct rsp_json_build *b, const rsp_capture_report *report);

/* Adds what `analyze -o partial:FILE` wrote. `path` is for the error. RSP_BAD_FILE with the value
 * that makes no sense, RSP_NO_MEMORY: the sum is as it was, or not to be used. */
rsp_status rsp_capture_partial_add(rsp_capture_sum *sum, const char *path, rsp_bytes text,
                                   rsp_error *error) RSP_MUST_USE;

/* The report of a sum, which must outlive it. */
void rsp_capture_report_on_sum(rsp_capture_report *report, rsp_capture_sum *sum);

RSP_END_DECLS

#endif
