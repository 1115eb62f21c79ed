/* Signals: sent, queued, delivered, reported to the debugger.
 * Numbers are Linux's.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_SIGNALS_H
#define RSP_MACHINE_SIGNALS_H

#include "kernel.h"

/* A siginfo_t; faults have an address, others a sender. */
signal_info signal_info_make(int signal, int code, uint32_t pid, uint64_t address);
/* Its number. */
int signal_of(const signal_info *info);
/* Queues a signal for the thread; with t NULL for the process. RSP_NOT_FOUND: it has exited. RSP_LIMIT,
 * RSP_NO_MEMORY. */
rsp_status signal_send(rsp_process *p, rsp_thread *t, const signal_info *info);
/* A fault of the thread: delivered even when blocked or ignored. */
void signal_force(rsp_thread *t, int signal, int code, uint64_t address);
/* Delivers or reports what is due; true: the thread may go on with its turn. */
bool signal_handle(rsp_thread *t);
/* Takes a pending signal of the set, of the thread or its process; 0: there is none. */
int signal_take_pending(rsp_thread *t, uint64_t set, signal_info *out);
/* Frees what is pending. */
void signal_queue_free(const rsp_mem *mem, signal_queue *q);
/* Drops the pending signals of a set. */
void signal_drop(const rsp_mem *mem, signal_queue *q, uint64_t set);
/* The mask has changed: pending signals may be due now. */
void signal_unblocked(rsp_thread *t);
/* The thread reports a job stop by this signal, if it is traced. */
void signal_report_job_stop(rsp_thread *t, int signal);
/* A waiting thread has something to deliver or to report: sees to it. */
void signal_look(rsp_thread *t);
/* The debugger gives the thread a signal beside that of its resume. RSP_LIMIT, RSP_NO_MEMORY. */
rsp_status signal_give(rsp_thread *t, const signal_info *info);

#endif
