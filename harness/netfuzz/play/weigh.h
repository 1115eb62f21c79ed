/* What a message that is about to be sent makes the player doubt, and whether more may share its write.
 * See doubt.h for the degrees of doubt, message_class.h for what decides.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_WEIGH_H
#define RSP_NETFUZZ_WEIGH_H

#include "play/player_state.h"

/* A message is about to join what is queued already. */
void player_weigh_crowd(rsp_player *p);

/* `ack_due`: the stub may wait for a '+'. */
void player_weigh(rsp_player *p, rsp_message_kind kind, rsp_bytes wire, bool ack_due);

/* More may follow in the same write. Only without acks, and after nothing that changes how the stub answers.
 * On a connection that is out of step one probe after several messages will do. */
bool player_may_batch(const rsp_player *p, rsp_message_kind kind, rsp_bytes payload);

#endif
