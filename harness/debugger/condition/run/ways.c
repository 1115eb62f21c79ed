/* Host and stub cost nothing to set: the stub gets the breakpoint with the next resume.
 * The inferior's way has a price, and waits until it pays unless enough hits are expected.
 * See ways.h. */
/* SPDX-License-Identifier: MIT */
#include "ways.h"

#include "backend.h"
#include "client/operation/client_state.h"
#include "codec/breakpoint.h"
#include "cost.h"
#include "filter.h"
#include "program.h"
#include "session_end.h"
#include "thread_registers.h"

static rsp_status try_host(rsp_conditionals *set, rsp_conditional *b, const char **out_reason) {
    rsp_status status = rsp_client_enable_site(set->client, &b->site, NULL, 0);
    *out_reason = "the breakpoint is refused";
    return status;
}

/* The thread pointer of a stopped thread of the breakpoint's process. Before the program has set it up, it is
 * 0 and says nothing. */
static bool find_pointer(void *ctx, uint64_t id, uint64_t *out_number, uint64_t *out_value) {
    rsp_conditionals *set = ctx;
    rsp_ptid thread = {.pid = rsp_client_stop_thread(set->client).pid, .tid = (int64_t)id};
    uint64_t number = condition_machine_thread_register(&set->machine, set->client);
    uint64_t value = 0;
    if (number == 0 || thread.tid <= 0 ||
        thread_register_read(set->client, thread, number, false, &value) != RSP_OK || value == 0)
        return false;
    *out_number = number;
    *out_value = value;
    return true;
}

/* What others can decide. */
static const rsp_condition *filter_of(rsp_conditionals *set, rsp_conditional *b, bool *out_part,
                                      const char **out_reason) {
    const filter_threads threads = {.ctx = set, .find_pointer = find_pointer};
    const rsp_condition *filter = condition_filter(&b->arena, b->condition, &threads, out_part);
    *out_reason = "only the host can tell the thread's id or name";
    return filter;
}

/* Whether, and by which registers, the stub's reads are to be checked. */
static bool needs_guard(rsp_conditionals *set, const rsp_condition *condition, rsp_condition_guard *out) {
    uint64_t stack = 0;
    return rsp_machine_register(set->machine.kind, RSP_LIT("sp"), &stack) == RSP_OK &&
           rsp_condition_guards(condition, stack) && condition_machine_guard(&set->machine, set->client, out);
}

static rsp_status try_stub(rsp_conditionals *set, rsp_conditional *b, const char **out_reason) {
    rsp_buf code = {.mem = set->options.mem};
    *out_reason = "the stub does not announce ConditionalBreakpoints";
    if (rsp_client_supports(set->client, RSP_USE_CONDITIONS) != RSP_SUPPORT_YES)
        return RSP_REFUSED;
    bool part = false;
    const rsp_condition *filter = filter_of(set, b, &part, out_reason);
    if (!filter)
        return RSP_REFUSED;
    *out_reason = "it reads a register of more than 8 bytes";
    if (condition_machine_is_wide(&set->machine, set->client, filter))
        return RSP_REFUSED;
    rsp_condition_guard guard;
    bool guarded = needs_guard(set, filter, &guard);
    rsp_status status = rsp_condition_to_agent(&code, filter, guarded ? &guard : NULL);
    rsp_bytes bytecode = rsp_buf_bytes(&code);
    if (status == RSP_OK)
        status = rsp_client_enable_site(set->client, &b->site, &bytecode, 1);
    b->filtered = part;
    *out_reason = "the condition is refused";
    rsp_buf_free(&code);
    return status;
}

/* Ours and the user's. */
static bool is_breakpoint(void *ctx, uint64_t address) {
    const rsp_conditionals *set = ctx;
    rsp_site site = {.pid = rsp_client_is_multiprocess(set->client) ? rsp_client_stop_thread(set->client).pid
                                                                    : 0,
                     .type = RSP_BREAK_SOFTWARE,
                     .addr = address,
                     .kind = condition_machine_break_kind(&set->machine)};
    for (const rsp_conditional *b = set->first; b; b = b->next)
        if (b->site.addr == address)
            return true;
    return rsp_client_site_enabled(set->client, &site) ||
           rsp_client_site_physically_enabled(set->client, &site);
}

planted_surroundings ways_surroundings(rsp_conditionals *set, const rsp_conditional *b) {
    return (planted_surroundings){.function = b->function,
                                  .function_bytes = b->function_bytes,
                                  .apart = b->apart,
                                  .apart_bytes = b->apart_bytes,
                                  .is_breakpoint = is_breakpoint,
                                  .ctx = set};
}

static rsp_status try_inferior(rsp_conditionals *set, rsp_conditional *b, const char **out_reason) {
    const planted_surroundings around = ways_surroundings(set, b);
    *out_reason = rsp_trampoline_reason_text(RSP_TRAMPOLINE_MACHINE);
    if (!trampoline_backend_of(set->machine.kind))
        return RSP_REFUSED;
    *out_reason = "the threads that run cannot be stopped for a moment (vCont;t)";
    rsp_status status = pause_begin(&set->pause, set->client, b->site.pid, set->options.mem);
    if (status != RSP_OK && status != RSP_UNSUPPORTED)
        *out_reason = "a thread that runs did not stop in time, or its process has ended";
    if (status != RSP_OK)
        return ends_session(status) ? status : RSP_REFUSED;
    bool part = false;
    const rsp_condition *filter = filter_of(set, b, &part, out_reason);
    status = filter ? planted_plant(&b->planted, &set->memory, filter, &around, out_reason) : RSP_REFUSED;
    b->filtered = part;
    rsp_status ended = pause_end(&set->pause, set->client);
    return ends_session(ended) ? ended : status;
}

static bool is_hit(rsp_conditionals *set, const rsp_conditional *b, rsp_ptid thread) {
    uint64_t pc = 0;
    const rsp_trampoline *map = &b->planted.map;
    if (set_read_pc(set, thread, &pc) != RSP_OK)
        return false;
    if (b->way != RSP_WAY_INFERIOR)
        return pc == b->site.addr;
    return rsp_trampoline_trapped(map, map->stop, pc) || rsp_trampoline_trapped(map, map->error, pc);
}

void ways_forgive_hits(rsp_conditionals *set, const rsp_conditional *b) {
    rsp_ptid id;
    for (size_t i = 0; set->pause.depth > 0 && client_halted_at(set->client, i, &id); i++)
        if ((b->site.pid == 0 || b->site.pid == id.pid) && client_stops_find(set->client, id) &&
            is_hit(set, b, id))
            pause_forgive(&set->pause, set->client, id, set->options.mem);
}

typedef rsp_status try_way(rsp_conditionals *set, rsp_conditional *b, const char **out_reason);

static try_way *const ways[RSP_WAY_COUNT] = {
    [RSP_WAY_INFERIOR] = try_inferior,
    [RSP_WAY_STUB] = try_stub,
    [RSP_WAY_HOST] = try_host,
};

/* One way, for a breakpoint that is in none: RSP_OK, or *out_reason why not. */
static rsp_status try_one(rsp_conditionals *set, rsp_conditional *b, rsp_way way, const char **out_reason) {
    return ways[way](set, b, out_reason);
}

/* "1": every hit is a stop, and code in the inferior would spare nothing. */
static bool always_holds(const rsp_condition *condition) {
    return condition->num_nodes == 1 && condition->nodes[0].kind == NODE_CONST &&
           condition->nodes[0].value != 0;
}

/* The best way, where it has a price, waits until it pays. */
static size_t first_way(const rsp_conditionals *set, rsp_conditional *b,
                        const rsp_conditional_request *request) {
    bool priced =
        request->way == RSP_WAY_INFERIOR && !request->only && trampoline_backend_of(set->machine.kind);
    if (priced && always_holds(b->condition)) {
        b->reason[RSP_WAY_INFERIOR] = "it holds at every hit";
        return RSP_WAY_STUB;
    }
    if (!priced || cost_pays_at_once(set, request->expected_hits))
        return request->way;
    b->by_cost = true;
    b->reason[RSP_WAY_INFERIOR] = "planting code would cost more than the hits so far";
    return RSP_WAY_STUB;
}

/* Back to where it was: a site that the stub has taken once. */
static rsp_status move_back(rsp_conditionals *set, rsp_conditional *b) {
    const char *reason = NULL;
    rsp_status status = try_one(set, b, b->way, &reason);
    if (status == RSP_OK || b->way == RSP_WAY_HOST || ends_session(status))
        return status;
    b->reason[b->way] = reason;
    b->way = RSP_WAY_HOST;
    return try_one(set, b, b->way, &reason);
}

/* A breakpoint in the bytes of an older one's jump: that one goes back to where it was before. */
static rsp_status give_way(rsp_conditionals *set, uint64_t address) {
    rsp_status status = RSP_OK;
    for (rsp_conditional *b = set->first; b && !ends_session(status); b = b->next) {
        if (b->way != RSP_WAY_INFERIOR || !b->planted.jumps ||
            address - b->site.addr - 1 >= (uint64_t)b->planted.map.num_displaced - 1)
            continue;
        status = pause_begin(&set->pause, set->client, b->site.pid, set->options.mem);
        if (status != RSP_OK)
            break;
        ways_forgive_hits(set, b);
        status = planted_uproot(&b->planted, &set->memory);
        b->way = RSP_WAY_STUB;
        b->by_cost = false;
        if (!ends_session(status))
            status = move_back(set, b);
        rsp_status ended = pause_end(&set->pause, set->client);
        status = status == RSP_OK ? ended : status;
        b->reason[RSP_WAY_INFERIOR] = "another breakpoint stands in the bytes that its jump replaced";
    }
    return status == RSP_OK ? RSP_OK : set_fail(set, status, "taking a trampoline out");
}

rsp_status ways_choose(rsp_conditionals *set, rsp_conditional *b, const rsp_conditional_request *request) {
    size_t last = request->only ? request->way : RSP_WAY_HOST;
    rsp_status status = give_way(set, request->address);
    if (status != RSP_OK)
        return status;
    status = RSP_REFUSED;
    for (size_t way = first_way(set, b, request); way <= last; way++) {
        status = try_one(set, b, (rsp_way)way, &b->reason[way]);
        b->way = (rsp_way)way;
        if (status == RSP_OK)
            b->reason[way] = NULL;
        if (status == RSP_OK || ends_session(status))
            break;
    }
    if (status == RSP_OK)
        return RSP_OK;
    if (ends_session(status))
        return set_fail(set, status, "setting a conditional breakpoint");
    return rsp_fail(&set->error, status, "%s: %s", rsp_way_name(b->way), b->reason[b->way]);
}

static rsp_status move_in(rsp_conditionals *set, rsp_conditional *b) {
    const planted_surroundings around = ways_surroundings(set, b);
    ways_forgive_hits(set, b);
    planted_drop_site(set->client, &b->site);
    rsp_status status = rsp_client_flush_sites(set->client, NULL);
    if (status == RSP_OK)
        status = planted_remove_copy(&b->copy, &set->memory, &around);
    if (status == RSP_OK)
        status = try_one(set, b, RSP_WAY_INFERIOR, &b->reason[RSP_WAY_INFERIOR]);
    if (status == RSP_OK) {
        b->way = RSP_WAY_INFERIOR;
        b->reason[RSP_WAY_INFERIOR] = NULL;
        return RSP_OK;
    }
    return ends_session(status) ? status : move_back(set, b);
}

rsp_status ways_move(rsp_conditionals *set, rsp_conditional *b) {
    b->by_cost = false; /* once: what is refused now will be refused again */
    rsp_status status = pause_begin(&set->pause, set->client, b->site.pid, set->options.mem);
    if (status == RSP_UNSUPPORTED) {
        b->reason[RSP_WAY_INFERIOR] = "the threads that run cannot be stopped for a moment (vCont;t)";
        return RSP_OK;
    }
    if (status == RSP_OK) {
        status = move_in(set, b);
        rsp_status flushed = set->pause.depth > 0 ? rsp_client_flush_sites(set->client, NULL) : RSP_OK;
        rsp_status ended = pause_end(&set->pause, set->client);
        status = status == RSP_OK ? flushed : status;
        status = status == RSP_OK ? ended : status;
    }
    return status == RSP_OK ? RSP_OK : set_fail(set, status, "moving a condition into the inferior");
}

rsp_status ways_move_all(rsp_conditionals *set) {
    rsp_status status = RSP_OK;
    int64_t pid = rsp_client_stop_thread(set->client).pid;
    for (rsp_conditional *b = set->first; b && status == RSP_OK; b = b->next)
        if (cost_pays(set, b) && (b->site.pid == 0 || b->site.pid == pid))
            status = ways_move(set, b);
    return status;
}
