/* An exception of C++ leaves the calls that a step waits for without a return. On the way into each handler
 * the program passes by one function of its library, and a handler in the frame of the step, or further out,
 * ends the wait. See step.h. Source: Itanium C++ ABI, Exception Handling (2.5.3, __cxa_begin_catch). */
/* SPDX-License-Identifier: MIT */
#include "control/libraries.h"
#include "control/step.h"

void step_watch_exits(adapter *a, step_plan *plan) {
    breakpoints *all = &a->control->breakpoints;
    plan->wait.handlers = libraries_handlers(a);
    const uint64_t *leaps;
    const size_t num_leaps = libraries_leaps(a, &leaps);
    if (plan->wait.handlers && all->num_steps < CONTROL_STEP_SITES)
        all->steps[all->num_steps++] = plan->wait.handlers;
    for (size_t i = 0; i < num_leaps && all->num_steps < CONTROL_STEP_SITES; i++)
        all->steps[all->num_steps++] = leaps[i];
}

uint64_t step_lowest_sp(const step_plan *plan) {
    return plan->wait.awaits == AWAITS_FRAME ? plan->frame.cfa - 8 : plan->wait.sp;
}

bool step_is_caught(const step_plan *plan, const step_place *s, uint64_t *out_handler) {
    return step_awaits_return(plan) && plan->wait.handlers && s->pc == plan->wait.handlers &&
           s->sp >= step_lowest_sp(plan) && step_return_address(s, out_handler) == RSP_OK;
}
