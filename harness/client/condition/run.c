/* Stops of a program with conditional breakpoints: which are hits, which to show, how the others go on
 * unseen. A hit that goes on costs the host's way a read, a way over the breakpoint, and a resume. All-stop
 * only. See client/conditional.h. */
/* SPDX-License-Identifier: MIT */
#include "client/conditional.h"

#include "codec/signals.h"
#include "cost.h"
#include "session_end.h"
#include "thread_registers.h"
#include "value.h"
#include "ways.h"

/* What came of a stop. */
typedef struct verdict {
    rsp_conditional_stop *out;
    rsp_ptid thread;
    bool go_on;             /* a false condition: out->breakpoint is to be passed */
    bool stepped;           /* a step of ours led here: no stub looks at a condition then */
    rsp_link_stats arrived; /* when it came */
} verdict;

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
    if (b->way == RSP_WAY_HOST || !set->options.trust) {
        rsp_status status = condition_value(set, b, v->thread, &outcome, &value);
        if (status != RSP_OK)
            return status;
    }
    v->go_on = outcome == RSP_OK && value == 0;
    b->counts.false_hits += v->go_on;
    bool asked = b->way == RSP_WAY_INFERIOR || (b->way == RSP_WAY_STUB && !v->stepped);
    b->counts.lies += v->go_on && asked;
    return show(v, b, outcome);
}

/* To where all registers are as at the site. */
static rsp_status put_to_rest(rsp_conditionals *set, const rsp_conditional *b, const verdict *v,
                              const rsp_trampoline_origin *place) {
    rsp_status status =
        planted_put_back(&set->memory, v->thread, place, rsp_trampoline_rest(&b->planted.map));
    return status == RSP_OK ? RSP_OK : set_fail(set, status, "moving a thread out of a trampoline");
}

/* The condition has no value: the thread is put where it would be had the condition been true. */
static rsp_status no_value(rsp_conditionals *set, rsp_conditional *b, verdict *v,
                           const rsp_trampoline_origin *place, rsp_status outcome) {
    b->counts.hits++;
    rsp_status status = put_to_rest(set, b, v, place);
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

static bool of_thread(const rsp_stop_reply *stop) {
    return stop->kind == RSP_STOP_THREAD || stop->kind == RSP_STOP_SIGNAL;
}

/* The program, or this one of several, is gone, or another one is in its place: so is all code that we wrote.
 */
static bool ends_program(const rsp_stop_reply *stop) {
    return stop->kind == RSP_STOP_EXITED || stop->kind == RSP_STOP_TERMINATED ||
           (of_thread(stop) && stop->reason == RSP_REASON_EXEC);
}

/* The code in this process (0: the only one) is gone. The breakpoints stay, and are out. */
static void forget_code(rsp_conditionals *set, int64_t pid) {
    for (rsp_conditional *b = set->first; b; b = b->next)
        if (b->way == RSP_WAY_INFERIOR && (b->site.pid == pid || b->site.pid == 0))
            planted_forget(&b->planted, set->client);
    code_memory_forget(&set->memory, pid);
}

static rsp_status look_at_stop(rsp_conditionals *set, verdict *v) {
    rsp_trampoline_origin place;
    const rsp_stop_reply *stop = rsp_client_stop(set->client);
    *v->out = (rsp_conditional_stop){.stop = stop};
    v->go_on = false;
    v->arrived = cost_stats(set);
    if (stop && ends_program(stop))
        forget_code(set, stop->has_process ? stop->process : rsp_client_stop_thread(set->client).pid);
    if (!stop || !of_thread(stop))
        return RSP_OK;
    v->thread = rsp_client_stop_thread(set->client);
    if (!set->first) /* then nobody has asked what machine it is, and which register the pc */
        return RSP_OK;
    rsp_status status = set_read_pc(set, v->thread, &v->out->pc);
    v->out->has_pc = status == RSP_OK;
    if (ends_session(status))
        return set_fail(set, status, "reading the pc");
    for (rsp_conditional *b = set->first; b && status == RSP_OK; b = b->next) {
        if (b->site.pid != 0 && b->site.pid != v->thread.pid)
            continue;
        if (b->way == RSP_WAY_INFERIOR && rsp_trampoline_find(&place, &b->planted.map, v->out->pc))
            return look_inside(set, b, v, &place);
        if (b->way != RSP_WAY_INFERIOR && b->site.addr == v->out->pc && stop->signal == RSP_SIGNAL_TRAP)
            return decide(set, b, v);
    }
    return RSP_OK;
}

static rsp_status look(rsp_conditionals *set, verdict *v) {
    cost_moment stopped = cost_now(set);
    rsp_status status = look_at_stop(set, v);
    cost_add_requests(set, &stopped);
    return status;
}

/* --- sending ----------------------------------------------------------------------------------------------
 */

/* Conditions that the stub announced and then refused are decided here from now on. */
static bool take_over(rsp_conditionals *set) {
    bool any = false;
    for (rsp_conditional *b = set->first; b; b = b->next) {
        rsp_site_info info;
        bool failed = b->way == RSP_WAY_STUB && rsp_client_site_info(set->client, &b->site, &info) &&
                      info.status != RSP_OK;
        if (!failed || rsp_client_enable_site(set->client, &b->site, NULL, 0) != RSP_OK)
            continue;
        b->way = RSP_WAY_HOST;
        b->reason[RSP_WAY_STUB] = "the stub refuses the condition";
        any = true;
    }
    return any;
}

static rsp_status go(rsp_conditionals *set, const rsp_move *how) {
    cost_moment resumed = cost_now(set);
    rsp_status status = rsp_client_run(set->client, how, set->timeout_ns, NULL);
    if (status == RSP_REFUSED && take_over(set))
        status = rsp_client_run(set->client, how, set->timeout_ns, NULL);
    cost_add_run(set, &resumed);
    return status == RSP_OK ? RSP_OK : set_fail(set, status, "running");
}

/* What the caller asked for, as opposed to what leads over a breakpoint: this wait may be left and taken up.
 */
static rsp_status travel(rsp_conditionals *set) {
    set->travels = true;
    rsp_status status = go(set, &set->resume);
    set->travels = false;
    return status;
}

bool rsp_conditionals_travels(const rsp_conditionals *set) {
    return set->travels;
}

static rsp_status step(rsp_conditionals *set, rsp_ptid thread) {
    rsp_move how = {.action = RSP_MOVE_STEP, .thread = thread};
    return go(set, &how);
}

static rsp_status step_without(rsp_conditionals *set, const rsp_conditional *b, rsp_ptid thread) {
    rsp_status status = rsp_client_step_over(set->client, thread, b->site.addr, set->timeout_ns, NULL);
    return status == RSP_OK ? RSP_OK : set_fail(set, status, "stepping over a breakpoint");
}

/* A stub that steps over its own breakpoint moves the thread; one that does not reports the breakpoint again,
 * and nothing has happened. */
static rsp_status step_in_place(rsp_conditionals *set, const rsp_conditional *b, rsp_ptid thread) {
    uint64_t pc = b->site.addr;
    rsp_status status = step(set, thread);
    const rsp_stop_reply *stop = rsp_client_stop(set->client);
    if (status != RSP_OK || !stop || !of_thread(stop) || stop->signal != RSP_SIGNAL_TRAP)
        return status;
    status = set_read_pc(set, rsp_client_stop_thread(set->client), &pc);
    if (status != RSP_OK)
        return set_fail(set, status, "reading the pc");
    if (pc != b->site.addr)
        return RSP_OK;
    set->step_over = RSP_STEP_OVER_CLIENT;
    return step_without(set, b, thread);
}

/* The moved instruction is the next one. */
static rsp_status leave_trampoline(rsp_conditionals *set, const rsp_conditional *b, rsp_ptid thread) {
    rsp_status status =
        thread_register_write(set->client, thread, condition_machine_pc(&set->machine), b->planted.map.moved);
    return status == RSP_OK ? RSP_OK : set_fail(set, status, "writing a register");
}

/* Executes what is under the breakpoint. *out_stepped: there is a new stop. */
static rsp_status pass(rsp_conditionals *set, const rsp_conditional *b, rsp_ptid thread, bool *out_stepped) {
    *out_stepped = false;
    if (b->way == RSP_WAY_INFERIOR)
        return leave_trampoline(set, b, thread);
    if (set->step_over == RSP_STEP_OVER_STUB)
        return RSP_OK;
    *out_stepped = true;
    return set->step_over == RSP_STEP_OVER_CLIENT ? step_without(set, b, thread)
                                                  : step_in_place(set, b, thread);
}

/* The step ended as steps do, and at no other breakpoint: the program can go on. */
static bool is_plain_step(const rsp_conditionals *set, const verdict *v, const rsp_conditional *b) {
    const rsp_stop_reply *stop = v->out->stop;
    rsp_site here = b->site;
    here.addr = v->out->pc;
    bool trap = of_thread(stop) && stop->signal == RSP_SIGNAL_TRAP &&
                (stop->reason == RSP_REASON_NONE || stop->reason == RSP_REASON_SWBREAK);
    return trap && v->out->has_pc && !v->out->breakpoint && !rsp_client_site_enabled(set->client, &here);
}

/* --- the loop ---------------------------------------------------------------------------------------------
 */

static void charge(const rsp_conditionals *set, rsp_conditional *b, const rsp_link_stats *since) {
    rsp_link_stats now = cost_stats(set);
    b->counts.round_trips += now.num_replies - since->num_replies;
    b->counts.bytes_out += now.bytes_out - since->bytes_out;
    b->counts.bytes_in += now.bytes_in - since->bytes_in;
}

/* From a false hit to the next stop. */
static rsp_status go_on(rsp_conditionals *set, verdict *v) {
    rsp_conditional *b = v->out->breakpoint;
    bool stepped = false;
    if (++set->false_hits > set->options.max_hits)
        return rsp_fail(&set->error, RSP_LIMIT, "%llu hits of false conditions",
                        (unsigned long long)set->options.max_hits);
    rsp_status status = cost_pays(set, b) ? ways_move(set, b) : RSP_OK;
    if (status == RSP_OK)
        status = pass(set, b, v->thread, &stepped);
    v->stepped = stepped;
    if (status == RSP_OK && stepped) {
        status = look(set, v);
        if (status != RSP_OK || !is_plain_step(set, v, b))
            return status;
    }
    if (status == RSP_OK)
        status = travel(set);
    v->stepped = false;
    return status == RSP_OK ? look(set, v) : status;
}

/* Until a stop is worth showing. */
static rsp_status settle(rsp_conditionals *set, verdict *v) {
    rsp_status status = RSP_OK;
    rsp_link_stats since = v->arrived;
    while (status == RSP_OK && v->go_on) {
        rsp_conditional *b = v->out->breakpoint;
        status = go_on(set, v);
        charge(set, b, &since);
        since = cost_stats(set);
    }
    return status;
}

static rsp_status handle(rsp_conditionals *set, rsp_conditional_stop *out) {
    verdict v = {.out = out};
    rsp_status status = look(set, &v);
    return status == RSP_OK ? settle(set, &v) : status;
}

/* Whether the thread is in a trampoline, and there is nothing to show. */
static rsp_status is_under_way(rsp_conditionals *set, const verdict *v, bool *out) {
    rsp_trampoline_origin place;
    uint64_t pc = 0;
    *out = false;
    if (!v->out->has_pc || v->out->stop->signal != RSP_SIGNAL_TRAP || (v->out->breakpoint && !v->go_on))
        return RSP_OK;
    rsp_status status = set_read_pc(set, v->thread, &pc);
    for (const rsp_conditional *b = set->first; b && !*out; b = b->next)
        *out =
            b->way == RSP_WAY_INFERIOR && rsp_trampoline_find(&place, &b->planted.map, pc) && !place.between;
    return status == RSP_OK ? RSP_OK : set_fail(set, status, "reading the pc");
}

/* Steps the thread out of the trampoline that a step has led it into; a hit ends that, too. */
static rsp_status step_out(rsp_conditionals *set, verdict *v) {
    bool inside = true;
    rsp_status status = look(set, v);
    for (uint64_t i = 0; status == RSP_OK && i < set->options.max_hits; i++) {
        bool stepped = false;
        status = is_under_way(set, v, &inside);
        if (status != RSP_OK || !inside)
            return status;
        if (v->go_on)
            status = pass(set, v->out->breakpoint, v->thread, &stepped);
        if (status == RSP_OK)
            status = step(set, v->thread);
        if (status == RSP_OK)
            status = look(set, v);
    }
    return status == RSP_OK ? rsp_fail(&set->error, RSP_LIMIT, "steps in a trampoline") : status;
}

/* The breakpoint at which the thread of the last stop stands. */
static rsp_status standing_at(rsp_conditionals *set, rsp_conditional **out) {
    const rsp_stop_reply *stop = rsp_client_stop(set->client);
    uint64_t pc = 0;
    *out = NULL;
    if (!set->first || !stop || !of_thread(stop))
        return RSP_OK;
    rsp_status status = set_read_pc(set, rsp_client_stop_thread(set->client), &pc);
    if (status != RSP_OK)
        return ends_session(status) ? set_fail(set, status, "reading the pc") : RSP_OK;
    for (rsp_conditional *b = set->first; b && !*out; b = b->next)
        if (pc == (b->way == RSP_WAY_INFERIOR ? rsp_trampoline_rest(&b->planted.map) : b->site.addr) &&
            (b->site.pid == 0 || b->site.pid == rsp_client_stop_thread(set->client).pid))
            *out = b;
    return RSP_OK;
}

static rsp_status run_step(rsp_conditionals *set, const rsp_conditional *at, rsp_conditional_stop *out) {
    verdict v = {.out = out, .stepped = true};
    bool stepped = false;
    rsp_status status = RSP_OK;
    if (at && set->resume.signal == 0) /* a signal leads away from here first */
        status = pass(set, at, rsp_client_stop_thread(set->client), &stepped);
    if (status == RSP_OK && !stepped)
        status = travel(set);
    if (status == RSP_OK)
        status = step_out(set, &v);
    if (status == RSP_OK && v.go_on) /* it ended at a breakpoint whose condition is false */
        out->breakpoint = NULL;
    return status;
}

static rsp_status run_on(rsp_conditionals *set, const rsp_conditional *at, rsp_conditional_stop *out) {
    verdict v = {.out = out};
    bool stepped = false;
    const rsp_stop_reply *stop = rsp_client_stop(set->client);
    rsp_ptid thread = rsp_client_stop_thread(set->client);
    rsp_status status = stop && of_thread(stop) ? ways_move_all(set) : RSP_OK;
    if (status == RSP_OK && at)
        status = pass(set, at, thread, &stepped);
    v.stepped = stepped;
    if (status == RSP_OK && stepped) {
        status = look(set, &v);
        if (status != RSP_OK || !is_plain_step(set, &v, at))
            return status == RSP_OK ? settle(set, &v) : status;
    }
    if (status == RSP_OK)
        status = travel(set);
    set->resume.signal = 0;
    return status == RSP_OK ? handle(set, out) : status;
}

rsp_status rsp_conditionals_run(rsp_conditionals *set, const rsp_move *resume, uint64_t timeout_ns,
                                rsp_conditional_stop *out_stop) {
    rsp_conditional *at = NULL;
    *out_stop = (rsp_conditional_stop){0};
    if (rsp_client_is_non_stop(set->client))
        return rsp_fail(&set->error, RSP_USAGE, "conditional breakpoints are for all-stop");
    set->resume = resume ? *resume : (rsp_move){0};
    set->timeout_ns = timeout_ns;
    set->false_hits = 0;
    rsp_status status = standing_at(set, &at);
    if (status != RSP_OK)
        return status;
    return set->resume.action == RSP_MOVE_CONTINUE ? run_on(set, at, out_stop) : run_step(set, at, out_stop);
}

rsp_status rsp_conditionals_wait(rsp_conditionals *set, uint64_t timeout_ns, rsp_conditional_stop *out_stop) {
    *out_stop = (rsp_conditional_stop){0};
    cost_moment waited = cost_now(set);
    set->travels = true;
    rsp_status status = rsp_client_wait_stop(set->client, timeout_ns, NULL);
    set->travels = false;
    cost_add_run(set, &waited);
    if (status != RSP_OK)
        return set_fail(set, status, "waiting for a stop");
    return handle(set, out_stop);
}
