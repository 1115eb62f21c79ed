/* Running threads turn by turn.
 * run.c has rsp_machine_run.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_RUN_H
#define RSP_MACHINE_RUN_H

#include "kernel.h"

/* Runs until the first event, until that many instructions are executed in all, until nothing can run, or
 * until the lookout lands. */
void machine_work(rsp_machine *machine, rsp_machine_ran *out_ran, uint64_t insns_end, uint64_t until_ns);

/* Reports a step that is done, when there is one. */
void step_finished(rsp_thread *t);

#endif
