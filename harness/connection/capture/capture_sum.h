/* Results of several analyses of captures added up: files, conversations, totals, savings.
 * A sum is also the form of one part that is to be added, such as a partial result that was read from a file.
 * See capture/cost/capture_sum.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CAPTURE_SUM_H
#define RSP_CAPTURE_SUM_H

#include "capture/capture_file.h"
#include "capture/whatif.h"
#include "core/arena.h"
#include "core/limits.h"

RSP_BEGIN_DECLS

/* All-zero is valid and empty. Everything in it belongs to it. */
typedef struct rsp_capture_sum {
    rsp_capture_file *files; /* by malloc; their texts in `texts` */
    size_t num_files;
    rsp_conversation *conversations[RSP_LIMIT_CAPTURE_CONVERSATIONS]; /* the first of them; each by malloc */
    size_t num_conversations;
    uint64_t conversation_count; /* all of them, also those that only the totals contain */
    rsp_capture_totals totals;
    rsp_whatif whatif;
    bool no_whatif; /* a part was counted without savings, so `whatif` is not those of the whole */
    rsp_arena texts;
} rsp_capture_sum;

/* Adds *part, which is empty afterwards. Conversations of the part are numbered after those that are there,
 * as in one analysis of all files; so are its files and slow exchanges. Conversations beyond the limit stay
 * in the totals only. RSP_NO_MEMORY: *sum lacks some of the part. */
rsp_status rsp_capture_sum_add(rsp_capture_sum *sum, rsp_capture_sum *part) RSP_MUST_USE;
/* Frees everything in it; the sum is empty then. */
void rsp_capture_sum_free(rsp_capture_sum *sum);

RSP_END_DECLS

#endif
