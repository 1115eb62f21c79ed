/* Moves of a step to a place that is awaited: its breakpoint, the exits by which it may be missed.
 * A plan that is alone lets the other threads stand.
 * See step.h. */
/* SPDX-License-Identifier: MIT */
#include "control/step.h"

#include "dwarf/debug_function.h"

void step_move_to(adapter *a, step_plan *plan, step_awaits awaits, uint64_t address, rsp_move *out) {
    step_set_target(a, plan, awaits, address);
    if (step_awaits_return(plan))
        step_watch_exits(a, plan);
    *out = plan->alone ? (rsp_move){.thread = plan->thread} : (rsp_move){0};
}

void step_into(adapter *a, step_plan *plan, const step_place *s, bool *out_done, rsp_move *out_move) {
    const rsp_debuggee *d = s->debuggee;
    const uint64_t body = rsp_debug_function_body(d->file, s->pc - d->bias) + d->bias;
    *out_done = body == s->pc;
    if (*out_done)
        return;
    step_move_to(a, plan, AWAITS_PLACE, body, out_move);
}

void step_await(adapter *a, step_plan *plan, uint64_t address, uint64_t sp, rsp_move *out) {
    plan->wait.sp = sp;
    step_move_to(a, plan, AWAITS_CALL, address, out);
}
