/* The set of conditional breakpoints: setting one in the best way to be had, taking it out, telling about it.
 * Ways are tried from the one asked for downwards; each that is not to be had leaves its reason.
 * Stops are handled in conditional_run.c. */
/* SPDX-License-Identifier: MIT */
#include "codec/breakpoint.h"
#include "conditional_internal.h"
#include "core/arena.h"
#include "core/limits.h"
#include "core/mem.h"

const char *rsp_way_name(rsp_way way) {
    static const char *const names[] = {
#define WAY_NAME(name, text) text,
        RSP_WAY_LIST(WAY_NAME)
#undef WAY_NAME
    };
    return (size_t)way < RSP_ARRAY_LEN(names) ? names[way] : "?";
}

rsp_conditionals *rsp_conditionals_new(rsp_client *client, const rsp_conditionals_options *options) {
    const rsp_mem *mem = options ? options->mem : NULL;
    rsp_conditionals *set = rsp_mem_calloc(mem, 1, sizeof *set);
    if (!set)
        return NULL;
    set->client = client;
    if (options)
        set->options = *options;
    set->kind = set->options.kind;
    set->step_over = set->options.step_over;
    set->pc_number = set->options.pc_number;
    set->big_endian = set->options.big_endian;
    if (set->options.max_hits == 0)
        set->options.max_hits = RSP_LIMIT_CONDITIONAL_HITS;
    return set;
}

static void free_one(rsp_conditionals *set, rsp_conditional *b) {
    rsp_arena_free(&b->arena);
    rsp_mem_free(set->options.mem, b);
}

void rsp_conditionals_free(rsp_conditionals *set) {
    if (!set)
        return;
    for (rsp_conditional *b = set->first; b;) {
        rsp_conditional *next = b->next;
        free_one(set, b);
        b = next;
    }
    rsp_mem_free(set->options.mem, set->regions);
    rsp_mem_free(set->options.mem, set);
}

const rsp_error *rsp_conditionals_error(const rsp_conditionals *set) {
    return &set->error;
}

rsp_status conditional_fail(rsp_conditionals *set, rsp_status status, const char *what) {
    const rsp_error *error = rsp_client_error(set->client);
    if (error->status == status && error->msg[0])
        return rsp_fail(&set->error, status, "%s: %s", what, error->msg);
    return rsp_fail(&set->error, status, "%s: %s", what, rsp_status_text(status));
}

void conditional_drop_site(rsp_conditionals *set, const rsp_site *site) {
    rsp_status status = rsp_client_disable_site(set->client, site);
    (void)status; /* never enabled: as it should be */
}

/* --- ways -------------------------------------------------------------------------------------------------
 */

static rsp_status find_register(void *ctx, rsp_bytes name, uint64_t *out_number) {
    return conditional_find_register(ctx, name, out_number);
}

static rsp_status find_symbol(void *ctx, rsp_bytes name, uint64_t *out_value) {
    const rsp_conditionals *set = ctx;
    return set->options.find_symbol ? set->options.find_symbol(set->options.symbol_ctx, name, out_value)
                                    : RSP_NOT_FOUND;
}

static rsp_status try_host(rsp_conditionals *set, rsp_conditional *b, const char **out_reason) {
    rsp_status status = rsp_client_enable_site(set->client, &b->site, NULL, 0);
    *out_reason = "the breakpoint is refused";
    return status;
}

static rsp_status try_stub(rsp_conditionals *set, rsp_conditional *b, const char **out_reason) {
    rsp_buf code = {.mem = set->options.mem};
    *out_reason = "the stub does not announce ConditionalBreakpoints";
    if (rsp_client_supports(set->client, RSP_USE_CONDITIONS) != RSP_SUPPORT_YES)
        return RSP_REFUSED;
    rsp_status status = rsp_condition_to_agent(&code, b->condition);
    rsp_bytes bytecode = rsp_buf_bytes(&code);
    if (status == RSP_OK)
        status = rsp_client_enable_site(set->client, &b->site, &bytecode, 1);
    *out_reason = "the condition is refused";
    rsp_buf_free(&code);
    return status;
}

typedef rsp_status try_way(rsp_conditionals *set, rsp_conditional *b, const char **out_reason);

static try_way *const ways[RSP_WAY_COUNT] = {
    [RSP_WAY_INFERIOR] = conditional_plant,
    [RSP_WAY_STUB] = try_stub,
    [RSP_WAY_HOST] = try_host,
};

rsp_status conditional_try(rsp_conditionals *set, rsp_conditional *b, rsp_way way, const char **out_reason) {
    return ways[way](set, b, out_reason);
}

/* The best way, where it has a price, waits until it pays. */
static size_t first_way(const rsp_conditionals *set, rsp_conditional *b,
                        const rsp_conditional_request *request) {
    bool priced = request->way == RSP_WAY_INFERIOR && !request->only && set->kind == RSP_KIND_RV64;
    if (!priced || conditional_pays_at_once(set, request->expected_hits))
        return request->way;
    b->by_cost = true;
    b->reason[RSP_WAY_INFERIOR] = "planting code would cost more than the hits so far";
    return RSP_WAY_STUB;
}

static rsp_status choose(rsp_conditionals *set, rsp_conditional *b, const rsp_conditional_request *request) {
    size_t last = request->only ? request->way : RSP_WAY_HOST;
    rsp_status status = RSP_REFUSED;
    for (size_t way = first_way(set, b, request); way <= last; way++) {
        status = conditional_try(set, b, (rsp_way)way, &b->reason[way]);
        b->way = (rsp_way)way;
        if (status == RSP_OK)
            b->reason[way] = NULL;
        if (status == RSP_OK || conditional_ends(status))
            break;
    }
    if (status == RSP_OK)
        return RSP_OK;
    if (conditional_ends(status))
        return conditional_fail(set, status, "setting a conditional breakpoint");
    return rsp_fail(&set->error, status, "%s: %s", rsp_way_name(b->way), b->reason[b->way]);
}

static rsp_status parse(rsp_conditionals *set, rsp_conditional *b, const rsp_conditional_request *request) {
    rsp_condition_names names = {.ctx = set, .find_register = find_register, .find_symbol = find_symbol};
    conditional_moment asked = conditional_measure(set);
    rsp_status status = conditional_learn_kind(set);
    conditional_measured(set, &asked);
    if (status != RSP_OK)
        return status;
    uint64_t kind = set->kind == RSP_KIND_RV64 ? 4 : set->break_kind ? set->break_kind : 1;
    int64_t pid = rsp_client_is_multiprocess(set->client) ? rsp_client_stop_thread(set->client).pid : 0;
    b->address = request->address;
    b->site = (rsp_site){.pid = pid,
                         .type = RSP_BREAK_SOFTWARE,
                         .addr = request->address,
                         .kind = request->kind ? request->kind : kind};
    return rsp_condition_parse(&b->condition, &b->arena, request->condition, &names, &set->error);
}

static bool is_duplicate(const rsp_conditionals *set, uint64_t address) {
    for (const rsp_conditional *b = set->first; b; b = b->next)
        if (b->address == address)
            return true;
    return false;
}

rsp_status rsp_conditional_breakpoint(rsp_conditionals *set, rsp_conditional **out,
                                      const rsp_conditional_request *request) {
    if ((size_t)request->way >= RSP_WAY_COUNT)
        return rsp_fail(&set->error, RSP_USAGE, "no such way");
    if (is_duplicate(set, request->address))
        return rsp_fail(&set->error, RSP_DUPLICATE, "there is a conditional breakpoint at this address");
    rsp_conditional *b = rsp_mem_calloc(set->options.mem, 1, sizeof *b);
    if (!b)
        return rsp_fail(&set->error, RSP_NO_MEMORY, "no memory for a breakpoint");
    b->arena.mem = set->options.mem;
    rsp_status status = parse(set, b, request);
    if (status == RSP_OK)
        status = choose(set, b, request);
    if (status != RSP_OK) {
        free_one(set, b);
        return status;
    }
    rsp_conditional **end = &set->first;
    while (*end)
        end = &(*end)->next;
    *end = b;
    if (out)
        *out = b;
    return RSP_OK;
}

rsp_status rsp_conditional_remove(rsp_conditionals *set, rsp_conditional *b) {
    rsp_status status = RSP_OK;
    rsp_conditional **at = &set->first;
    while (*at && *at != b)
        at = &(*at)->next;
    if (!*at)
        return rsp_fail(&set->error, RSP_NOT_FOUND, "no such breakpoint");
    *at = b->next;
    if (b->way == RSP_WAY_INFERIOR)
        status = conditional_uproot(set, b);
    else
        conditional_drop_site(set, &b->site);
    free_one(set, b);
    return status;
}

rsp_status rsp_conditionals_remove_all(rsp_conditionals *set) {
    rsp_status status = RSP_OK;
    while (set->first) {
        rsp_status removed = rsp_conditional_remove(set, set->first);
        status = status == RSP_OK ? removed : status;
    }
    rsp_status flushed = rsp_client_flush_sites(set->client, NULL);
    if (status == RSP_OK && flushed != RSP_OK)
        return conditional_fail(set, flushed, "taking breakpoints out");
    return status;
}

void rsp_conditional_get(const rsp_conditional *b, rsp_conditional_info *out) {
    *out = (rsp_conditional_info){.address = b->address,
                                  .condition = rsp_condition_text(b->condition),
                                  .way = b->way,
                                  .counts = b->counts};
    memcpy(out->reason, b->reason, sizeof out->reason);
}

rsp_conditional *rsp_conditional_next(const rsp_conditionals *set, const rsp_conditional *after) {
    return after ? after->next : set->first;
}
