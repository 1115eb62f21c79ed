/* Timers that send signals: setitimer's, and those of timer_create.
 * They run in virtual time, also those that would count the processor's time.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_ALARMS_H
#define RSP_MACHINE_ALARMS_H

#include "kernel.h"

/* The earliest moment of all; RSP_NEVER_NS: none is armed. */
uint64_t alarm_next_ns(const rsp_machine *m);
/* Sends the signals that are due. */
void alarm_fire(rsp_machine *m);
/* Arms it, or disarms it by RSP_NEVER_NS. */
void alarm_set(rsp_machine *m, alarm *a, uint64_t next_ns, uint64_t interval_ns);
/* The timer of this id; with `make` a new one where there is none. NULL: there is none, or no memory. */
alarm *alarm_of(rsp_process *p, int id, bool make);
/* Removes those of timer_create (at execve), or all. */
void alarms_clear(rsp_process *p, bool all);

#endif
