/* What a step waits for, and what it sees of the place where it is: the pieces of all kinds of steps.
 * A place that is awaited has a breakpoint of the step's own.
 * See step.h. */
/* SPDX-License-Identifier: MIT */
#include "control/step.h"

#include "control/breakpoint.h"
#include "dwarf/debug_line.h"

enum { RA_RV64 = 1, LR_AARCH64 = 30 };

void step_set_target(adapter *a, step_plan *plan, step_awaits awaits, uint64_t address) {
    breakpoints *all = &a->control->breakpoints;
    all->num_steps = 0;
    plan->wait.awaits = awaits;
    plan->wait.target = awaits == AWAITS_NOTHING ? 0 : address;
    if (awaits != AWAITS_NOTHING)
        all->steps[all->num_steps++] = address;
}

rsp_status step_return_address(const step_place *s, uint64_t *out) {
    if (s->machine == RSP_DEBUG_MACHINE_RISCV64)
        return s->thread.read_register(s->thread.ctx, RA_RV64, out);
    if (s->machine == RSP_DEBUG_MACHINE_AARCH64)
        return s->thread.read_register(s->thread.ctx, LR_AARCH64, out);
    return rsp_debug_thread_read(&s->thread, s->sp, 8, out);
}

bool step_awaits_return(const step_plan *plan) {
    return plan->wait.awaits == AWAITS_CALL || plan->wait.awaits == AWAITS_FRAME;
}

bool step_has_line(const step_place *s) {
    rsp_debug_line line;
    return rsp_debug_line_at(s->debuggee->file, s->pc - s->debuggee->bias, &line) == RSP_OK;
}
