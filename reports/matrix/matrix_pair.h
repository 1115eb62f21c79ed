/* The results of two stubs side by side, scenario by scenario.
 * Neither list is copied.
 * Private to the reports. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MATRIX_PAIR_H
#define RSP_MATRIX_PAIR_H

#include "reports/matrix/matrix.h"

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
