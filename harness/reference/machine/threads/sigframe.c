/* The frame that a signal handler finds on the stack, and the way back from it.
 * siginfo (128 bytes), then ucontext: flags, link, stack, mask, and at 176 pc and x1..x31, f0..f31 and fcsr.
 * Source: arch/riscv/kernel/signal.c and asm/ucontext.h of Linux. */
/* SPDX-License-Identifier: MIT */
#include "sigframe.h"

#include "layout.h"
#include "signals.h"

#include <string.h>

enum {
    FRAME_CONTEXT = RSP_SIGINFO_BYTES,
    CONTEXT_STACK = 16,
    CONTEXT_MASK = 40,
    CONTEXT_REGS = 176,
    CONTEXT_FLOATS = CONTEXT_REGS + 32 * 8,
    CONTEXT_BYTES = CONTEXT_FLOATS + 528,
    FRAME_BYTES = FRAME_CONTEXT + CONTEXT_BYTES,
};

static bool on_alt_stack(const rsp_thread *t, uint64_t sp) {
    return t->signals.alt_size && sp > t->signals.alt_sp && sp - t->signals.alt_sp <= t->signals.alt_size;
}

/* 0 when the alternate stack would overflow. */
static uint64_t frame_address(const rsp_thread *t, const signal_action *action) {
    uint64_t sp = t->x[RSP_REG_SP];
    bool on_alt = on_alt_stack(t, sp);
    if (on_alt && !on_alt_stack(t, sp - FRAME_BYTES))
        return 0;
    if (!on_alt && t->signals.alt_size && (action->flags & L_SA_ONSTACK))
        sp = t->signals.alt_sp + t->signals.alt_size;
    return (sp - FRAME_BYTES) & ~UINT64_C(15);
}

bool sigframe_push(rsp_thread *t, const signal_info *info, const signal_action *action) {
    uint8_t frame[FRAME_BYTES] = {0};
    uint8_t *context = frame + FRAME_CONTEXT;
    uint64_t at = frame_address(t, action);
    if (!at)
        return false;
    memcpy(frame, info->bytes, sizeof info->bytes);
    uint32_t stack_flags = !t->signals.alt_size                ? L_SS_DISABLE
                           : on_alt_stack(t, t->x[RSP_REG_SP]) ? L_SS_ONSTACK
                                                               : 0;
    le_store(context + CONTEXT_STACK, 8, t->signals.alt_sp);
    le_store(context + CONTEXT_STACK + 8, 4, stack_flags);
    le_store(context + CONTEXT_STACK + 16, 8, t->signals.alt_size);
    le_store(context + CONTEXT_MASK, 8, t->signals.suspended ? t->signals.suspend_mask : t->signals.blocked);
    le_store(context + CONTEXT_REGS, 8, t->x[RSP_REG_PC]);
    for (size_t i = 1; i < 32; i++)
        le_store(context + CONTEXT_REGS + 8 * i, 8, t->x[i]);
    for (size_t i = 0; i < 32; i++)
        le_store(context + CONTEXT_FLOATS + 8 * i, 8, t->x[RSP_REG_F0 + i]);
    le_store(context + CONTEXT_FLOATS + (size_t)8 * 32, 4, t->x[RSP_REG_FCSR]);
    if (!space_copy_out(t->process->space, at, frame, sizeof frame))
        return false;
    t->signals.suspended = false;
    t->x[1] = SIGRETURN_ADDRESS;
    t->x[RSP_REG_SP] = at;
    t->x[RSP_REG_A0] = (uint64_t)signal_of(info);
    t->x[RSP_REG_A0 + 1] = at;
    t->x[RSP_REG_A0 + 2] = at + FRAME_CONTEXT;
    t->x[RSP_REG_PC] = action->handler;
    return true;
}

bool sigframe_pop(rsp_thread *t) {
    uint8_t context[CONTEXT_BYTES];
    uint64_t at = t->x[RSP_REG_SP] + FRAME_CONTEXT;
    if (!space_copy_in(t->process->space, context, at, sizeof context))
        return false;
    for (size_t i = 1; i < 32; i++)
        t->x[i] = le_load(context + CONTEXT_REGS + 8 * i, 8);
    for (size_t i = 0; i < 32; i++)
        t->x[RSP_REG_F0 + i] = le_load(context + CONTEXT_FLOATS + 8 * i, 8);
    t->x[RSP_REG_FCSR] = le_load(context + CONTEXT_FLOATS + (size_t)8 * 32, 4) & FCSR_MASK;
    t->x[RSP_REG_PC] = le_load(context + CONTEXT_REGS, 8);
    t->signals.blocked = le_load(context + CONTEXT_MASK, 8);
    t->signals.alt_sp = le_load(context + CONTEXT_STACK, 8);
    t->signals.alt_size =
        le_load(context + CONTEXT_STACK + 8, 4) & L_SS_DISABLE ? 0 : le_load(context + CONTEXT_STACK + 16, 8);
    t->reserved_address = CPU_NO_RESERVATION;
    signal_unblocked(t);
    return true;
}
