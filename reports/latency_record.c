/* Keys are the names of the members, but for `filled`.
 * Times are integers in nanoseconds.
 * See latency_record.h. */
/* SPDX-License-Identifier: MIT */
#include "reports/latency_record.h"

static const rsp_field row_fields[] = {
    RSP_NUMBER(rsp_latency_row, count),   RSP_NUMBER(rsp_latency_row, mean_ns),
    RSP_NUMBER(rsp_latency_row, min_ns),  RSP_NUMBER(rsp_latency_row, p50_ns),
    RSP_NUMBER(rsp_latency_row, p90_ns),  RSP_NUMBER(rsp_latency_row, p99_ns),
    RSP_NUMBER(rsp_latency_row, p999_ns), RSP_NUMBER(rsp_latency_row, max_ns),
};
static const rsp_record row = RSP_RECORD(rsp_latency_row, row_fields);

static const rsp_field fields[] = {
    RSP_NUMBER(rsp_latency_summary, interval_ns),
    RSP_FIELD_AS("filled", rsp_latency_summary, num_filled, NUMBER),
    RSP_FIELD(rsp_latency_summary, measured, RECORD, .of = &row),
    RSP_FIELD(rsp_latency_summary, corrected, RECORD, .of = &row),
};
const rsp_record rsp_latency_record = RSP_RECORD(rsp_latency_summary, fields);
