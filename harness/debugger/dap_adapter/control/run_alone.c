/* A thread runs alone to one place, for a call. What would not stop the program does not end the call: log
 * points speak, and signals are passed on. What would stop it does; a signal that did not come of the call is
 * kept for the next resume. See adapter_run_alone. */
/* SPDX-License-Identifier: MIT */
#include "control/breakpoint.h"
#include "control/libraries.h"
#include "control/stop.h"

#include "codec/signals.h"

/* One run. */
typedef struct solo {
    rsp_ptid thread;
    uint64_t until;
    bool given_up; /* by the editor, and the thread was interrupted */
    rsp_conditional_stop stop;
    bool interrupted; /* by ours, for the cancel: its signal is not the program's */
} solo;

/* The editor wants no more of it. A stub that does not hear leaves only one way: to wait for the call's end.
 */
static rsp_status break_off(adapter *a, solo *s) {
    control *c = a->control;
    c->under_way = true;
    control_send_interrupt(a);
    rsp_status status = rsp_conditionals_wait(a->program.breakpoints, a->options.timeout_ns, &s->stop);
    if (status == RSP_TIMEOUT) {
        control_tell_unheard(a);
        a->use = USE_AWAITED;
        status = rsp_conditionals_wait(a->program.breakpoints, RSP_NEVER_NS, &s->stop);
        a->use = USE_HELD;
    }
    c->under_way = false;
    s->interrupted = status == RSP_OK && s->stop.stop && control_is_interrupt(c, s->stop.stop);
    if (s->interrupted) {
        c->pause.way = INTERRUPT_NONE;
        c->pause.unheard = false;
    }
    return status;
}

static rsp_status run(adapter *a, solo *s, const rsp_move *move) {
    a->use = USE_RUNS;
    rsp_status status = rsp_conditionals_run(a->program.breakpoints, move, RSP_NEVER_NS, &s->stop);
    a->use = USE_HELD;
    s->given_up = status == RSP_CANCELLED;
    return s->given_up ? break_off(a, s) : status;
}

/* --- stops --- */

static bool is_of_thread(const solo *s) {
    const rsp_stop_reply *reply = s->stop.stop;
    return reply && (reply->kind == RSP_STOP_THREAD || reply->kind == RSP_STOP_SIGNAL);
}

static bool is_elsewhere(adapter *a, const solo *s) {
    return !rsp_ptid_equal(rsp_client_stop_thread(a->program.client), s->thread);
}

static bool has_arrived(adapter *a, const solo *s) {
    return is_of_thread(s) && s->stop.breakpoint && s->stop.pc == s->until && !is_elsewhere(a, s);
}

static bool has_signal(const rsp_stop_reply *reply) {
    return reply->signal != 0 && reply->signal != RSP_SIGNAL_TRAP;
}

/* Whether the program would go on at such a stop; then `out` is how. */
static bool is_passed(adapter *a, const solo *s, rsp_move *out) {
    const rsp_stop_reply *reply = s->stop.stop;
    bool stops = true;
    *out = (rsp_move){.thread = s->thread};
    if (!is_of_thread(s) || is_elsewhere(a, s) || has_arrived(a, s))
        return false;
    json_t *ids = json_array();
    if (s->stop.breakpoint) {
        if (libraries_arrived(a, s->stop.pc))
            breakpoints_update(a);
        breakpoints_end_frames(a, s->stop.pc, 0);
        stops = breakpoints_hit(a, s->stop.pc, s->stop.outcome, ids);
    } else if (control_is_watch(reply)) {
        stops = breakpoints_data_hit(a, reply->reason_number, ids);
    } else if (has_signal(reply)) {
        stops = control_wants_signal(a->control, reply->signal);
        out->signal = reply->signal;
    }
    json_decref(ids);
    return !stops;
}

/* --- an end that is not its place --- */

static void tell_why(adapter *a, const solo *s, rsp_buf *out_why) {
    const rsp_stop_reply *reply = s->stop.stop;
    if (s->stop.breakpoint)
        rsp_buf_printf(out_why, "it came to a breakpoint at 0x%llx", (unsigned long long)s->stop.pc);
    else if (is_of_thread(s) && control_is_watch(reply))
        rsp_buf_printf(out_why, "it came to a data breakpoint at 0x%llx",
                       (unsigned long long)reply->reason_number);
    else if (is_of_thread(s) && has_signal(reply))
        rsp_buf_printf(out_why, "signal %s came", rsp_signal_name(reply->signal));
    else if (is_of_thread(s) && is_elsewhere(a, s))
        rsp_buf_str(out_why, "another thread stopped");
    else
        rsp_buf_str(out_why, "it stopped on its way");
}

static void keep_signal(adapter *a, const rsp_stop_reply *reply) {
    if (has_signal(reply) && !rsp_signal_is_fault(reply->signal) && !control_is_interrupt(a->control, reply))
        control_keep_signal(a, reply->signal);
}

/* The program that the registers belong to is no more. */
static bool is_gone(adapter *a, const solo *s, rsp_buf *out_why) {
    const rsp_stop_reply *reply = s->stop.stop;
    bool on = false;
    const bool ended = reply && (reply->kind == RSP_STOP_EXITED || reply->kind == RSP_STOP_TERMINATED);
    if (!ended && !(is_of_thread(s) && reply->reason == RSP_REASON_EXEC))
        return false;
    rsp_buf_str(out_why,
                ended ? "the program has ended in it" : "the program has executed another one in it");
    control_take_stop(a, &s->stop, &on);
    return true;
}

static rsp_status refuse_stop(adapter *a, const solo *s, rsp_buf *out_why) {
    if (is_gone(a, s, out_why))
        return RSP_DIED;
    tell_why(a, s, out_why);
    if (is_of_thread(s) && !s->interrupted)
        keep_signal(a, s->stop.stop);
    return s->given_up ? RSP_CANCELLED : RSP_REFUSED;
}

/* What became of it. */
static rsp_status judge(adapter *a, const solo *s, rsp_status status, rsp_buf *out_why) {
    if (status == RSP_REFUSED) { /* it has not run on */
        rsp_buf_str(out_why, "the stub does not resume the thread, or refuses a breakpoint");
        return status;
    }
    if (status != RSP_OK) {
        rsp_buf_str(out_why, "the stub is lost");
        control_lose_program(a, status);
        return RSP_DIED;
    }
    a->at_stop.has_threads = false;
    if (!has_arrived(a, s))
        return refuse_stop(a, s, out_why);
    return s->given_up ? RSP_CANCELLED : RSP_OK;
}

rsp_status control_run_alone(adapter *a, rsp_ptid thread, uint64_t until, rsp_buf *out_why) {
    step_plan plan = {0};
    solo s = {.thread = thread, .until = until};
    rsp_move move = {.thread = thread};
    rsp_status status = RSP_OK;
    step_set_target(a, &plan, AWAITS_PLACE, until);
    breakpoints_update(a);
    do
        status = run(a, &s, &move);
    while (status == RSP_OK && !s.given_up && is_passed(a, &s, &move));
    step_end(a, &plan);
    breakpoints_update(a);
    return judge(a, &s, status, out_why);
}
