/* Reads a report's JSON into a column of the matrix: the parts that are shown, checked as they are taken.
 * What is not there and may be missing is an empty text; what has the wrong type is refused by its key.
 * See matrix.h. */
/* SPDX-License-Identifier: MIT */
#include "matrix_internal.h"

#include "codec/json.h"
#include "core/arena.h"
#include "core/limits.h"
#include <jansson.h>
#include <stdlib.h>

/* The first thing that is wrong ends it; the rest reads on as if all were empty. */
typedef struct reader {
    rsp_arena *arena;
    const char *wrong; /* the key; NULL: nothing */
} reader;

static const json_t *take(reader *r, const json_t *object, const char *key, json_type type) {
    const json_t *value = json_object_get(object, key);
    if (value && json_typeof(value) == type)
        return value;
    if (!r->wrong)
        r->wrong = key;
    return NULL;
}

static const char *keep(reader *r, const json_t *value) {
    const char *text = rsp_arena_str(r->arena, value ? json_string_value(value) : "");
    return text ? text : "";
}

static const char *take_text(reader *r, const json_t *object, const char *key) {
    return keep(r, take(r, object, key, JSON_STRING));
}

/* "" when it is not there. */
static const char *take_given(reader *r, const json_t *object, const char *key) {
    return json_object_get(object, key) ? take_text(r, object, key) : "";
}

static uint64_t take_number(reader *r, const json_t *object, const char *key) {
    json_int_t number = json_integer_value(take(r, object, key, JSON_INTEGER));
    if (number >= 0)
        return (uint64_t)number;
    r->wrong = r->wrong ? r->wrong : key;
    return 0;
}

static rsp_verdict take_verdict(reader *r, const json_t *object) {
    const char *word = json_string_value(take(r, object, "verdict", JSON_STRING));
    for (unsigned v = 0; word && v < RSP_VERDICT_COUNT; v++)
        if (strcmp(word, rsp_verdict_name((rsp_verdict)v)) == 0)
            return (rsp_verdict)v;
    r->wrong = r->wrong ? r->wrong : "verdict";
    return RSP_VERDICT_ERROR;
}

/* Room for the items of a list; NULL with *out_num 0 when it is empty or no list. */
static void *room_for(reader *r, const json_t *list, size_t size, size_t *out_num) {
    size_t num = json_array_size(list);
    void *items = num > 0 ? rsp_arena_alloc(r->arena, num * size) : NULL;
    *out_num = items ? num : 0;
    return items;
}

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

static void take_results(reader *r, const json_t *root, rsp_matrix_stub *stub) {
    const json_t *list = take(r, root, "results", JSON_ARRAY);
    stub->results = room_for(r, list, sizeof *stub->results, &stub->num_results);
    stub->areas = room_for(r, list, sizeof *stub->areas, &stub->num_areas);
    for (size_t i = 0; stub->areas && i < stub->num_results; i++) {
        const json_t *item = json_array_get(list, i);
        rsp_matrix_result *result = &stub->results[i];
        result->verdict = take_verdict(r, item);
        result->scenario = take_text(r, item, "scenario");
        result->variant = take_given(r, item, "variant");
        result->message = take_given(r, item, "message");
        if (!*result->message)
            result->message = take_given(r, item, "reason");
        const char *level = json_string_value(take(r, item, "level", JSON_STRING));
        bool must = level && strcmp(level, rsp_level_name(RSP_LEVEL_MUST)) == 0;
        stub->num_musts += must && rsp_verdict_bad(result->verdict);
        rsp_summary_add(&stub->summary, result->verdict);
        stub->areas[i].name = take_text(r, item, "area");
        rsp_summary_add(&stub->areas[i].summary, result->verdict);
    }
    if (stub->num_results > 0)
        qsort(stub->results, stub->num_results, sizeof *stub->results, compare_results);
    merge_areas(stub);
}

static void take_causes(reader *r, const json_t *root, rsp_matrix_stub *stub) {
    if (!json_object_get(root, "causes"))
        return;
    const json_t *list = take(r, root, "causes", JSON_ARRAY);
    stub->causes = room_for(r, list, sizeof *stub->causes, &stub->num_causes);
    for (size_t i = 0; i < stub->num_causes; i++) {
        const json_t *item = json_array_get(list, i);
        rsp_matrix_cause *cause = &stub->causes[i];
        cause->what = take_text(r, item, "what");
        cause->requirement = take_given(r, item, "requirement");
        cause->level = take_given(r, item, "level");
        cause->scenario = take_given(r, item, "scenario");
        cause->num_results = take_number(r, item, "results");
    }
}

static void take_stub(reader *r, const json_t *root, rsp_matrix_stub *stub) {
    const json_t *about = take(r, root, "stub", JSON_OBJECT);
    stub->given = take_text(r, about, "given");
    stub->name = take_given(r, about, "name");
    stub->version = take_given(r, about, "version");
    stub->profile = take_given(r, about, "profile");
    stub->target = take_given(r, about, "target");
    stub->started_at = take_given(r, root, "started_at");
    stub->conclusion = take_given(r, root, "conclusion");
    stub->trouble = take_given(r, root, "trouble");
    stub->duration_ns = take_number(r, root, "duration_ns");
    stub->exit_code = take_number(r, root, "exit_code");
    stub->interrupted = json_is_true(json_object_get(root, "interrupted"));
    take_results(r, root, stub);
    take_causes(r, root, stub);
}

static rsp_status read_report(reader *r, rsp_bytes json, rsp_matrix_stub *stub, rsp_error *error) {
    if (rsp_json_check_depth(json, RSP_LIMIT_JSON_DEPTH, error) != RSP_OK)
        return rsp_fail(error, RSP_BAD_FILE, "is no report: no JSON");
    json_error_t why;
    json_t *root = json_loadb((const char *)json.ptr, json.len, 0, &why);
    if (!root)
        return rsp_fail(error, RSP_BAD_FILE, "is no report: line %d: %s", why.line, why.text);
    const char *format = json_string_value(json_object_get(root, "format"));
    rsp_status status = RSP_OK;
    if (!format || strcmp(format, "stubborn-run") != 0)
        status = rsp_fail(error, RSP_BAD_FILE,
                          "is no report of a run; expected what 'stubborn run -o json:PATH' writes");
    else
        take_stub(r, root, stub);
    json_decref(root);
    if (status == RSP_OK && r->arena->status != RSP_OK)
        status = rsp_fail(error, r->arena->status, "no memory for the report");
    if (status == RSP_OK && r->wrong)
        status = rsp_fail(error, RSP_BAD_FILE, "is no whole report: '%s' is missing or damaged", r->wrong);
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
    reader r = {.arena = &matrix->arena};
    rsp_status status = read_report(&r, json, &stub, error);
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
