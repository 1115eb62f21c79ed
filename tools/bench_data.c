/* Rows for programs: JSON by a schema, CSV with a line per row; and rows read back from JSON.
 * All times are integers in nanoseconds. What is read back is checked: the file may be somebody else's.
 * See bench.h and reports/schema/bench.schema.json. */
/* SPDX-License-Identifier: MIT */
#include "bench_report.h"

#include "codec/json.h"
#include "core/arena.h"
#include "core/limits.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#define FORMAT "stubborn-bench-1"

/* One number of a struct, by name. */
typedef struct number_field {
    const char *key;
    size_t offset;
} number_field;

static const number_field cost_fields[] = {
    {"round_trips", offsetof(rsp_bench_cost, round_trips)},
    {"packets_out", offsetof(rsp_bench_cost, packets_out)},
    {"packets_in", offsetof(rsp_bench_cost, packets_in)},
    {"bytes_out", offsetof(rsp_bench_cost, bytes_out)},
    {"bytes_in", offsetof(rsp_bench_cost, bytes_in)},
    {"time_ns", offsetof(rsp_bench_cost, ns)},
};

static const number_field latency_fields[] = {
    {"count", offsetof(rsp_latency_row, count)},     {"mean_ns", offsetof(rsp_latency_row, mean_ns)},
    {"min_ns", offsetof(rsp_latency_row, min_ns)},   {"p50_ns", offsetof(rsp_latency_row, p50_ns)},
    {"p90_ns", offsetof(rsp_latency_row, p90_ns)},   {"p99_ns", offsetof(rsp_latency_row, p99_ns)},
    {"p999_ns", offsetof(rsp_latency_row, p999_ns)}, {"max_ns", offsetof(rsp_latency_row, max_ns)},
};

static const char *const outcomes[] = {
    [RSP_BENCH_DONE] = "done", [RSP_BENCH_SKIPPED] = "skipped", [RSP_BENCH_FAILED] = "failed"};

/* --- writing -------------------------------------------------------------------------------------------- */

static void put(json_t *object, const char *key, uint64_t value) {
    json_object_set_new(object, key, json_integer((json_int_t)(value > INT64_MAX ? INT64_MAX : value)));
}

static uint64_t field_of(const void *from, const number_field *field) {
    uint64_t value;
    memcpy(&value, (const char *)from + field->offset, sizeof value);
    return value;
}

static json_t *numbers_json(const void *from, const number_field *fields, size_t num) {
    json_t *o = json_object();
    for (size_t i = 0; i < num; i++)
        put(o, fields[i].key, field_of(from, &fields[i]));
    return o;
}

static json_t *phases_json(const rsp_bench_result *r) {
    json_t *o = json_object();
    for (int p = 0; p < RSP_BENCH_PHASE_COUNT; p++)
        if (r->phases[p].packets_out > 0)
            json_object_set_new(o, rsp_bench_phase_name((rsp_bench_phase)p),
                                numbers_json(&r->phases[p], cost_fields, RSP_ARRAY_LEN(cost_fields)));
    return o;
}

static json_t *latency_json(const rsp_latency_summary *l) {
    json_t *o = json_object();
    put(o, "interval_ns", l->interval_ns);
    put(o, "filled", l->num_filled);
    json_object_set_new(o, "measured",
                        numbers_json(&l->measured, latency_fields, RSP_ARRAY_LEN(latency_fields)));
    json_object_set_new(o, "corrected",
                        numbers_json(&l->corrected, latency_fields, RSP_ARRAY_LEN(latency_fields)));
    return o;
}

static json_t *row_json(const bench_row *row) {
    const rsp_bench_result *r = &row->result;
    json_t *o = json_object();
    json_object_set_new(o, "workload", json_string(row->workload));
    if (row->sweep_name[0]) {
        json_object_set_new(o, "sweep", json_string(row->sweep_name));
        put(o, "value", row->sweep);
    }
    json_object_set_new(o, "way", json_string(rsp_bench_way_name(row->way)));
    put(o, "rtt_ns", row->rtt_ns);
    json_object_set_new(o, "outcome", json_string(outcomes[r->outcome]));
    if (r->reason[0])
        json_object_set_new(o, "reason", json_string(r->reason));
    if (r->note[0])
        json_object_set_new(o, "note", json_string(r->note));
    if (r->outcome != RSP_BENCH_DONE)
        return o;
    json_object_set_new(o, "virtual", json_boolean(r->virtual_time));
    put(o, "operations", r->num_operations);
    json_object_set_new(o, "total", numbers_json(&r->total, cost_fields, RSP_ARRAY_LEN(cost_fields)));
    json_object_set_new(o, "phases", phases_json(r));
    json_object_set_new(o, "latency", latency_json(&r->latency));
    return o;
}

bool bench_print_json(rsp_buf *out, const bench_report *report) {
    json_t *o = json_object();
    json_t *rows = json_array();
    for (size_t i = 0; i < report->num_rows; i++)
        json_array_append_new(rows, row_json(&report->rows[i]));
    json_object_set_new(o, "format", json_string(FORMAT));
    json_object_set_new(o, "stub", json_string(report->stub));
    json_object_set_new(o, "version", json_string(report->version));
    json_object_set_new(o, "rows", rows);
    char *text = json_dumps(o, JSON_INDENT(2));
    json_decref(o);
    if (!text)
        return false;
    rsp_buf_str(out, text);
    rsp_buf_push(out, '\n');
    free(text);
    return out->status == RSP_OK;
}

static void put_csv_line(rsp_buf *out, const bench_row *row, const char *phase, const rsp_bench_cost *cost) {
    rsp_buf_printf(out, "%s,%s,%llu,%s,%llu,%s,%s", row->workload, row->sweep_name,
                   (unsigned long long)row->sweep, rsp_bench_way_name(row->way),
                   (unsigned long long)row->rtt_ns, outcomes[row->result.outcome], phase);
    for (size_t i = 0; i < RSP_ARRAY_LEN(cost_fields); i++)
        rsp_buf_printf(out, ",%llu", (unsigned long long)field_of(cost, &cost_fields[i]));
    rsp_buf_push(out, '\n');
}

void bench_print_csv(rsp_buf *out, const bench_report *report) {
    rsp_buf_str(out,
                "workload,sweep,value,way,rtt_ns,outcome,phase,round_trips,packets_out,packets_in,bytes_out,"
                "bytes_in,time_ns\n");
    for (size_t i = 0; i < report->num_rows; i++) {
        const bench_row *row = &report->rows[i];
        put_csv_line(out, row, "total", &row->result.total);
        for (int p = 0; p < RSP_BENCH_PHASE_COUNT; p++)
            if (row->result.phases[p].packets_out > 0)
                put_csv_line(out, row, rsp_bench_phase_name((rsp_bench_phase)p), &row->result.phases[p]);
    }
}

/* --- reading -------------------------------------------------------------------------------------------- */

static const char *text_of(bench_report *report, const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return rsp_arena_str(&report->arena, text ? text : "");
}

static bool take_number(uint64_t *out, const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    *out = 0;
    if (!json_is_integer(value) || json_integer_value(value) < 0)
        return false;
    *out = (uint64_t)json_integer_value(value);
    return true;
}

static bool take_numbers(void *to, const json_t *object, const number_field *fields, size_t num) {
    for (size_t i = 0; i < num; i++) {
        uint64_t value;
        if (!take_number(&value, object, fields[i].key))
            return false;
        memcpy((char *)to + fields[i].offset, &value, sizeof value);
    }
    return true;
}

static bool take_figures(rsp_bench_result *r, const json_t *o) {
    const json_t *latency = json_object_get(o, "latency");
    bool good =
        take_number(&r->num_operations, o, "operations") &&
        take_numbers(&r->total, json_object_get(o, "total"), cost_fields, RSP_ARRAY_LEN(cost_fields)) &&
        take_number(&r->latency.interval_ns, latency, "interval_ns") &&
        take_number(&r->latency.num_filled, latency, "filled") &&
        take_numbers(&r->latency.measured, json_object_get(latency, "measured"), latency_fields,
                     RSP_ARRAY_LEN(latency_fields)) &&
        take_numbers(&r->latency.corrected, json_object_get(latency, "corrected"), latency_fields,
                     RSP_ARRAY_LEN(latency_fields));
    const json_t *phases = json_object_get(o, "phases");
    for (int p = 0; good && p < RSP_BENCH_PHASE_COUNT; p++) {
        const json_t *phase = json_object_get(phases, rsp_bench_phase_name((rsp_bench_phase)p));
        good = !phase || take_numbers(&r->phases[p], phase, cost_fields, RSP_ARRAY_LEN(cost_fields));
    }
    r->virtual_time = json_is_true(json_object_get(o, "virtual"));
    return good;
}

static bool take_way(rsp_bench_way *out, const json_t *o) {
    const char *name = json_string_value(json_object_get(o, "way"));
    for (int w = 0; name && w < RSP_BENCH_WAY_COUNT; w++) {
        *out = (rsp_bench_way)w;
        if (strcmp(rsp_bench_way_name(*out), name) == 0)
            return true;
    }
    return false;
}

static bool take_row(bench_report *report, const json_t *o) {
    bench_row row = {.title = "", .sweep_name = text_of(report, o, "sweep")};
    const char *outcome = json_string_value(json_object_get(o, "outcome"));
    row.workload = text_of(report, o, "workload");
    if (!row.workload[0] || !outcome || !take_way(&row.way, o) || !take_number(&row.rtt_ns, o, "rtt_ns") ||
        (row.sweep_name[0] && !take_number(&row.sweep, o, "value")))
        return false;
    size_t which = 0;
    while (which < RSP_ARRAY_LEN(outcomes) && strcmp(outcomes[which], outcome) != 0)
        which++;
    if (which == RSP_ARRAY_LEN(outcomes))
        return false;
    row.result.outcome = (rsp_bench_outcome)which;
    (void)snprintf(row.result.reason, sizeof row.result.reason, "%s", text_of(report, o, "reason"));
    if (row.result.outcome == RSP_BENCH_DONE && !take_figures(&row.result, o))
        return false;
    return bench_report_add(report, &row);
}

rsp_status bench_read_json(bench_report *out, const char *path, rsp_bytes text, rsp_error *error) {
    json_error_t why;
    rsp_status status = rsp_json_check_depth(text, RSP_LIMIT_JSON_DEPTH, NULL);
    json_t *root =
        status == RSP_OK ? json_loadb((const char *)text.ptr, text.len, JSON_REJECT_DUPLICATES, &why) : NULL;
    const char *format = json_string_value(json_object_get(root, "format"));
    const json_t *rows = json_object_get(root, "rows");
    if (status != RSP_OK)
        status = rsp_fail(error, RSP_BAD_FILE, "%s is no file that stubborn bench has saved: no JSON", path);
    else if (!root)
        status = rsp_fail_at(error, RSP_BAD_FILE, path, (uint32_t)(why.line > 0 ? why.line : 0),
                             (uint32_t)(why.column > 0 ? why.column : 0), "%s", why.text);
    else if (!format || strcmp(format, FORMAT) != 0 || !json_is_array(rows))
        status = rsp_fail(error, RSP_BAD_FILE, "%s is no file that stubborn bench has saved (--save)", path);
    out->stub = text_of(out, root, "stub");
    out->version = text_of(out, root, "version");
    for (size_t i = 0; status == RSP_OK && i < json_array_size(rows); i++)
        if (!take_row(out, json_array_get(rows, i)))
            status = rsp_fail(error, RSP_BAD_FILE, "%s: row %zu is damaged", path, i + 1);
    json_decref(root);
    return status;
}
