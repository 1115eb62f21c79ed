/* Stops of a `stubborn condition` run that are no hits: which of them the program goes on from, and what the
 * last one was. A program under a debugger gets its signals, and has its children, as without one.
 * Part of a run: condition_run.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_CONDITION_EVENT_H
#define STUBBORN_CONDITION_EVENT_H

#include "commands/condition_run.h"

/* Whether the stub is LLDB's, by what it announces. It stops all threads of a process together, and counts
 * signals as the machine does, not as GDB. */
bool condition_event_of_lldb(const rsp_client *client);

/* Asks the stub to deliver signals that do not end the run by itself, where it can: a program with a fast
 * timer would spend its time in stops. `on` false: no longer. RSP_OK, or what ends the session. */
rsp_status condition_event_pass_signals(rsp_client *client, bool on) RSP_MUST_USE;

/* Whether the program goes on, and how: signals are delivered, children that it forks are let go. False: the
 * run ends here. RSP_OK, or what a packet failed with. */
rsp_status condition_event_passes(condition_run *run, const rsp_conditional_stop *stop, rsp_move *resume,
                                  bool *out) RSP_MUST_USE;

/* What ended the run, in words. The text lives as long as the run. */
const char *condition_event_describe(condition_run *run, const rsp_conditional_stop *stop);

#endif
