/* Settling: waits until every request, or the probe after them, has its reply.
 * Then reads back a write that the stub has confirmed.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_SETTLE_H
#define RSP_NETFUZZ_SETTLE_H

#include "play/player_state.h"

/* DONE, or how it failed. */
rsp_played player_settle(rsp_player *p);

#endif
