/* What the renderings of a matrix share: the areas and causes of all stubs in one order, differences of two.
 * Everything is looked up in the matrix, which owns the texts.
 * Private to the reports. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MATRIX_INTERNAL_H
#define RSP_MATRIX_INTERNAL_H

#include "report_internal.h"

#include "core/arena.h"
#include "reports/matrix.h"

/* Scenarios that passed, that are bad, and all that say something of the stub. */
typedef struct rsp_matrix_counts {
    uint64_t pass;
    uint64_t fail;
    uint64_t judged;
    uint64_t all;
} rsp_matrix_counts;

rsp_matrix_counts rsp_matrix_count(const rsp_summary *summary);

/* "98 %", or "-" of nothing. */
void rsp_matrix_percent(rsp_buf *out, uint64_t part, uint64_t whole);

/* "gdbserver 13.1 (x86-64)" as far as it is known; the beginning of a long command. */
void rsp_matrix_about(rsp_buf *out, const rsp_matrix_stub *stub);

/* Those of the stub; NULL when it has none of that name. */
const rsp_summary *rsp_matrix_area_of(const rsp_matrix_stub *stub, const char *area);

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

/* Walks over two lists of results at once. All-zero, but for the stubs, begins. */
typedef struct rsp_matrix_pair {
    const rsp_matrix_stub *stubs[2];
    size_t next[2];
    const rsp_matrix_result *results[2]; /* of one scenario and variant; NULL: that report has it not */
} rsp_matrix_pair;

/* False at the end. */
bool rsp_matrix_pair_next(rsp_matrix_pair *pair);

bool rsp_matrix_is_judged(const rsp_matrix_result *result);

/* Judged in both, by different verdicts. */
bool rsp_matrix_pair_differs(const rsp_matrix_pair *pair);

#endif
