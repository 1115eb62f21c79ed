/* What the client wants to be told and what it does not.
 * A new client has asked for nothing.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_EVENT_FILTER_H
#define STUB_EVENT_FILTER_H

#include "state.h"

/* What a new client finds: nothing agreed on, no system call caught, GDB's defaults for signals. */
void stub_event_filter_connect(rsp_stub *s);

/* Whether the client has asked for this kind of event. */
bool stub_wants_event(const rsp_stub *s, rsp_target_event_kind kind);

/* Tells the target which events are wanted, as agreed. */
void stub_update_events(rsp_stub *s);

#endif
