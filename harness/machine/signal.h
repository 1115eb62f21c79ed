/* Signals: sent, queued, delivered, reported to the debugger.
 * Numbers are Linux's.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_SIGNAL_H
#define RSP_MACHINE_SIGNAL_H

#include "kernel.h"

signal_info signal_info_make(int signal, int code, uint32_t pid, uint64_t address);
int signal_of(const signal_info *info);
rsp_status signal_send(rsp_process *p, rsp_thread *t, const signal_info *info); /* t NULL: to the process */
void signal_force(rsp_thread *t, int signal, int code, uint64_t address);
bool signal_handle(rsp_thread *t); /* true: the thread may go on with its turn */
void signal_queue_free(const rsp_mem *mem, signal_queue *q);
void signal_drop(const rsp_mem *mem, signal_queue *q, uint64_t set);
void signal_unblocked(rsp_thread *t);
void signal_report_job_stop(rsp_thread *t, int signal);
void signal_look(rsp_thread *t); /* a waiting thread has something to deliver or to report: see to it */
rsp_status signal_give(rsp_thread *t, const signal_info *info); /* by the debugger */

#endif
