/* Faults of events: lost, taken for others, told twice; and threads that go on though nobody asked.
 * A run of the target gives its events here first, and a hold may be left out.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/hooks.h"
#include "faults/planted.h"
#include "faults/row.h"
#include "faults/target.h"

#include "breakpoint_table.h"
#include "event_filter.h"
#include "live_threads.h"
#include "run_control.h"
#include "send.h"
#include "stop_table.h"

void stub_let_run(rsp_stub *s, rsp_ptid thread) {
    const rsp_target_resume how = {.thread = thread, .kind = RSP_TARGET_RESUME_CONTINUE};
    if (thread.tid > 0 && s->opt.ops->thread_alive(s->opt.target, thread) &&
        !s->opt.ops->thread_running(s->opt.target, thread))
        (void)STUB_REAL(s, resume, &how, 1);
}

static bool is_break(const rsp_target_event *event) {
    return event->kind == RSP_TARGET_BREAK_SOFTWARE || event->kind == RSP_TARGET_BREAK_HARDWARE;
}

/* Of a fork that the client has not asked for. */
static void spoil_child(rsp_stub *s, const rsp_target_event *event) {
    if (stub_agreed(s, STUB_AGREED_FORK_EVENTS))
        return;
    if (stub_fault(s, RSP_FAULT_FORK_CHILD_LEFT_STOPPED))
        (void)s->opt.ops->detach(s->opt.target, event->child.pid, true, 0);
    if (stub_fault(s, RSP_FAULT_FORK_TRAPS_IN_CHILD))
        stub_planted_copy(s, event->thread.pid, event->child.pid);
}

/* The event does not reach the protocol. */
static bool is_lost(rsp_stub *s, const rsp_target_event *event) {
    bool done = event->kind == RSP_TARGET_VFORK_DONE;
    bool by_kill = event->kind == RSP_TARGET_PROCESS_KILLED && event->signal == RSP_SIGNAL_KILL;
    if (by_kill && stub_fault(s, RSP_FAULT_ROBUST_KILLED_UNSEEN)) {
        stub_breakpoints_drop(s, event->thread.pid);
        stub_stop_forget_process(s, event->thread.pid, 0);
        return true;
    }
    if (event->kind == RSP_TARGET_STEPPED && stub_fault(s, RSP_FAULT_RUN_STEPS_TWICE))
        return s->faults.run.steps++ % 2 == 0;
    if (event->kind == RSP_TARGET_STEPPED && stub_fault(s, RSP_FAULT_RUN_FOURTH_STEP_TWICE))
        return s->faults.run.steps++ % 5 == 3;
    return (done && stub_fault(s, RSP_FAULT_FORK_DONE_UNTOLD)) || (is_break(event) && s->faults.run.ranging);
}

static bool stops_all(const rsp_stub *s, const rsp_target_event *event) {
    bool forked = event->kind == RSP_TARGET_FORKED;
    return stub_non_stop(s) && stub_wants_event(s, event->kind) &&
           (stub_fault(s, RSP_FAULT_NONSTOP_STOPS_ALL) ||
            (forked && stub_fault(s, RSP_FAULT_FORK_STOPS_EVERYTHING)));
}

static void before(rsp_stub *s, const rsp_target_event *event) {
    if (event->kind == RSP_TARGET_FORKED)
        spoil_child(s, event);
    if (event->kind == RSP_TARGET_VFORK_DONE && stub_fault(s, RSP_FAULT_FORK_REINSERT_IGNORED))
        stub_planted_lift(s, event->thread.pid);
    if (stops_all(s, event))
        stub_hold_all(s);
    if (event->kind == RSP_TARGET_PROCESS_EXITED && stub_non_stop(s) &&
        stub_fault(s, RSP_FAULT_NONSTOP_OUTPUT_LOST))
        rsp_buf_clear(&s->run->output);
}

/* What happens without the knowledge of a client that was told. */
static void after(rsp_stub *s, const rsp_target_event *event) {
    bool forked = event->kind == RSP_TARGET_FORKED;
    bool ended = event->kind == RSP_TARGET_PROCESS_EXITED && stub_non_stop(s);
    if (forked)
        s->faults.run.child = event->child;
    if ((forked && stub_fault(s, RSP_FAULT_FORK_CHILD_RUNS)) ||
        (event->kind == RSP_TARGET_CLONED && stub_fault(s, RSP_FAULT_THR_CLONE_RUNS)))
        stub_let_run(s, event->child);
    if (ended && stub_fault(s, stub_has_process(s) ? RSP_FAULT_NONSTOP_ENDS_WITH_FIRST
                                                   : RSP_FAULT_NONSTOP_EXIT_CLOSES))
        stub_finish(s);
}

/* What becomes of an event; `told` is whether its thread stays held. */
static bool on_event(void *ctx, const rsp_target_event *event) {
    rsp_stub *s = ctx;
    rsp_ptid selected = s->general;
    if (is_lost(s, event))
        return false;
    before(s, event);
    s->faults.holding.in_event = true;
    bool told = s->faults.sink(s->faults.sink_ctx, event);
    s->faults.holding.in_event = false;
    if (told)
        after(s, event);
    if (event->kind == RSP_TARGET_OUTPUT && stub_non_stop(s) &&
        stub_fault(s, RSP_FAULT_STOP_OUTPUT_IN_NONSTOP))
        stub_send_output(s);
    if (stub_fault(s, RSP_FAULT_THR_STOP_DOES_NOT_SELECT))
        s->general = selected;
    return told;
}

static rsp_run_state run(void *t, uint64_t budget, rsp_target_sink *sink, void *ctx) {
    rsp_stub *s = t;
    s->faults.run.just_resumed = false;
    s->faults.holding.interrupting = false;
    if (stub_fault(s, RSP_FAULT_FRAME_GREETS) && s->faults.life.num_greeted < s->faults.life.num_connects) {
        s->faults.life.num_greeted = s->faults.life.num_connects;
        stub_send(s, RSP_LIT("S05"));
    }
    if (stub_fault(s, RSP_FAULT_STOP_NO_RESUMED_UNASKED))
        stub_agree(s, STUB_AGREED_NO_RESUMED, true);
    s->faults.sink = sink;
    s->faults.sink_ctx = ctx;
    return STUB_REAL(s, run, budget, on_event, s);
}

/* An event, or an interrupt, that holds its own thread alone. */
static void hold(void *t, rsp_ptid thread) {
    rsp_stub *s = t;
    bool kept = s->faults.holding.interrupting && s->faults.holding.num > 0;
    s->faults.holding.num++;
    if (!kept && !(s->faults.holding.in_event && stub_fault(s, RSP_FAULT_STOP_OTHERS_RUN_ON)))
        STUB_REAL(s, hold, thread);
}

static void set_events(void *t, unsigned bits) {
    rsp_stub *s = t;
    STUB_REAL(s, set_events, bits | RSP_TARGET_REPORT_FORK);
}

/* A second process takes the place of the first. */
static void drop_others(rsp_stub *s, int64_t pid) {
    int64_t other = 0;
    while (STUB_REAL(s, process_next, other, &other))
        if (other != pid)
            (void)STUB_REAL(s, detach, other, false, 0);
}

static rsp_status launch(void *t, const rsp_target_launch *how, int64_t *out_pid, rsp_error *error) {
    rsp_stub *s = t;
    rsp_status status = STUB_REAL(s, launch, how, out_pid, error);
    if (status == RSP_OK)
        drop_others(s, *out_pid);
    return status;
}

static rsp_status attach(void *t, int64_t pid, rsp_error *error) {
    rsp_stub *s = t;
    rsp_status status = STUB_REAL(s, attach, pid, error);
    if (status == RSP_OK)
        drop_others(s, pid);
    return status;
}

#define EVENTS(id) TARGET(id, .run = run)

static const stub_fault_row rows[] = {
    EVENTS(ROBUST_KILLED_UNSEEN),
    EVENTS(RUN_STEPS_TWICE),
    EVENTS(RUN_FOURTH_STEP_TWICE),
    EVENTS(VCONT_RANGE_SWALLOWS),
    EVENTS(FORK_DONE_UNTOLD),
    TARGET(FORK_CHILD_LEFT_STOPPED, .run = run, .set_events = set_events),
    EVENTS(FORK_REINSERT_IGNORED),
    EVENTS(FORK_CHILD_RUNS),
    EVENTS(FORK_CHILD_RESUMED),
    EVENTS(THR_CLONE_RUNS),
    EVENTS(NONSTOP_STOPS_ALL),
    EVENTS(FORK_STOPS_EVERYTHING),
    EVENTS(NONSTOP_OUTPUT_LOST),
    EVENTS(NONSTOP_ENDS_WITH_FIRST),
    EVENTS(NONSTOP_EXIT_CLOSES),
    EVENTS(STOP_OUTPUT_IN_NONSTOP),
    EVENTS(THR_STOP_DOES_NOT_SELECT),
    EVENTS(STOP_NO_RESUMED_UNASKED),
    EVENTS(INT_LOST_BEHIND_RESUME),
    EVENTS(FRAME_GREETS),
    TARGET(FORK_TRAPS_IN_CHILD, .run = run, .set_events = set_events),
    TARGET(STOP_OTHERS_RUN_ON, .run = run, .hold = hold),
    TARGET(INT_LEADER_ONLY, .run = run, .hold = hold),
    TARGET(MP_SECOND_DROPS_FIRST, .launch = launch, .attach = attach),
};
STUB_FAULT_TABLE(stub_event_faults, rows);
