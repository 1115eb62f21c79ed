/* Connections: greetings, reconnecting, and what their end means.
 * Many stubs serve one client and end; what a stub does is remembered in `clients`.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_CONNECT_H
#define RSP_NETFUZZ_CONNECT_H

#include "play/player_state.h"

/* What a status other than RSP_OK ends a list with. */
rsp_played player_trouble(rsp_player *p, rsp_status status);

/* Nothing came on a second connection, of a stub that never served one: it may still accept others, which it
 * closes or never looks at. True counts it. */
bool player_is_refused(rsp_player *p);

/* Plays a reconnect. All must be settled. */
rsp_played player_reconnect(rsp_player *p);

/* Takes what the stub says before it is asked anything. */
rsp_played player_take_greeting(rsp_player *p);

#endif
