/* A loaded guest (guest/guest_load.h) as messages: what brings it into a fresh stub again, and sequences
 * whose breakpoints and watchpoints are hit, for a fuzzer to begin with. Made from what the load has learned,
 * so that a finding holds all that it needs, and is played again without a load. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_GUEST_SEEDS_H
#define RSP_GUEST_SEEDS_H

#include "grammar/messages.h"
#include "guest/guest_load.h"
#include "netfuzz/player.h"

#include "codec/tdesc.h"

RSP_BEGIN_DECLS

/* How many sequences there are at most. */
enum { RSP_GUEST_SEEDS_MOST = 8 };

/* All-zero is none. */
typedef struct rsp_guest_seeds {
    rsp_messages opening; /* the image, pc and sp, as the scratch program begins */
    rsp_messages lists[RSP_GUEST_SEEDS_MOST];
    size_t num;
    rsp_player_guest known; /* what replies are held against; borrows from this struct */
} rsp_guest_seeds;

/* Fills `out` (all-zero before, and not moved afterwards) from a load that worked, the target's registers,
 * and the longest packet that the stub takes. RSP_NO_MEMORY; RSP_LIMIT where the image does not fit into a
 * list. To be freed in each case.
 */
rsp_status rsp_guest_seeds_make(rsp_guest_seeds *out, const rsp_guest_load *load, const rsp_tdesc *target,
                                uint64_t packet_bytes) RSP_MUST_USE;

/* Frees it; all-zero again. */
void rsp_guest_seeds_free(rsp_guest_seeds *seeds);

RSP_END_DECLS

#endif
