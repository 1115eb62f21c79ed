/* Stops of a program with conditional breakpoints: which to show, how the others go on unseen.
 * A hit that goes on costs the host's way a read, a way over the breakpoint, and a resume. In all-stop all
 * threads go on; in non-stop the one that hit. See condition/conditional.h. */
/* SPDX-License-Identifier: MIT */
#include "condition/conditional.h"

#include "client/operation/client_state.h"
#include "codec/breakpoint.h"
#include "codec/signals.h"
#include "cost.h"
#include "look.h"
#include "pass.h"
#include "session_end.h"
#include "thread_registers.h"
#include "ways.h"

/* The step ended as steps do, and at no other breakpoint: the program can go on. */
static bool is_plain_step(const rsp_conditionals *set, const verdict *v, const rsp_conditional *b) {
    const rsp_stop_reply *stop = v->out->stop;
    rsp_site here = b->site;
    here.addr = v->out->pc;
    bool trap = look_is_of_thread(stop) && stop->signal == RSP_SIGNAL_TRAP &&
                (stop->reason == RSP_REASON_NONE || stop->reason == RSP_REASON_SWBREAK);
    return trap && v->out->has_pc && !v->out->breakpoint && !rsp_client_site_enabled(set->client, &here);
}

/* --- the loop
 * -------------------------------------------------------------------------------------------------
 */

static void charge(const rsp_conditionals *set, rsp_conditional *b, const rsp_link_stats *since) {
    rsp_link_stats now = cost_stats(set);
    b->counts.round_trips += now.num_replies - since->num_replies;
    b->counts.bytes_out += now.bytes_out - since->bytes_out;
    b->counts.bytes_in += now.bytes_in - since->bytes_in;
}

/* What the caller asked for, as opposed to what leads over a breakpoint: this wait may be left and taken up.
 */
static rsp_status travel(rsp_conditionals *set) {
    set->travels = true;
    rsp_status status = pass_go(set, &set->resume);
    set->travels = false;
    return status;
}

bool rsp_conditionals_travels(const rsp_conditionals *set) {
    const bool sent = rsp_client_is_non_stop(set->client) || rsp_client_is_running(set->client);
    return set->travels && sent; /* before that, sites are on their way, and nothing runs */
}

static rsp_status await_stop(rsp_conditionals *set) {
    cost_moment waited = cost_now(set);
    uint64_t left_ns = 0;
    if (!pass_time_left(set, &left_ns))
        return rsp_fail(&set->error, RSP_TIMEOUT, "no stop to be shown before the deadline");
    set->travels = true;
    rsp_status status = rsp_client_wait_stop(set->client, left_ns, NULL);
    set->travels = false;
    cost_add_run(set, &waited);
    return status == RSP_OK ? RSP_OK : set_fail(set, status, "waiting for a stop");
}

/* The next stop: in non-stop only this thread has to go on, and any other one can be first. */
static rsp_status await_next(rsp_conditionals *set, rsp_ptid thread) {
    if (!rsp_client_is_non_stop(set->client))
        return travel(set);
    rsp_status status = pass_release(set, thread, 0);
    return status == RSP_OK ? await_stop(set) : status;
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
        status = await_next(set, v->thread);
    v->stepped = false;
    return status == RSP_OK ? look(set, v) : status;
}

/* From a hit that the stub told too late to the next stop. */
static rsp_status pass_late(rsp_conditionals *set, verdict *v) {
    if (++set->false_hits > set->options.max_hits)
        return rsp_fail(&set->error, RSP_LIMIT, "%llu hits of breakpoints that are out",
                        (unsigned long long)set->options.max_hits);
    rsp_status status = await_next(set, v->thread);
    return status == RSP_OK ? look(set, v) : status;
}

/* Until a stop is worth showing. */
static rsp_status settle(rsp_conditionals *set, verdict *v) {
    rsp_status status = RSP_OK;
    rsp_link_stats since = v->arrived;
    while (status == RSP_OK && (v->go_on || v->late)) {
        rsp_conditional *b = v->out->breakpoint;
        if (v->late) {
            status = pass_late(set, v);
            continue;
        }
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
        *out = rsp_trampoline_find(&place, set_map(b), pc) && !place.between;
    return status == RSP_OK ? RSP_OK : set_fail(set, status, "reading the pc");
}

/* A step has led to the question whether a debugger is there: one is, and the answer takes hundreds of steps.
 */
static rsp_status answer_question(rsp_conditionals *set, rsp_ptid thread) {
    uint64_t pc = 0;
    uint64_t to = 0;
    rsp_status status = set_read_pc(set, thread, &pc);
    for (const rsp_conditional *b = set->first; b && status == RSP_OK; b = b->next) {
        if (b->way != RSP_WAY_INFERIOR || !rsp_trampoline_skip_question(&to, &b->planted.map, pc))
            continue;
        status = thread_register_write(set->client, thread, condition_machine_pc(&set->machine), to);
        break;
    }
    return status == RSP_OK ? RSP_OK : set_fail(set, status, "stepping through a trampoline");
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
        else
            status = answer_question(set, v->thread);
        if (status == RSP_OK)
            status = pass_step(set, v->thread);
        if (status == RSP_OK)
            status = look(set, v);
    }
    return status == RSP_OK ? rsp_fail(&set->error, RSP_LIMIT, "steps in a trampoline") : status;
}

/* The breakpoint at which a stopped thread stands. */
static rsp_status standing_at(rsp_conditionals *set, rsp_ptid thread, rsp_conditional **out) {
    uint64_t pc = 0;
    *out = NULL;
    if (!set->first)
        return RSP_OK;
    rsp_status status = set_read_pc(set, thread, &pc);
    if (status != RSP_OK)
        return ends_session(status) ? set_fail(set, status, "reading the pc") : RSP_OK;
    for (rsp_conditional *b = set->first; b && !*out; b = b->next)
        if ((pc == b->site.addr ||
             (b->way == RSP_WAY_INFERIOR && pc == rsp_trampoline_rest(&b->planted.map))) &&
            (b->site.pid == 0 || b->site.pid == thread.pid))
            *out = b;
    return RSP_OK;
}

/* The stop that ends a step, or is passed over by whoever steps. */
static rsp_status settle_step(rsp_conditionals *set, bool stepped, rsp_conditional_stop *out) {
    verdict v = {.out = out, .stepped = true};
    rsp_status status = step_out(set, &v);
    out->passed = stepped || v.go_on || v.late;
    if (status == RSP_OK && v.go_on) /* it ended at a breakpoint whose condition is false */
        out->breakpoint = NULL;
    return status;
}

static rsp_status run_step(rsp_conditionals *set, rsp_conditional *at, rsp_conditional_stop *out) {
    bool stepped = false;
    rsp_status status = RSP_OK;
    if (at && set->resume.signal == 0) /* a signal leads away from here first */
        status = pass(set, at, rsp_client_stop_thread(set->client), &stepped);
    if (status == RSP_OK && !stepped)
        status = travel(set);
    return status == RSP_OK ? settle_step(set, stepped, out) : status;
}

static rsp_status run_on(rsp_conditionals *set, rsp_conditional *at, rsp_conditional_stop *out) {
    verdict v = {.out = out};
    bool stepped = false;
    const rsp_stop_reply *stop = rsp_client_stop(set->client);
    rsp_ptid thread = rsp_client_stop_thread(set->client);
    rsp_status status = stop && look_is_of_thread(stop) ? ways_move_all(set) : RSP_OK;
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

/* Back: a stub that goes back meets no breakpoint where it begins, so none is passed. Code beside the program
 * would be in the way: the past has it, or has it not. */
static bool goes_back(const rsp_conditionals *set) {
    return set->resume.action == RSP_MOVE_BACK_STEP || set->resume.action == RSP_MOVE_BACK_CONTINUE;
}

static rsp_status settle_back(rsp_conditionals *set, rsp_conditional_stop *out) {
    verdict v = {.out = out};
    rsp_status status = look(set, &v);
    while (status == RSP_OK && v.go_on && set->resume.action == RSP_MOVE_BACK_CONTINUE) {
        if (++set->false_hits > set->options.max_hits)
            return rsp_fail(&set->error, RSP_LIMIT, "%llu hits of false conditions",
                            (unsigned long long)set->options.max_hits);
        status = travel(set);
        if (status == RSP_OK)
            status = look(set, &v);
    }
    if (v.go_on) /* it ended at a breakpoint whose condition is false */
        out->breakpoint = NULL;
    return status;
}

static rsp_status run_back(rsp_conditionals *set, rsp_conditional_stop *out) {
    for (const rsp_conditional *b = set->first; b; b = b->next)
        if (b->way == RSP_WAY_INFERIOR || b->copy.map.code != 0)
            return rsp_fail(&set->error, RSP_UNSUPPORTED,
                            "there is no way back through code in the inferior");
    rsp_status status = travel(set);
    return status == RSP_OK ? settle_back(set, out) : status;
}

/* --- non-stop
 * -------------------------------------------------------------------------------------------------
 */

/* A step over a breakpoint ended as it should, so the thread can go on. Anything else is an event like those
 * that are queued, and waits there for its turn. */
static rsp_status is_quiet(rsp_conditionals *set, rsp_ptid thread, bool *out) {
    const rsp_stop_reply *stop = rsp_client_stop(set->client);
    uint64_t pc = 0;
    *out = false;
    if (!stop || !look_is_of_thread(stop) || stop->signal != RSP_SIGNAL_TRAP)
        return RSP_OK;
    rsp_status status = set_read_pc(set, thread, &pc);
    if (status != RSP_OK)
        return set_fail(set, status, "reading the pc");
    const rsp_site here = {.pid = set->first ? set->first->site.pid : 0,
                           .type = RSP_BREAK_SOFTWARE,
                           .addr = pc,
                           .kind = condition_machine_break_kind(&set->machine)};
    *out = !rsp_client_site_enabled(set->client, &here);
    return RSP_OK;
}

/* One thread that stands, over its breakpoint and on. */
static rsp_status release(rsp_conditionals *set, rsp_ptid thread, uint8_t signal) {
    rsp_conditional *at = NULL;
    bool stepped = false;
    bool quiet = true;
    rsp_status status = standing_at(set, thread, &at);
    if (status == RSP_OK && at)
        status = pass(set, at, thread, &stepped);
    if (status == RSP_OK && stepped)
        status = is_quiet(set, thread, &quiet);
    if (status == RSP_OK && !quiet && !client_stops_again(set->client))
        status = rsp_fail(&set->error, RSP_NO_MEMORY, "no memory for a stop");
    return status == RSP_OK && quiet ? pass_release(set, thread, signal) : status;
}

/* All that the resume means: those that stand, and whose stop has been fetched. */
static rsp_status release_all(rsp_conditionals *set) {
    rsp_arena arena = {.mem = set->options.mem};
    size_t num = 0;
    rsp_ptid id;
    while (client_halted_at(set->client, num, &id))
        num++;
    rsp_ptid *threads = rsp_arena_alloc(&arena, (num + 1) * sizeof *threads);
    if (!threads)
        return rsp_fail(&set->error, RSP_NO_MEMORY, "no memory for threads");
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < num; i++)
        (void)client_halted_at(set->client, i, &threads[i]);
    rsp_ptid last = rsp_client_stop_thread(set->client);
    for (size_t i = 0; i < num && status == RSP_OK; i++) {
        uint8_t signal = rsp_ptid_equal(threads[i], last) ? set->resume.signal : 0;
        if (rsp_ptid_matches(set->resume.thread, threads[i]) && !client_stops_find(set->client, threads[i]))
            status = release(set, threads[i], signal);
    }
    rsp_arena_free(&arena);
    return status;
}

static rsp_status run_non_stop(rsp_conditionals *set, rsp_conditional_stop *out) {
    const rsp_stop_reply *stop = rsp_client_stop(set->client);
    rsp_status status = stop && look_is_of_thread(stop) ? ways_move_all(set) : RSP_OK;
    if (status == RSP_OK)
        status = release_all(set);
    set->resume.signal = 0;
    if (status == RSP_OK)
        status = await_stop(set);
    return status == RSP_OK ? handle(set, out) : status;
}

/* --- all of it
 * ------------------------------------------------------------------------------------------------
 */

static void set_time(rsp_conditionals *set, uint64_t timeout_ns) {
    set->timeout_ns = timeout_ns;
    set->until_ns = rsp_deadline(rsp_session_now(rsp_client_session(set->client)), timeout_ns);
}

rsp_status rsp_conditionals_run(rsp_conditionals *set, const rsp_move *resume, uint64_t timeout_ns,
                                rsp_conditional_stop *out_stop) {
    rsp_conditional *at = NULL;
    const rsp_stop_reply *stop = rsp_client_stop(set->client);
    *out_stop = (rsp_conditional_stop){0};
    set->resume = resume ? *resume : (rsp_move){0};
    set_time(set, timeout_ns);
    set->false_hits = 0;
    bool on = set->resume.action == RSP_MOVE_CONTINUE;
    if (goes_back(set))
        return run_back(set, out_stop);
    if (on && rsp_client_is_non_stop(set->client))
        return run_non_stop(set, out_stop);
    rsp_status status =
        stop && look_is_of_thread(stop) ? standing_at(set, rsp_client_stop_thread(set->client), &at) : RSP_OK;
    if (status != RSP_OK)
        return status;
    return on ? run_on(set, at, out_stop) : run_step(set, at, out_stop);
}

rsp_status rsp_conditionals_wait(rsp_conditionals *set, uint64_t timeout_ns, rsp_conditional_stop *out_stop) {
    *out_stop = (rsp_conditional_stop){0};
    set_time(set, timeout_ns);
    rsp_status status = await_stop(set);
    if (status != RSP_OK)
        return status;
    if (goes_back(set))
        return settle_back(set, out_stop);
    return set->resume.action == RSP_MOVE_CONTINUE ? handle(set, out_stop)
                                                   : settle_step(set, false, out_stop);
}
