/* Threads that wait for a time.
 * The deadline is that of the thread's wait.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_TIMER_H
#define RSP_MACHINE_TIMER_H

#include "kernel.h"

void timer_set(rsp_thread *t);
void timer_clear(rsp_thread *t);
/* Ends the waits whose time has come. */
void timer_fire(rsp_machine *m);
uint64_t timer_next_ns(const rsp_machine *m); /* RSP_NEVER_NS: none */

#endif
