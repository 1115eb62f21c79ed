/* The doubt that a message raises before it is sent, and whether more messages may share its write.
 * See doubt.h for the degrees of doubt, message_class.h for what decides.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_WEIGH_H
#define RSP_NETFUZZ_WEIGH_H

#include "play/player_state.h"

/* A message is about to join what is queued already. */
void player_weigh_crowd(rsp_player *p);

/* A message is about to be sent. `ack_due`: the stub may wait for a '+'. */
void player_weigh(rsp_player *p, rsp_message_kind kind, rsp_bytes wire, bool ack_due);

/* Whether another message may follow in the same write: only in no-ack mode, and not after a message that
 * changes how the stub answers. Out of step, one probe after several messages is enough. */
bool player_may_batch(const rsp_player *p, rsp_message_kind kind, rsp_bytes payload);

#endif
