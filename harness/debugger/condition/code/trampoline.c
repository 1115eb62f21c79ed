/* Trampolines of all machines: which compiler builds one, and what its map says of a pc.
 * The compilers are in trampoline_rv64.c, trampoline_x86_64.c and trampoline_aarch64.c.
 * The drawing of the layout is in condition/trampoline.h. */
/* SPDX-License-Identifier: MIT */
#include "condition/trampoline.h"

#include "backend.h"

#include <assert.h>

const char *rsp_trampoline_reason_text(rsp_trampoline_reason reason) {
    static const char *const texts[] = {
#define REASON_TEXT(name, text) text,
        RSP_TRAMPOLINE_REASON_LIST(REASON_TEXT)
#undef REASON_TEXT
    };
    return (size_t)reason < RSP_ARRAY_LEN(texts) ? texts[reason] : "?";
}

const trampoline_backend *trampoline_backend_of(rsp_machine_kind kind) {
    switch (kind) {
    case RSP_KIND_RV64:
        return &trampoline_rv64;
    case RSP_KIND_X86_64:
        return &trampoline_x86_64;
    case RSP_KIND_AARCH64:
        return &trampoline_aarch64;
    case RSP_KIND_ASK:
    case RSP_KIND_OTHER:
        break;
    }
    return NULL;
}

/* What came of a compiler's work: the map, or the reason and an output as it was. */
static rsp_status finish(rsp_trampoline *out_map, const rsp_trampoline *map, rsp_buf *out, size_t start,
                         rsp_trampoline_reason reason, rsp_trampoline_reason *out_reason, rsp_error *error) {
    if (out->status != RSP_OK) /* then nothing that was found out means anything */
        reason = RSP_TRAMPOLINE_NONE;
    if (out_reason)
        *out_reason = reason;
    if (reason != RSP_TRAMPOLINE_NONE || out->status != RSP_OK)
        rsp_buf_truncate(out, start);
    if (reason != RSP_TRAMPOLINE_NONE)
        return rsp_fail(error, RSP_REFUSED, "0x%llx: %s", (unsigned long long)map->site,
                        rsp_trampoline_reason_text(reason));
    if (out->status == RSP_OK)
        *out_map = *map;
    return out->status;
}

static rsp_trampoline begin(const rsp_trampoline_site *site) {
    assert(site->code % 4 == 0);
    return (rsp_trampoline){.machine = site->machine, .site = site->address, .code = site->code};
}

rsp_status rsp_trampoline_build(rsp_trampoline *out_map, rsp_buf *out, rsp_trampoline_reason *out_reason,
                                const rsp_condition *condition, const rsp_trampoline_site *site,
                                rsp_error *error) {
    size_t start = out->len;
    const trampoline_backend *backend = trampoline_backend_of(site->machine);
    rsp_trampoline map = begin(site);
    rsp_trampoline_reason reason =
        backend ? backend->build(&map, out, condition, site) : RSP_TRAMPOLINE_MACHINE;
    return finish(out_map, &map, out, start, reason, out_reason, error);
}

rsp_status rsp_trampoline_copy(rsp_trampoline *out_map, rsp_buf *out, rsp_trampoline_reason *out_reason,
                               const rsp_trampoline_site *site, rsp_error *error) {
    size_t start = out->len;
    const trampoline_backend *backend = trampoline_backend_of(site->machine);
    rsp_trampoline map = begin(site);
    map.moved = map.code;
    rsp_trampoline_reason reason = backend ? backend->copy(&map, out, site) : RSP_TRAMPOLINE_MACHINE;
    map.moved_end = map.end = map.moved + (out->len - start);
    return finish(out_map, &map, out, start, reason, out_reason, error);
}

/* The last place at or before the pc. */
static void find_moved(rsp_trampoline_origin *out, const rsp_trampoline *map, uint64_t pc) {
    for (size_t i = 0; i < map->num_places && map->places[i].at <= pc; i++) {
        const rsp_trampoline_place *place = &map->places[i];
        out->pc = place->pc;
        out->sp_offset = place->sp_offset;
        out->saved = place->saved;
        out->between = place->at == pc && place->pc - map->site - 1 < (uint64_t)map->num_displaced - 1;
    }
}

bool rsp_trampoline_find(rsp_trampoline_origin *out, const rsp_trampoline *map, uint64_t pc) {
    if (pc < map->code || pc >= map->end)
        return false;
    *out = (rsp_trampoline_origin){.pc = map->site};
    if (pc >= map->moved && pc < map->moved_end) {
        find_moved(out, map, pc);
        return true;
    }
    bool saving = pc > map->code && pc < map->body;
    bool saved = (pc >= map->body && pc <= map->leave_false) || (pc >= map->aside && pc <= map->leave_true);
    out->deciding = saving || saved || pc == map->code;
    if (saving || saved)
        out->sp_offset = map->frame_bytes;
    if (saved)
        out->saved = map->saved;
    else if (saving && map->scratched && pc >= map->scratched)
        out->saved = map->saved & 1; /* rax */
    return true;
}

bool rsp_trampoline_place_of(uint64_t *out, const rsp_trampoline *map, uint64_t pc) {
    for (size_t i = 0; i < map->num_places; i++) {
        if (map->places[i].pc != pc || map->places[i].sp_offset != 0 || map->places[i].at == map->done)
            continue;
        *out = map->places[i].at;
        return true;
    }
    return false;
}

bool rsp_trampoline_trapped(const rsp_trampoline *map, uint64_t trap, uint64_t pc) {
    return pc == trap || (map->own_traps && pc == trap - 1);
}

bool rsp_trampoline_skip_question(uint64_t *out_pc, const rsp_trampoline *map, uint64_t pc) {
    if (!map->own_traps || (pc != map->aside && pc != map->failed))
        return false;
    *out_pc = pc == map->aside ? map->restore : map->error - RSP_TRAMPOLINE_TRAP_BYTES;
    return true;
}

uint64_t rsp_trampoline_rest(const rsp_trampoline *map) {
    return map->own_traps ? map->moved : map->stop;
}
