/* Rules of unwind tables: where a frame begins, and where the caller's registers are.
 * .debug_frame is asked first, then .eh_frame.
 * Private to this layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FRAME_RULE_H
#define RSP_FRAME_RULE_H

#include "debug_file_state.h"
#include "debug_register.h"

/* A register plus an offset. */
typedef struct frame_sum {
    uint32_t base;
    uint64_t offset;
} frame_sum;

/* The rules at an address of the file; NULL where no table covers it. To be freed. */
Dwarf_Frame *frame_rules_at(const rsp_debug_file *file, uint64_t address);

/* The canonical frame address at an address, when it is a register plus an offset. */
bool frame_rule_cfa(const rsp_debug_file *file, uint64_t address, frame_sum *out);

/* The value of an expression of the tables for a stopped thread. `cfa` is for DW_OP_call_frame_cfa.
 * *out_value says that the result is the value itself, not its address. RSP_UNSUPPORTED for operations that
 * the tables of compilers do not have; else what the thread answered. */
rsp_status frame_rule_eval(const Dwarf_Op *ops, size_t num, const rsp_debug_thread *thread, uint64_t cfa,
                           uint64_t *out, bool *out_value);

#endif
