/* Rows for programs: JSON by a schema, CSV with a line per row; and rows read back from JSON.
 * All times are integers in nanoseconds. What is read back is checked: the file may be somebody else's.
 * See bench.h and reports/schema/bench.schema.json. */
/* SPDX-License-Identifier: MIT */
#include "core/text.h"
#include "reports/bench/bench_report.h"

#include "document/record.h"
#include "reports/latency_record.h"
#include <jansson.h>

#define FORMAT "stubborn-bench-1"

static const rsp_field cost_fields[] = {
    RSP_NUMBER(rsp_bench_cost, round_trips), RSP_NUMBER(rsp_bench_cost, packets_out),
    RSP_NUMBER(rsp_bench_cost, packets_in),  RSP_NUMBER(rsp_bench_cost, bytes_out),
    RSP_NUMBER(rsp_bench_cost, bytes_in),    RSP_FIELD_AS("time_ns", rsp_bench_cost, ns, TIME),
};
static const rsp_record cost = RSP_RECORD(rsp_bench_cost, cost_fields);

/* Those in which something was sent, by their names. */
static json_t *write_phases(rsp_json_build *b, const void *from) {
    const rsp_bench_row *row = from;
    json_t *o = json_object();
    for (int p = 0; p < RSP_BENCH_PHASE_COUNT; p++)
        if (row->result.phases[p].packets_out > 0)
            rsp_json_set(b, o, rsp_bench_phase_name((rsp_bench_phase)p),
                         rsp_record_json(b, &cost, &row->result.phases[p]));
    return o;
}

static void read_phases(rsp_record_reader *r, const json_t *phases, void *into) {
    rsp_bench_row *row = into;
    for (int p = 0; p < RSP_BENCH_PHASE_COUNT; p++) {
        const json_t *phase = json_object_get(phases, rsp_bench_phase_name((rsp_bench_phase)p));
        if (phase)
            rsp_record_read(r, &cost, phase, &row->result.phases[p]);
    }
}

static const char *outcome_name(unsigned outcome) {
    static const char *const names[] = {
        [RSP_BENCH_DONE] = "done", [RSP_BENCH_SKIPPED] = "skipped", [RSP_BENCH_FAILED] = "failed"};
    return names[outcome];
}

static bool is_swept(const void *row) {
    return ((const rsp_bench_row *)row)->sweep_name[0] != '\0';
}

static bool is_done(const void *row) {
    return ((const rsp_bench_row *)row)->result.outcome == RSP_BENCH_DONE;
}

static const rsp_field row_fields[] = {
    RSP_FIELD(rsp_bench_row, workload, TEXT),
    RSP_FIELD_AS("sweep", rsp_bench_row, sweep_name, TEXT, .optional = true),
    RSP_FIELD_AS("value", rsp_bench_row, sweep, NUMBER, .when = is_swept),
    RSP_FIELD(rsp_bench_row, way, WORD, .limit = RSP_BENCH_WAY_COUNT, .word = rsp_bench_way_name),
    RSP_NUMBER(rsp_bench_row, rtt_ns),
    RSP_FIELD_AS("outcome", rsp_bench_row, result.outcome, WORD, .limit = RSP_BENCH_FAILED + 1,
                 .word = outcome_name),
    RSP_FIELD_AS("reason", rsp_bench_row, result.reason, CHARS, .optional = true,
                 .limit = sizeof(((rsp_bench_row *)0)->result.reason)),
    RSP_FIELD_AS("note", rsp_bench_row, result.note, CHARS, .optional = true,
                 .limit = sizeof(((rsp_bench_row *)0)->result.note)),
    RSP_FIELD_AS("virtual", rsp_bench_row, result.virtual_time, FLAG, .when = is_done),
    RSP_FIELD_AS("operations", rsp_bench_row, result.num_operations, NUMBER, .when = is_done),
    RSP_FIELD_AS("memory_bytes", rsp_bench_row, result.memory_bytes, NUMBER, .optional = true),
    RSP_FIELD_AS("total", rsp_bench_row, result.total, RECORD, .of = &cost, .when = is_done),
    RSP_FIELD_BY("phases", OWN, .write = write_phases, .read = read_phases, .when = is_done),
    RSP_FIELD_AS("latency", rsp_bench_row, result.latency, RECORD, .of = &rsp_latency_record,
                 .when = is_done),
};
static const rsp_record row_record = RSP_RECORD(rsp_bench_row, row_fields);

static const char *format_of(const void *report) {
    (void)report;
    return FORMAT;
}

static const rsp_field report_fields[] = {
    RSP_FIELD_BY("format", TEXT, .text = format_of),
    RSP_FIELD(rsp_bench_report, stub, TEXT),
    RSP_FIELD(rsp_bench_report, version, TEXT),
    RSP_FIELD(rsp_bench_report, rows, LIST, .count = offsetof(rsp_bench_report, num_rows), .of = &row_record,
              .arg = RSP_BENCH_MAX_ROWS),
};
static const rsp_record report_record = RSP_RECORD(rsp_bench_report, report_fields);

rsp_status rsp_bench_print_json(rsp_buf *out, const rsp_bench_report *report) {
    rsp_json_build b = {0};
    return rsp_json_print(&b, rsp_record_json(&b, &report_record, report), out);
}

rsp_status rsp_bench_read_json(rsp_bench_report *out, const char *path, rsp_bytes text, rsp_error *error) {
    rsp_error why = {0};
    json_t *root = NULL;
    rsp_record_reader r = {.texts = &out->arena};
    if (rsp_record_parse(&root, text, &why) != RSP_OK)
        return rsp_fail_at(error, RSP_BAD_FILE, path, why.line, 0,
                           "%s; 'stubborn bench -o json:FILE' writes one", why.msg);
    const char *format = json_string_value(json_object_get(root, "format"));
    rsp_status status = RSP_OK;
    if (!format || strcmp(format, FORMAT) != 0 || !json_is_array(json_object_get(root, "rows")))
        status = rsp_fail(error, RSP_BAD_FILE, "%s is no file that 'stubborn bench -o json:FILE' has written",
                          path);
    else
        rsp_record_read(&r, &report_record, root, out);
    json_decref(root);
    if (r.wrong)
        status = rsp_fail(error, r.status, "%s is damaged: '%s' makes no sense in it", path, r.wrong);
    return status;
}

/* --- CSV ------------------------------------------------------------------------------------------------ */

static const char *outcome_of(const void *row) {
    return outcome_name(((const rsp_bench_row *)row)->result.outcome);
}

static const rsp_field lead_fields[] = {
    RSP_FIELD(rsp_bench_row, workload, TEXT),
    RSP_FIELD_AS("sweep", rsp_bench_row, sweep_name, TEXT),
    RSP_FIELD_AS("value", rsp_bench_row, sweep, NUMBER),
    RSP_FIELD(rsp_bench_row, way, WORD, .word = rsp_bench_way_name),
    RSP_NUMBER(rsp_bench_row, rtt_ns),
    RSP_FIELD_BY("outcome", TEXT, .text = outcome_of),
};
static const rsp_record lead = RSP_RECORD(rsp_bench_row, lead_fields);

static void put_csv_line(rsp_buf *out, const rsp_bench_row *row, const char *phase,
                         const rsp_bench_cost *of) {
    rsp_record_csv_values(out, &lead, row);
    rsp_text_printf(out, ",%s,", phase);
    rsp_record_csv_values(out, &cost, of);
    rsp_buf_push(out, '\n');
}

void rsp_bench_print_csv(rsp_buf *out, const rsp_bench_report *report) {
    rsp_record_csv_keys(out, &lead);
    rsp_buf_str(out, ",phase,");
    rsp_record_csv_keys(out, &cost);
    rsp_buf_push(out, '\n');
    for (size_t i = 0; i < report->num_rows; i++) {
        const rsp_bench_row *row = &report->rows[i];
        put_csv_line(out, row, "total", &row->result.total);
        for (int p = 0; p < RSP_BENCH_PHASE_COUNT; p++)
            if (row->result.phases[p].packets_out > 0)
                put_csv_line(out, row, rsp_bench_phase_name((rsp_bench_phase)p), &row->result.phases[p]);
    }
}
