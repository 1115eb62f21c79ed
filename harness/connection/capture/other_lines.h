/* The lines of a log or a text that have no packet: how many, and the first of them by number and words.
 * For the one sentence that tells a reader what was passed over.
 * Lines are counted by who reads them. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_OTHER_LINES_H
#define RSP_OTHER_LINES_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* All-zero is valid; `named` is owned. */
typedef struct rsp_other_lines {
    uint64_t num_lines; /* of the text, so far */
    uint64_t num;       /* of these without a packet; blank ones are not counted */
    rsp_buf named;      /* ": line 1 'hello', line 3 'foo'": the first three, cut, as they are in the text */
} rsp_other_lines;

/* Counts line `number` (from 1) as one without a packet; a blank one is passed over. */
void rsp_other_lines_note(rsp_other_lines *others, uint64_t number, rsp_bytes text);

/* Frees what is named. */
void rsp_other_lines_free(rsp_other_lines *others);

RSP_END_DECLS

#endif
