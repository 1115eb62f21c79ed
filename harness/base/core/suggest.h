/* The known word nearest to one that somebody mistyped: "did you mean 'expect'?".
 * Candidates are offered one by one, so that they may come from any table.
 * Counts insertions, deletions, changes and swaps of neighbours, without regard to case. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SUGGEST_H
#define RSP_SUGGEST_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* Start with the word and zeros. After the offers `best` is the nearest candidate, or NULL when none is near:
 * at most one edit for each three bytes of the word (and one for shorter words), or the word is its start. */
typedef struct rsp_suggestion {
    rsp_bytes word;
    const char *best; /* borrowed from the caller of rsp_suggest_offer */
    size_t distance;  /* edits to `best` */
} rsp_suggestion;

/* The first of equally near candidates stays. NULL and "" are ignored. */
void rsp_suggest_offer(rsp_suggestion *suggestion, const char *candidate);

/* Edits between two words; words beyond RSP_LIMIT_SUGGEST_BYTES are infinitely far (SIZE_MAX). */
size_t rsp_edit_distance(rsp_bytes a, rsp_bytes b);

RSP_END_DECLS

#endif
