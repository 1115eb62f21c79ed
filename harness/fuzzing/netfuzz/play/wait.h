/* Waiting for a stub: one piece of its output, and how long to wait.
 * Everything that is due to the stub goes out before a wait.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_WAIT_H
#define RSP_NETFUZZ_WAIT_H

#include "play/player_state.h"

/* Receives one piece before `until_ns`. RSP_TIMEOUT; RSP_LIMIT when the stub sends without end; statuses of
 * the link. */
rsp_status player_receive(rsp_player *p, uint64_t until_ns);

/* How long a silence must last to prove this end. A known end gets a shorter wait. */
uint64_t player_limit_ns(const rsp_player *p, rsp_played end);

/* For a reply, before a probe is sent. */
uint64_t player_patience_ns(const rsp_player *p);

/* The same for a reply that need not come. */
uint64_t player_short_patience_ns(const rsp_player *p);

/* Waits for the program to stop, and interrupts it if it does not. DONE, NO_STOP, or how the link failed. */
rsp_played player_stop_program(rsp_player *p);

/* Plays a pause: until the stub has answered, or as long as an answer usually takes. */
rsp_played player_pause(rsp_player *p);

#endif
