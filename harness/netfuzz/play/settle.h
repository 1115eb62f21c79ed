/* Settling: waiting until every request has its reply, or the probe after them has.
 * Then a write that the stub confirmed is read back.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_SETTLE_H
#define RSP_NETFUZZ_SETTLE_H

#include "play/player_state.h"

rsp_played player_settle(rsp_player *p);

#endif
