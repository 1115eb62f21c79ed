/* Who runs: the threads that can, and whose turn it is.
 * sched_update is called after any change of held, wait, attention or stopped.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_SCHEDULER_H
#define RSP_MACHINE_SCHEDULER_H

#include "kernel.h"

/* Puts the thread among those that can run or have a deadline, or takes it out. */
void sched_update(rsp_thread *t);
/* It is about to end. */
void sched_remove(rsp_thread *t);
/* The thread whose turn it is; NULL when none can run. */
rsp_thread *sched_pick(rsp_machine *m);
/* Adds an event to the hash of the run, by which two runs are compared. */
void sched_trace(rsp_machine *m, uint64_t what, const rsp_thread *t);

#endif
