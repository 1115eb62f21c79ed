/* How processes come under control and leave it: vAttach, vKill, k, R, D, extended mode, a lost link.
 * Starting a program is in launch.c.
 * Source: GDB manual, Packets (D, k, R, vAttach, vKill, !); LLDB extensions (D1, QSetDetachOnError). */
/* SPDX-License-Identifier: MIT */
#include "breakpoint_table.h"
#include "errors.h"
#include "faults/hooks.h"
#include "handlers.h"
#include "launch.h"
#include "live_threads.h"
#include "nonstop.h"
#include "run_control.h"
#include "selected_thread.h"
#include "send.h"
#include "stop.h"
#include "stop_queue.h"
#include "stop_table.h"
#include "trace.h"
#include "validate.h"

stub_reply_kind stub_on_extended_mode(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    stub_agree(s, STUB_AGREED_EXTENDED, true);
    return stub_ok(reply);
}

static bool is_ours(const rsp_stub *s, int64_t pid) {
    rsp_ptid first;
    return pid > 0 && stub_first_thread(s, pid, &first);
}

/* Outside extended mode a session without processes is over. */
static void end_if_last(rsp_stub *s) {
    if (!stub_agreed(s, STUB_AGREED_EXTENDED) && !stub_has_process(s))
        stub_finish(s);
}

static bool kill_one(rsp_stub *s, int64_t pid) {
    if (!s->opt.ops->kill || s->opt.ops->kill(s->opt.target, pid) != RSP_OK)
        return false;
    stub_breakpoints_drop(s, pid);
    stub_process_left(s, pid);
    return true;
}

static void kill_all(rsp_stub *s) {
    int64_t pid;
    while (s->opt.ops->process_next(s->opt.target, 0, &pid))
        if (!kill_one(s, pid))
            return;
}

/* GDB waits for no answer; LLDB takes an exit for one. */
stub_reply_kind stub_on_kill(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    int64_t pid = 0;
    (void)args;
    bool any = s->opt.ops->process_next(s->opt.target, 0, &pid);
    bool told = any && stub_agreed(s, STUB_AGREED_LLDB);
    kill_all(s);
    if (any) {
        s->run->last_end =
            (stub_stop){.kind = RSP_TARGET_PROCESS_KILLED, .thread = {pid, 0}, .signal = RSP_SIGNAL_KILL};
    }
    if (told)
        stub_stop_text(s, &s->run->last_end, reply);
    end_if_last(s);
    return told ? STUB_REPLY_SEND : STUB_REPLY_NONE;
}

stub_reply_kind stub_on_kill_process(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    int64_t pid;
    if (rsp_pid_parse(&pid, args) != RSP_OK || pid <= 0)
        return stub_error(s, reply, STUB_E_SYNTAX, "malformed process id");
    if (!is_ours(s, pid) || !kill_one(s, pid))
        return stub_error(s, reply, STUB_E_THREAD, "no such process");
    stub_ok(reply);
    end_if_last(s);
    return STUB_REPLY_SEND;
}

/* The signal that a process stopped for and the client never passed on: delivered at detach unless the
 * client's list, or GDB's defaults in its place, keep it from the program. */
static int signal_to_pass(const rsp_stub *s, int64_t pid) {
    rsp_ptid thread = {pid, 0};
    while (s->opt.ops->thread_next(s->opt.target, pid, thread.tid, &thread.tid)) {
        const stub_stop *stop = stub_stop_find(s, thread);
        if (!stop || stop->kind != RSP_TARGET_SIGNALLED || stop->signal <= 0 ||
            stop->signal > RSP_SIGNAL_LIBRT)
            continue;
        if (s->run->program_signals[stop->signal])
            return stop->signal;
    }
    return 0;
}

static bool detach_one(rsp_stub *s, int64_t pid, bool stay_stopped) {
    if (!s->opt.ops->detach)
        return false;
    int signal = signal_to_pass(s, pid);
    stub_breakpoints_drop(s, pid);
    if (s->opt.ops->detach(s->opt.target, pid, stay_stopped, signal) != RSP_OK)
        return false;
    stub_process_left(s, pid);
    return true;
}

static bool detach_all(rsp_stub *s, bool stay_stopped) {
    int64_t pid;
    bool good = stub_has_process(s);
    while (good && s->opt.ops->process_next(s->opt.target, 0, &pid))
        good = detach_one(s, pid, stay_stopped);
    return good;
}

/* "" is every process, as only that leaves no doubt; ";pid" is one. */
static stub_reply_kind detach(rsp_stub *s, rsp_bytes args, bool stay_stopped, rsp_buf *reply) {
    int64_t pid;
    bool all = args.len == 0 && s->request.ptr[s->request.len - 1] != ';';
    if (all) {
        if (!detach_all(s, stay_stopped))
            return stub_error(s, reply, STUB_E_THREAD, "no process to detach");
    } else if (rsp_pid_parse(&pid, args) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "malformed process id");
    else if (!is_ours(s, pid) || !detach_one(s, pid, stay_stopped))
        return stub_error(s, reply, STUB_E_THREAD, "no such process");
    stub_ok(reply);
    end_if_last(s);
    return STUB_REPLY_SEND;
}

/* A thread goes on as it would after a detach. */
static void let_thread_go(rsp_stub *s, rsp_ptid thread) {
    rsp_target_resume how = {.thread = thread, .kind = RSP_TARGET_RESUME_CONTINUE};
    const stub_stop *stop = stub_stop_find(s, thread);
    if (stop && stop->kind == RSP_TARGET_SIGNALLED && stop->signal > 0 && stop->signal <= RSP_SIGNAL_LIBRT)
        how.signal = s->run->program_signals[stop->signal] ? stop->signal : 0;
    if (!s->opt.ops->thread_running(s->opt.target, thread))
        (void)s->opt.ops->resume(s->opt.target, &how, 1);
    stub_stop_forget(s, thread);
}

/* The client goes, and the trace goes on: the processes stay ours, and run. */
static stub_reply_kind leave_to_trace(rsp_stub *s, rsp_buf *reply) {
    rsp_ptid thread = {0, 0};
    while (stub_next_thread(s, &thread))
        let_thread_go(s, thread);
    stub_enter(s, STUB_RUN_HALTED);
    stub_leave_unattended(s);
    stub_ok(reply);
    stub_finish(s);
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_on_detach(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    if (s->trace->running && s->trace->outlives_client && stub_has_process(s))
        return leave_to_trace(s, reply);
    return detach(s, args, false, reply);
}

stub_reply_kind stub_on_detach_stopped(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    return detach(s, args, true, reply);
}

stub_reply_kind stub_on_supports_detach_stopped(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)s;
    (void)args;
    return stub_ok(reply);
}

/* Non-stop: every thread of the new process is stopped, and tells so in its turn. */
static void announce_attached(rsp_stub *s, int64_t pid) {
    rsp_ptid thread = {pid, 0};
    while (s->opt.ops->thread_next(s->opt.target, pid, thread.tid, &thread.tid)) {
        stub_stop *stop = stub_stop_set(s, thread);
        if (!stop)
            return;
        stop->kind = STUB_STOP_PLAIN;
        stop->signal = 0;
        stop->state = STUB_STOP_UNKNOWN;
        stub_queue_push(s, stop);
    }
    stub_announce_later(s);
}

stub_reply_kind stub_on_attach(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    int64_t pid;
    if (rsp_pid_parse(&pid, args) != RSP_OK || pid <= 0)
        return stub_error(s, reply, STUB_E_SYNTAX, "malformed process id");
    if (s->opt.ops->attach(s->opt.target, pid, NULL) != RSP_OK)
        return stub_error(s, reply, STUB_E_GENERAL, "the process could not be attached");
    stub_process_started(s, pid, 0);
    if (stub_non_stop(s)) {
        announce_attached(s, pid);
        stub_ok(reply);
    } else {
        stub_stop_reply(s, s->general, reply);
    }
    return STUB_REPLY_SEND;
}

/* The client asks `?` for the result. */
stub_reply_kind stub_on_restart(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    int64_t pid;
    (void)args;
    (void)reply;
    if (!stub_agreed(s, STUB_AGREED_EXTENDED))
        return STUB_REPLY_SEND;
    kill_all(s);
    if (stub_launch_start(s, &pid, NULL) == RSP_OK)
        stub_process_started(s, pid, RSP_SIGNAL_TRAP);
    return STUB_REPLY_NONE;
}

stub_reply_kind stub_on_attached(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_ptid thread = {0, 0};
    bool named = args.len > 0;
    if (named && rsp_pid_parse(&thread.pid, args) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "malformed process id");
    bool found = named ? is_ours(s, thread.pid) : stub_general_thread(s, &thread) == RSP_OK;
    if (!found)
        return stub_error(s, reply, STUB_E_THREAD, "no such process");
    bool attached = !s->opt.ops->process_attached || s->opt.ops->process_attached(s->opt.target, thread.pid);
    rsp_buf_push(reply, attached ? '1' : '0');
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_on_set_detach_on_error(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    bool on = rsp_bytes_equal(args, RSP_LIT("1"));
    if (!on && !rsp_bytes_equal(args, RSP_LIT("0")))
        return stub_error(s, reply, STUB_E_SYNTAX, "value must be 0 or 1");
    s->parting = on ? STUB_PARTING_DETACH : STUB_PARTING_KILL;
    return stub_ok(reply);
}

void rsp_stub_disconnect(rsp_stub *s) {
    rsp_buf nowhere;
    rsp_buf_init(&nowhere, s->opt.mem, 0);
    stub_validate(s);
    stub_fault_disconnect(s);
    stub_use_output(s, &nowhere);
    bool stays = s->parting == STUB_PARTING_BY_OPTION && !s->opt.detach_on_disconnect;
    bool goes_on = stub_trace_disconnect(s) && stays;
    if (!goes_on)
        stub_hold_all(s);
    if (goes_on || s->run->state == STUB_RUN_INTERRUPTED || stub_awaited(s))
        stub_enter(s, STUB_RUN_HALTED);
    if (s->parting == STUB_PARTING_KILL)
        kill_all(s);
    else if (s->parting == STUB_PARTING_DETACH || s->opt.detach_on_disconnect)
        (void)detach_all(s, false);
    stub_breakpoints_disconnect(s);
    if (goes_on || !stub_finished(s))
        s->session = STUB_SESSION_NONE;
    if (goes_on)
        stub_leave_unattended(s);
    stub_use_output(s, NULL);
    rsp_buf_free(&nowhere);
    stub_validate(s);
}
