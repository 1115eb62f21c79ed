/* Connections: greetings, reconnecting, and what their end means.
 * Many stubs serve one client and end: `clients` remembers that.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_CONNECT_H
#define RSP_NETFUZZ_CONNECT_H

#include "play/player_state.h"

/* How a list ends after this status, which is not RSP_OK. */
rsp_played player_trouble(rsp_player *p, rsp_status status);

/* Whether a second connection counts as refused: nothing came on it, and the stub never served one. Some
 * stubs accept clients that they close or ignore. Counts it. */
bool player_is_refused(rsp_player *p);

/* Plays a reconnect. All must be settled. */
rsp_played player_reconnect(rsp_player *p);

/* Begins a connection as debuggers do, by a '+' that no message stands for: there are stubs that wait for it.
 */
void player_send_plus(rsp_player *p);

/* Receives the greeting of the stub. */
rsp_played player_take_greeting(rsp_player *p);

#endif
