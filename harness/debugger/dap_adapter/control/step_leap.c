/* longjmp leaves the calls that a step waits for without a return. The thread steps from where the C library
 * restores the registers to where it comes to, and if that is in the frame of the step, or further out, the
 * wait is over. See step.h. */
/* SPDX-License-Identifier: MIT */
#include "control/libraries.h"
#include "control/step.h"

/* From the beginning of longjmp it is some hundred instructions, with a system call, and from a probe one. */
enum { MOVES_MAX = 400, OWN_BYTES = 512 };

static void move(step_plan *plan, const step_place *s, rsp_move *out) {
    plan->leap.pc = s->pc;
    plan->leap.moves++;
    *out = (rsp_move){.action = RSP_MOVE_STEP, .thread = plan->thread, .others = !plan->alone};
}

/* Whether the instruction at which the thread stood last is of the same function as where it stands now. */
static bool is_same_function(adapter *a, const step_plan *plan, const step_place *s) {
    rsp_modules *modules = adapter_modules(a);
    rsp_module *module = rsp_modules_known_at(modules, plan->leap.pc);
    rsp_debug_symbol symbol;
    if (module && rsp_module_symbol(modules, module, plan->leap.pc, &symbol) && symbol.bytes > 0)
        return s->pc - symbol.address < symbol.bytes;
    return s->pc - plan->leap.pc < OWN_BYTES || plan->leap.pc - s->pc < OWN_BYTES;
}

/* By a jump to another function, with the stack pointer of a caller. */
static bool has_landed(adapter *a, const step_plan *plan, const step_place *s) {
    return s->sp >= plan->leap.sp && !is_same_function(a, plan, s);
}

step_leap step_leap_go_on(adapter *a, step_plan *plan, const step_place *s, rsp_move *out_move) {
    if (plan->leap.moves == 0) {
        if (!step_awaits_return(plan) || !libraries_is_leap(a, s->pc))
            return LEAP_NONE;
        plan->leap.sp = s->sp;
        move(plan, s, out_move);
        return LEAP_GOES_ON;
    }
    const bool landed = has_landed(a, plan, s);
    if (!landed && plan->leap.moves < MOVES_MAX) {
        move(plan, s, out_move);
        return LEAP_GOES_ON;
    }
    plan->leap.moves = 0;
    return landed && s->sp >= step_lowest_sp(plan) ? LEAP_LANDED : LEAP_NONE;
}
