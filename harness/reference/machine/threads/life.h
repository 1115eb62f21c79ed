/* Birth and death of processes and threads.
 * What ends is freed at the next turn of the machine, not at once.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_LIFE_H
#define RSP_MACHINE_LIFE_H

#include "kernel.h"

/* The resource limits of a launched process. */
void limits_default(rsp_process *p);
/* A process without threads, child of `parent` (NULL: launched). NULL at the limit or without memory. */
rsp_process *process_new(rsp_machine *m, rsp_process *parent);
/* A thread of it, held. NULL at the limit or without memory. */
rsp_thread *thread_new(rsp_process *p, uint32_t tid);
/* Frees a thread that is in no list any more. */
void thread_free(rsp_thread *t);
/* The process dies of the signal at the next turn of the machine. */
void process_doom(rsp_process *p, int signal);
/* Ends the process and its threads. `quiet`: without an event. */
void process_exit(rsp_process *p, uint32_t status, bool quiet);
/* Its parent has seen its end: frees it. */
void process_reap(rsp_process *p);
/* Frees a process that was never complete. */
void process_abandon(rsp_process *p);
/* Frees all processes, as the machine ends. */
void process_free_all(rsp_machine *m);
/* Ends the thread; the last one ends the process. */
void thread_exit(rsp_thread *t, int code);
/* Sends the parent its signal and ends its wait, if that is for this change. */
void process_tell_parent(rsp_process *p, int code, int value);
/* The parent that waits in vfork goes on. */
void vfork_release(rsp_process *p);
/* The next id of a process or thread. */
uint32_t machine_new_id(rsp_machine *m);

#endif
