/* The set of conditional breakpoints: setting one, taking it out, telling about it.
 * How each is decided is in ways.c; stops are handled in run.c.
 * See condition/conditional.h. */
/* SPDX-License-Identifier: MIT */
#include "condition/conditional.h"
#include "codec/breakpoint.h"
#include "core/arena.h"
#include "core/limits.h"
#include "core/mem.h"

#include "backend.h"
#include "cost.h"
#include "inside.h"
#include "session_end.h"
#include "thread_registers.h"
#include "ways.h"

rsp_conditionals *rsp_conditionals_new(rsp_client *client, const rsp_conditionals_options *options) {
    const rsp_mem *mem = options ? options->mem : NULL;
    rsp_conditionals *set = rsp_mem_calloc(mem, 1, sizeof *set);
    if (!set)
        return NULL;
    set->client = client;
    if (options)
        set->options = *options;
    set->machine = (condition_machine){.kind = set->options.kind,
                                       .pc_number = set->options.pc_number,
                                       .big_endian = set->options.big_endian};
    set->memory = (code_memory){.client = client,
                                .machine = &set->machine,
                                .mem = set->options.mem,
                                .given_address = set->options.code_address,
                                .given_bytes = set->options.code_bytes,
                                .no_allocation = set->options.no_allocation,
                                .no_tail = set->options.no_tail};
    set->step_over = set->options.step_over;
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
    code_memory_free(&set->memory);
    pause_free(&set->pause, set->options.mem);
    rsp_mem_free(set->options.mem, set);
}

const rsp_error *rsp_conditionals_error(const rsp_conditionals *set) {
    return &set->error;
}

static rsp_status find_register(void *ctx, rsp_bytes name, uint64_t *out_number) {
    const rsp_conditionals *set = ctx;
    return condition_machine_register(&set->machine, set->client, name, out_number);
}

static rsp_status find_symbol(void *ctx, rsp_bytes name, uint64_t *out_value) {
    const rsp_conditionals *set = ctx;
    return set->options.find_symbol ? set->options.find_symbol(set->options.symbol_ctx, name, out_value)
                                    : RSP_NOT_FOUND;
}

static rsp_status parse(rsp_conditionals *set, rsp_conditional *b, const rsp_conditional_request *request) {
    rsp_condition_names names = {.ctx = set, .find_register = find_register, .find_symbol = find_symbol};
    cost_moment asked = cost_now(set);
    rsp_status status = condition_machine_learn(&set->machine, set->client, &set->error);
    cost_add_requests(set, &asked);
    if (status != RSP_OK)
        return status;
    int64_t pid = rsp_client_is_multiprocess(set->client) ? rsp_client_stop_thread(set->client).pid : 0;
    b->site = (rsp_site){.pid = pid,
                         .type = RSP_BREAK_SOFTWARE,
                         .addr = request->address,
                         .kind = request->kind ? request->kind : condition_machine_break_kind(&set->machine)};
    b->function = request->function;
    b->function_bytes = request->function_bytes;
    b->apart = request->apart;
    b->apart_bytes = request->apart_bytes;
    b->planted.at = (code_user){.pid = pid, .address = request->address};
    return rsp_condition_parse(&b->condition, &b->arena, request->condition, &names, &set->error);
}

static bool is_duplicate(const rsp_conditionals *set, uint64_t address) {
    for (const rsp_conditional *b = set->first; b; b = b->next)
        if (b->site.addr == address)
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
        status = ways_choose(set, b, request);
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

static rsp_status uproot(rsp_conditionals *set, rsp_conditional *b) {
    const planted_surroundings around = ways_surroundings(set, b);
    rsp_status status = pause_begin(&set->pause, set->client, b->site.pid, set->options.mem);
    if (status != RSP_OK)
        return set_fail(set, status, "stopping the threads");
    ways_forgive_hits(set, b);
    if (b->way == RSP_WAY_INFERIOR)
        status = planted_uproot(&b->planted, &set->memory);
    else
        planted_drop_site(set->client, &b->site);
    rsp_status removed = planted_remove_copy(&b->copy, &set->memory, &around);
    rsp_status flushed = set->pause.depth > 0 ? rsp_client_flush_sites(set->client, NULL) : RSP_OK;
    rsp_status ended = pause_end(&set->pause, set->client);
    status = status == RSP_OK ? removed : status;
    status = status == RSP_OK ? flushed : status;
    status = status == RSP_OK ? ended : status;
    return status == RSP_OK ? RSP_OK : set_fail(set, status, "taking a trampoline out");
}

rsp_status rsp_conditional_remove(rsp_conditionals *set, rsp_conditional *b) {
    rsp_conditional **at = &set->first;
    while (*at && *at != b)
        at = &(*at)->next;
    if (!*at)
        return rsp_fail(&set->error, RSP_NOT_FOUND, "no such breakpoint");
    rsp_status status = uproot(set, b);
    *at = b->next;
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
        return set_fail(set, flushed, "taking breakpoints out");
    return status;
}

void rsp_conditional_get(const rsp_conditional *b, rsp_conditional_info *out) {
    *out = (rsp_conditional_info){.address = b->site.addr,
                                  .condition = rsp_condition_text(b->condition),
                                  .way = b->way,
                                  .part = b->filtered && b->way != RSP_WAY_HOST,
                                  .counts = b->counts};
    memcpy(out->reason, b->reason, sizeof out->reason);
}

rsp_conditional *rsp_conditional_next(const rsp_conditionals *set, const rsp_conditional *after) {
    return after ? after->next : set->first;
}

rsp_status rsp_conditionals_register(rsp_conditionals *set, rsp_bytes name, uint64_t *out_number) {
    rsp_status status = condition_machine_learn(&set->machine, set->client, &set->error);
    return status == RSP_OK ? find_register(set, name, out_number) : status;
}

uint64_t rsp_conditionals_site_of(const rsp_conditionals *set, uint64_t pc) {
    rsp_trampoline_origin place;
    for (const rsp_conditional *b = set->first; b; b = b->next)
        if (set_map(b)->code != 0 && rsp_trampoline_find(&place, set_map(b), pc))
            return place.pc;
    return pc;
}

static bool has_code(const rsp_conditionals *set) {
    for (const rsp_conditional *b = set->first; b; b = b->next)
        if (set_map(b)->code != 0)
            return true;
    return false;
}

rsp_status rsp_conditionals_registers(rsp_conditionals *set, rsp_ptid thread, rsp_buf *out_hex) {
    rsp_trampoline_origin place;
    rsp_bytes hex;
    uint64_t pc = 0;
    size_t start = out_hex->len;
    if (thread.pid == 0 && thread.tid == 0)
        thread = rsp_client_stop_thread(set->client);
    rsp_status status = rsp_client_read_registers(set->client, thread, &hex);
    if (status != RSP_OK)
        return set_fail(set, status, "reading registers");
    rsp_buf_append(out_hex, hex);
    bool whole = set->machine.kind != RSP_KIND_RV64 || hex.len >= (size_t)16 * (RSP_TRAMPOLINE_RV64_PC + 1);
    if (!has_code(set) || !whole || out_hex->status != RSP_OK)
        return out_hex->status;
    status = set_read_pc(set, thread, &pc);
    for (const rsp_conditional *b = set->first; b && status == RSP_OK; b = b->next)
        if (rsp_trampoline_find(&place, set_map(b), pc))
            status = inside_undo(&set->memory, thread, &place, out_hex, start);
    return status == RSP_OK ? RSP_OK : set_fail(set, status, "reading registers");
}
