/* What a list of actions does: which threads go on, which stop, and what the client is told.
 * An event that the client does not know goes before any resuming of its thread.
 * Source: GDB manual, Packets (vCont); Remote Non-Stop. */
/* SPDX-License-Identifier: MIT */
#include "resume.h"

#include "errors.h"
#include "ids.h"
#include "live_threads.h"
#include "nonstop.h"
#include "run_control.h"
#include "running.h"
#include "stop.h"
#include "stop_queue.h"
#include "stop_table.h"
#include "thread_registers.h"
#include "trace.h"
#include <rsp/payload.h>

static rsp_target_resume resume_for(rsp_ptid thread, const rsp_vcont_action *what) {
    rsp_target_resume how = {.thread = thread, .kind = RSP_TARGET_RESUME_CONTINUE};
    if (what->op == 's' || what->op == 'S')
        how.kind = RSP_TARGET_RESUME_STEP;
    if (what->op == 'C' || what->op == 'S')
        how.signal = what->signal;
    if (what->op == 'r') {
        how.kind = RSP_TARGET_RESUME_RANGE;
        how.range_start = what->start;
        how.range_end = what->end;
    }
    return how;
}

/* A thread that was moved away from a tracepoint comes to it anew. */
static void tell_trace(rsp_stub *s, rsp_ptid thread) {
    uint64_t pc;
    if (s->trace->parked.len == 0)
        return;
    stub_thread_pc(s, thread, &pc);
    stub_trace_resumed(s, thread, pc);
}

static void add_resume(rsp_stub *s, rsp_ptid thread, const rsp_vcont_action *what) {
    tell_trace(s, thread);
    rsp_target_resume how = resume_for(thread, what);
    rsp_buf_append(&s->run->resumes, rsp_bytes_make(&how, sizeof(how)));
}

/* Non-stop: `t` makes one stop of its own for each thread that ran. */
static void stop_thread(rsp_stub *s, rsp_ptid thread) {
    s->opt.ops->hold(s->opt.target, thread);
    stub_stop *stop = stub_stop_set(s, thread);
    if (!stop)
        return;
    stop->kind = STUB_STOP_PLAIN;
    stop->signal = 0;
    stop->state = STUB_STOP_UNKNOWN;
    stub_thread_pc(s, thread, &stop->pc);
    stub_queue_push(s, stop);
}

/* An event that the client does not know of keeps the thread from going on: its signal stays to be delivered.
 */
static void keep_signal(rsp_stub *s, rsp_ptid thread, const rsp_vcont_action *what) {
    rsp_target_resume how = resume_for(thread, what);
    if (!how.signal || !s->opt.ops->give_signal)
        return;
    if (s->opt.ops->give_signal(s->opt.target, thread, how.signal) == RSP_NO_MEMORY)
        s->run->no_memory = true;
}

/* A thread whose stop the client knows is resumed, even while `?` has yet to tell it again. */
static void apply_nonstop(rsp_stub *s, rsp_ptid thread, const rsp_vcont_action *what) {
    const stub_stop *stop = stub_stop_find(s, thread);
    bool runs = s->opt.ops->thread_running(s->opt.target, thread);
    bool untold = stop && stub_stop_untold(stop);
    if (what->op == 't') {
        if (runs && !untold)
            stop_thread(s, thread);
    } else if (!runs && untold) {
        keep_signal(s, thread, what);
    } else if (!runs) {
        add_resume(s, thread, what);
    }
}

static void apply_allstop(rsp_stub *s, rsp_ptid thread, const rsp_vcont_action *what) {
    if (what->op != 't')
        add_resume(s, thread, what);
}

typedef void apply_action(rsp_stub *s, rsp_ptid thread, const rsp_vcont_action *what);

static void apply_to_all(rsp_stub *s, const stub_action_list *list, apply_action *apply) {
    rsp_ptid thread = {0, 0};
    while (stub_next_thread(s, &thread)) {
        const stub_action *found = stub_find_action(list, thread);
        if (found)
            apply(s, thread, &found->what);
    }
}

/* Only actions for single threads: no need to look at all threads. */
static void apply_to_each(rsp_stub *s, const stub_action_list *list, apply_action *apply) {
    for (size_t i = 0; i < list->num; i++) {
        const stub_action *item = &list->items[i];
        bool again = i > 0 && rsp_ptid_equal(item->match, list->items[i - 1].match);
        const stub_action *found = again ? NULL : stub_find_action(list, item->match);
        if (found)
            apply(s, item->match, &found->what);
    }
}

static void apply_list(rsp_stub *s, const stub_action_list *list, apply_action *apply) {
    if (list->wide)
        apply_to_all(s, list, apply);
    else
        apply_to_each(s, list, apply);
}

/* An event that the client has not been told of goes before any resuming of its thread. Stale when the
 * client has moved the pc since. */
static stub_stop *find_pending(rsp_stub *s, const stub_action_list *list) {
    stub_stop *next;
    for (stub_stop *stop = s->run->first; stop; stop = next) {
        next = stop->next;
        if (stub_stop_is_end(stop))
            return stop;
        const stub_action *found = stub_find_action(list, stop->thread);
        uint64_t pc = stop->pc;
        if (!found || found->what.op == 't')
            continue;
        stub_thread_pc(s, stop->thread, &pc);
        if (pc == stop->pc)
            return stop;
        stub_queue_told(s, stop);
    }
    return NULL;
}

/* Lets go all that the list has gathered; their stops are history then. */
static rsp_status let_go(rsp_stub *s) {
    rsp_buf *gathered = &s->run->resumes;
    const rsp_target_resume *how = (const rsp_target_resume *)(const void *)gathered->ptr;
    size_t num = gathered->len / sizeof(*how);
    if (gathered->status != RSP_OK)
        return gathered->status;
    rsp_status status = num ? s->opt.ops->resume(s->opt.target, how, num) : RSP_OK;
    if (status != RSP_OK)
        return status;
    if (num && s->opt.ops->in_past && s->opt.ops->in_past(s->opt.target))
        stub_stop_forget_live(s);
    for (size_t i = 0; i < num; i++)
        stub_stop_forget(s, how[i].thread);
    if (num) {
        s->run->busy = true;
        stub_running_forget(&s->run->running);
        if (stub_non_stop(s))
            stub_enter(s, STUB_RUN_NONSTOP_ON);
    }
    return RSP_OK;
}

static stub_reply_kind resume_nonstop(rsp_stub *s, const stub_action_list *list, rsp_buf *reply) {
    apply_list(s, list, apply_nonstop);
    if (let_go(s) != RSP_OK)
        return stub_error(s, reply, STUB_E_GENERAL, "the threads could not be resumed");
    stub_announce_later(s);
    return stub_ok(reply);
}

/* Nothing is resumed by `t` alone. The client waits for a stop reply, so it gets the one that is true. */
static stub_reply_kind report_current(rsp_stub *s, rsp_buf *reply) {
    rsp_ptid thread;
    if (stub_resolve_thread(s, (rsp_ptid){0, 0}, &thread) != RSP_OK)
        return stub_error(s, reply, STUB_E_THREAD, "no such thread");
    stub_stop plain = {.thread = thread, .kind = STUB_STOP_PLAIN};
    stub_stop *stop = stub_stop_find(s, thread);
    return stub_report_pending(s, stop ? stop : &plain);
}

/* The stop reply is owed from here on, unless nothing could be resumed. */
static stub_reply_kind let_list_go(rsp_stub *s, const stub_action_list *list, rsp_buf *reply) {
    bool interrupted = s->run->state == STUB_RUN_INTERRUPTED;
    apply_list(s, list, apply_allstop);
    if (let_go(s) != RSP_OK || s->run->resumes.len == 0)
        return stub_error(s, reply, STUB_E_GENERAL, "the threads could not be resumed");
    stub_enter(s, STUB_RUN_AWAITED);
    stub_flush_output(s);
    if (interrupted)
        stub_interrupt(s);
    return STUB_REPLY_LATER;
}

static stub_reply_kind resume_allstop(rsp_stub *s, const stub_action_list *list, rsp_buf *reply) {
    stub_stop *pending = find_pending(s, list);
    if (pending) {
        apply_list(s, list, keep_signal);
        return stub_report_pending(s, pending);
    }
    return list->resumes ? let_list_go(s, list, reply) : report_current(s, reply);
}

stub_reply_kind stub_resume_list(rsp_stub *s, stub_action_list *list, rsp_buf *reply) {
    stub_sort_actions(list);
    rsp_buf_clear(&s->run->resumes);
    return stub_non_stop(s) ? resume_nonstop(s, list, reply) : resume_allstop(s, list, reply);
}
