/* Faults of resuming: lists of actions read wrongly, threads that go on or stay though nobody asked.
 * A list is taken apart and built anew; what a resume does stands in front of the target's operations.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/serve.h"
#include "faults/target.h"

#include "ids.h"
#include "run_control.h"
#include "send.h"
#include "stop_queue.h"
#include "stop_table.h"
#include "thread_registers.h"

#include "codec/vcont.h"
#include "core/arena.h"
#include <inttypes.h>
#include <rsp/packet_ids.h>

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

typedef void change_actions(stub_service *t, action_list *list);

static void serve_list(stub_service *t, change_actions *change) {
    rsp_arena arena = {.mem = t->s->opt.mem};
    action_list list;
    bool partly = stub_fault(t->s, RSP_FAULT_VCONT_APPLIES_WHILE_PARSING);
    if (take_actions(t, &arena, &list) && (list.whole || partly)) {
        change(t, &list);
        if (rsp_vcont_build(stub_new_request(t), list.items, list.num, true) == RSP_OK)
            stub_bend(t);
    }
    stub_serve(t);
    rsp_arena_free(&arena);
}

static bool is_default(const rsp_vcont_action *a) {
    return !a->has_id || (a->id.pid == RSP_ID_ALL && a->id.tid == RSP_ID_ALL) ||
           (a->id.pid == 0 && a->id.tid == RSP_ID_ALL);
}

static void nothing(stub_service *t, action_list *list) {
    (void)t;
    (void)list;
}

static void reverse(stub_service *t, action_list *list) {
    (void)t;
    for (size_t i = 0; i < list->num / 2; i++) {
        rsp_vcont_action swap = list->items[i];
        list->items[i] = list->items[list->num - 1 - i];
        list->items[list->num - 1 - i] = swap;
    }
}

static void drop_early_defaults(stub_service *t, action_list *list) {
    size_t num = 0;
    (void)t;
    for (size_t i = 0; i < list->num; i++)
        if (i + 1 == list->num || !is_default(&list->items[i]))
            list->items[num++] = list->items[i];
    list->num = num;
}

static void narrow_defaults(stub_service *t, action_list *list) {
    for (size_t i = 0; i < list->num; i++) {
        if (!is_default(&list->items[i]))
            continue;
        list->items[i].has_id = true;
        list->items[i].id = (rsp_ptid){t->s->general.pid, RSP_ID_ALL};
    }
}

static void name_leaders(stub_service *t, action_list *list) {
    for (size_t i = 0; i < list->num; i++) {
        rsp_vcont_action *a = &list->items[i];
        if (a->has_id && a->id.pid > 0 && a->id.tid == RSP_ID_ALL)
            (void)stub_first_thread(t->s, a->id.pid, &a->id);
    }
}

static void widen_unknown(stub_service *t, action_list *list) {
    rsp_ptid found;
    for (size_t i = 0; i < list->num; i++) {
        rsp_vcont_action *a = &list->items[i];
        if (a->has_id && a->id.tid != RSP_ID_ALL && stub_resolve_thread(t->s, a->id, &found) == RSP_NOT_FOUND)
            a->has_id = false;
    }
}

/* There is room for one more. */
static void let_others_go(stub_service *t, action_list *list) {
    (void)t;
    list->items[list->num++] = (rsp_vcont_action){.op = 'c'};
}

static bool has_signal(const rsp_vcont_action *a) {
    return a->op == 'C' || a->op == 'S';
}

static void take_host_signals(stub_service *t, action_list *list) {
    (void)t;
    for (size_t i = 0; i < list->num; i++)
        if (has_signal(&list->items[i]))
            list->items[i].signal = (uint8_t)rsp_signal_from_linux(list->items[i].signal);
}

/* The numbers that the client knows, where the stub has agreed on others. */
static void mix_signals(stub_service *t, action_list *list) {
    bool native = t->s->opt.native_signals || stub_agreed(t->s, STUB_AGREED_THREAD_SUFFIX);
    for (size_t i = 0; i < list->num && native; i++)
        if (has_signal(&list->items[i]))
            list->items[i].signal = (uint8_t)rsp_signal_to_linux(list->items[i].signal);
}

#define WITH_LIST(name, change)         \
    static void name(stub_service *t) { \
        serve_list(t, change);          \
    }
WITH_LIST(applies_while_parsing, nothing)
WITH_LIST(last_match, reverse)
WITH_LIST(default_only_last, drop_early_defaults)
WITH_LIST(default_this_process, narrow_defaults)
WITH_LIST(process_is_leader, name_leaders)
WITH_LIST(unknown_is_all, widen_unknown)
WITH_LIST(unmentioned_run, let_others_go)
WITH_LIST(list_host_signals, take_host_signals)
WITH_LIST(list_mixed_signals, mix_signals)
#undef WITH_LIST

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

static void for_each_thread(stub_service *t, each_thread *act) {
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

static void stops_twice(stub_service *t) {
    if (stub_non_stop(t->s))
        for_each_thread(t, stop_stopped);
    stub_serve(t);
}

static void running_stops(stub_service *t) {
    if (stub_non_stop(t->s))
        for_each_thread(t, stop_running);
    stub_serve(t);
}

static void resumes_untold(stub_service *t) {
    if (stub_non_stop(t->s))
        for_each_thread(t, forget_waiting);
    stub_serve(t);
}

static void pending_lost(stub_service *t) {
    if (!stub_non_stop(t->s))
        for_each_thread(t, forget_waiting);
    stub_serve(t);
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
    t->s->reply_kind = STUB_REPLY_LATER;
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
        stub_report_pending(s, stop);
    else
        stub_serve(t);
}

static void unanswered(stub_service *t) {
    stub_serve(t);
    if (stub_non_stop(t->s) && stub_replies(t, RSP_LIT("OK")))
        stub_answer_nothing(t);
}

static void ok_before_stop(stub_service *t) {
    stub_serve(t);
    if (stub_awaited(t->s))
        stub_send(t->s, RSP_LIT("OK"));
}

static void stop_not_listed(stub_service *t) {
    stub_serve(t);
    stub_replace(t, ";t", "");
}

static void query_without_name(stub_service *t) {
    stub_serve(t);
    if (stub_replies(t, RSP_LIT("vCont")))
        rsp_buf_consume(t->reply, rsp_packet_name(RSP_PACKET_VCONT).len);
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

static bool gives_signal(const stub_service *t) {
    return t->id == RSP_PACKET_CONTINUE_SIGNAL || t->id == RSP_PACKET_STEP_SIGNAL;
}

static void address_ignored(stub_service *t) {
    t->args =
        gives_signal(t) ? rsp_bytes_sub(t->args, 0, rsp_bytes_index(t->args, ';')) : rsp_bytes_make(NULL, 0);
    stub_serve(t);
}

typedef unsigned change_signal(const rsp_stub *s, unsigned signal);

/* C and S with another number. */
static void serve_signal(stub_service *t, change_signal *change) {
    uint64_t signal;
    rsp_bytes rest = rsp_bytes_from(t->args, 2);
    if (rsp_hex_u64(&signal, rsp_bytes_sub(t->args, 0, 2)) == RSP_OK)
        stub_serve_args(t, "%02x%.*s", change(t->s, (unsigned)signal), (int)rest.len, (const char *)rest.ptr);
    else
        stub_serve(t);
}

static unsigned read_decimal(const rsp_stub *s, unsigned signal) {
    (void)s;
    return signal / 16 * 10 + signal % 16;
}

static unsigned from_host(const rsp_stub *s, unsigned signal) {
    (void)s;
    return rsp_signal_from_linux(signal);
}

static unsigned mixed(const rsp_stub *s, unsigned signal) {
    bool native = s->opt.native_signals || stub_agreed(s, STUB_AGREED_THREAD_SUFFIX);
    return native ? rsp_signal_to_linux(signal) : signal;
}

static void decimal_signal(stub_service *t) {
    serve_signal(t, read_decimal);
}

static void host_signal(stub_service *t) {
    serve_signal(t, from_host);
}

static void mixed_signal(stub_service *t) {
    serve_signal(t, mixed);
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
    rsp_status status = stub_real(s)->resume(s->faults.target, how, num);
    s->faults.run.just_resumed = true;
    if (stub_fault(s, RSP_FAULT_FORK_CHILD_RESUMED))
        stub_let_run(s, s->faults.run.child);
    return status;
}

static const rsp_fault of_resume[] = {
    RSP_FAULT_VCONT_RANGE_SWALLOWS, RSP_FAULT_VCONT_EMPTY_RANGE_RUNS, RSP_FAULT_VCONT_RANGE_INCLUSIVE,
    RSP_FAULT_SIG_PROGRAM_FILTERS,  RSP_FAULT_SIG_DELIVERED_AGAIN,    RSP_FAULT_SIG_FIRST_OF_LIST,
    RSP_FAULT_SIG_FORWARDED,        RSP_FAULT_FORK_CHILD_RESUMED,     RSP_FAULT_INT_LOST_BEHIND_RESUME,
};

bool stub_fault_resume_ops(const rsp_stub *s, rsp_target_ops *ops) {
    bool loses = stub_fault(s, RSP_FAULT_SIG_LOST_BEHIND_EVENT) && ops->give_signal;
    bool ours = false;
    for (size_t i = 0; i < RSP_ARRAY_LEN(of_resume); i++)
        ours = ours || stub_fault(s, of_resume[i]);
    if (loses)
        ops->give_signal = lose_signal;
    if (ours)
        ops->resume = resume;
    return loses || ours;
}

#define VCONT(id, serve) \
    { RSP_FAULT_##id, stub_on_vcont, serve }
#define SIGNALS(id, serve)                              \
    {RSP_FAULT_##id, stub_on_continue_signal, serve}, { \
        RSP_FAULT_##id, stub_on_step_signal, serve      \
    }
#define LETTERS(id, serve) \
    {RSP_FAULT_##id, stub_on_continue_, serve}, {RSP_FAULT_##id, stub_on_step, serve}, SIGNALS(id, serve)
#define RESUMES(id, serve) VCONT(id, serve), LETTERS(id, serve)

static const stub_fault_row rows[] = {
    VCONT(VCONT_APPLIES_WHILE_PARSING, applies_while_parsing),
    VCONT(VCONT_LAST_MATCH, last_match),
    VCONT(VCONT_DEFAULT_ONLY_LAST, default_only_last),
    VCONT(VCONT_DEFAULT_THIS_PROCESS, default_this_process),
    VCONT(VCONT_PROCESS_IS_LEADER, process_is_leader),
    VCONT(VCONT_UNKNOWN_IS_ALL, unknown_is_all),
    VCONT(VCONT_UNMENTIONED_RUN, unmentioned_run),
    VCONT(VCONT_HOST_SIGNALS, list_host_signals),
    SIGNALS(VCONT_HOST_SIGNALS, host_signal),
    VCONT(LLDB_SIGNALS_MIXED, list_mixed_signals),
    SIGNALS(LLDB_SIGNALS_MIXED, mixed_signal),
    VCONT(VCONT_STOPS_TWICE, stops_twice),
    VCONT(VCONT_RUNNING_STOPS, running_stops),
    VCONT(NONSTOP_RESUMES_UNTOLD, resumes_untold),
    VCONT(VCONT_PENDING_LOST, pending_lost),
    VCONT(VCONT_STOP_SIGNAL, stop_signal),
    VCONT(NONSTOP_ONE_FOR_ALL, one_for_all),
    VCONT(VCONT_ENDED_REFUSED, ended_refused),
    VCONT(ROBUST_ONLY_STOPS_DEAF, only_stops_deaf),
    RESUMES(SIG_STOPS_FOR_EVER, stops_for_ever),
    RESUMES(VCONT_SYNCHRONOUS, unanswered),
    RESUMES(NONSTOP_REPLY_POSTPONED, unanswered),
    RESUMES(VCONT_OK_BEFORE_STOP, ok_before_stop),
    RESUMES(FORK_ORPHAN_STUCK, orphans_stuck),
    RESUMES(THR_STOP_DOES_NOT_SELECT, selects_nothing),
    {RSP_FAULT_NONSTOP_STOP_NOT_LISTED, stub_on_vcont_query, stop_not_listed},
    {RSP_FAULT_VCONT_QUERY_WITHOUT_NAME, stub_on_vcont_query, query_without_name},
    LETTERS(RUN_GENERAL_RESUMED, general_resumed),
    LETTERS(MP_GENERAL_RESUMED, general_process_resumed),
    LETTERS(RUN_ADDRESS_IGNORED, address_ignored),
    SIGNALS(RUN_DECIMAL_SIGNAL, decimal_signal),
};
STUB_FAULT_TABLE(stub_resume_faults, rows);
