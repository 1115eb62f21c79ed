/* The player's checks of a stub against itself; see cross_check.c.
 * Called by the sending half for what goes out, by the watching half for what comes in.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_CROSS_CHECK_H
#define RSP_NETFUZZ_CROSS_CHECK_H

#include "player.h"

/* A payload was queued; `plain`: as a good packet whose fate is clear. */
void player_check_sent(rsp_player *p, rsp_bytes payload, bool plain);

void player_check_reply(rsp_player *p, const rsp_exchange *done, rsp_bytes reply);

/* False when what was read back by `how` (m or x) is not what was written. */
bool player_check_compare(rsp_player *p, char how);

#endif
