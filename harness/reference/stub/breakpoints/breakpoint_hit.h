/* A thread at a breakpoint: its conditions are evaluated, its commands are run.
 * Run control asks before it reports the event.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_BREAKPOINT_HIT_H
#define STUB_BREAKPOINT_HIT_H

#include "state.h"

/* True when the event is to be reported; false lets the thread go on. `traced`: the target has a breakpoint
 * there for a tracepoint, so without one of the client's it is not reported. */
bool stub_breakpoint_hit(rsp_stub *s, const rsp_target_event *event, bool traced);

#endif
