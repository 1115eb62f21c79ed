/* Within the line the thread steps, in one packet where the stub steps ranges. Outside there are four cases:
 * a call just made, a return, another line, and code without lines. The stack pointer tells calls from
 * returns, also of recursive functions: a frame is gone when it is above the frame's CFA. */
/* SPDX-License-Identifier: MIT */
#include "control/step.h"

#include "control/breakpoint.h"
#include "control/inlined.h"
#include "dwarf/debug_frame.h"
#include "dwarf/debug_function.h"
#include "dwarf/debug_line.h"

#include <rsp/packets.h>

#include <assert.h>

enum { LONGEST_INSTRUCTION = 15 };

rsp_status step_look(adapter *a, const step_plan *plan, step_place *s) {
    s->debuggee = adapter_debuggee(a);
    s->storage = (rsp_debuggee_thread){.debuggee = s->debuggee, .id = plan->thread};
    s->thread = rsp_debuggee_reader(&s->storage);
    s->machine = rsp_debug_file_facts(s->debuggee->file)->machine;
    rsp_status status = s->thread.read_register(s->thread.ctx, rsp_debug_register_pc(s->machine), &s->pc);
    if (status == RSP_OK)
        status = s->thread.read_register(s->thread.ctx, rsp_debug_register_sp(s->machine), &s->sp);
    if (status != RSP_OK)
        return status;
    s->debuggee = s->storage.debuggee = adapter_debuggee_at(a, s->pc);
    s->thread = rsp_debuggee_reader(&s->storage);
    return RSP_OK;
}

/* --- moves --- */

bool step_plan_is_valid(const step_plan *plan) {
    const bool waits = plan->wait.awaits != AWAITS_NOTHING;
    if (plan->kind == STEP_NONE)
        return !waits && !plan->through.under_way && plan->leap.moves == 0;
    if (plan->kind == STEP_BACK && (step_awaits_return(plan) || plan->through.under_way))
        return false;
    return (waits || plan->wait.target == 0) && (!plan->enters || plan->kind == STEP_IN) &&
           (!plan->back.landing || plan->kind == STEP_BACK);
}

void step_end(adapter *a, step_plan *plan) {
    step_set_target(a, plan, AWAITS_NOTHING, 0);
    *plan = (step_plan){0};
}

static void move_step(adapter *a, const step_plan *plan, rsp_move *out) {
    if (plan->kind == STEP_BACK) {
        *out = (rsp_move){.action = RSP_MOVE_BACK_STEP, .thread = plan->thread};
        return;
    }
    const bool range = !plan->by_instruction && plan->high > plan->low &&
                       (rsp_client_vcont(a->program.client) & RSP_VCONT_RANGE);
    *out = (rsp_move){.action = range ? RSP_MOVE_RANGE : RSP_MOVE_STEP,
                      .thread = plan->thread,
                      .others = !plan->alone,
                      .start = range ? plan->low : 0,
                      .end = range ? plan->high : 0};
}

/* --- beginning --- */

static void note_line(step_plan *plan, const step_place *s) {
    const rsp_debuggee *d = s->debuggee;
    const uint64_t pc = s->pc;
    rsp_debug_line line;
    bool statement = false;
    plan->low = pc;
    plan->high = pc + 1;
    plan->path = NULL;
    plan->line = 0;
    if (plan->by_instruction) {
        plan->high = pc + LONGEST_INSTRUCTION;
        return;
    }
    if (rsp_debug_line_at(d->file, pc - d->bias, &line) != RSP_OK ||
        rsp_debug_line_extent(d->file, pc - d->bias, &plan->low, &plan->high, &statement) != RSP_OK)
        return;
    plan->low += d->bias;
    plan->high += d->bias;
    plan->path = line.path;
    plan->line = line.line;
}

static void note_frame(step_plan *plan, const step_place *s, uint64_t *out_return) {
    const rsp_debuggee *d = s->debuggee;
    rsp_debug_frame frame;
    rsp_debug_frame caller;
    uint64_t bytes = 0;
    const uint32_t sp = rsp_debug_register_sp(s->machine);
    *out_return = 0;
    plan->frame.cfa = UINT64_MAX;
    plan->frame.start = plan->frame.end = 0;
    if (rsp_debug_function_extent(d->file, s->pc - d->bias, &plan->frame.start, &bytes)) {
        plan->frame.start += d->bias;
        plan->frame.end = plan->frame.start + bytes;
    }
    if (rsp_debug_frame_first(d->file, &s->thread, &frame) != RSP_OK ||
        rsp_debug_frame_caller(d->file, s->machine, &s->thread, &frame, &caller) != RSP_OK)
        return;
    *out_return = caller.pc;
    if (caller.known & UINT64_C(1) << sp)
        plan->frame.cfa = caller.registers[sp];
}

rsp_status step_begin(adapter *a, step_plan *plan, rsp_move *out_move) {
    step_place s;
    uint64_t back = 0;
    if (!adapter_debuggee(a)) {
        plan->by_instruction = true;
        move_step(a, plan, out_move);
        return plan->kind == STEP_OUT ? RSP_UNSUPPORTED : RSP_OK;
    }
    rsp_status status = step_look(a, plan, &s);
    if (status != RSP_OK)
        return status;
    if (plan->kind == STEP_BACK) {
        step_back_begin(a, plan, &s, out_move);
        return RSP_OK;
    }
    note_frame(plan, &s, &back);
    note_line(plan, &s);
    inlined_begin(plan, &s, adapter_ahead(a, plan->thread));
    plan->enters = plan->kind == STEP_IN;
    if (plan->kind != STEP_OUT || inlined_leave(plan, &s))
        move_step(a, plan, out_move);
    else if (back != 0)
        step_move_to(a, plan, AWAITS_FRAME, back, out_move);
    else
        return RSP_NOT_FOUND;
    return RSP_OK;
}

/* --- at a stop --- */

static bool is_inside(const step_plan *plan, uint64_t pc) {
    return pc >= plan->low && pc < plan->high;
}

/* The thread stands at the first instruction behind a call in the stretch of the step. */
static bool has_called(const step_plan *plan, const step_place *s, uint64_t *out_return) {
    const bool elsewhere =
        s->pc < plan->frame.start || s->pc >= plan->frame.end || s->pc == plan->frame.start;
    if (!elsewhere || s->sp >= plan->frame.cfa || step_return_address(s, out_return) != RSP_OK)
        return false;
    return *out_return > plan->low && *out_return <= plan->high && *out_return != s->pc;
}

/* Into the function that was called, if its source is known. */
static bool enter(adapter *a, step_plan *plan, const step_place *s, uint64_t back, bool *out_done,
                  rsp_move *out_move) {
    if (!plan->enters)
        return false;
    if (!step_has_line(s))
        return step_through_begin(a, plan, s, back, out_move);
    if (plan->goal && plan->goal != s->pc)
        return false;
    step_into(a, plan, s, out_done, out_move);
    return true;
}

/* Another line: the step is complete where a statement begins; in the midst of one it goes on to its end. */
static void change_line(step_plan *plan, const step_place *s, bool *out_done) {
    const rsp_debuggee *d = s->debuggee;
    rsp_debug_line line;
    bool statement = false;
    uint64_t low = 0;
    uint64_t high = 0;
    if (inlined_go_on(plan, s, out_done))
        return;
    if (rsp_debug_line_at(d->file, s->pc - d->bias, &line) != RSP_OK ||
        rsp_debug_line_extent(d->file, s->pc - d->bias, &low, &high, &statement) != RSP_OK) {
        plan->low = s->pc;
        plan->high = s->pc + 1;
        *out_done = plan->path == NULL;
        return;
    }
    const bool same = plan->path && line.line == plan->line && strcmp(line.path, plan->path) == 0;
    *out_done = !same && statement;
    plan->low = low + d->bias;
    plan->high = high + d->bias;
    inlined_clip(plan, s);
}

/* Back in the caller: complete where its source is known, else out of that one as well. */
static void come_back(adapter *a, step_plan *plan, const step_place *s, bool *out_done, rsp_move *out_move) {
    uint64_t back = 0;
    *out_done = step_has_line(s);
    if (*out_done)
        return;
    note_frame(plan, s, &back);
    *out_done = back == 0;
    if (back)
        step_move_to(a, plan, AWAITS_FRAME, back, out_move);
}

/* In the handler of an exception: to its first statement, by which the exception has its name. */
static void handle(adapter *a, step_plan *plan, const step_place *s, bool *out_done, rsp_move *out_move) {
    uint64_t back = 0;
    step_set_target(a, plan, AWAITS_NOTHING, 0);
    plan->through.under_way = false;
    *out_done = plan->by_instruction;
    if (*out_done)
        return;
    if (!step_has_line(s)) {
        come_back(a, plan, s, out_done, out_move);
        return;
    }
    plan->enters = false;
    note_frame(plan, s, &back);
    plan->inlined.home = (step_home){0};
    change_line(plan, s, out_done);
    if (!*out_done)
        move_step(a, plan, out_move);
}

/* Where setjmp returns to once more: in the midst of the line that has called it. */
static void land(adapter *a, step_plan *plan, const step_place *s, bool *out_done, rsp_move *out_move) {
    step_set_target(a, plan, AWAITS_NOTHING, 0);
    plan->through.under_way = false;
    *out_done = plan->by_instruction;
    if (!*out_done)
        come_back(a, plan, s, out_done, out_move);
}

/* At the breakpoint of a call that returns, or of a function that is entered. */
static bool at_target(adapter *a, step_plan *plan, const step_place *s, bool *out_done, rsp_move *out_move) {
    const step_wait wait = plan->wait;
    uint64_t handler = 0;
    const step_leap leap = step_leap_go_on(a, plan, s, out_move);
    if (leap == LEAP_GOES_ON)
        return true;
    if (leap == LEAP_LANDED) {
        land(a, plan, s, out_done, out_move);
        return true;
    }
    if (step_is_caught(plan, s, &handler)) {
        step_move_to(a, plan, AWAITS_HANDLER, handler, out_move);
        return true;
    }
    if (s->pc != wait.target || (wait.awaits == AWAITS_FRAME && s->sp < plan->frame.cfa) ||
        (wait.awaits == AWAITS_CALL && s->sp < wait.sp)) {
        step_move_to(a, plan, wait.awaits, wait.target,
                     out_move); /* another thread, or a call within the call */
        return true;
    }
    if (wait.awaits == AWAITS_HANDLER) {
        handle(a, plan, s, out_done, out_move);
        return true;
    }
    step_set_target(a, plan, AWAITS_NOTHING, 0);
    *out_done = wait.awaits == AWAITS_PLACE;
    if (wait.awaits == AWAITS_FRAME)
        come_back(a, plan, s, out_done, out_move);
    return wait.awaits != AWAITS_CALL;
}

static rsp_status go_on(adapter *a, step_plan *plan, const step_place *s, bool *out_done,
                        rsp_move *out_move) {
    uint64_t back = 0;
    plan->inlined.entered = 0;
    if (plan->kind == STEP_BACK)
        return step_back_go_on(a, plan, s, out_done, out_move);
    if (plan->wait.awaits != AWAITS_NOTHING && at_target(a, plan, s, out_done, out_move))
        return RSP_OK;
    if (plan->through.under_way && step_through_go_on(a, plan, s, out_done, out_move))
        return RSP_OK;
    if (plan->by_instruction && (plan->kind != STEP_OVER || !has_called(plan, s, &back))) {
        *out_done = true;
        return RSP_OK;
    }
    if (s->sp >= plan->frame.cfa && plan->frame.cfa != UINT64_MAX && !is_inside(plan, s->pc)) {
        come_back(a, plan, s, out_done, out_move);
        return RSP_OK;
    }
    if (has_called(plan, s, &back)) {
        if (!enter(a, plan, s, back, out_done, out_move))
            step_await(a, plan, back, s->sp, out_move);
        return RSP_OK;
    }
    if (!is_inside(plan, s->pc))
        change_line(plan, s, out_done);
    if (!*out_done)
        move_step(a, plan, out_move);
    return RSP_OK;
}

rsp_status step_go_on(adapter *a, step_plan *plan, bool *out_done, rsp_move *out_move) {
    step_place s;
    assert(step_plan_is_valid(plan));
    *out_done = !adapter_debuggee(a);
    if (*out_done)
        return RSP_OK;
    rsp_status status = step_look(a, plan, &s);
    if (status == RSP_OK)
        status = go_on(a, plan, &s, out_done, out_move);
    if (status == RSP_OK && !*out_done && step_awaits_return(plan) && plan->leap.moves == 0)
        (void)step_leap_go_on(a, plan, &s, out_move); /* what was called is longjmp itself */
    if (status == RSP_OK && *out_done)
        plan->inlined.ahead = inlined_end(plan, &s);
    assert(step_plan_is_valid(plan));
    return status;
}
