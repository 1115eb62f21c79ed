/* The matrix as JSON, as in reports/schema/matrix.schema.json.
 * Causes and differences name stubs by their place in the list.
 * See matrix.h. */
/* SPDX-License-Identifier: MIT */
#include "matrix_internal.h"

#include "reports/json_build.h"
#include <jansson.h>

typedef rsp_json_build builder;

static void set_text(builder *b, json_t *object, const char *key, const char *text) {
    rsp_json_text(b, object, key, rsp_report_text(text));
}

static void set_given(builder *b, json_t *object, const char *key, const char *text) {
    if (rsp_report_given(text))
        set_text(b, object, key, text);
}

static void set_counts(builder *b, json_t *object, const rsp_summary *summary) {
    rsp_matrix_counts c = rsp_matrix_count(summary);
    rsp_json_number(b, object, "pass", c.pass);
    rsp_json_number(b, object, "fail", c.fail);
    rsp_json_number(b, object, "judged", c.judged);
    rsp_json_number(b, object, "of", c.all);
}

static json_t *areas_of(builder *b, const rsp_matrix_stub *stub) {
    json_t *list = json_array();
    for (size_t i = 0; i < stub->num_areas; i++) {
        json_t *area = json_object();
        set_text(b, area, "area", stub->areas[i].name);
        set_counts(b, area, &stub->areas[i].summary);
        rsp_json_add(b, list, area);
    }
    return list;
}

static json_t *stub_of(builder *b, const rsp_matrix_stub *stub) {
    json_t *object = json_object();
    set_text(b, object, "label", stub->label);
    set_text(b, object, "given", stub->given);
    set_given(b, object, "name", stub->name);
    set_given(b, object, "version", stub->version);
    set_given(b, object, "profile", stub->profile);
    set_given(b, object, "target", stub->target);
    set_given(b, object, "started_at", stub->started_at);
    set_given(b, object, "conclusion", stub->conclusion);
    set_given(b, object, "trouble", stub->trouble);
    rsp_json_number(b, object, "duration_ns", stub->duration_ns);
    rsp_json_number(b, object, "exit_code", stub->exit_code);
    rsp_json_bool(b, object, "interrupted", stub->interrupted);
    rsp_json_number(b, object, "musts", stub->num_musts);
    set_counts(b, object, &stub->summary);
    json_t *verdicts = json_object();
    for (unsigned v = 0; v < RSP_VERDICT_COUNT; v++)
        rsp_json_number(b, verdicts, rsp_verdict_name((rsp_verdict)v), stub->summary.count[v]);
    rsp_json_set(b, object, "verdicts", verdicts);
    rsp_json_set(b, object, "areas", areas_of(b, stub));
    return object;
}

static json_t *cause_of(builder *b, const rsp_matrix_shared *shared, size_t num_stubs) {
    json_t *object = json_object();
    set_text(b, object, "what", shared->cause->what);
    set_given(b, object, "requirement", shared->cause->requirement);
    set_given(b, object, "level", shared->cause->level);
    set_given(b, object, "scenario", shared->cause->scenario);
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

/* null where a report has no such result. */
static json_t *sides_of(builder *b, const rsp_matrix_pair *pair) {
    json_t *sides = json_array();
    for (int side = 0; side < 2; side++) {
        const rsp_matrix_result *result = pair->results[side];
        json_t *one = result ? json_object() : json_null();
        if (result) {
            set_text(b, one, "verdict", rsp_verdict_name(result->verdict));
            set_given(b, one, "message", result->message);
        }
        rsp_json_add(b, sides, one);
    }
    return sides;
}

/* All whose verdicts differ, also where only one is judged. */
static json_t *differences_of(builder *b, const rsp_matrix *matrix) {
    json_t *list = json_array();
    rsp_matrix_pair pair = {.stubs = {&matrix->stubs[0], &matrix->stubs[1]}};
    while (rsp_matrix_pair_next(&pair)) {
        const rsp_matrix_result *one = pair.results[0];
        const rsp_matrix_result *other = pair.results[1];
        if (one && other && one->verdict == other->verdict)
            continue;
        json_t *object = json_object();
        set_text(b, object, "scenario", (one ? one : other)->scenario);
        set_given(b, object, "variant", (one ? one : other)->variant);
        rsp_json_set(b, object, "stubs", sides_of(b, &pair));
        rsp_json_add(b, list, object);
    }
    return list;
}

static json_t *root_of(builder *b, const rsp_matrix *matrix, const rsp_matrix_view *view) {
    json_t *root = json_object();
    set_text(b, root, "format", "stubborn-matrix");
    rsp_json_number(b, root, "format_version", 1);
    json_t *stubs = json_array();
    for (size_t i = 0; i < matrix->num_stubs; i++)
        rsp_json_add(b, stubs, stub_of(b, &matrix->stubs[i]));
    rsp_json_set(b, root, "stubs", stubs);
    json_t *causes = json_array();
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
    builder b = {.clean = {.mem = out->mem}};
    if (status == RSP_OK)
        status = rsp_json_print(&b, root_of(&b, matrix, &view), out);
    rsp_matrix_view_free(&view);
    return status;
}
