/* The target as a stub with a fault sees it: operations that forward to the real ones, but for the fault's.
 * Also the breakpoints that the target was told to plant, and what faults do to memory and registers.
 * Only in builds with faults. Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_FAULTS_TARGET_H
#define STUB_FAULTS_TARGET_H

#include "state.h"

/* An operation of the real target: stub_real(s)->read_memory(s->faults.target, ...) */
static inline const rsp_target_ops *stub_real(const rsp_stub *s) {
    return s->faults.real;
}

/* Each replaces the operations that the fault needs; false when it is none of the file. */
bool stub_fault_memory_ops(const rsp_stub *s, rsp_target_ops *ops);
bool stub_fault_batch_read_ops(const rsp_stub *s, rsp_target_ops *ops);
bool stub_fault_object_ops(const rsp_stub *s, rsp_target_ops *ops);
bool stub_fault_register_ops(const rsp_stub *s, rsp_target_ops *ops);
bool stub_fault_thread_ops(const rsp_stub *s, rsp_target_ops *ops);
bool stub_fault_process_ops(const rsp_stub *s, rsp_target_ops *ops);
bool stub_fault_setting_ops(const rsp_stub *s, rsp_target_ops *ops);
bool stub_fault_nonstop_ops(const rsp_stub *s, rsp_target_ops *ops);
bool stub_fault_point_ops(const rsp_stub *s, rsp_target_ops *ops);
bool stub_fault_resume_ops(const rsp_stub *s, rsp_target_ops *ops);
bool stub_fault_event_ops(const rsp_stub *s, rsp_target_ops *ops);

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
