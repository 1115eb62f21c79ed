/* The places of the protocol where a fault may step in; builds without faults have none of them.
 * One list, by the file of faults that is called; none of these has a table. A hook that gives true has done
 * the work. Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_FAULTS_HOOKS_H
#define STUB_FAULTS_HOOKS_H

#include "handlers.h"

#include <rsp/packets.h>

/* When a request is acknowledged. */
typedef enum stub_ack_time { STUB_ACK_FIRST, STUB_ACK_AFTER_REPLY, STUB_ACK_NOT_NOW } stub_ack_time;

#ifdef RSP_FAULTS

#include "faults/active.h"

/* fault_state.c: what faults keep as long as the stub. */
void stub_fault_new(rsp_stub *s);
void stub_fault_free(rsp_stub *s);

/* life.c: a connection, a program. */
bool stub_fault_reconnect(rsp_stub *s);
void stub_fault_connected(rsp_stub *s);
void stub_fault_disconnect(rsp_stub *s);

/* ids.c: thread ids, in any packet. */
bool stub_fault_write_id(const rsp_stub *s, rsp_buf *out, rsp_ptid id);
bool stub_fault_misses_id(const rsp_stub *s, rsp_ptid *id);

/* stream.c: what comes from the link. */
bool stub_fault_receive(rsp_stub *s, rsp_bytes in);
void stub_fault_received(rsp_stub *s);
bool stub_fault_event(rsp_stub *s, rsp_wire_event *event);
bool stub_fault_accept(rsp_stub *s);
void stub_fault_refused(rsp_stub *s, const rsp_wire_event *event);
bool stub_fault_packet(rsp_stub *s, const rsp_wire_event *event);
stub_ack_time stub_fault_ack_time(rsp_stub *s, rsp_bytes payload);
bool stub_fault_interrupt(rsp_stub *s);

/* frame.c: what goes to the link. */
bool stub_fault_frame(rsp_stub *s, rsp_bytes payload);
void stub_fault_sent(rsp_stub *s, rsp_bytes frame);
void stub_fault_notified(rsp_stub *s, rsp_bytes payload);

/* misread.c: which packet a request is taken for. */
void stub_fault_request(rsp_stub *s, const rsp_packet_row **row, rsp_bytes *args);

/* target.c: what stands in front of the target's operations. */
void stub_fault_wrap_target(rsp_stub *s);

/* announce.c: announcements, and the queue of stops. */
bool stub_fault_announce(rsp_stub *s);
void stub_fault_announce_later(rsp_stub *s);
void stub_fault_settle(rsp_stub *s);
void stub_fault_queued(rsp_stub *s, struct stub_stop *stop);

/* stop_text.c: the text of one stop. */
void stub_fault_stop_text(rsp_stub *s, const struct stub_stop *stop, rsp_buf *out);

/* row.c: requests and replies, by the rows of the fault. */
stub_reply_kind stub_fault_serve(rsp_stub *s, rsp_packet_id id, stub_handler *handler, rsp_bytes args,
                                 rsp_buf *reply);

#else

#define stub_fault_new(s) ((void)0)
#define stub_fault_free(s) ((void)0)
#define stub_fault_reconnect(s) false
#define stub_fault_connected(s) ((void)0)
#define stub_fault_disconnect(s) ((void)0)
#define stub_fault_write_id(s, out, id) false
#define stub_fault_misses_id(s, id) false
#define stub_fault_receive(s, in) false
#define stub_fault_received(s) ((void)0)
#define stub_fault_event(s, event) false
#define stub_fault_accept(s) false
#define stub_fault_refused(s, event) ((void)0)
#define stub_fault_packet(s, event) false
#define stub_fault_ack_time(s, payload) STUB_ACK_FIRST
#define stub_fault_interrupt(s) false
#define stub_fault_frame(s, payload) false
#define stub_fault_sent(s, frame) ((void)0)
#define stub_fault_notified(s, payload) ((void)0)
#define stub_fault_request(s, row, args) ((void)0)
#define stub_fault_serve(s, id, handler, args, reply) (handler)(s, args, reply)
#define stub_fault_announce(s) false
#define stub_fault_queued(s, stop) ((void)0)
#define stub_fault_stop_text(s, stop, out) stub_stop_write(s, stop, out)
#define stub_fault_announce_later(s) ((void)0)
#define stub_fault_settle(s) ((void)0)

#endif

#endif
