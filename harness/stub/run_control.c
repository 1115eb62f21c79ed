/* What happens while threads run: events become stop replies, notifications or nothing.
 * In all-stop the first event holds everything; later ones wait for the next resume.
 * Source: GDB manual, Stop Reply Packets; Interrupts; Remote Non-Stop. */
/* SPDX-License-Identifier: MIT */
#include "run_control.h"

#include "breakpoint_hit.h"
#include "breakpoint_table.h"
#include "errors.h"
#include "faults/hooks.h"
#include "handlers.h"
#include "ids.h"
#include "nonstop.h"
#include "running.h"
#include "send.h"
#include "stop.h"
#include "stop_queue.h"
#include "stop_table.h"
#include "thread_registers.h"

void stub_update_events(rsp_stub *s) {
    unsigned bits = RSP_TARGET_REPORT_EXEC; /* breakpoints of the old image are dropped in any case */
    if (stub_agreed(s, STUB_AGREED_FORK_EVENTS))
        bits |= RSP_TARGET_REPORT_FORK;
    if (stub_agreed(s, STUB_AGREED_VFORK_EVENTS))
        bits |= RSP_TARGET_REPORT_VFORK;
    if (stub_agreed(s, STUB_AGREED_THREAD_EVENTS))
        bits |= RSP_TARGET_REPORT_THREADS;
    if (s->opt.ops->set_events)
        s->opt.ops->set_events(s->opt.target, bits);
}

void stub_hold_all(rsp_stub *s) {
    rsp_ptid thread = {0, 0};
    while (stub_next_thread(s, &thread))
        if (s->opt.ops->thread_running(s->opt.target, thread))
            s->opt.ops->hold(s->opt.target, thread);
}

void stub_remember_end(rsp_stub *s, const stub_stop *stop) {
    if (stop->kind != RSP_TARGET_PROCESS_EXITED && stop->kind != RSP_TARGET_PROCESS_KILLED)
        return;
    s->run->last_end = (stub_stop){
        .thread = stop->thread, .kind = stop->kind, .signal = stop->signal, .number = stop->number};
}

void stub_report(rsp_stub *s, stub_stop *stop) {
    struct stub_run *run = s->run;
    rsp_buf_clear(&s->reply);
    stub_stop_text(s, stop, &s->reply);
    stub_flush_output(s);
    stub_send(s, rsp_buf_bytes(&s->reply));
    rsp_buf_clear(&s->reply);
    stub_enter(s, STUB_RUN_HALTED);
    stub_queue_told(s, stop);
    if (stub_stop_is_end(stop)) {
        stub_remember_end(s, stop);
        stub_stop_release(s, stop);
        return;
    }
    run->reported = stop->thread;
    s->general = stop->thread;
}

void stub_report_pending(rsp_stub *s, stub_stop *stop) {
    bool interrupted = s->run->state == STUB_RUN_INTERRUPTED;
    s->reply_kind = STUB_REPLY_LATER;
    stub_enter(s, STUB_RUN_AWAITED);
    stub_report(s, stop);
    if (interrupted)
        stub_enter(s, STUB_RUN_INTERRUPTED);
}

bool stub_wants_event(const rsp_stub *s, rsp_target_event_kind kind) {
    switch (kind) {
    case RSP_TARGET_FORKED:
        return stub_agreed(s, STUB_AGREED_FORK_EVENTS);
    case RSP_TARGET_VFORKED:
    case RSP_TARGET_VFORK_DONE:
        return stub_agreed(s, STUB_AGREED_VFORK_EVENTS);
    case RSP_TARGET_EXECED:
        return stub_agreed(s, STUB_AGREED_EXEC_EVENTS);
    case RSP_TARGET_OUTPUT:
        return false;
    case RSP_TARGET_STEPPED:
    case RSP_TARGET_BREAK_SOFTWARE:
    case RSP_TARGET_BREAK_HARDWARE:
    case RSP_TARGET_WATCH_WRITE:
    case RSP_TARGET_WATCH_READ:
    case RSP_TARGET_WATCH_ACCESS:
    case RSP_TARGET_SIGNALLED:
    case RSP_TARGET_CLONED:
    case RSP_TARGET_THREAD_CREATED:
    case RSP_TARGET_THREAD_EXITED:
    case RSP_TARGET_PROCESS_EXITED:
    case RSP_TARGET_PROCESS_KILLED:
    case RSP_TARGET_SYSCALL_ENTRY:
    case RSP_TARGET_SYSCALL_RETURN:
    case RSP_TARGET_LIBRARIES:
        return true;
    }
    return true;
}

static bool is_break(const rsp_target_event *event) {
    return event->kind == RSP_TARGET_BREAK_SOFTWARE || event->kind == RSP_TARGET_BREAK_HARDWARE;
}

static bool is_end(const rsp_target_event *event) {
    return event->kind == RSP_TARGET_THREAD_EXITED || event->kind == RSP_TARGET_PROCESS_EXITED ||
           event->kind == RSP_TARGET_PROCESS_KILLED;
}

/* What has to be known of every event, reported or not. */
static void keep_books(rsp_stub *s, const rsp_target_event *event) {
    int64_t pid = event->thread.pid;
    if (event->kind == RSP_TARGET_FORKED && stub_agreed(s, STUB_AGREED_FORK_EVENTS))
        stub_breakpoints_forked(s, pid, event->child.pid);
    if (event->kind == RSP_TARGET_VFORKED && stub_agreed(s, STUB_AGREED_VFORK_EVENTS))
        stub_breakpoints_forked(s, pid, event->child.pid);
    if (event->kind == RSP_TARGET_EXECED) {
        stub_breakpoints_drop(s, pid);
        stub_stop_forget_process(s, pid, event->thread.tid);
    }
    if (event->kind == RSP_TARGET_PROCESS_EXITED || event->kind == RSP_TARGET_PROCESS_KILLED) {
        stub_breakpoints_drop(s, pid);
        stub_stop_forget_process(s, pid, 0);
    }
    if (event->kind == RSP_TARGET_THREAD_EXITED)
        stub_stop_forget(s, event->thread);
}

static stub_stop *record(rsp_stub *s, const rsp_target_event *event) {
    stub_stop *stop = is_end(event) ? stub_stop_make_end(s, event->thread, (int)event->kind)
                                    : stub_stop_set(s, event->thread);
    if (!stop) {
        s->run->no_memory = true;
        return NULL;
    }
    stub_stop_fill(stop, event, s->opt.mem);
    if (!stub_stop_is_end(stop))
        stub_thread_pc(s, stop->thread, &stop->pc);
    stop->state = STUB_STOP_UNKNOWN;
    return stop;
}

static void take_nonstop(rsp_stub *s, stub_stop *stop) {
    rsp_ptid other;
    stub_queue_push(s, stop);
    stub_enter(s, stub_find_running(s, &other) ? STUB_RUN_NONSTOP_ON : STUB_RUN_NONSTOP);
    stub_flush_output(s); /* what a process printed is told before its end */
    stub_announce(s);
}

static void take_allstop(rsp_stub *s, stub_stop *stop) {
    stub_hold_all(s);
    if (stub_awaited(s))
        stub_report(s, stop);
    else
        stub_queue_push(s, stop);
}

bool stub_on_event(void *ctx, const rsp_target_event *event) {
    rsp_stub *s = ctx;
    if (event->kind == RSP_TARGET_OUTPUT) {
        stub_output(s, event->text);
        return false;
    }
    keep_books(s, event);
    if (!stub_wants_event(s, event->kind) || (is_break(event) && !stub_breakpoint_hit(s, event)))
        return false;
    stub_stop *stop = record(s, event);
    if (!stop)
        return true;
    if (stub_non_stop(s))
        take_nonstop(s, stop);
    else
        take_allstop(s, stop);
    return true;
}

/* The thread that an interrupt stops: the selected one if it runs. */
static bool find_interrupted(rsp_stub *s, rsp_ptid *out) {
    rsp_ptid thread = s->general;
    bool lives = thread.tid > 0 && s->opt.ops->thread_alive(s->opt.target, thread);
    if (lives && s->opt.ops->thread_running(s->opt.target, thread)) {
        *out = thread;
        return true;
    }
    return stub_find_running(s, out);
}

void stub_interrupt(rsp_stub *s) {
    rsp_ptid thread;
    if (!stub_non_stop(s) && !stub_awaited(s)) {
        stub_enter(s, STUB_RUN_INTERRUPTED);
        return;
    }
    if (!find_interrupted(s, &thread))
        return;
    s->opt.ops->hold(s->opt.target, thread);
    const rsp_target_event event = {.kind = RSP_TARGET_SIGNALLED, .thread = thread, .signal = RSP_SIGNAL_INT};
    stub_stop *stop = record(s, &event);
    if (!stop)
        return;
    if (stub_non_stop(s)) {
        stub_queue_push(s, stop);
        stub_announce_later(s);
    } else {
        take_allstop(s, stop);
    }
}

/* The last thread that ran has ended without a word, and others stay stopped. */
static void report_no_resumed(rsp_stub *s) {
    if (!stub_agreed(s, STUB_AGREED_NO_RESUMED)) {
        if (stub_non_stop(s))
            return;
        stub_enter(s, STUB_RUN_HALTED);
        stub_error(s, &s->reply, STUB_E_GENERAL, "no thread is left that was resumed");
        stub_send(s, rsp_buf_bytes(&s->reply));
        return;
    }
    stub_stop *stop = stub_stop_make_end(s, (rsp_ptid){0, 0}, STUB_STOP_NO_RESUMED);
    if (!stop) {
        s->run->no_memory = true;
    } else if (stub_non_stop(s)) {
        stub_queue_push(s, stop);
        stub_announce(s);
    } else {
        stub_report(s, stop);
    }
}

void stub_after_run(rsp_stub *s) {
    rsp_ptid thread;
    bool owed = stub_awaited(s) || s->run->state == STUB_RUN_NONSTOP_ON;
    if (owed && !s->run->busy && !stub_find_running(s, &thread)) {
        if (stub_non_stop(s))
            stub_enter(s, STUB_RUN_NONSTOP);
        report_no_resumed(s);
    }
    stub_flush_output(s);
}

void stub_process_started(rsp_stub *s, int64_t pid, int signal) {
    rsp_ptid thread;
    s->run->last_end = (stub_stop){0};
    s->run->busy = true;
    stub_update_events(s);
    if (!stub_first_thread(s, pid, &thread))
        return;
    s->general = thread;
    s->run->reported = thread;
    stub_stop *stop = stub_stop_set(s, thread);
    if (!stop) {
        s->run->no_memory = true;
        return;
    }
    stop->kind = STUB_STOP_PLAIN;
    stop->signal = signal;
    stub_thread_pc(s, thread, &stop->pc);
}

void stub_process_left(rsp_stub *s, int64_t pid) {
    stub_stop_forget_process(s, pid, 0);
    stub_queue_drop_process(s, pid);
    s->run->busy = true; /* its parent may have waited for it, or it runs free now */
}
