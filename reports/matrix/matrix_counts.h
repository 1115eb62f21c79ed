/* What the renderings of a matrix count alike: results of a summary, shares, an area of a stub.
 * Everything is looked up in the matrix, which owns the texts.
 * Private to the reports. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MATRIX_COUNTS_H
#define RSP_MATRIX_COUNTS_H

#include "reports/matrix/matrix.h"

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

#endif
