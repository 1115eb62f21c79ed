/* Faults of resuming: lists of actions read wrongly, threads that go on or stay though nobody asked.
 * A list is taken apart and built anew; what a resume does stands in front of the target's operations.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/row.h"
#include "faults/target.h"

#include "ids.h"
#include "live_threads.h"
#include "run_control.h"
#include "send.h"
#include "stop_queue.h"
#include "stop_table.h"
#include "thread_registers.h"

#include "core/arena.h"
#include <inttypes.h>
#include <rsp/packet_ids.h>
#include <rsp/payload.h>

/* The actions of a vCont; of one that is malformed, those in front of the mistake. */
typedef struct action_list {
    rsp_vcont_action *items;
    size_t num;
    bool whole;
} action_list;

static bool take_actions(const stub_service *t, rsp_arena *arena, action_list *out) {
    rsp_bytes rest = rsp_bytes_from(t->s->request, rsp_packet_name(RSP_PACKET_VCONT).len);
    *out = (action_list){.items = rsp_arena_alloc(arena, (rest.len + 1) * sizeof *out->items)};
    while (out->items && rsp_vcont_next(&out->items[out->num], &rest) == RSP_OK)
        out->num++;
    out->whole = rest.len == 0;
    return out->items && out->num > 0;
}

static bool is_default(const rsp_vcont_action *a) {
    return !a->has_id || (a->id.pid == RSP_ID_ALL && a->id.tid == RSP_ID_ALL) ||
           (a->id.pid == 0 && a->id.tid == RSP_ID_ALL);
}

static void narrow_defaults(const rsp_stub *s, action_list *list) {
    for (size_t i = 0; i < list->num; i++) {
        if (!is_default(&list->items[i]))
            continue;
        list->items[i].has_id = true;
        list->items[i].id = (rsp_ptid){s->general.pid, RSP_ID_ALL};
    }
}

static void widen_unknown(const rsp_stub *s, action_list *list) {
    rsp_ptid found;
    for (size_t i = 0; i < list->num; i++) {
        rsp_vcont_action *a = &list->items[i];
        if (a->has_id && a->id.tid != RSP_ID_ALL && stub_resolve_thread(s, a->id, &found) == RSP_NOT_FOUND)
            a->has_id = false;
    }
}

/* The request with a changed list; one that is malformed, with the actions in front of the mistake. */
static void with_other_list(stub_service *t) {
    rsp_arena arena = {.mem = t->s->opt.mem};
    action_list list;
    bool partly = stub_fault(t->s, RSP_FAULT_VCONT_APPLIES_WHILE_PARSING);
    if (take_actions(t, &arena, &list) && (list.whole || partly)) {
        if (stub_fault(t->s, RSP_FAULT_VCONT_DEFAULT_THIS_PROCESS))
            narrow_defaults(t->s, &list);
        if (stub_fault(t->s, RSP_FAULT_VCONT_UNKNOWN_IS_ALL))
            widen_unknown(t->s, &list);
        if (rsp_vcont_build(stub_new_request(t), list.items, list.num, true) == RSP_OK)
            stub_bend(t);
    }
    stub_serve(t);
    rsp_arena_free(&arena);
}

/* What some action does to each thread that it is for. */
static const rsp_vcont_action *action_for(const stub_service *t, const action_list *list, rsp_ptid thread) {
    for (size_t i = 0; i < list->num; i++) {
        const rsp_vcont_action *a = &list->items[i];
        rsp_ptid found;
        if (is_default(a) || rsp_ptid_matches(a->id, thread) ||
            (a->id.tid != RSP_ID_ALL && stub_resolve_thread(t->s, a->id, &found) == RSP_OK &&
             rsp_ptid_equal(found, thread)))
            return a;
    }
    return NULL;
}

static void stop_now(rsp_stub *s, rsp_ptid thread) {
    s->opt.ops->hold(s->opt.target, thread);
    stub_stop *stop = stub_stop_set(s, thread);
    if (!stop)
        return;
    stop->kind = STUB_STOP_PLAIN;
    stop->state = STUB_STOP_UNKNOWN;
    stub_thread_pc(s, thread, &stop->pc);
    stub_queue_push(s, stop);
}

typedef void each_thread(rsp_stub *s, rsp_ptid thread, const rsp_vcont_action *action);

static void serve_after(stub_service *t, each_thread *act) {
    rsp_arena arena = {.mem = t->s->opt.mem};
    action_list list;
    if (take_actions(t, &arena, &list) && list.whole) {
        for (rsp_ptid thread = {0, 0}; stub_next_thread(t->s, &thread);) {
            const rsp_vcont_action *a = action_for(t, &list, thread);
            if (a)
                act(t->s, thread, a);
        }
    }
    rsp_arena_free(&arena);
    stub_serve(t);
}

static void stop_stopped(rsp_stub *s, rsp_ptid thread, const rsp_vcont_action *action) {
    const stub_stop *stop = stub_stop_find(s, thread);
    bool untold = stop && stub_stop_untold(stop);
    if (action->op == 't' && !untold && !s->opt.ops->thread_running(s->opt.target, thread))
        stop_now(s, thread);
}

static void stop_running(rsp_stub *s, rsp_ptid thread, const rsp_vcont_action *action) {
    if (action->op != 't' && s->opt.ops->thread_running(s->opt.target, thread))
        stop_now(s, thread);
}

/* A stop that waits counts as told: it keeps no thread from going on. */
static void forget_waiting(rsp_stub *s, rsp_ptid thread, const rsp_vcont_action *action) {
    stub_stop *stop = stub_stop_find(s, thread);
    if (action->op != 't' && stop && stub_stop_untold(stop))
        stub_queue_told(s, stop);
}

/* Something is done to the threads of each action before the request is served. */
static void before_each_thread(stub_service *t) {
    rsp_stub *s = t->s;
    if (stub_non_stop(s) == stub_fault(s, RSP_FAULT_VCONT_PENDING_LOST))
        stub_serve(t);
    else
        serve_after(t, stub_fault(s, RSP_FAULT_VCONT_STOPS_TWICE)     ? stop_stopped
                       : stub_fault(s, RSP_FAULT_VCONT_RUNNING_STOPS) ? stop_running
                                                                      : forget_waiting);
}

static void stop_signal(stub_service *t) {
    stub_serve(t);
    for (stub_stop *stop = t->s->run->first; stop; stop = stop->next)
        if (stop->kind == STUB_STOP_PLAIN && stop->state == STUB_STOP_QUEUED)
            stop->signal = RSP_SIGNAL_STOP;
}

static void one_for_all(stub_service *t) {
    stub_serve(t);
    stub_stop *next = t->s->run->first ? t->s->run->first->next : NULL;
    while (next) {
        stub_stop *stop = next;
        next = stop->next;
        if (stop->kind == STUB_STOP_PLAIN)
            stub_queue_told(t->s, stop);
    }
}

/* Every action is for a thread that is gone. */
static void ended_refused(stub_service *t) {
    rsp_arena arena = {.mem = t->s->opt.mem};
    action_list list;
    bool any = !take_actions(t, &arena, &list);
    for (size_t i = 0; !any && i < list.num; i++) {
        rsp_ptid found;
        const rsp_vcont_action *a = &list.items[i];
        any = is_default(a) || a->id.tid == RSP_ID_ALL || stub_resolve_thread(t->s, a->id, &found) == RSP_OK;
    }
    rsp_arena_free(&arena);
    if (any)
        stub_serve(t);
    else
        stub_error(t->s, t->reply, STUB_E_THREAD, "no such thread");
}

static void only_stops_deaf(stub_service *t) {
    rsp_arena arena = {.mem = t->s->opt.mem};
    action_list list;
    bool only = !stub_non_stop(t->s) && take_actions(t, &arena, &list) && list.whole;
    for (size_t i = 0; only && i < list.num; i++)
        only = list.items[i].op == 't';
    rsp_arena_free(&arena);
    if (!only) {
        stub_serve(t);
        return;
    }
    stub_enter(t->s, STUB_RUN_AWAITED);
    t->kind = STUB_REPLY_LATER;
}

/* The connection is of no use any more. */
static void stop_hangs(stub_service *t) {
    bool alone = !stub_non_stop(t->s) && rsp_bytes_equal(t->args, RSP_LIT("t"));
    if (alone)
        t->s->faults.link.deaf = true;
    if (alone)
        t->kind = STUB_REPLY_NONE;
    else
        stub_serve(t);
}

/* The stop signal that a thread is stopped for is given to it, and it stops for that again. */
static void stops_for_ever(stub_service *t) {
    rsp_stub *s = t->s;
    stub_stop *stop = stub_stop_find(s, s->run->reported);
    uint64_t signal = 0;
    rsp_bytes rest = t->args;
    (void)(t->id == RSP_PACKET_VCONT && rsp_take_byte(&rest, 'C'));
    bool given = rsp_hex_u64(&signal, rsp_bytes_sub(rest, 0, 2)) == RSP_OK && signal == RSP_SIGNAL_STOP;
    bool letter = t->id == RSP_PACKET_CONTINUE_SIGNAL ||
                  (t->id == RSP_PACKET_VCONT && rsp_bytes_starts(t->args, RSP_LIT("C")));
    if (!stub_non_stop(s) && letter && given && stop && stop->signal == RSP_SIGNAL_STOP)
        t->kind = stub_report_pending(s, stop);
    else
        stub_serve(t);
}

/* As one that looks for the ':' of a thread-id. */
static void bare_sleeps(stub_service *t) {
    if (rsp_bytes_equal(t->args, RSP_LIT("c")))
        stub_answer_nothing(t);
    else
        stub_serve(t);
}

static void ok_before_stop(stub_service *t) {
    stub_serve(t);
    if (stub_awaited(t->s))
        stub_send(t->s, RSP_LIT("OK"));
}

static void serve_for(stub_service *t, rsp_ptid thread) {
    rsp_ptid before = t->s->resume;
    t->s->resume = thread;
    stub_serve(t);
    t->s->resume = before;
}

static void general_resumed(stub_service *t) {
    serve_for(t, t->s->general.tid ? t->s->general : t->s->resume);
}

static void general_process_resumed(stub_service *t) {
    rsp_ptid thread = t->s->resume;
    if (thread.pid > 0 && t->s->general.pid > 0)
        thread.pid = t->s->general.pid;
    serve_for(t, thread);
}

static void orphans_stuck(stub_service *t) {
    if (t->s->faults.run.orphans_stuck)
        stub_error(t->s, t->reply, STUB_E_THREAD, "no such thread");
    else
        stub_serve(t);
}

/* A stop that is reported selects no thread. */
static void selects_nothing(stub_service *t) {
    rsp_ptid selected = t->s->general;
    stub_serve(t);
    t->s->general = selected;
}

static rsp_status lose_signal(void *t, rsp_ptid thread, int signal) {
    (void)t;
    (void)thread;
    (void)signal;
    return RSP_OK;
}

static void spoil_range(rsp_stub *s, rsp_target_resume *how) {
    bool ranging = how->kind == RSP_TARGET_RESUME_RANGE;
    s->faults.run.ranging = ranging && stub_fault(s, RSP_FAULT_VCONT_RANGE_SWALLOWS);
    if (ranging && how->range_start == how->range_end && stub_fault(s, RSP_FAULT_VCONT_EMPTY_RANGE_RUNS))
        how->kind = RSP_TARGET_RESUME_CONTINUE;
    if (stub_fault(s, RSP_FAULT_VCONT_RANGE_INCLUSIVE) && how->range_end > how->range_start)
        how->range_end += 4;
}

static void spoil_signal(rsp_stub *s, rsp_target_resume *how, bool first) {
    if (how->signal > 0 && how->signal <= RSP_SIGNAL_LIBRT && !s->run->program_signals[how->signal] &&
        stub_fault(s, RSP_FAULT_SIG_PROGRAM_FILTERS))
        how->signal = 0;
    if (how->signal == 0 && stub_fault(s, RSP_FAULT_SIG_DELIVERED_AGAIN))
        how->signal = s->faults.run.given;
    if (!first && s->faults.run.given && stub_fault(s, RSP_FAULT_SIG_FIRST_OF_LIST))
        how->signal = 0;
    if (first || how->signal)
        s->faults.run.given = how->signal;
    const stub_stop *stop = stub_stop_find(s, how->thread);
    if (stub_fault(s, RSP_FAULT_SIG_FORWARDED) && stop && stop->kind == RSP_TARGET_SIGNALLED && !how->signal)
        how->signal = stop->signal;
}

static rsp_status resume(void *t, const rsp_target_resume *actions, size_t num) {
    rsp_stub *s = t;
    rsp_buf *copy = &s->faults.run.resumes;
    rsp_buf_clear(copy);
    rsp_buf_append(copy, rsp_bytes_make(actions, num * sizeof *actions));
    if (copy->status != RSP_OK)
        return copy->status;
    rsp_target_resume *how = (rsp_target_resume *)(void *)copy->ptr;
    for (size_t i = 0; i < num; i++) {
        spoil_range(s, &how[i]);
        spoil_signal(s, &how[i], i == 0);
    }
    rsp_status status = STUB_REAL(s, resume, how, num);
    s->faults.run.just_resumed = true;
    if (stub_fault(s, RSP_FAULT_FORK_CHILD_RESUMED))
        stub_let_run(s, s->faults.run.child);
    return status;
}

#define SIGNALS(EDIT, id, ...) EDIT(id, CONTINUE_SIGNAL, __VA_ARGS__), EDIT(id, STEP_SIGNAL, __VA_ARGS__)
#define LETTERS(EDIT, id, ...) \
    EDIT(id, CONTINUE, __VA_ARGS__), EDIT(id, STEP, __VA_ARGS__), SIGNALS(EDIT, id, __VA_ARGS__)
#define RESUMES(EDIT, id, ...) EDIT(id, VCONT, __VA_ARGS__), LETTERS(EDIT, id, __VA_ARGS__)
#define RESUMED(id) TARGET(id, .resume = resume)

static const stub_fault_row rows[] = {
    INSTEAD(STD_NO_VCONT, VCONT, "%*", ""),
    INSTEAD(STD_NO_VCONT, VCONT_QUERY, "", ""),
    INSTEAD(VCONT_ABSENT, VCONT_QUERY, "", ""),
    INSTEAD(VCONT_SIGNAL_ZERO_REFUSED, VCONT, "C00%*", "E01"),
    INSTEAD(QSUP_STEP_REFUSED, VCONT, "s%*", "E01"),
    REQUEST(VCONT_BARE_RESUMES, VCONT, "", "c"),
    REQUEST(VCONT_EMPTY_ID_IS_ANY, VCONT, "c:", "c"),
    REQUEST(VCONT_PROCESS_ALONE_REFUSED, VCONT, "%*:p%x", "%1:x"),
    REQUEST(VCONT_PROCESS_ALONE_REFUSED, VCONT, "%*:p%x;%*", "%1:x;%3"),
    REQUEST(VCONT_ONE_OF_ALL_RESUMES, VCONT, "%*:p-1.%x", "%1"),
    REQUEST(VCONT_ONE_OF_ALL_RESUMES, VCONT, "%*:p-1.%x;%*", "%1;%3"),
    REQUEST_PLACES(MP_OTHERS_RESUMED, VCONT, ":p%x.-1", ":-1"),
    CALL(VCONT_BARE_SLEEPS, VCONT, bare_sleeps),
    CALL(VCONT_APPLIES_WHILE_PARSING, VCONT, with_other_list),
    REQUEST(VCONT_LAST_MATCH, VCONT, "%*;%*", "%2;%1"),
    REQUEST(VCONT_DEFAULT_ONLY_LAST, VCONT, "%?;%*", "%2"),
    REQUEST(VCONT_DEFAULT_ONLY_LAST, VCONT, "%*;%?;%*", "%1;%3"),
    CALL(VCONT_DEFAULT_THIS_PROCESS, VCONT, with_other_list),
    REQUEST_PLACES(VCONT_PROCESS_IS_LEADER, VCONT, ":p%x.-1", ":p%1.%1"),
    CALL(VCONT_UNKNOWN_IS_ALL, VCONT, with_other_list),
    REQUEST(VCONT_UNMENTIONED_RUN, VCONT, "%*", "%1;c"),
    REQUEST_PLACES(VCONT_HOST_SIGNALS, VCONT, "C%b", "C%L1"),
    REQUEST_PLACES(VCONT_HOST_SIGNALS, VCONT, "S%b", "S%L1"),
    SIGNALS(REQUEST, VCONT_HOST_SIGNALS, "%b%*", "%L1%2"),
    REQUEST_WHEN(LLDB_SIGNALS_MIXED, VCONT, WITH_NATIVE_SIGNALS, "%*C%b%*", "%1C%l2%3"),
    REQUEST_WHEN(LLDB_SIGNALS_MIXED, VCONT, WITH_NATIVE_SIGNALS, "%*S%b%*", "%1S%l2%3"),
    SIGNALS(REQUEST_WHEN, LLDB_SIGNALS_MIXED, WITH_NATIVE_SIGNALS, "%b%*", "%l1%2"),
    CALL(VCONT_STOPS_TWICE, VCONT, before_each_thread),
    CALL(VCONT_RUNNING_STOPS, VCONT, before_each_thread),
    CALL(NONSTOP_RESUMES_UNTOLD, VCONT, before_each_thread),
    CALL(VCONT_PENDING_LOST, VCONT, before_each_thread),
    CALL(VCONT_STOP_SIGNAL, VCONT, stop_signal),
    CALL(NONSTOP_ONE_FOR_ALL, VCONT, one_for_all),
    CALL(VCONT_ENDED_REFUSED, VCONT, ended_refused),
    INSTEAD(VCONT_SIGNAL_UNHEARD, VCONT, "C%b%*", STUB_NO_REPLY),
    INSTEAD(VCONT_SIGNAL_UNHEARD, VCONT, "S%b%*", STUB_NO_REPLY),
    CALL(ROBUST_ONLY_STOPS_DEAF, VCONT, only_stops_deaf),
    CALL(VCONT_STOP_HANGS, VCONT, stop_hangs),
    RESUMES(CALL, SIG_STOPS_FOR_EVER, stops_for_ever),
    RESUMES(REPLY_WHEN, VCONT_SYNCHRONOUS, IN_NONSTOP, "OK", STUB_NO_REPLY),
    RESUMES(REPLY_WHEN, NONSTOP_REPLY_POSTPONED, IN_NONSTOP, "OK", STUB_NO_REPLY),
    RESUMES(CALL, VCONT_OK_BEFORE_STOP, ok_before_stop),
    RESUMES(CALL, FORK_ORPHAN_STUCK, orphans_stuck),
    RESUMES(CALL, THR_STOP_DOES_NOT_SELECT, selects_nothing),
    REPLY_PLACES(NONSTOP_STOP_NOT_LISTED, VCONT_QUERY, ";t", ""),
    REPLY_PLACES(VCONT_STEP_ALONE, VCONT_QUERY, ";S", ""),
    REPLY(VCONT_QUERY_WITHOUT_NAME, VCONT_QUERY, "%*;%*", ";%2"),
    LETTERS(CALL, RUN_GENERAL_RESUMED, general_resumed),
    LETTERS(CALL, MP_GENERAL_RESUMED, general_process_resumed),
    REQUEST(RUN_ADDRESS_IGNORED, CONTINUE, "%*", ""),
    REQUEST(RUN_ADDRESS_IGNORED, STEP, "%*", ""),
    SIGNALS(REQUEST, RUN_ADDRESS_IGNORED, "%b;%*", "%1"),
    SIGNALS(REQUEST, RUN_DECIMAL_SIGNAL, "%b%*", "%T1%2"),
    SIGNALS(INSTEAD, RUN_BAD_SIGNAL_CLOSES, "ff%*", STUB_DEATH),
    INSTEAD(RUN_BAD_SIGNAL_CLOSES, VCONT, "Cff%*", STUB_DEATH),
    SIGNALS(INSTEAD_WHEN, RUN_END_BY_LETTER, WITHOUT_PROCESS, "%*", "E03"),
    RESUMED(VCONT_RANGE_SWALLOWS),
    RESUMED(VCONT_EMPTY_RANGE_RUNS),
    RESUMED(VCONT_RANGE_INCLUSIVE),
    RESUMED(SIG_PROGRAM_FILTERS),
    RESUMED(SIG_DELIVERED_AGAIN),
    RESUMED(SIG_FIRST_OF_LIST),
    RESUMED(SIG_FORWARDED),
    RESUMED(FORK_CHILD_RESUMED),
    RESUMED(INT_LOST_BEHIND_RESUME),
    TARGET(SIG_LOST_BEHIND_EVENT, .give_signal = lose_signal),
};
STUB_FAULT_TABLE(stub_resume_faults, rows);
