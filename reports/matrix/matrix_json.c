/* The matrix as JSON, as in reports/schema/matrix.schema.json.
 * Causes and differences name stubs by their place in the list.
 * See matrix.h. */
/* SPDX-License-Identifier: MIT */
#include "document/record.h"
#include "matrix_counts.h"
#include "matrix_pair.h"
#include "matrix_view.h"
#include "reports/matrix/matrix.h"

#include <jansson.h>

static uint64_t count_in(const void *summary, unsigned which) {
    const rsp_matrix_counts c = rsp_matrix_count(summary);
    const uint64_t counts[] = {c.pass, c.fail, c.judged, c.all};
    return counts[which];
}

static const rsp_field count_fields[] = {
    RSP_FIELD_BY("pass", NUMBER, .number = count_in, .arg = 0),
    RSP_FIELD_BY("fail", NUMBER, .number = count_in, .arg = 1),
    RSP_FIELD_BY("judged", NUMBER, .number = count_in, .arg = 2),
    RSP_FIELD_BY("of", NUMBER, .number = count_in, .arg = 3),
};
static const rsp_record counts = RSP_RECORD(rsp_summary, count_fields);

static const rsp_field area_fields[] = {
    RSP_FIELD_AS("area", rsp_matrix_area, name, TEXT),
    RSP_FIELD_AS(NULL, rsp_matrix_area, summary, RECORD, .of = &counts),
};
static const rsp_record area = RSP_RECORD(rsp_matrix_area, area_fields);

static json_t *verdicts_of(rsp_json_build *b, const void *from) {
    const rsp_matrix_stub *stub = from;
    json_t *verdicts = json_object();
    for (unsigned v = 0; v < RSP_VERDICT_COUNT; v++)
        rsp_json_number(b, verdicts, rsp_verdict_name((rsp_verdict)v), stub->summary.count[v]);
    return verdicts;
}

static const rsp_field stub_fields[] = {
    RSP_FIELD(rsp_matrix_stub, label, TEXT),
    RSP_FIELD(rsp_matrix_stub, given, TEXT),
    RSP_FIELD(rsp_matrix_stub, name, TEXT, .optional = true),
    RSP_FIELD(rsp_matrix_stub, version, TEXT, .optional = true),
    RSP_FIELD(rsp_matrix_stub, profile, TEXT, .optional = true),
    RSP_FIELD(rsp_matrix_stub, target, TEXT, .optional = true),
    RSP_FIELD(rsp_matrix_stub, started_at, TEXT, .optional = true),
    RSP_FIELD(rsp_matrix_stub, conclusion, TEXT, .optional = true),
    RSP_FIELD(rsp_matrix_stub, trouble, TEXT, .optional = true),
    RSP_NUMBER(rsp_matrix_stub, duration_ns),
    RSP_NUMBER(rsp_matrix_stub, exit_code),
    RSP_FIELD(rsp_matrix_stub, interrupted, FLAG),
    RSP_FIELD_AS("requests", rsp_matrix_stub, num_requests, NUMBER),
    RSP_FIELD_AS("musts", rsp_matrix_stub, num_musts, NUMBER),
    RSP_FIELD_AS(NULL, rsp_matrix_stub, summary, RECORD, .of = &counts),
    RSP_FIELD_BY("verdicts", OWN, .write = verdicts_of),
    RSP_FIELD(rsp_matrix_stub, areas, LIST, .count = offsetof(rsp_matrix_stub, num_areas), .of = &area),
};
static const rsp_record stub_record = RSP_RECORD(rsp_matrix_stub, stub_fields);

static const rsp_field cause_fields[] = {
    RSP_FIELD(rsp_matrix_cause, what, TEXT),
    RSP_FIELD(rsp_matrix_cause, requirement, TEXT, .optional = true),
    RSP_FIELD(rsp_matrix_cause, level, TEXT, .optional = true),
    RSP_FIELD(rsp_matrix_cause, scenario, TEXT, .optional = true),
};
static const rsp_record cause = RSP_RECORD(rsp_matrix_cause, cause_fields);

static json_t *cause_of(rsp_json_build *b, const rsp_matrix_shared *shared, size_t num_stubs) {
    json_t *object = rsp_record_json(b, &cause, shared->cause);
    json_t *list = json_array();
    for (size_t i = 0; i < num_stubs; i++) {
        if (shared->num_results[i] == 0)
            continue;
        json_t *one = json_object();
        rsp_json_number(b, one, "stub", i);
        rsp_json_number(b, one, "results", shared->num_results[i]);
        rsp_json_add(b, list, one);
    }
    rsp_json_set(b, object, "stubs", list);
    return object;
}

static const rsp_field side_fields[] = {
    RSP_FIELD(rsp_matrix_result, verdict, WORD, .word = rsp_verdict_name),
    RSP_FIELD(rsp_matrix_result, message, TEXT, .optional = true),
};
static const rsp_record side = RSP_RECORD(rsp_matrix_result, side_fields);

static const rsp_field difference_fields[] = {
    RSP_FIELD(rsp_matrix_result, scenario, TEXT),
    RSP_FIELD(rsp_matrix_result, variant, TEXT, .optional = true),
};
static const rsp_record difference = RSP_RECORD(rsp_matrix_result, difference_fields);

/* All whose verdicts differ, also where only one is judged; null where a report has no such result. */
static json_t *differences_of(rsp_json_build *b, const rsp_matrix *matrix) {
    json_t *list = json_array();
    rsp_matrix_pair pair = {.stubs = {&matrix->stubs[0], &matrix->stubs[1]}};
    while (rsp_matrix_pair_next(&pair)) {
        const rsp_matrix_result *one = pair.results[0];
        const rsp_matrix_result *other = pair.results[1];
        if (one && other && one->verdict == other->verdict)
            continue;
        json_t *object = rsp_record_json(b, &difference, one ? one : other);
        json_t *sides = json_array();
        for (int i = 0; i < 2; i++)
            rsp_json_add(b, sides,
                         pair.results[i] ? rsp_record_json(b, &side, pair.results[i]) : json_null());
        rsp_json_set(b, object, "stubs", sides);
        rsp_json_add(b, list, object);
    }
    return list;
}

static json_t *root_of(rsp_json_build *b, const rsp_matrix *matrix, const rsp_matrix_view *view) {
    json_t *root = json_object();
    json_t *causes = json_array();
    rsp_json_text(b, root, "format", RSP_LIT("stubborn-matrix"));
    rsp_json_number(b, root, "format_version", 1);
    rsp_json_set(b, root, "stubs", rsp_record_list(b, &stub_record, matrix->stubs, matrix->num_stubs));
    for (size_t i = 0; i < view->num_causes; i++)
        rsp_json_add(b, causes, cause_of(b, &view->causes[i], matrix->num_stubs));
    rsp_json_set(b, root, "causes", causes);
    if (matrix->num_stubs == 2)
        rsp_json_set(b, root, "differences", differences_of(b, matrix));
    return root;
}

rsp_status rsp_matrix_json(rsp_buf *out, const rsp_matrix *matrix) {
    rsp_matrix_view view;
    rsp_status status = rsp_matrix_look(&view, matrix);
    rsp_json_build b = {.clean = {.mem = out->mem}};
    if (status == RSP_OK)
        status = rsp_json_print(&b, root_of(&b, matrix, &view), out);
    rsp_matrix_view_free(&view);
    return status;
}
