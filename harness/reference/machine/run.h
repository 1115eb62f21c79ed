/* Running threads turn by turn.
 * rsp_machine_run is in machine.c.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_RUN_H
#define RSP_MACHINE_RUN_H

#include "kernel.h"

/* Runs until the first event, until that many instructions are executed in all, until nothing can run, or
 * until the lookout lands. */
void machine_work(rsp_machine *machine, rsp_machine_ran *out_ran, uint64_t insns_end, uint64_t until_ns);

/* Where a run of so many instructions ends that begins now. */
static inline uint64_t insns_after(const rsp_machine *machine, uint64_t budget_insns) {
    uint64_t start = machine->insns;
    return budget_insns > UINT64_MAX - start ? UINT64_MAX : start + budget_insns;
}

static inline uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

#endif
