/* What `stubborn adapter bench` measured, as rows: one per adapter, work and round-trip times.
 * Written for people as one document, and as JSON.
 * See dap_bench/work.h for what is measured. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_ADAPTER_BENCH_REPORT_H
#define RSP_ADAPTER_BENCH_REPORT_H

#include "core/arena.h"
#include "dap_bench/work.h"

RSP_BEGIN_DECLS

/* One row. Texts outlive the report. */
typedef struct rsp_adapter_bench_row {
    const char *adapter;
    rsp_dap_work work;
    uint64_t editor_rtt_ns; /* between editor and adapter */
    uint64_t stub_rtt_ns;   /* between adapter and stub */
    rsp_dap_bench_result result;
} rsp_adapter_bench_row;

/* All-zero is valid and empty. */
typedef struct rsp_adapter_bench_report {
    rsp_arena arena;
    const char *version;    /* of this program */
    const char *started_at; /* "2026-11-23T18:04:05Z" */
    uint64_t behind;        /* requests that a step, continue or pause waits behind */
    bool paced;             /* a pace was asked for: people read whole operations corrected for it */
    rsp_adapter_bench_row *rows;
    size_t num_rows;
    size_t cap_rows;
} rsp_adapter_bench_report;

/* Frees the rows; the report is empty then. */
void rsp_adapter_bench_report_free(rsp_adapter_bench_report *report);

/* Adds one; false without memory or beyond 4,096. */
bool rsp_adapter_bench_report_add(rsp_adapter_bench_report *report, const rsp_adapter_bench_row *row);

/* How a report is written for people. */
typedef enum rsp_adapter_bench_form {
    RSP_ADAPTER_BENCH_TERMINAL,
    RSP_ADAPTER_BENCH_MARKDOWN,
    RSP_ADAPTER_BENCH_HTML,
} rsp_adapter_bench_form;

/* Appends it. RSP_NO_MEMORY, or the buffer's status. */
rsp_status rsp_adapter_bench_print(rsp_buf *out, const rsp_adapter_bench_report *report,
                                   rsp_adapter_bench_form form, bool colour) RSP_MUST_USE;

/* Follows reports/schema/adapter-bench.schema.json. RSP_NO_MEMORY. */
rsp_status rsp_adapter_bench_print_json(rsp_buf *out, const rsp_adapter_bench_report *report) RSP_MUST_USE;

RSP_END_DECLS

#endif
