/* Faults of events: lost, taken for others, told twice; and threads that go on though nobody asked.
 * A run of the target gives its events here first, and a hold may be left out.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/hooks.h"
#include "faults/planted.h"
#include "faults/serve.h"
#include "faults/target.h"

#include "breakpoints.h"
#include "ids.h"
#include "run_control.h"
#include "send.h"
#include "stop_table.h"

void stub_let_run(rsp_stub *s, rsp_ptid thread) {
    const rsp_target_resume how = {.thread = thread, .kind = RSP_TARGET_RESUME_CONTINUE};
    if (thread.tid > 0 && s->opt.ops->thread_alive(s->opt.target, thread) &&
        !s->opt.ops->thread_running(s->opt.target, thread))
        (void)stub_real(s)->resume(s->faults.target, &how, 1);
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
    if (event->kind == RSP_TARGET_STEPPED && stub_fault(s, RSP_FAULT_RUN_STEPS_TWICE)) {
        s->faults.run.stepped = !s->faults.run.stepped;
        return s->faults.run.stepped;
    }
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
    return stub_real(s)->run(s->faults.target, budget, on_event, s);
}

/* An event, or an interrupt, that holds its own thread alone. */
static void hold(void *t, rsp_ptid thread) {
    rsp_stub *s = t;
    bool kept = s->faults.holding.interrupting && s->faults.holding.num > 0;
    s->faults.holding.num++;
    if (!kept && !(s->faults.holding.in_event && stub_fault(s, RSP_FAULT_STOP_OTHERS_RUN_ON)))
        stub_real(s)->hold(s->faults.target, thread);
}

static void set_events(void *t, unsigned bits) {
    rsp_stub *s = t;
    stub_real(s)->set_events(s->faults.target, bits | RSP_TARGET_REPORT_FORK);
}

/* A second process takes the place of the first. */
static void drop_others(rsp_stub *s, int64_t pid) {
    int64_t other = 0;
    while (stub_real(s)->process_next(s->faults.target, other, &other))
        if (other != pid)
            (void)stub_real(s)->detach(s->faults.target, other, false, 0);
}

static rsp_status launch(void *t, const rsp_target_launch *how, int64_t *out_pid, rsp_error *error) {
    rsp_stub *s = t;
    rsp_status status = stub_real(s)->launch(s->faults.target, how, out_pid, error);
    if (status == RSP_OK)
        drop_others(s, *out_pid);
    return status;
}

static rsp_status attach(void *t, int64_t pid, rsp_error *error) {
    rsp_stub *s = t;
    rsp_status status = stub_real(s)->attach(s->faults.target, pid, error);
    if (status == RSP_OK)
        drop_others(s, pid);
    return status;
}

static const rsp_fault of_events[] = {
    RSP_FAULT_ROBUST_KILLED_UNSEEN,     RSP_FAULT_RUN_STEPS_TWICE,
    RSP_FAULT_VCONT_RANGE_SWALLOWS,     RSP_FAULT_FORK_DONE_UNTOLD,
    RSP_FAULT_FORK_CHILD_LEFT_STOPPED,  RSP_FAULT_FORK_TRAPS_IN_CHILD,
    RSP_FAULT_FORK_REINSERT_IGNORED,    RSP_FAULT_FORK_CHILD_RUNS,
    RSP_FAULT_FORK_CHILD_RESUMED,       RSP_FAULT_THR_CLONE_RUNS,
    RSP_FAULT_NONSTOP_STOPS_ALL,        RSP_FAULT_FORK_STOPS_EVERYTHING,
    RSP_FAULT_NONSTOP_OUTPUT_LOST,      RSP_FAULT_NONSTOP_ENDS_WITH_FIRST,
    RSP_FAULT_NONSTOP_EXIT_CLOSES,      RSP_FAULT_STOP_OUTPUT_IN_NONSTOP,
    RSP_FAULT_THR_STOP_DOES_NOT_SELECT, RSP_FAULT_STOP_NO_RESUMED_UNASKED,
    RSP_FAULT_INT_LOST_BEHIND_RESUME,   RSP_FAULT_FRAME_GREETS,
};

bool stub_fault_event_ops(const rsp_stub *s, rsp_target_ops *ops) {
    bool holds = stub_fault(s, RSP_FAULT_STOP_OTHERS_RUN_ON) || stub_fault(s, RSP_FAULT_INT_LEADER_ONLY);
    bool drops = stub_fault(s, RSP_FAULT_MP_SECOND_DROPS_FIRST);
    bool forks =
        stub_fault(s, RSP_FAULT_FORK_CHILD_LEFT_STOPPED) || stub_fault(s, RSP_FAULT_FORK_TRAPS_IN_CHILD);
    bool ours = holds;
    for (size_t i = 0; i < RSP_ARRAY_LEN(of_events); i++)
        ours = ours || stub_fault(s, of_events[i]);
    if (ours)
        ops->run = run;
    if (holds)
        ops->hold = hold;
    if (forks && ops->set_events)
        ops->set_events = set_events;
    if (drops) {
        ops->launch = ops->launch ? launch : NULL;
        ops->attach = ops->attach ? attach : NULL;
    }
    return ours || drops;
}
