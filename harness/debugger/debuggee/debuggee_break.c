/* A variable may be optimized out in one inlined copy and be there in another: the others are still wanted.
 * Two addresses of a place are never the same.
 * See debuggee_break.h. */
/* SPDX-License-Identifier: MIT */
#include "debuggee_break.h"

#include "core/limits.h"
#include "dwarf/debug_function.h"

#include <inttypes.h>

/* The translation, with what leaves other threads out. */
static rsp_bytes condition_text(const rsp_debuggee_site *site, rsp_arena *arena,
                                const rsp_debuggee_request *request) {
    rsp_bytes text = site->condition.value.text;
    if (request->thread == 0)
        return text;
    return rsp_bytes_str(rsp_arena_printf(arena, "$_tid == %" PRId64 " && (%.*s)", request->thread,
                                          (int)text.len, (const char *)text.ptr));
}

void rsp_debuggee_surround(const rsp_debuggee *d, rsp_conditional_request *request) {
    rsp_debug_extent here;
    rsp_debug_extent apart;
    if (!rsp_debug_function_pieces(d->file, request->address - d->bias, &here, &apart))
        return;
    request->function = here.low + d->bias;
    request->function_bytes = here.bytes;
    request->apart = apart.low + d->bias;
    request->apart_bytes = apart.bytes;
}

static rsp_status set_one(rsp_debuggee *d, rsp_debuggee_site *site, rsp_arena *arena,
                          const rsp_debuggee_request *request, rsp_error *error) {
    rsp_conditional_request wanted = {.address = site->place.address + d->bias,
                                      .condition = condition_text(site, arena, request),
                                      .way = request->way,
                                      .only = request->only,
                                      .expected_hits = request->expected_hits};
    rsp_debuggee_surround(d, &wanted);
    rsp_status status = rsp_conditional_breakpoint(d->breakpoints, &site->breakpoint, &wanted);
    const rsp_error *why = rsp_conditionals_error(d->breakpoints);
    if (status == RSP_OK)
        return RSP_OK;
    return rsp_fail(error, status, "%s", why->msg[0] ? why->msg : rsp_status_text(status));
}

static rsp_status translate(rsp_debuggee *d, rsp_debuggee_site *site, rsp_arena *arena,
                            const rsp_debuggee_request *request, rsp_error *error) {
    const rsp_source_place place = {
        .file = d->file, .address = site->place.address, .bias = d->bias, .inner = site->place.inner};
    rsp_bytes text = request->condition.len > 0 ? request->condition : RSP_LIT("1");
    return rsp_source_condition_compile(&site->condition, arena, text, &place, error);
}

rsp_status rsp_debuggee_break(rsp_debuggee *d, rsp_debuggee_sites *out, rsp_arena *arena,
                              const rsp_debuggee_request *request, rsp_error *error) {
    uint64_t addresses[RSP_LIMIT_DEBUG_PLACES];
    size_t num = 0;
    *out = (rsp_debuggee_sites){0};
    rsp_status status =
        rsp_debug_place_find(d->file, request->place, addresses, RSP_LIMIT_DEBUG_PLACES, &num, error);
    if (status != RSP_OK)
        return status;
    out->items = rsp_arena_alloc(arena, num * sizeof *out->items);
    if (!out->items)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for breakpoints");
    for (size_t i = 0; i < num && status == RSP_OK; i++) {
        rsp_debuggee_site *site = &out->items[out->num];
        *site = (rsp_debuggee_site){.place = rsp_debug_place_meant(d->file, request->place, addresses[i])};
        if (translate(d, site, arena, request, &out->left_out) != RSP_OK) {
            out->num_left_out++;
            continue;
        }
        status = set_one(d, site, arena, request, error);
        out->num += status == RSP_OK;
    }
    if (status == RSP_OK && out->num == 0) {
        status = out->left_out.status;
        if (error)
            *error = out->left_out;
    }
    return status;
}

const rsp_debuggee_site *rsp_debuggee_site_of(const rsp_debuggee_sites *sites,
                                              const rsp_conditional *breakpoint) {
    for (size_t i = 0; breakpoint && i < sites->num; i++)
        if (sites->items[i].breakpoint == breakpoint)
            return &sites->items[i];
    return NULL;
}
