/* What happens while threads run: events become stop replies, notifications or nothing.
 * In all-stop the first event holds everything; later ones wait for the next resume.
 * Source: GDB manual, Stop Reply Packets; Interrupts; Remote Non-Stop. */
/* SPDX-License-Identifier: MIT */
#include "run_control.h"
#include "event_filter.h"

#include "attach_name.h"
#include "breakpoint_hit.h"
#include "breakpoint_table.h"
#include "errors.h"
#include "file_io.h"
#include "handlers.h"
#include "live_threads.h"
#include "nonstop.h"
#include "recent_reads.h"
#include "running.h"
#include "send.h"
#include "stop.h"
#include "stop_queue.h"
#include "stop_table.h"
#include "thread_registers.h"
#include "trace.h"

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

stub_reply_kind stub_report_pending(rsp_stub *s, stub_stop *stop) {
    bool interrupted = s->run->state == STUB_RUN_INTERRUPTED;
    stub_enter(s, STUB_RUN_AWAITED);
    stub_report(s, stop);
    if (interrupted)
        stub_enter(s, STUB_RUN_INTERRUPTED);
    return STUB_REPLY_LATER;
}

static bool is_break(const rsp_target_event *event) {
    return event->kind == RSP_TARGET_BREAK_SOFTWARE || event->kind == RSP_TARGET_BREAK_HARDWARE;
}

static bool is_end(const rsp_target_event *event) {
    return event->kind == RSP_TARGET_THREAD_EXITED || event->kind == RSP_TARGET_PROCESS_EXITED ||
           event->kind == RSP_TARGET_PROCESS_KILLED;
}

static void take_child(rsp_stub *s, int64_t parent, int64_t child) {
    stub_breakpoints_forked(s, parent, child);
    stub_trace_process(s, child);
}

/* What has to be known of every event, reported or not. */
static void keep_books(rsp_stub *s, const rsp_target_event *event) {
    int64_t pid = event->thread.pid;
    if (event->kind == RSP_TARGET_FORKED && stub_agreed(s, STUB_AGREED_FORK_EVENTS))
        take_child(s, pid, event->child.pid);
    if (event->kind == RSP_TARGET_VFORKED && stub_agreed(s, STUB_AGREED_VFORK_EVENTS))
        take_child(s, pid, event->child.pid);
    if (event->kind == RSP_TARGET_EXECED) {
        stub_breakpoints_drop(s, pid);
        stub_recent_forget(s, pid);
        stub_stop_forget_process(s, pid, event->thread.tid);
    }
    if (event->kind == RSP_TARGET_PROCESS_EXITED || event->kind == RSP_TARGET_PROCESS_KILLED) {
        stub_breakpoints_drop(s, pid);
        stub_recent_forget(s, pid);
        stub_stop_forget_process(s, pid, 0);
    }
    if (event->kind == RSP_TARGET_THREAD_EXITED)
        stub_stop_forget(s, event->thread);
}

static stub_stop *record(rsp_stub *s, const rsp_target_event *event) {
    stub_stop *stop = is_end(event) ? stub_stop_make_end(s, event->thread, (int)event->kind)
                                    : stub_stop_set(s, event->thread);
    if (!stop)
        return NULL;
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
    if (s->run->state == STUB_RUN_UNATTENDED && !stub_stop_is_end(stop))
        stub_enter(s, STUB_RUN_HALTED);
    if (stub_awaited(s))
        stub_report(s, stop);
    else
        stub_queue_push(s, stop);
}

/* The target's breakpoint is the tracepoint's; the client may have one of another type there. */
static rsp_target_event_kind kind_of_break(const rsp_stub *s, const rsp_target_event *event) {
    bool software =
        stub_breakpoint_find(s, event->thread.pid, RSP_BREAKPOINT_SOFTWARE, event->address, 0) != NULL;
    return software ? event->kind : RSP_TARGET_BREAK_HARDWARE;
}

bool stub_on_event(void *ctx, const rsp_target_event *event) {
    rsp_stub *s = ctx;
    bool unattended = s->run->state == STUB_RUN_UNATTENDED;
    if (event->kind == RSP_TARGET_OUTPUT) {
        if (!unattended)
            stub_output(s, event->text);
        return false;
    }
    if (event->kind == RSP_TARGET_CALL)
        return stub_call_begin(s, event);
    keep_books(s, event);
    bool traced = stub_trace_hit(s, event);
    stub_trace_event(s, event);
    if (unattended && event->kind == RSP_TARGET_SIGNALLED)
        return false;
    if (!stub_wants_event(s, event->kind) || (is_break(event) && !stub_breakpoint_hit(s, event, traced)))
        return false;
    rsp_target_event told = *event;
    if (traced) {
        stub_trace_park(s, event);
        told.kind = kind_of_break(s, event);
    }
    stub_stop *stop = record(s, &told);
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
    if (stub_waits_for_program(s)) {
        stub_stop_waiting(s);
        return;
    }
    if (s->run->state == STUB_RUN_CALLING) {
        stub_call_interrupt(s);
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

/* Signals are the program's own then, and what it prints is nobody's. */
void stub_leave_unattended(rsp_stub *s) {
    stub_queue_clear(s);
    stub_acknowledge(s);
    s->run->stop_notice = STUB_NOTICE_IDLE;
    s->run->output_notice = STUB_NOTICE_IDLE;
    stub_enter(s, STUB_RUN_UNATTENDED);
    stub_running_forget(&s->run->running);
    s->run->busy = true;
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
    if (!stop)
        return;
    if (stub_non_stop(s)) {
        stub_queue_push(s, stop);
        stub_announce(s);
    } else {
        stub_report(s, stop);
    }
}

void stub_after_run(rsp_stub *s) {
    rsp_ptid thread;
    bool owed = s->run->state == STUB_RUN_AWAITED || s->run->state == STUB_RUN_NONSTOP_ON;
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
    stub_trace_process(s, pid);
    stub_stop *stop = stub_stop_set(s, thread);
    if (!stop)
        return;
    stop->kind = STUB_STOP_PLAIN;
    stop->signal = signal;
    stub_thread_pc(s, thread, &stop->pc);
}

void stub_process_left(rsp_stub *s, int64_t pid) {
    stub_stop_forget_process(s, pid, 0);
    stub_queue_drop_process(s, pid);
    stub_trace_left(s, pid);
    s->run->busy = true; /* its parent may have waited for it, or it runs free now */
}
