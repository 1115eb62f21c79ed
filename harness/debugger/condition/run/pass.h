/* How a thread gets over the instruction under a breakpoint, and goes on.
 * A stop that a step brings is the client's last stop then.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONDITION_PASS_H
#define RSP_CONDITION_PASS_H

#include "set.h"

/* Executes what is under the breakpoint, or leads the thread to where that happens. *out_stepped: it has, and
 * there is a new stop. */
rsp_status pass(rsp_conditionals *set, rsp_conditional *b, rsp_ptid thread, bool *out_stepped);

/* Resumes and waits for the stop: in non-stop for that of the thread that is moved. The wait is the caller's,
 * and ends when the time of the run does; RSP_TIMEOUT: it runs on. */
rsp_status pass_go(rsp_conditionals *set, const rsp_move *how);

/* What is left for a wait of the run, as for rsp_client_run. False: its time is over. */
bool pass_time_left(const rsp_conditionals *set, uint64_t *out_ns);

/* One step of a thread. */
rsp_status pass_step(rsp_conditionals *set, rsp_ptid thread);

/* Non-stop: resumes one thread and does not wait. */
rsp_status pass_release(rsp_conditionals *set, rsp_ptid thread, uint8_t signal);

#endif
