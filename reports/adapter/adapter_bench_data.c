/* Parts without samples are left out.
 * All times are integers in nanoseconds.
 * See adapter_bench_report.h and reports/schema/adapter-bench.schema.json. */
/* SPDX-License-Identifier: MIT */
#include "reports/adapter/adapter_bench_report.h"

#include "reports/latency_record.h"
#include <jansson.h>

static json_t *write_parts(rsp_json_build *b, const void *from) {
    const rsp_adapter_bench_row *row = from;
    json_t *o = json_object();
    for (unsigned i = 0; i < RSP_DAP_PART_COUNT; i++)
        if (row->result.parts[i].measured.count > 0)
            rsp_json_set(b, o, rsp_dap_part_name((rsp_dap_part)i),
                         rsp_record_json(b, &rsp_latency_record, &row->result.parts[i]));
    return o;
}

static const char *work_name(unsigned work) {
    return rsp_dap_work_get((rsp_dap_work)work)->name;
}

static const char *outcome_name(unsigned outcome) {
    static const char *const names[] = {"done", "skipped", "failed"};
    return names[outcome];
}

static bool is_done(const void *row) {
    return ((const rsp_adapter_bench_row *)row)->result.outcome == RSP_DAP_BENCH_DONE;
}

static bool has_packets(const void *row) {
    return is_done(row) && ((const rsp_adapter_bench_row *)row)->result.has_packets;
}

static const rsp_field row_fields[] = {
    RSP_FIELD(rsp_adapter_bench_row, adapter, TEXT),
    RSP_FIELD(rsp_adapter_bench_row, work, WORD, .limit = RSP_DAP_WORK_COUNT, .word = work_name),
    RSP_NUMBER(rsp_adapter_bench_row, editor_rtt_ns),
    RSP_NUMBER(rsp_adapter_bench_row, stub_rtt_ns),
    RSP_FIELD_AS("outcome", rsp_adapter_bench_row, result.outcome, WORD, .limit = RSP_DAP_BENCH_FAILED + 1,
                 .word = outcome_name),
    RSP_FIELD_AS("reason", rsp_adapter_bench_row, result.reason, CHARS, .optional = true,
                 .limit = sizeof(((rsp_adapter_bench_row *)0)->result.reason)),
    RSP_FIELD_AS("operations", rsp_adapter_bench_row, result.operations, NUMBER, .when = is_done),
    RSP_FIELD_AS("requests", rsp_adapter_bench_row, result.requests, NUMBER, .when = is_done),
    RSP_FIELD_AS("cancelled", rsp_adapter_bench_row, result.cancelled, NUMBER, .when = is_done),
    RSP_FIELD_AS("packets", rsp_adapter_bench_row, result.packets, NUMBER, .when = has_packets),
    RSP_FIELD_BY("parts", OWN, .write = write_parts, .when = is_done),
};
static const rsp_record row_record = RSP_RECORD(rsp_adapter_bench_row, row_fields);

static const char *format_of(const void *report) {
    (void)report;
    return "stubborn-adapter-bench-1";
}

static const rsp_field report_fields[] = {
    RSP_FIELD_BY("format", TEXT, .text = format_of),
    RSP_FIELD(rsp_adapter_bench_report, version, TEXT),
    RSP_FIELD(rsp_adapter_bench_report, started_at, TEXT),
    RSP_NUMBER(rsp_adapter_bench_report, behind),
    RSP_FIELD(rsp_adapter_bench_report, rows, LIST, .count = offsetof(rsp_adapter_bench_report, num_rows),
              .of = &row_record),
};
static const rsp_record report_record = RSP_RECORD(rsp_adapter_bench_report, report_fields);

rsp_status rsp_adapter_bench_print_json(rsp_buf *out, const rsp_adapter_bench_report *report) {
    rsp_json_build b = {0};
    return rsp_json_print(&b, rsp_record_json(&b, &report_record, report), out);
}
