/* How a held thread goes on as it was let go last.
 * For calls of the program that its debugger has answered.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_MACHINE_EVENTS_H
#define STUB_MACHINE_EVENTS_H

#include "target.h"

/* Nothing happens to a thread that is not held. `signal` is Linux's; with `hit_here` a breakpoint at pc stops
 * it at once. */
void machine_go_on(rsp_machine_target *t, uint32_t tid, int signal, bool hit_here);

#endif
