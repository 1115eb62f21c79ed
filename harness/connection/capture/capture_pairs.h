/* Pairs the conversations of two captures that recorded the same work: by the stub's port, else by order.
 * Indices in, pairs of indices out; nothing is read and nothing is kept.
 * See capture/replay/capture_pairs.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CAPTURE_PAIRS_H
#define RSP_CAPTURE_PAIRS_H

#include <stddef.h>
#include <stdint.h>

/* The index of a conversation that has no partner on the other side. */
#define RSP_CAPTURE_NO_PARTNER SIZE_MAX

/* The indices of two conversations that belong together, one of each side. At most one of them is
 * RSP_CAPTURE_NO_PARTNER. */
typedef struct rsp_capture_pair {
    size_t side[2];
} rsp_capture_pair;

/* Writes at most num[0] + num[1] pairs to `out`, those of the first side first and in order. Returns their
 * number. ports[s] has the stub's port of each conversation of side `s`, in the order in which they began;
 * num[s] is their count, and with 0 of them ports[s] may be NULL. The k-th conversation of a port goes with
 * the k-th of the same port on the other side. The rest is paired in order, and the rest of that stays alone.
 */
size_t rsp_capture_pair_up(rsp_capture_pair *out, const uint16_t *const ports[2], const size_t num[2]);

#endif
