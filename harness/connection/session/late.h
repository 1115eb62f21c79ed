/* Replies that come late: a request that was given up keeps its place, so that its reply is nobody else's.
 * Only for sessions that ask for it (rsp_session_options.pairs_late).
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SESSION_LATE_H
#define RSP_SESSION_LATE_H

#include "request.h"

/* How many of the requests in flight were given up, and keep their places. */
size_t rsp_late_count(const rsp_session *s);

/* The deadline of a request in flight has passed: its answer is a timeout, and it keeps its place. False
 * without memory, or where the session pairs no late replies: then it is the caller's as before. */
bool rsp_late_keep(rsp_session *s, rsp_request *request);

/* The acknowledgment of the oldest request that lacks one. False: none does. */
bool rsp_late_ack(rsp_session *s);

/* A good packet while the oldest request in flight was given up. It is that one's late reply, an event, or
 * the answer of the request that is waited for: acknowledgments tell, then the form of the reply. Where both
 * leave it open it is kept until another packet comes (it was late) or the deadline (it was the answer). */
void rsp_late_packet(rsp_session *s, const rsp_wire_event *event);

/* Before a request that has such a packet is completed without a reply: the packet is its answer. */
void rsp_late_settle(rsp_session *s, rsp_request *request, rsp_outcome *outcome);

#endif
