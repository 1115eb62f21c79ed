/* The trail of a run: its first replies, for comparing two runs with the same messages.
 * It ends before anything in which two runs of one stub may legally differ.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_TRAIL_H
#define RSP_NETFUZZ_TRAIL_H

#include "netfuzz/player.h"

typedef struct trail {
    rsp_trail_entry entries[RSP_TRAIL_ENTRIES];
    size_t num;
    bool over; /* nothing is added any more */
} trail;

void trail_clear(trail *t);

/* Appends a reply of this kind (a hash); the texts are cut. A full trail is over. */
void trail_add(trail *t, rsp_packet_id packet, uint64_t kind, rsp_bytes request, rsp_bytes reply);

#endif
