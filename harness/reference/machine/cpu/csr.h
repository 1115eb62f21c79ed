/* The control and status registers that programs of user mode have: of floating point, and counters.
 * Cycles are instructions; time is the machine's, in units of CPU_TIME_UNIT_NS.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_CSR_H
#define RSP_MACHINE_CSR_H

#include "cpu.h"

/* Executes one of CSR_OPS after `insns` instructions. False: there is no such register, or it can't be
 * written; nothing was done. */
bool csr_execute(cpu *c, const insn *i, uint64_t insns);

#endif
