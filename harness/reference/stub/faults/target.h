/* The target as a stub with a fault sees it: operations that forward to the real ones, but for the fault's.
 * One noun, for faults of memory, registers and breakpoints: what stands in front of the real target.
 * Only in builds with faults. Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_FAULTS_TARGET_H
#define STUB_FAULTS_TARGET_H

#include "faults/active.h"

/* An operation of the real target: STUB_REAL(s, read_memory, pid, addr, dst, len) */
#define STUB_REAL(s, op, ...) ((s)->faults.real->op((s)->faults.target, __VA_ARGS__))

enum { STUB_TRAP_BYTES = 4 };
extern const uint8_t stub_trap_code[STUB_TRAP_BYTES]; /* ebreak */

/* A held thread goes on though nobody asked. */
void stub_let_run(rsp_stub *s, rsp_ptid thread);

void stub_plant_trap(rsp_stub *s, int64_t pid, uint64_t addr);
void stub_move_pc(rsp_stub *s, rsp_ptid thread, uint64_t pc);
uint64_t stub_pc_of(rsp_stub *s, rsp_ptid thread);
/* 0 for a register that there is not. */
uint64_t stub_register_of(rsp_stub *s, rsp_ptid thread, unsigned regnum);

#endif
