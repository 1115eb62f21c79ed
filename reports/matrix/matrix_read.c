/* Reads a report's JSON into a column of the matrix: the parts that are shown, as tables of fields.
 * What is not there and may be missing is an empty text; what has the wrong type is refused by its key.
 * See matrix.h. */
/* SPDX-License-Identifier: MIT */
#include "document/record.h"
#include "reports/matrix/matrix.h"

#include "core/arena.h"
#include "core/limits.h"
#include <jansson.h>
#include <stdlib.h>

static int compare_results(const void *left, const void *right) {
    const rsp_matrix_result *a = left;
    const rsp_matrix_result *b = right;
    int order = strcmp(a->scenario, b->scenario);
    return order ? order : strcmp(a->variant, b->variant);
}

static int compare_areas(const void *left, const void *right) {
    return strcmp(((const rsp_matrix_area *)left)->name, ((const rsp_matrix_area *)right)->name);
}

/* One area for each result, sorted by name, becomes one for each name. */
static void merge_areas(rsp_matrix_stub *stub) {
    if (stub->num_areas == 0)
        return;
    qsort(stub->areas, stub->num_areas, sizeof *stub->areas, compare_areas);
    size_t last = 0;
    for (size_t i = 1; i < stub->num_areas; i++) {
        if (strcmp(stub->areas[i].name, stub->areas[last].name) != 0) {
            stub->areas[++last] = stub->areas[i];
            continue;
        }
        for (unsigned v = 0; v < RSP_VERDICT_COUNT; v++)
            stub->areas[last].summary.count[v] += stub->areas[i].summary.count[v];
    }
    stub->num_areas = last + 1;
}

/* One result as the report has it: what is kept of it, and what is counted. */
typedef struct row {
    rsp_matrix_result result;
    const char *area;
    const char *reason;
    rsp_level level;
    bool other; /* about another kind of stub: no part of what is counted */
} row;

static const rsp_field row_fields[] = {
    RSP_FIELD_AS("verdict", row, result.verdict, WORD, .limit = RSP_VERDICT_COUNT, .word = rsp_verdict_name),
    RSP_FIELD_AS("scenario", row, result.scenario, TEXT),
    RSP_FIELD_AS("variant", row, result.variant, TEXT, .optional = true),
    RSP_FIELD_AS("message", row, result.message, TEXT, .optional = true),
    RSP_FIELD(row, reason, TEXT, .optional = true),
    RSP_FIELD(row, level, WORD, .limit = RSP_LEVEL_MAY + 1, .word = rsp_level_name),
    RSP_FIELD(row, area, TEXT),
    RSP_FIELD(row, other, FLAG, .optional = true),
};
static const rsp_record row_record = RSP_RECORD(row, row_fields);

static void read_results(rsp_record_reader *r, const json_t *list, void *into) {
    rsp_matrix_stub *stub = into;
    const size_t num = json_array_size(list);
    if (!json_is_array(list))
        rsp_record_wrong(r, "results", RSP_BAD_FILE);
    stub->results = num > 0 ? rsp_arena_alloc(r->texts, num * sizeof *stub->results) : NULL;
    stub->areas = num > 0 ? rsp_arena_alloc(r->texts, num * sizeof *stub->areas) : NULL;
    stub->num_results = stub->num_areas = stub->results && stub->areas ? num : 0;
    for (size_t i = 0; i < stub->num_results; i++) {
        row one = {0};
        rsp_record_read(r, &row_record, json_array_get(list, i), &one);
        if (!*one.result.message)
            one.result.message = one.reason;
        stub->results[i] = one.result;
        stub->num_musts += one.level == RSP_LEVEL_MUST && rsp_verdict_bad(one.result.verdict);
        stub->areas[i].name = one.area;
        if (one.other)
            continue;
        rsp_summary_add(&stub->summary, one.result.verdict);
        rsp_summary_add(&stub->areas[i].summary, one.result.verdict);
    }
    if (stub->num_results > 0)
        qsort(stub->results, stub->num_results, sizeof *stub->results, compare_results);
    merge_areas(stub);
}

static const rsp_field about_fields[] = {
    RSP_FIELD(rsp_matrix_stub, given, TEXT),
    RSP_FIELD(rsp_matrix_stub, subject, TEXT, .optional = true),
    RSP_FIELD(rsp_matrix_stub, name, TEXT, .optional = true),
    RSP_FIELD(rsp_matrix_stub, version, TEXT, .optional = true),
    RSP_FIELD(rsp_matrix_stub, profile, TEXT, .optional = true),
    RSP_FIELD(rsp_matrix_stub, target, TEXT, .optional = true),
};
static const rsp_record about = RSP_RECORD(rsp_matrix_stub, about_fields);

static const rsp_field cause_fields[] = {
    RSP_FIELD(rsp_matrix_cause, what, TEXT),
    RSP_FIELD(rsp_matrix_cause, requirement, TEXT, .optional = true),
    RSP_FIELD(rsp_matrix_cause, level, TEXT, .optional = true),
    RSP_FIELD(rsp_matrix_cause, scenario, TEXT, .optional = true),
    RSP_FIELD_AS("results", rsp_matrix_cause, num_results, NUMBER),
};
static const rsp_record cause = RSP_RECORD(rsp_matrix_cause, cause_fields);

static const rsp_field metrics_fields[] = {
    RSP_FIELD_AS("packets_to_stub", rsp_matrix_stub, num_requests, NUMBER),
    RSP_FIELD_AS("round_trips", rsp_matrix_stub, num_trips, NUMBER, .optional = true),
};
static const rsp_record metrics = RSP_RECORD(rsp_matrix_stub, metrics_fields);

static const rsp_field stub_fields[] = {
    RSP_FIELD_BY("stub", RECORD, .of = &about),
    RSP_FIELD(rsp_matrix_stub, started_at, TEXT, .optional = true),
    RSP_FIELD(rsp_matrix_stub, conclusion, TEXT, .optional = true),
    RSP_FIELD(rsp_matrix_stub, trouble, TEXT, .optional = true),
    RSP_NUMBER(rsp_matrix_stub, duration_ns),
    RSP_NUMBER(rsp_matrix_stub, exit_code),
    RSP_FIELD(rsp_matrix_stub, interrupted, FLAG, .optional = true),
    RSP_FIELD_BY("metrics", RECORD, .of = &metrics),
    RSP_FIELD_BY("results", OWN, .read = read_results),
    RSP_FIELD(rsp_matrix_stub, causes, LIST, .optional = true, .count = offsetof(rsp_matrix_stub, num_causes),
              .of = &cause),
};
static const rsp_record stub_record = RSP_RECORD(rsp_matrix_stub, stub_fields);

static rsp_status read_report(rsp_arena *arena, rsp_bytes json, rsp_matrix_stub *stub, rsp_error *error) {
    rsp_error why = {0};
    json_t *root = NULL;
    rsp_record_reader r = {.texts = arena};
    if (rsp_record_parse(&root, json, &why) != RSP_OK)
        return rsp_fail_at(error, RSP_BAD_FILE, NULL, why.line, 0, "is no report: %s", why.msg);
    const char *format = json_string_value(json_object_get(root, "format"));
    rsp_status status = RSP_OK;
    if (!format || strcmp(format, "stubborn-run") != 0)
        status = rsp_fail(error, RSP_BAD_FILE,
                          "is no report of a run; expected what 'stubborn run -o json:PATH' writes");
    else
        rsp_record_read(&r, &stub_record, root, stub);
    if (stub->subject && *stub->subject)
        stub->num_requests = stub->num_trips;
    json_decref(root);
    if (status == RSP_OK && arena->status != RSP_OK)
        status = rsp_fail(error, arena->status, "no memory for the report");
    if (status == RSP_OK && r.wrong)
        status = rsp_fail(error, RSP_BAD_FILE, "is no whole report: '%s' is missing or damaged", r.wrong);
    return status;
}

static rsp_status grow(rsp_matrix *matrix, rsp_error *error) {
    if (matrix->num_stubs < matrix->cap_stubs)
        return RSP_OK;
    size_t cap = matrix->cap_stubs ? 2 * matrix->cap_stubs : 8;
    rsp_matrix_stub *stubs = rsp_arena_alloc(&matrix->arena, cap * sizeof *stubs);
    if (!stubs)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for the report");
    if (matrix->num_stubs > 0)
        memcpy(stubs, matrix->stubs, matrix->num_stubs * sizeof *stubs);
    matrix->stubs = stubs;
    matrix->cap_stubs = cap;
    return RSP_OK;
}

rsp_status rsp_matrix_add(rsp_matrix *matrix, const char *label, rsp_bytes json, rsp_error *error) {
    if (matrix->num_stubs >= RSP_LIMIT_MATRIX_STUBS)
        return rsp_fail(error, RSP_LIMIT, "at most %d reports stand side by side", RSP_LIMIT_MATRIX_STUBS);
    rsp_matrix_stub stub = {0};
    rsp_status status = read_report(&matrix->arena, json, &stub, error);
    if (status == RSP_OK)
        status = grow(matrix, error);
    const char *kept = rsp_arena_str(&matrix->arena, label);
    if (status == RSP_OK && !kept)
        status = rsp_fail(error, RSP_NO_MEMORY, "no memory for the report");
    if (status != RSP_OK)
        return status;
    stub.label = kept;
    matrix->stubs[matrix->num_stubs++] = stub;
    return RSP_OK;
}
