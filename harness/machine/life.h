/* Birth and death of processes and threads.
 * What ends is freed at the next turn of the machine, not at once.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_LIFE_H
#define RSP_MACHINE_LIFE_H

#include "kernel.h"

rsp_process *process_new(rsp_machine *m, rsp_process *parent);
rsp_thread *thread_new(rsp_process *p, uint32_t tid);
void thread_free(rsp_thread *t);
void process_doom(rsp_process *p, int signal); /* dies of it at the next turn of the machine */
void process_exit(rsp_process *p, uint32_t status, bool quiet); /* quiet: no event */
void process_reap(rsp_process *p);
void process_abandon(rsp_process *p); /* one that was never complete */
void process_free_all(rsp_machine *m);
void thread_exit(rsp_thread *t, int code); /* the last one ends the process */
void process_tell_parent(rsp_process *p, int code, int value);
void vfork_release(rsp_process *p);
uint32_t machine_new_id(rsp_machine *m);

#endif
