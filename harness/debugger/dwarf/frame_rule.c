/* Expressions are run on numbers, with a small stack and without jumps: so they end.
 * A frame of libdw belongs to us, its tables to the file.
 * See frame_rule.h. */
/* SPDX-License-Identifier: MIT */
#include "frame_rule.h"

#include "operation.h"

#include <assert.h>
#include <dwarf.h>
#include <stdlib.h>

enum { STACK = 16, OPERATIONS = 64 };

static Dwarf_CFI *debug_frame_of(const rsp_debug_file *file) {
    rsp_debug_file *known = (rsp_debug_file *)file; /* what is found is kept */
    if (!known->debug_frame_searched && known->dwarf)
        known->debug_frame = dwarf_getcfi(known->dwarf);
    known->debug_frame_searched = true;
    return known->debug_frame;
}

Dwarf_Frame *frame_rules_at(const rsp_debug_file *file, uint64_t address) {
    Dwarf_CFI *tables[] = {debug_frame_of(file), file->eh_frame};
    for (size_t i = 0; i < RSP_ARRAY_LEN(tables); i++) {
        Dwarf_Frame *frame = NULL;
        if (tables[i] && dwarf_cfi_addrframe(tables[i], address, &frame) == 0)
            return frame;
    }
    return NULL;
}

bool frame_rule_cfa(const rsp_debug_file *file, uint64_t address, frame_sum *out) {
    Dwarf_Op *ops = NULL;
    size_t num = 0;
    Dwarf_Frame *frame = frame_rules_at(file, address);
    bool found = frame && dwarf_frame_cfa(frame, &ops, &num) == 0 && num == 1;
    if (found && ops[0].atom == DW_OP_bregx)
        *out = (frame_sum){.base = (uint32_t)ops[0].number, .offset = ops[0].number2};
    else if (found && ops[0].atom >= DW_OP_breg0 && ops[0].atom <= DW_OP_breg31)
        *out = (frame_sum){.base = ops[0].atom - DW_OP_breg0, .offset = ops[0].number};
    else
        found = false;
    free(frame);
    return found;
}

/* One expression while it runs. */
typedef struct rule_run {
    const rsp_debug_thread *thread;
    uint64_t cfa;
    uint64_t stack[STACK];
    size_t depth;
} rule_run;

static rsp_status push(rule_run *run, uint64_t value) {
    assert(run->depth <= STACK);
    if (run->depth == STACK)
        return RSP_UNSUPPORTED;
    run->stack[run->depth++] = value;
    return RSP_OK;
}

static rsp_status push_register(rule_run *run, uint64_t number, uint64_t offset) {
    uint64_t value = 0;
    if (number >= RSP_DEBUG_REGISTERS)
        return RSP_UNSUPPORTED;
    rsp_status status = run->thread->read_register(run->thread->ctx, (uint32_t)number, &value);
    return status == RSP_OK ? push(run, value + offset) : status;
}

static bool binary(unsigned atom, uint64_t left, uint64_t right, uint64_t *out) {
    switch (atom) {
    case DW_OP_plus:
        *out = left + right;
        return true;
    case DW_OP_minus:
        *out = left - right;
        return true;
    case DW_OP_mul:
        *out = left * right;
        return true;
    case DW_OP_and:
        *out = left & right;
        return true;
    case DW_OP_or:
        *out = left | right;
        return true;
    case DW_OP_shl:
        *out = right < 64 ? left << right : 0;
        return true;
    case DW_OP_shr:
        *out = right < 64 ? left >> right : 0;
        return true;
    case DW_OP_ge:
        *out = (int64_t)left >= (int64_t)right;
        return true;
    case DW_OP_lt:
        *out = (int64_t)left < (int64_t)right;
        return true;
    default:
        return false;
    }
}

static rsp_status run_on_stack(rule_run *run, const Dwarf_Op *op) {
    uint64_t *top = run->depth > 0 ? &run->stack[run->depth - 1] : NULL;
    if (!top)
        return RSP_UNSUPPORTED;
    if (op->atom == DW_OP_plus_uconst) {
        *top += op->number;
        return RSP_OK;
    }
    if (op->atom == DW_OP_deref)
        return rsp_debug_thread_read(run->thread, *top, 8, top);
    if (run->depth < 2 || !binary(op->atom, top[-1], top[0], &top[-1]))
        return RSP_UNSUPPORTED;
    run->depth--;
    return RSP_OK;
}

static rsp_status run_one(rule_run *run, const Dwarf_Op *op) {
    uint64_t value = 0;
    uint64_t offset = 0;
    if (operation_is_constant(op, &value))
        return push(run, value);
    if (operation_is_register(op, &value, &offset))
        return push_register(run, value, offset);
    if (op->atom == DW_OP_call_frame_cfa)
        return push(run, run->cfa);
    return run_on_stack(run, op);
}

rsp_status frame_rule_eval(const Dwarf_Op *ops, size_t num, const rsp_debug_thread *thread, uint64_t cfa,
                           uint64_t *out, bool *out_value) {
    assert(ops || num == 0);
    rule_run run = {.thread = thread, .cfa = cfa};
    rsp_status status = num <= OPERATIONS ? RSP_OK : RSP_UNSUPPORTED;
    *out_value = num > 1 && ops[num - 1].atom == DW_OP_stack_value;
    for (size_t i = 0; i < num - *out_value && status == RSP_OK; i++)
        status = run_one(&run, &ops[i]);
    if (status != RSP_OK || run.depth == 0)
        return status == RSP_OK ? RSP_UNSUPPORTED : status;
    *out = run.stack[run.depth - 1];
    return RSP_OK;
}
