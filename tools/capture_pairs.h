/* Which conversations of two captures belong together: the same work recorded twice.
 * By the stub's port where both have it, else by the order in which they began.
 * See capture_pairs.c. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_CAPTURE_PAIRS_H
#define STUBBORN_CAPTURE_PAIRS_H

#include <stddef.h>
#include <stdint.h>

#define CAPTURE_NO_PARTNER SIZE_MAX

/* Indices of both sides; one of them may be CAPTURE_NO_PARTNER. */
typedef struct capture_pair {
    size_t side[2];
} capture_pair;

/* `ports` are those of the stubs of each side's conversations, in the order in which they began; `num` how
 * many there are. Writes at most num[0] + num[1] pairs, those of the first side first and in order, and
 * returns how many. The k-th conversation of a port goes with the k-th of the same port on the other side;
 * what is left goes with what is left there, in order; what is left then is alone. */
size_t capture_pair_up(capture_pair *out, const uint16_t *const ports[2], const size_t num[2]);

#endif
