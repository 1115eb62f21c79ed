/* Minimising a confirmed finding: as few sequences, messages and bytes as still show it.
 * Bounded by numbers of lists and by time.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_MINIMISE_H
#define RSP_NETFUZZ_MINIMISE_H

#include "hunt/hunt.h"

/* A list as it was confirmed. */
typedef struct uncut {
    rsp_messages *last; /* NULL without memory */
    rsp_messages *before[MAX_HISTORY];
    size_t num_before;
} uncut;

/* Copies h->best and h->before; false without memory. */
bool minimise_keep_uncut(const hunt *h, uncut *out);

/* Minimising was in vain: goes back to the copy. */
void minimise_restore_uncut(hunt *h, uncut *whole);

/* Joins sequences of the history to h->best; what does not fit into one list goes to h->before. */
void minimise_take_history(hunt *h, size_t first, size_t num);

/* Minimises h->best. For bad ends, rules and growth h->proved says whether a replay with the whole timeout
 * has shown that the result reproduces. */
void minimise(hunt *h, uncut *whole);

#endif
