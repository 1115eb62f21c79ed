/* The place of the thread decides: at a site, at a trap of a trampoline, or on its way through one.
 * A fault within a condition is the condition's; every other event is the program's.
 * See look.h. */
/* SPDX-License-Identifier: MIT */
#include "look.h"

#include "codec/signals.h"
#include "cost.h"
#include "inside.h"
#include "late_hit.h"
#include "session_end.h"
#include "thread_registers.h"
#include "value.h"

static rsp_status show(verdict *v, rsp_conditional *b, rsp_status outcome) {
    v->out->breakpoint = b;
    v->out->outcome = outcome;
    v->out->pc = b->site.addr;
    return RSP_OK;
}

/* The thread stands at its breakpoint. */
static rsp_status decide(rsp_conditionals *set, rsp_conditional *b, verdict *v) {
    rsp_status outcome = RSP_OK;
    uint64_t value = 1;
    b->counts.hits++;
    if (b->way == RSP_WAY_HOST || b->filtered || !set->options.trust) {
        rsp_status status = condition_value(set, b, v->thread, &outcome, &value);
        if (status != RSP_OK)
            return status;
    }
    v->go_on = outcome == RSP_OK && value == 0;
    b->counts.false_hits += v->go_on;
    bool at_site = v->out->pc == b->site.addr;
    bool asked = b->way == RSP_WAY_INFERIOR ? !at_site : b->way == RSP_WAY_STUB && !v->stepped;
    b->counts.lies += v->go_on && asked && !b->filtered;
    return show(v, b, outcome);
}

/* To where all registers are as at the site. */
static rsp_status put_to_rest(rsp_conditionals *set, const rsp_conditional *b, const verdict *v,
                              const rsp_trampoline_origin *place) {
    rsp_status status = inside_put_back(&set->memory, v->thread, place, rsp_trampoline_rest(&b->planted.map));
    return status == RSP_OK ? RSP_OK : set_fail(set, status, "moving a thread out of a trampoline");
}

/* The condition has no value: the thread is put where it would be had the condition been true. If it is only
 * a part of the condition, the whole may have one. */
static rsp_status no_value(rsp_conditionals *set, rsp_conditional *b, verdict *v,
                           const rsp_trampoline_origin *place, rsp_status outcome) {
    rsp_status status = put_to_rest(set, b, v, place);
    if (status == RSP_OK && b->filtered)
        return decide(set, b, v);
    b->counts.hits++;
    return status == RSP_OK ? show(v, b, outcome) : status;
}

static bool is_fault(const rsp_stop_reply *stop) {
    return stop->signal == RSP_SIGNAL_SEGV || stop->signal == RSP_SIGNAL_BUS;
}

static rsp_status look_inside(rsp_conditionals *set, rsp_conditional *b, verdict *v,
                              const rsp_trampoline_origin *place) {
    uint64_t pc = v->out->pc;
    bool trap = v->out->stop->signal == RSP_SIGNAL_TRAP;
    if (trap && rsp_trampoline_trapped(&b->planted.map, b->planted.map.stop, pc)) {
        rsp_status status = place->sp_offset ? put_to_rest(set, b, v, place) : RSP_OK;
        return status == RSP_OK ? decide(set, b, v) : status;
    }
    if (trap && rsp_trampoline_trapped(&b->planted.map, b->planted.map.error, pc))
        return no_value(set, b, v, place, RSP_RANGE);
    if (is_fault(v->out->stop) && place->deciding && place->sp_offset != 0)
        return no_value(set, b, v, place, RSP_FAULT);
    v->out->pc = place->pc;
    return RSP_OK;
}

bool look_is_of_thread(const rsp_stop_reply *stop) {
    return stop->kind == RSP_STOP_THREAD || stop->kind == RSP_STOP_SIGNAL;
}

/* The program, or this one of several, is gone, or another one is in its place: so is all code that we wrote.
 */
static bool ends_program(const rsp_stop_reply *stop) {
    return stop->kind == RSP_STOP_EXITED || stop->kind == RSP_STOP_TERMINATED ||
           (look_is_of_thread(stop) &&
            (stop->reason == RSP_REASON_EXEC || rsp_bytes_equal(stop->lldb_reason, RSP_LIT("exec"))));
}

/* The code in this process (0: the only one) is gone. The breakpoints stay, and are out. */
static void forget_code(rsp_conditionals *set, int64_t pid) {
    for (rsp_conditional *b = set->first; b; b = b->next)
        if (b->way == RSP_WAY_INFERIOR && (b->site.pid == pid || b->site.pid == 0))
            planted_forget(&b->planted, set->client);
    for (rsp_conditional *b = set->first; b; b = b->next)
        if (b->site.pid == pid || b->site.pid == 0) {
            b->copy.map = (rsp_trampoline){0};
            b->copy_refused = false;
        }
    code_memory_forget(&set->memory, pid);
}

/* A signal at the copy of an instruction is one at the site: the program's handler is to see it there. */
static rsp_status look_at_copy(rsp_conditionals *set, verdict *v, const rsp_trampoline_origin *place) {
    v->out->pc = place->pc;
    if (v->out->stop->signal == 0 || v->out->stop->signal == RSP_SIGNAL_TRAP)
        return RSP_OK;
    rsp_status status = inside_put_back(&set->memory, v->thread, place, place->pc);
    return status == RSP_OK ? RSP_OK : set_fail(set, status, "moving a thread out of a copy");
}

/* By what it announces. */
static bool stops_for_one(const rsp_client *client) {
    rsp_bytes features = rsp_client_features(client);
    return rsp_bytes_search(features, RSP_LIT("QThreadSuffixSupported+")) < features.len;
}

/* Threads that met the traps of their code together with the one whose stop this is. */
static rsp_status keep_other_hits(rsp_conditionals *set, rsp_ptid thread) {
    rsp_status status = RSP_OK;
    if (rsp_client_is_non_stop(set->client) || !stops_for_one(set->client))
        return RSP_OK;
    for (const rsp_conditional *b = set->first; b && status == RSP_OK; b = b->next)
        if (b->way == RSP_WAY_INFERIOR && b->planted.map.own_traps &&
            (b->site.pid == 0 || b->site.pid == thread.pid))
            status = inside_trap_again(&b->planted.map, b->site.pid, &set->memory);
    return ends_session(status) ? set_fail(set, status, "looking at the other threads") : RSP_OK;
}

static rsp_status look_at_stop(rsp_conditionals *set, verdict *v) {
    rsp_trampoline_origin place;
    const rsp_stop_reply *stop = rsp_client_stop(set->client);
    *v->out = (rsp_conditional_stop){.stop = stop};
    v->go_on = v->late = false;
    v->arrived = cost_stats(set);
    if (stop && ends_program(stop))
        forget_code(set, stop->has_process ? stop->process : rsp_client_stop_thread(set->client).pid);
    if (!stop || !look_is_of_thread(stop))
        return RSP_OK;
    v->thread = rsp_client_stop_thread(set->client);
    if (!set->first) /* then nobody may have asked what machine it is, and which register the pc */
        return late_hit_look(set, stop, &v->late);
    rsp_status status = set_read_pc(set, v->thread, &v->out->pc);
    v->out->has_pc = status == RSP_OK;
    if (ends_session(status))
        return set_fail(set, status, "reading the pc");
    rsp_status kept = keep_other_hits(set, v->thread);
    if (kept != RSP_OK)
        return kept;
    for (rsp_conditional *b = set->first; b && status == RSP_OK; b = b->next) {
        if (b->site.pid != 0 && b->site.pid != v->thread.pid)
            continue;
        if (b->way == RSP_WAY_INFERIOR && rsp_trampoline_find(&place, &b->planted.map, v->out->pc))
            return look_inside(set, b, v, &place);
        if (b->way != RSP_WAY_INFERIOR && rsp_trampoline_find(&place, &b->copy.map, v->out->pc))
            return look_at_copy(set, v, &place);
        /* In the inferior's way, too: the stub may have kept a hit of the breakpoint that stood there before.
         */
        if (b->site.addr == v->out->pc && stop->signal == RSP_SIGNAL_TRAP)
            return decide(set, b, v);
    }
    return late_hit_look(set, stop, &v->late);
}

rsp_status look(rsp_conditionals *set, verdict *v) {
    cost_moment stopped = cost_now(set);
    rsp_status status = look_at_stop(set, v);
    cost_add_requests(set, &stopped);
    return status;
}
