/* What the client wants to be told and what it does not.
 * A new client has asked for nothing.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_EVENT_FILTER_H
#define STUB_EVENT_FILTER_H

#include "state.h"

/* What a new client finds: nothing agreed on, no system call caught, GDB's defaults for signals. */
void stub_event_filter_connect(rsp_stub *s);

#endif
