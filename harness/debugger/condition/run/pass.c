/* A copy of the instruction, once there is one, costs a write of the pc. Without it the breakpoint is taken
 * out for a step, unless the stub steps over its own: then a step shows that, once.
 * See pass.h. */
/* SPDX-License-Identifier: MIT */
#include "pass.h"

#include "backend.h"
#include "client/operation/client_state.h"
#include "codec/signals.h"
#include "cost.h"
#include "look.h"
#include "session_end.h"
#include "thread_registers.h"
#include "ways.h"

enum { COPY_PAYS_HITS = 12 }; /* by then taking the breakpoint out has cost what a copy does */

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

bool pass_time_left(const rsp_conditionals *set, uint64_t *out_ns) {
    *out_ns = set->timeout_ns;
    if (set->timeout_ns == 0 || set->timeout_ns == RSP_NEVER_NS)
        return true;
    const uint64_t now = rsp_session_now(rsp_client_session(set->client));
    *out_ns = now < set->until_ns ? set->until_ns - now : 0;
    return *out_ns > 0;
}

/* Whatever has stopped it by then is the next wait's: else hits that come at once would have no end. */
static rsp_status resume(rsp_conditionals *set, const rsp_move *how) {
    uint64_t left_ns = 0;
    if (pass_time_left(set, &left_ns))
        return rsp_client_run(set->client, how, left_ns, NULL);
    const rsp_status status = rsp_client_resume(set->client, how);
    return status == RSP_OK ? RSP_TIMEOUT : status;
}

static rsp_status go(rsp_conditionals *set, const rsp_move *how,
                     rsp_status (*move)(rsp_conditionals *set, const rsp_move *how)) {
    cost_moment resumed = cost_now(set);
    rsp_status status = move(set, how);
    if (status == RSP_REFUSED && take_over(set))
        status = move(set, how);
    cost_add_run(set, &resumed);
    rsp_buf_clear(&set->client->run.lead); /* never for another resume */
    return status == RSP_OK ? RSP_OK : set_fail(set, status, "running");
}

rsp_status pass_go(rsp_conditionals *set, const rsp_move *how) {
    return go(set, how, resume);
}

rsp_status pass_release(rsp_conditionals *set, rsp_ptid thread, uint8_t signal) {
    rsp_status status = rsp_client_flush_sites(set->client, NULL);
    if (status == RSP_REFUSED && take_over(set))
        status = rsp_client_flush_sites(set->client, NULL);
    if (status == RSP_OK)
        client_stops_drop_idle(set->client);
    if (status == RSP_OK)
        status = client_act(set->client, signal ? 'C' : 'c', signal, &thread, 1, 0);
    return status == RSP_OK ? RSP_OK : set_fail(set, status, "running");
}

/* One that is begun is waited for, as the client does. */
static rsp_status step(rsp_conditionals *set, const rsp_move *how) {
    return rsp_client_run(set->client, how, set->timeout_ns, NULL);
}

rsp_status pass_step(rsp_conditionals *set, rsp_ptid thread) {
    rsp_move how = {.action = RSP_MOVE_STEP, .thread = thread};
    return go(set, &how, step);
}

static rsp_status step_without(rsp_conditionals *set, const rsp_conditional *b, rsp_ptid thread) {
    rsp_status status = rsp_client_step_over(set->client, thread, b->site.addr, set->timeout_ns, NULL);
    return status == RSP_OK ? RSP_OK : set_fail(set, status, "stepping over a breakpoint");
}

/* A stub that steps over its own breakpoint moves the thread; one that does not reports the breakpoint again,
 * and nothing has happened. */
static rsp_status step_in_place(rsp_conditionals *set, const rsp_conditional *b, rsp_ptid thread) {
    uint64_t pc = b->site.addr;
    rsp_status status = pass_step(set, thread);
    const rsp_stop_reply *stop = rsp_client_stop(set->client);
    if (status != RSP_OK || !stop || !look_is_of_thread(stop) || stop->signal != RSP_SIGNAL_TRAP)
        return status;
    status = set_read_pc(set, rsp_client_stop_thread(set->client), &pc);
    if (status != RSP_OK)
        return set_fail(set, status, "reading the pc");
    if (pc != b->site.addr)
        return RSP_OK;
    set->step_over = RSP_STEP_OVER_CLIENT;
    return step_without(set, b, thread);
}

/* The copy of the instruction is the next one. */
static rsp_status lead_to(rsp_conditionals *set, rsp_ptid thread, uint64_t pc) {
    rsp_status status = thread_register_lead(set->client, thread, condition_machine_pc(&set->machine), pc);
    return status == RSP_OK ? RSP_OK : set_fail(set, status, "writing a register");
}

/* Whether the instruction has a copy to be executed instead. It gets one once that pays; in non-stop the
 * other threads would have to be stopped at each hit without it. */
static rsp_status has_copy(rsp_conditionals *set, rsp_conditional *b, bool *out) {
    bool due = rsp_client_is_non_stop(set->client) || b->counts.false_hits > COPY_PAYS_HITS;
    bool wanted = set->options.step_over == RSP_STEP_OVER_ASK && !b->by_cost && !b->copy_refused && due;
    *out = b->copy.map.code != 0;
    if (*out || !wanted || !trampoline_backend_of(set->machine.kind))
        return RSP_OK;
    const char *why = NULL;
    const planted_surroundings around = ways_surroundings(set, b);
    rsp_status status = pause_begin(&set->pause, set->client, b->site.pid, set->options.mem);
    if (status == RSP_OK) {
        b->copy.at = b->planted.at;
        status = planted_copy(&b->copy, &set->memory, &around, &why);
        rsp_status ended = pause_end(&set->pause, set->client);
        status = ends_session(ended) ? ended : status;
    }
    b->copy_refused = status != RSP_OK;
    *out = status == RSP_OK;
    return ends_session(status) ? set_fail(set, status, "copying an instruction") : RSP_OK;
}

/* In non-stop nobody else may pass while the breakpoint is out. */
static rsp_status step_alone(rsp_conditionals *set, const rsp_conditional *b, rsp_ptid thread) {
    rsp_status status = pause_begin(&set->pause, set->client, b->site.pid, set->options.mem);
    if (status != RSP_OK)
        return set_fail(set, status, "stopping the other threads");
    status = step_without(set, b, thread);
    rsp_status flushed = status == RSP_OK ? rsp_client_flush_sites(set->client, NULL) : RSP_OK;
    rsp_status ended = pause_end(&set->pause, set->client);
    if (status == RSP_OK && flushed != RSP_OK)
        return set_fail(set, flushed, "inserting a breakpoint again");
    return status == RSP_OK && ended != RSP_OK ? set_fail(set, ended, "resuming the other threads") : status;
}

rsp_status pass(rsp_conditionals *set, rsp_conditional *b, rsp_ptid thread, bool *out_stepped) {
    bool copied = false;
    *out_stepped = false;
    if (b->way == RSP_WAY_INFERIOR)
        return lead_to(set, thread, b->planted.map.moved);
    if (set->step_over == RSP_STEP_OVER_STUB)
        return RSP_OK;
    rsp_status status = has_copy(set, b, &copied);
    if (status == RSP_OK && copied)
        return lead_to(set, thread, b->copy.map.moved);
    if (status != RSP_OK)
        return status;
    *out_stepped = true;
    if (rsp_client_is_non_stop(set->client))
        return step_alone(set, b, thread);
    return set->step_over == RSP_STEP_OVER_CLIENT ? step_without(set, b, thread)
                                                  : step_in_place(set, b, thread);
}
