/* Faults of run control: resumes, events, what is reported of them, and threads that are gone.
 * Each function is a hook (hooks.h), but for what they share.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/hooks.h"
#include "faults/points.h"
#include "ids.h"
#include "nonstop.h"
#include "run_control.h"
#include "send.h"
#include "stop.h"
#include "stop_table.h"

static void spoil_range(rsp_stub *s, rsp_target_resume *how) {
    bool ranging = how->kind == RSP_TARGET_RESUME_RANGE;
    s->faults.ranging = ranging && stub_fault(s, RSP_FAULT_VCONT_RANGE_SWALLOWS);
    if (ranging && how->range_start == how->range_end && stub_fault(s, RSP_FAULT_VCONT_EMPTY_RANGE_RUNS))
        how->kind = RSP_TARGET_RESUME_CONTINUE;
    if (stub_fault(s, RSP_FAULT_VCONT_RANGE_INCLUSIVE) && how->range_end > how->range_start)
        how->range_end += 4;
}

static void spoil_signal(rsp_stub *s, rsp_target_resume *how) {
    const struct stub_run *run = s->run;
    if (how->signal > 0 && how->signal <= RSP_SIGNAL_LIBRT && !run->program_signals[how->signal] &&
        stub_fault(s, RSP_FAULT_SIG_PROGRAM_FILTERS))
        how->signal = 0;
    if (how->signal == 0 && stub_fault(s, RSP_FAULT_SIG_DELIVERED_AGAIN))
        how->signal = s->faults.given;
    bool first = run->resumes.len == 0;
    if (!first && s->faults.given && stub_fault(s, RSP_FAULT_SIG_FIRST_OF_LIST))
        how->signal = 0;
    if (first || how->signal)
        s->faults.given = how->signal;
    const stub_stop *stop = stub_stop_find(s, how->thread);
    if (stub_fault(s, RSP_FAULT_SIG_FORWARDED) && stop && stop->kind == RSP_TARGET_SIGNALLED && !how->signal)
        how->signal = stop->signal;
}

void stub_fault_resume(rsp_stub *s, rsp_target_resume *how) {
    if (s->opt.fault == RSP_FAULT_NONE)
        return;
    spoil_range(s, how);
    spoil_signal(s, how);
}

/* A held thread goes on though nobody asked. */
static void let_run(rsp_stub *s, rsp_ptid thread) {
    const rsp_target_resume how = {.thread = thread, .kind = RSP_TARGET_RESUME_CONTINUE};
    const rsp_target_ops *ops = s->opt.ops;
    if (thread.tid > 0 && ops->thread_alive(s->opt.target, thread) &&
        !ops->thread_running(s->opt.target, thread))
        (void)ops->resume(s->opt.target, &how, 1);
}

void stub_fault_resumed(rsp_stub *s) {
    s->faults.just_resumed = true;
    if (stub_fault(s, RSP_FAULT_FORK_CHILD_RESUMED))
        let_run(s, s->faults.child);
}

bool stub_fault_stuck(const rsp_stub *s) {
    return s->faults.orphans_stuck;
}

void stub_fault_run(rsp_stub *s) {
    s->faults.just_resumed = false;
}

static bool is_break(const rsp_target_event *event) {
    return event->kind == RSP_TARGET_BREAK_SOFTWARE || event->kind == RSP_TARGET_BREAK_HARDWARE;
}

bool stub_fault_event_lost(rsp_stub *s, const rsp_target_event *event) {
    bool done = event->kind == RSP_TARGET_VFORK_DONE;
    bool by_kill = event->kind == RSP_TARGET_PROCESS_KILLED && event->signal == RSP_SIGNAL_KILL;
    if (by_kill && stub_fault(s, RSP_FAULT_ROBUST_KILLED_UNSEEN))
        return true;
    if (event->kind == RSP_TARGET_FORKED && !stub_agreed(s, STUB_AGREED_FORK_EVENTS)) {
        if (stub_fault(s, RSP_FAULT_FORK_CHILD_LEFT_STOPPED))
            (void)s->opt.ops->detach(s->opt.target, event->child.pid, true, 0);
        if (stub_fault(s, RSP_FAULT_FORK_TRAPS_IN_CHILD))
            stub_planted_copy(s, event->thread.pid, event->child.pid);
    }
    if (done && stub_fault(s, RSP_FAULT_FORK_REINSERT_IGNORED))
        stub_planted_lift(s, event->thread.pid);
    if (event->kind == RSP_TARGET_STEPPED && stub_fault(s, RSP_FAULT_RUN_STEPS_TWICE)) {
        s->faults.stepped = !s->faults.stepped;
        return s->faults.stepped;
    }
    return (done && stub_fault(s, RSP_FAULT_FORK_DONE_UNTOLD)) || (is_break(event) && s->faults.ranging);
}

/* What happens without the knowledge of a client that was told of a child. */
void stub_fault_event_told(rsp_stub *s, const rsp_target_event *event) {
    bool forked = event->kind == RSP_TARGET_FORKED;
    if (forked)
        s->faults.child = event->child;
    if ((forked && stub_fault(s, RSP_FAULT_FORK_CHILD_RUNS)) ||
        (event->kind == RSP_TARGET_CLONED && stub_fault(s, RSP_FAULT_THR_CLONE_RUNS)))
        let_run(s, event->child);
}

void stub_fault_report(rsp_stub *s) {
    s->faults.former = s->run->reported;
}

/* A sequence in which the client has fetched stops already. */
static bool in_mid_sequence(const rsp_stub *s) {
    return stub_fault(s, RSP_FAULT_NONSTOP_TWICE_IN_SEQUENCE) && s->faults.draining &&
           s->run->stop_notice == STUB_NOTICE_OPEN;
}

bool stub_fault_announce(rsp_stub *s, rsp_buf *text) {
    if (in_mid_sequence(s)) {
        stub_stop_text(s, s->run->first, text);
        stub_notify(s, "Stop", rsp_buf_bytes(text));
        return true;
    }
    if (!stub_fault(s, RSP_FAULT_VCONT_SYNCHRONOUS))
        return false;
    stub_deliver(s, text);
    stub_send(s, rsp_buf_bytes(text));
    return true;
}

void stub_fault_announce_later(rsp_stub *s) {
    s->faults.again = in_mid_sequence(s);
}

void stub_fault_settle(rsp_stub *s) {
    if (s->faults.again)
        stub_announce(s);
    s->faults.again = false;
}

void stub_fault_drain(rsp_stub *s, bool more) {
    s->faults.draining = more;
}
