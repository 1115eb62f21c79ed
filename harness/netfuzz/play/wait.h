/* Waiting for a stub: one piece of what it sends, and how long is long enough.
 * Everything that is due to the stub goes out before anybody waits for it.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_WAIT_H
#define RSP_NETFUZZ_WAIT_H

#include "play/player_state.h"

/* One piece, before `until_ns`. RSP_LIMIT when the stub never ends. */
rsp_status player_receive(rsp_player *p, uint64_t until_ns);

/* How long the stub may be silent until this end is sure. An end that is known already need not be proved. */
uint64_t player_limit_ns(const rsp_player *p, rsp_played end);

/* For a reply, before a probe is sent. */
uint64_t player_patience_ns(const rsp_player *p);

/* The same for a reply that need not come. */
uint64_t player_short_patience_ns(const rsp_player *p);

/* Waits until an interrupt has stopped the program. DONE when it no longer runs. */
rsp_played player_stop_program(rsp_player *p);

/* Plays a pause: until the stub has answered, or as long as an answer usually takes. */
rsp_played player_pause(rsp_player *p);

#endif
