/* From wire bytes to requests, and the requests that wait for a stop reply.
 * A request is handled at once, or once nothing is owed any more.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_RECEIVE_H
#define STUB_RECEIVE_H

#include "state.h"

rsp_status stub_receive(rsp_stub *s, rsp_bytes in);
/* What becomes of one event of the wire. */
void stub_receive_event(rsp_stub *s, rsp_wire_event *event);
/* Serves the requests that waited for a stop reply, until one is owed again. */
void stub_receive_backlog(rsp_stub *s);
/* One request, and what follows its reply. */
void stub_handle(rsp_stub *s, rsp_bytes payload);

#endif
