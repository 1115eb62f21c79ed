/* Writing: bytes are queued, which enters them into the transcript, and flushed, which is one write.
 * One noun: whoever sends does it here. Acknowledgments that are due go out before anything else.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_SEND_H
#define RSP_NETFUZZ_SEND_H

#include "play/player_state.h"

/* Any bytes; the acknowledgments that are due; a packet. RSP_OK, RSP_NO_MEMORY. */
rsp_status player_queue(rsp_player *p, rsp_bytes bytes);
rsp_status player_queue_acks(rsp_player *p);
rsp_status player_queue_packet(rsp_player *p, rsp_bytes payload);

/* One write of all that is queued. A stub that is gone is noticed when receiving. */
rsp_status player_flush(rsp_player *p);

/* The transcript entry that was queued last. */
uint64_t player_last_entry(const rsp_player *p);

/* Queue and flush. */
rsp_status player_send_probe(rsp_player *p);
rsp_status player_send_interrupt(rsp_player *p);
rsp_status player_send_file_reply(rsp_player *p);

/* After half a packet, which may swallow a probe: queues one that does not count. */
rsp_status player_queue_spare_probe(rsp_player *p);

/* Queues one message of a list. False when it is left out because it could do harm. */
bool player_queue_message(rsp_player *p, rsp_message_kind kind, rsp_bytes payload, rsp_status *status);

#endif
