/* Areas are sorted by name, causes by how many stubs have them.
 * Lists of all stubs are joined and sorted; texts stay the matrix's.
 * See matrix_view.h. */
/* SPDX-License-Identifier: MIT */
#include "core/arena.h"
#include "reports/matrix/matrix.h"

#include "matrix_view.h"

#include <stdlib.h>

static int compare_names(const void *left, const void *right) {
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static void gather_areas(rsp_matrix_view *view, const rsp_matrix *matrix) {
    size_t most = 0;
    for (size_t i = 0; i < matrix->num_stubs; i++)
        most += matrix->stubs[i].num_areas;
    view->areas = rsp_arena_alloc(&view->arena, most * sizeof *view->areas);
    if (!view->areas || most == 0)
        return;
    for (size_t i = 0; i < matrix->num_stubs; i++)
        for (size_t k = 0; k < matrix->stubs[i].num_areas; k++) {
            if (rsp_summary_judged(&matrix->stubs[i].areas[k].summary) > 0)
                view->areas[view->num_areas++] = matrix->stubs[i].areas[k].name;
        }
    qsort(view->areas, view->num_areas, sizeof *view->areas, compare_names);
    size_t kept = view->num_areas > 0;
    for (size_t i = 1; i < view->num_areas; i++)
        if (strcmp(view->areas[i], view->areas[kept - 1]) != 0)
            view->areas[kept++] = view->areas[i];
    view->num_areas = kept;
}

/* A cause as one stub has it. */
typedef struct owned {
    const rsp_matrix_cause *cause;
    size_t stub;
} owned;

static int compare_causes(const rsp_matrix_cause *a, const rsp_matrix_cause *b) {
    int order = strcmp(a->requirement, b->requirement);
    return order ? order : strcmp(a->what, b->what);
}

static int compare_owned(const void *left, const void *right) {
    const owned *a = left;
    const owned *b = right;
    int order = compare_causes(a->cause, b->cause);
    return order ? order : (a->stub > b->stub) - (a->stub < b->stub);
}

static int compare_shared(const void *left, const void *right) {
    const rsp_matrix_shared *a = left;
    const rsp_matrix_shared *b = right;
    if (a->num_stubs != b->num_stubs)
        return a->num_stubs < b->num_stubs ? 1 : -1;
    if (a->total != b->total)
        return a->total < b->total ? 1 : -1;
    return compare_causes(a->cause, b->cause);
}

/* All causes of all stubs; NULL when there are none. */
static owned *list_causes(rsp_matrix_view *view, const rsp_matrix *matrix, size_t *out_num) {
    *out_num = 0;
    for (size_t i = 0; i < matrix->num_stubs; i++)
        *out_num += matrix->stubs[i].num_causes;
    owned *list = *out_num > 0 ? rsp_arena_alloc(&view->arena, *out_num * sizeof *list) : NULL;
    size_t next = 0;
    for (size_t i = 0; list && i < matrix->num_stubs; i++)
        for (size_t k = 0; k < matrix->stubs[i].num_causes; k++)
            list[next++] = (owned){.cause = &matrix->stubs[i].causes[k], .stub = i};
    if (list)
        qsort(list, *out_num, sizeof *list, compare_owned);
    return list;
}

static void gather_causes(rsp_matrix_view *view, const rsp_matrix *matrix) {
    size_t num = 0;
    owned *list = list_causes(view, matrix, &num);
    view->causes = list ? rsp_arena_alloc(&view->arena, num * sizeof *view->causes) : NULL;
    for (size_t i = 0; view->causes && i < num; i++) {
        rsp_matrix_shared *last = view->num_causes > 0 ? &view->causes[view->num_causes - 1] : NULL;
        if (!last || compare_causes(last->cause, list[i].cause) != 0) {
            last = &view->causes[view->num_causes++];
            last->cause = list[i].cause;
            last->num_results = rsp_arena_alloc(&view->arena, matrix->num_stubs * sizeof *last->num_results);
        }
        if (!last->num_results)
            return;
        if (strcmp(list[i].cause->level, rsp_level_name(RSP_LEVEL_MUST)) == 0)
            last->cause = list[i].cause;
        last->num_stubs += last->num_results[list[i].stub] == 0;
        last->num_results[list[i].stub] += list[i].cause->num_results;
        last->total += list[i].cause->num_results;
    }
    if (view->causes && view->num_causes > 0)
        qsort(view->causes, view->num_causes, sizeof *view->causes, compare_shared);
}

rsp_status rsp_matrix_look(rsp_matrix_view *view, const rsp_matrix *matrix) {
    *view = (rsp_matrix_view){.arena = {.mem = matrix->arena.mem}};
    gather_areas(view, matrix);
    gather_causes(view, matrix);
    return view->arena.status;
}

void rsp_matrix_view_free(rsp_matrix_view *view) {
    rsp_arena_free(&view->arena);
}
