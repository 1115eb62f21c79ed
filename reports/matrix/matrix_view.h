/* What the stubs of a matrix have in common: the areas and causes of all, in one order.
 * Made once for a rendering.
 * Private to the reports. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MATRIX_VIEW_H
#define RSP_MATRIX_VIEW_H

#include "core/arena.h"
#include "reports/matrix/matrix.h"

/* One cause, and how many results it explains for each stub. */
typedef struct rsp_matrix_shared {
    const rsp_matrix_cause *cause;
    uint64_t *num_results; /* by stub; 0: it has not that cause */
    size_t num_stubs;      /* that have it */
    uint64_t total;
} rsp_matrix_shared;

/* The areas by name in which a stub is judged, and the causes of all: those that most stubs have first. For
 * rsp_matrix_view_free. */
typedef struct rsp_matrix_view {
    rsp_arena arena;
    const char **areas;
    size_t num_areas;
    rsp_matrix_shared *causes;
    size_t num_causes;
} rsp_matrix_view;

rsp_status rsp_matrix_look(rsp_matrix_view *view, const rsp_matrix *matrix) RSP_MUST_USE;
void rsp_matrix_view_free(rsp_matrix_view *view);

#endif
