/* Resumes: a handler notes what is wanted, and its reply goes out before the program moves.
 * A pause interrupts the wait for the stop, and the stop is told as a pause.
 * Source: DAP specification, Continue, Pause, StepBack, ReverseContinue. */
/* SPDX-License-Identifier: MIT */
#include "control/move.h"

#include "code/line_calls.h"
#include "control/jump.h"
#include "control/stop.h"

rsp_status control_find_thread(adapter_call *call, rsp_ptid *out) {
    const int64_t id = call_integer(call, "threadId", 0);
    rsp_status status = adapter_find_thread(call->adapter, id, out);
    if (status == RSP_NOT_FOUND)
        return call_fail(call, status, "%s: there is no thread %lld", call->command->name, (long long)id);
    return status;
}

/* Resumes are told by the stop that follows, or by none. */
static rsp_status resume(adapter_call *call, const rsp_move *move) {
    control *c = call->adapter->control;
    c->move = *move;
    c->backwards = control_goes_back(move);
    c->resume_due = true;
    return RSP_OK;
}

rsp_status control_continue(adapter_call *call) {
    rsp_ptid thread;
    const bool alone = call_flag(call, "singleThread", false);
    rsp_status status = control_find_thread(call, &thread);
    if (status != RSP_OK)
        return status;
    step_end(call->adapter, &call->adapter->control->plan);
    call_set(call, "allThreadsContinued", json_boolean(!alone));
    return resume(call, alone ? &(rsp_move){.thread = thread} : &(rsp_move){0});
}

rsp_status control_pause(adapter_call *call) {
    adapter *a = call->adapter;
    if (a->motion == MOTION_RUNS)
        a->control->pause.asked = true;
    control_interrupt_again(a->control);
    return RSP_OK;
}

/* --- steps --- */

static rsp_status begin(adapter_call *call, step_kind kind, uint64_t target) {
    adapter *a = call->adapter;
    control *c = a->control;
    const char *granularity = call_text(call, "granularity");
    rsp_move move;
    step_plan plan = {.kind = kind,
                      .goal = target,
                      .by_instruction = granularity && strcmp(granularity, "instruction") == 0,
                      .alone = call_flag(call, "singleThread", false)};
    rsp_status status = control_find_thread(call, &plan.thread);
    if (status != RSP_OK)
        return status;
    step_end(a, &c->plan);
    if (kind == STEP_IN && !plan.by_instruction && !target && adapter_ahead(a, plan.thread) > 0) {
        control_stand_anew(a, plan.thread, "step", adapter_ahead(a, plan.thread) - 1);
        return RSP_OK;
    }
    status = step_begin(a, &plan, &move);
    if (status == RSP_NOT_FOUND || status == RSP_UNSUPPORTED)
        return call_fail(call, status, "%s: there is no caller to return to", call->command->name);
    if (status != RSP_OK)
        return status;
    c->plan = plan;
    return resume(call, &move);
}

rsp_status control_next(adapter_call *call) {
    return begin(call, STEP_OVER, 0);
}

/* The function is one that the thread's line still calls: its address, as stepInTargets has told it. */
static rsp_status check_target(adapter_call *call, uint64_t target) {
    adapter *a = call->adapter;
    machine_call calls[LINE_CALLS_MAX];
    step_place place;
    step_plan plan = {0};
    size_t num = 0;
    rsp_status status = control_find_thread(call, &plan.thread);
    if (status != RSP_OK)
        return status;
    status = adapter_debuggee(a) ? step_look(a, &plan, &place) : RSP_NOT_FOUND;
    if (status == RSP_OK)
        status = line_calls_find(adapter_modules(a), &place.thread, place.pc, calls, &num);
    for (size_t i = 0; i < num; i++)
        if (calls[i].target == target)
            return RSP_OK;
    if (status != RSP_OK && status != RSP_NOT_FOUND)
        return status;
    return call_fail(call, RSP_NOT_FOUND, "stepIn: the line calls no target %lld, or not any more",
                     (long long)target);
}

rsp_status control_step_in(adapter_call *call) {
    const uint64_t target = (uint64_t)call_integer(call, "targetId", 0);
    rsp_status status = call_value(call, "targetId") ? check_target(call, target) : RSP_OK;
    return status == RSP_OK ? begin(call, STEP_IN, target) : status;
}

rsp_status control_step_out(adapter_call *call) {
    return begin(call, STEP_OUT, 0);
}

/* --- back --- */

static rsp_status check_way_back(adapter_call *call) {
    if (!control_can_go_back(call->adapter))
        return call_fail(call, RSP_UNSUPPORTED,
                         "%s: the stub has no way back: it does not announce ReverseStep and ReverseContinue",
                         call->command->name);
    if (call_flag(call, "singleThread", false))
        return call_fail(call, RSP_UNSUPPORTED, "%s: all threads go back together", call->command->name);
    return RSP_OK;
}

rsp_status control_step_back(adapter_call *call) {
    rsp_status status = check_way_back(call);
    return status == RSP_OK ? begin(call, STEP_BACK, 0) : status;
}

rsp_status control_reverse_continue(adapter_call *call) {
    rsp_ptid thread;
    rsp_status status = check_way_back(call);
    if (status == RSP_OK)
        status = control_find_thread(call, &thread);
    if (status != RSP_OK)
        return status;
    step_end(call->adapter, &call->adapter->control->plan);
    return resume(call, &(rsp_move){.action = RSP_MOVE_BACK_CONTINUE});
}
