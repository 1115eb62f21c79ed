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

#endif
