/* Threads that wait for a time.
 * The deadline is that of the thread's wait.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_TIMER_H
#define RSP_MACHINE_TIMER_H

#include "kernel.h"

/* The thread's wait has a deadline: among the timers, at its place. */
void timer_set(rsp_thread *t);
/* Out of the timers; does nothing when it is not in. */
void timer_clear(rsp_thread *t);
/* Ends the waits whose time has come. */
void timer_fire(rsp_machine *m);
/* The earliest deadline; RSP_NEVER_NS: there is none. */
uint64_t timer_next_ns(const rsp_machine *m);

#endif
