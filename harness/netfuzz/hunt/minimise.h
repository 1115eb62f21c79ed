/* Minimising a confirmed finding: as few sequences, messages and bytes as still show it.
 * Bounded by numbers of lists and by time.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_MINIMISE_H
#define RSP_NETFUZZ_MINIMISE_H

#include "hunt/hunt.h"

/* What there was before. */
typedef struct uncut {
    rsp_messages *last; /* NULL: not kept */
    rsp_messages *before[MAX_HISTORY];
    size_t num_before;
} uncut;

bool minimise_keep_uncut(const hunt *h, uncut *out);
void minimise_restore_uncut(hunt *h, uncut *whole);

/* Sequences of the history become h->best, after h->before where one list is too short for them. */
void minimise_take_history(hunt *h, size_t first, size_t num);

/* Minimises h->best. Where that takes waiting, or is a death, h->proved tells whether a replay with the whole
 * timeout has shown the result. */
void minimise(hunt *h, uncut *whole);

/* While minimising, a trial ends with the time for that, whatever the stub is at. */
void minimise_limit_trial(const hunt *h);

#endif
