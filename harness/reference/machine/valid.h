/* Whether the states of a machine, a process and a thread go together: what holds whenever a turn begins.
 * Each looks at its own struct and no further than one pointer, so that a turn costs no more than before.
 * Not public. For assert. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_VALID_H
#define RSP_MACHINE_VALID_H

#include "kernel.h"

/* A thread that is in its process's list. */
bool thread_is_valid(const rsp_thread *t);
/* A process that lives: one that has exited has neither threads nor memory. */
bool process_is_valid(const rsp_process *p);
/* The machine's own lists and counts. */
bool machine_is_valid(const rsp_machine *m);

#endif
