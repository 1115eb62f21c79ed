/* Two recordings of the same work side by side: which packets one has and the other has not. Actions (attach,
 * a step, a stop, ...) are aligned first, then the packets within each; ids and addresses do not count. Knows
 * dialogues only: what the packets cost is said by their metrics. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CAPTURE_DIFF_H
#define RSP_CAPTURE_DIFF_H

#include "capture/analysis.h"
#include "capture/dialogue.h"
#include "core/arena.h"

RSP_BEGIN_DECLS

/* Requests that read the same but for ids, addresses and data, and that one recording has more often. */
typedef struct rsp_diff_row {
    rsp_bytes signature; /* "m<address>,8" */
    rsp_packet_id packet;
    uint64_t only[2];        /* how many the first, the second has more, summed over the actions */
    size_t actions;          /* in which there was a difference */
    uint64_t first_place[2]; /* where the first of them stands; 0: none */
} rsp_diff_row;

/* All-zero is valid. */
typedef struct rsp_capture_diff {
    rsp_diff_row *rows; /* most packets first */
    size_t num_rows;
    size_t actions[2];
    size_t aligned; /* actions that have a partner of the same kind */
    uint64_t requests[2];
    uint64_t common; /* requests that both have */
    rsp_arena arena; /* private */
} rsp_capture_diff;

/* Compares. RSP_NO_MEMORY. Recordings with more than RSP_LIMIT_DIFF_CELLS pairs of actions are aligned by
 * number. */
rsp_status rsp_capture_diff_make(rsp_capture_diff *out, const rsp_dialogue *first,
                                 const rsp_dialogue *second) RSP_MUST_USE;
/* Frees the rows; the comparison is empty then. */
void rsp_capture_diff_free(rsp_capture_diff *diff);

RSP_END_DECLS

#endif
