/* What messages do to a session; see certainty.c.
 * Called by the sending half for what goes out, by the watching half for what has gone out.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_CERTAINTY_H
#define RSP_NETFUZZ_CERTAINTY_H

#include "player.h"

/* Requests after which the stub may close the connection, or end: $k, $D, $R, $r, $vRun and vKill, anywhere
 * in the bytes. */
bool player_asks_to_end(rsp_bytes bytes);

/* Requests that let the program run, or let it go. */
bool player_lets_run(rsp_bytes payload);

/* A message is about to join what is queued already. */
void player_weigh_crowd(rsp_player *p);

/* What the message asks of the stub's patience, and whether what it says now can be judged. `ack_due`: the
 * stub may wait for a '+'. */
void player_weigh(rsp_player *p, rsp_message_kind kind, rsp_bytes wire, bool ack_due);

/* Bytes that stubs take in different ways: behind them nobody knows which modes requests before them have
 * set. */
bool player_is_cloudy(rsp_message_kind kind, rsp_bytes payload);

/* May more follow in the same write? Only where no acks are awaited, and nothing that changes how the stub
 * answers. On a connection that is spoilt nobody can tell which reply is whose: there one probe behind
 * several will do. */
bool player_is_calm(const rsp_player *p, rsp_message_kind kind, rsp_bytes payload);

#endif
