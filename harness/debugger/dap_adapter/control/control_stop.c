/* The order in which causes are looked for: the end, breakpoints, an interrupt of ours, a signal, a step.
 * What is none of them is told as it is: a stop without a word would be a hang for the user. Source: DAP
 * specification, Stopped, Thread; GDB manual, Stop Reply Packets. */
/* SPDX-License-Identifier: MIT */
#include "control/stop.h"

#include "control/breakpoint.h"
#include "control/libraries.h"

#include "codec/signals.h"
#include "core/mem.h"

static void tell_stop_of(adapter *a, rsp_ptid thread, const char *reason, const char *text, json_t *ids) {
    json_t *body = json_pack("{s:s, s:I, s:b}", "reason", reason, "threadId",
                             (json_int_t)adapter_thread_id(a, thread), "allThreadsStopped", 1);
    a->motion = MOTION_STANDS;
    if (text)
        (void)json_object_set_new(body, "description", json_string(text));
    if (text && strcmp(reason, "exception") == 0)
        (void)json_object_set_new(body, "text", json_string(text));
    if (json_array_size(ids) > 0)
        (void)json_object_set(body, "hitBreakpointIds", ids);
    json_decref(ids);
    libraries_look(a);
    control_tell_threads(a);
    adapter_event(a, "stopped", body);
}

void control_tell_stop(adapter *a, const char *reason, const char *text, json_t *ids) {
    tell_stop_of(a, rsp_client_stop_thread(a->program.client), reason, text, ids);
}

/* --- threads --- */

static bool is_among(int64_t id, const int64_t *ids, size_t num) {
    for (size_t i = 0; i < num; i++)
        if (ids[i] == id)
            return true;
    return false;
}

static void tell_thread(adapter *a, const char *reason, int64_t id) {
    adapter_event(a, "thread", json_pack("{s:s, s:I}", "reason", reason, "threadId", (json_int_t)id));
}

void control_tell_threads(adapter *a) {
    control *c = a->control;
    const rsp_ptid *threads;
    size_t num;
    a->wait = WAIT_LOOK;
    rsp_status status = adapter_threads(a, &threads, &num);
    a->wait = WAIT_REPLY;
    if (status != RSP_OK)
        return;
    int64_t *ids = rsp_mem_calloc(a->options.mem, num + 1, sizeof *ids);
    for (size_t i = 0; ids && i < num; i++)
        ids[i] = adapter_thread_id(a, threads[i]);
    for (size_t i = 0; ids && i < c->num_told; i++)
        if (!is_among(c->told[i], ids, num))
            tell_thread(a, "exited", c->told[i]);
    for (size_t i = 0; ids && i < num; i++)
        if (!is_among(ids[i], c->told, c->num_told))
            tell_thread(a, "started", ids[i]);
    if (!ids)
        return;
    rsp_mem_free(a->options.mem, c->told);
    c->told = ids;
    c->num_told = num;
}

/* --- causes --- */

static bool of_thread(const rsp_stop_reply *stop) {
    return stop->kind == RSP_STOP_THREAD || stop->kind == RSP_STOP_SIGNAL;
}

bool control_wants_signal(const control *c, uint8_t signal) {
    return (c->filters & FILTER_ALL) || ((c->filters & FILTER_FATAL) && rsp_signal_is_fault(signal));
}

/* Some stubs say SIGSTOP, or nothing at all. */
bool control_is_interrupt(const control *c, const rsp_stop_reply *stop) {
    return c->pause.way != INTERRUPT_NONE &&
           (stop->signal == RSP_SIGNAL_INT || stop->signal == RSP_SIGNAL_STOP || stop->signal == 0);
}

static void tell_and_end(adapter *a, const char *reason, const char *text, json_t *ids) {
    a->control->pause.asked = false;
    step_end(a, &a->control->plan);
    control_tell_stop(a, reason, text, ids);
}

/* Complete, whichever thread's stop showed it. */
static void tell_end_of_step(adapter *a) {
    const rsp_ptid thread = a->control->plan.thread;
    adapter_set_ahead(a, thread, a->control->plan.inlined.ahead);
    a->control->pause.asked = false;
    step_end(a, &a->control->plan);
    tell_stop_of(a, thread, "step", NULL, NULL);
}

/* All threads go on, the way that they went. */
static rsp_move onward(const control *c) {
    return (rsp_move){.action = c->backwards ? RSP_MOVE_BACK_CONTINUE : RSP_MOVE_CONTINUE};
}

void control_tell_refused(adapter *a) {
    const rsp_error *why = rsp_conditionals_error(a->program.breakpoints);
    rsp_buf text = {.mem = a->options.mem};
    rsp_buf_printf(&text, "the stub does not go back: %s", why->msg);
    tell_and_end(a, "step", rsp_buf_cstr(&text), NULL);
    rsp_buf_free(&text);
}

/* Goes on with what was under way. */
static void go_on(adapter *a, bool *out_on) {
    control *c = a->control;
    c->move = c->plan.kind == STEP_NONE ? onward(c) : c->move;
    *out_on = true;
}

/* The thread of a step by one instruction has not moved yet. */
static bool stands_still(adapter *a, const step_plan *plan) {
    step_place place;
    return plan->by_instruction && adapter_debuggee(a) && step_look(a, plan, &place) == RSP_OK &&
           place.pc == plan->low;
}

/* Whether the step is complete. A stop that is not its own may come before its thread has moved. */
static bool ends_step(adapter *a, bool own) {
    control *c = a->control;
    bool done = true;
    if (!own && stands_still(a, &c->plan))
        return false;
    return step_go_on(a, &c->plan, &done, &c->move) != RSP_OK || done;
}

/* The program goes on after a stop that nobody is told of, and so does a step that is not complete. */
static void pass(adapter *a, bool *out_on) {
    control *c = a->control;
    if (c->plan.kind == STEP_NONE)
        c->move = onward(c);
    else if (ends_step(a, false))
        tell_end_of_step(a);
    *out_on = a->motion == MOTION_RUNS;
}

static void take_breakpoint(adapter *a, const rsp_conditional_stop *stop, bool *out_on) {
    json_t *ids = json_array();
    (void)libraries_arrived(a, stop->pc);
    const bool stops = breakpoints_hit(a, stop->pc, stop->outcome, ids);
    breakpoints_end_frames(a, stop->pc, 0);
    if (stops) {
        adapter_set_ahead(a, rsp_client_stop_thread(a->program.client), breakpoints_ahead(a, stop->pc, ids));
        tell_and_end(a, "breakpoint", NULL, ids);
        return;
    }
    json_decref(ids);
    pass(a, out_on);
}

static void take_watchpoint(adapter *a, const rsp_stop_reply *stop, bool *out_on) {
    json_t *ids = json_array();
    const bool was_watched = breakpoints_watch(a, stop->reason_number);
    breakpoints_end_frames(a, 0, stop->reason_number);
    if (was_watched && !breakpoints_watch(a, stop->reason_number)) {
        json_decref(ids); /* none of its frame is left */
        go_on(a, out_on);
        return;
    }
    if (breakpoints_data_hit(a, stop->reason_number, ids)) {
        tell_and_end(a, "data breakpoint", NULL, ids);
        return;
    }
    json_decref(ids);
    go_on(a, out_on);
}

static void take_interrupt(adapter *a, bool *out_on) {
    control *c = a->control;
    c->pause.way = INTERRUPT_NONE;
    c->pause.unheard = false;
    if (c->pause.asked) {
        tell_and_end(a, "pause", NULL, NULL);
        return;
    }
    if (c->plan.kind != STEP_NONE && ends_step(a, false))
        tell_end_of_step(a);
    *out_on = a->motion == MOTION_RUNS;
}

static void take_signal(adapter *a, const rsp_stop_reply *stop, bool *out_on) {
    control *c = a->control;
    char text[96];
    control_keep_signal(a, c->backwards ? 0 : stop->signal); /* it lies ahead then, and comes again */
    (void)snprintf(text, sizeof text, "signal %s", rsp_signal_name(stop->signal));
    if (control_wants_signal(c, stop->signal)) {
        tell_and_end(a, "exception", text, NULL);
        return;
    }
    if (c->plan.kind == STEP_NONE)
        c->move = onward(c);
    else if (ends_step(a, false))
        tell_end_of_step(a);
    if (c->move.action == RSP_MOVE_RANGE) /* which delivers none */
        c->move.action = RSP_MOVE_STEP;
    *out_on = a->motion == MOTION_RUNS;
}

/* A thread that only ran beside the step may have met a breakpoint that does not hold, or is out: the step
 * goes on. Another trap of such a thread is the program's. */
static void take_trap(adapter *a, const rsp_conditional_stop *stop, bool *out_on) {
    control *c = a->control;
    const bool other = rsp_client_stop_thread(a->program.client).tid != c->plan.thread.tid;
    if (c->plan.kind == STEP_NONE || (other && !stop->passed)) {
        tell_and_end(a, c->pause.asked ? "pause" : "exception", "signal SIGTRAP", NULL);
        return;
    }
    if (ends_step(a, !stop->passed))
        tell_end_of_step(a);
    else if (c->pause.asked)
        tell_and_end(a, "pause", NULL, NULL);
    else
        *out_on = true;
}

/* A stub that says by itself that the loader's list has changed. */
static void take_libraries(adapter *a, bool *out_on) {
    libraries_reload(a);
    pass(a, out_on);
}

static void take_exec(adapter *a) {
    a->motion = MOTION_STANDS;
    libraries_executed(a);
    tell_and_end(a, "exec", "the program has executed another one", NULL);
}

static void take_end_of_recording(adapter *a, const rsp_stop_reply *reply) {
    if (rsp_bytes_equal(reply->reason_text, RSP_LIT("begin")))
        tell_and_end(a, "beginning of the recording", "nothing is recorded before", NULL);
    else
        tell_and_end(a, "end of the recording", "nothing is recorded beyond", NULL);
}

static void take_thread(adapter *a, const rsp_conditional_stop *stop, bool *out_on) {
    const rsp_stop_reply *reply = stop->stop;
    if (stop->breakpoint)
        take_breakpoint(a, stop, out_on);
    else if (control_is_watch(reply))
        take_watchpoint(a, reply, out_on);
    else if (reply->reason == RSP_REASON_EXEC)
        take_exec(a);
    else if (reply->reason == RSP_REASON_LIBRARY)
        take_libraries(a, out_on);
    else if (reply->reason == RSP_REASON_REPLAYLOG)
        take_end_of_recording(a, reply);
    else if (control_is_interrupt(a->control, reply))
        take_interrupt(a, out_on);
    else if (reply->signal == RSP_SIGNAL_TRAP || reply->signal == 0)
        take_trap(a, stop, out_on);
    else
        take_signal(a, reply, out_on);
}

void control_take_stop(adapter *a, const rsp_conditional_stop *stop, bool *out_on) {
    const rsp_stop_reply *reply = stop->stop;
    *out_on = false;
    a->control->under_way = false;
    adapter_forget_stop(a);
    if (!reply)
        tell_and_end(a, "unknown", "the program stopped, and nothing says why", NULL);
    else if (reply->kind == RSP_STOP_EXITED)
        control_tell_end(a, (int64_t)reply->status);
    else if (reply->kind == RSP_STOP_TERMINATED)
        control_tell_end(a, 128 + reply->signal);
    else if (of_thread(reply))
        take_thread(a, stop, out_on);
    else
        tell_and_end(a, "unknown", "the program stopped for another reason", NULL);
}
