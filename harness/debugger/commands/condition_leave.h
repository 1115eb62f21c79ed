/* How a run of `stubborn condition` leaves its program: whole, where it was attached to.
 * Also when the run is interrupted or killed: a guard stands by.
 * See docs/conditions.md. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_CONDITION_LEAVE_H
#define STUBBORN_CONDITION_LEAVE_H

#include "commands/condition_run.h"

/* Asks the stub of a connected client whether the program was there before it. If so, a guard begins to stand
 * between: what is put into the program from now on is taken out when this process ends, in any way. The stub
 * is borrowed. RSP_OK, also where no guard can stand; RSP_NO_MEMORY, RSP_SPAWN, or why the stub does not
 * answer. */
rsp_status condition_leave_prepare(condition_run *run, const stub_conversation *stub,
                                   rsp_error *error) RSP_MUST_USE;

/* Takes the breakpoints out and lets the program go, if it stands; else its guard does. Before the client is
 * freed; also without one. */
void condition_leave(condition_run *run);

#endif
