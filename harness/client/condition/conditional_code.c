/* Trampolines in a running program: planted, their threads put back, uprooted.
 * The order matters: the jump is written last and taken out first after the threads, so that no thread ever
 * enters code that is not complete or no longer there. */
/* SPDX-License-Identifier: MIT */
#include "codec/breakpoint.h"
#include "conditional_internal.h"
#include "core/mem.h"
#include "trampoline_code.h"

enum { INSN_BYTES = 4, BEFORE_BYTES = 4 * RSP_TRAMPOLINE_BEFORE };

typedef struct site_code {
    uint8_t insn[INSN_BYTES];
    uint8_t before[BEFORE_BYTES];
    size_t num_before; /* 0 when it cannot be read: the site may be the first of its mapping */
} site_code;

static uint32_t word_of(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static uint64_t word64_of(const uint8_t *p) {
    return word_of(p) | (uint64_t)word_of(p + 4) << 32;
}

static rsp_status read_site(rsp_conditionals *set, uint64_t address, site_code *out) {
    rsp_read reads[] = {
        {.addr = address, .len = INSN_BYTES, .out = out->insn},
        {.addr = address - BEFORE_BYTES, .len = BEFORE_BYTES, .out = out->before},
    };
    rsp_status status = rsp_read_memory_vectorized(set->client, 0, reads, address >= BEFORE_BYTES ? 2 : 1);
    if (status != RSP_OK)
        return status;
    out->num_before = address >= BEFORE_BYTES && reads[1].status == RSP_OK ? BEFORE_BYTES : 0;
    return reads[0].status;
}

static rsp_site software_site(const rsp_conditional *b, uint64_t address) {
    return (rsp_site){.pid = b->site.pid, .type = RSP_BREAK_SOFTWARE, .addr = address, .kind = INSN_BYTES};
}

static rsp_status write_word(rsp_conditionals *set, uint64_t address, uint32_t word) {
    uint8_t bytes[INSN_BYTES];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(word >> (8 * i));
    return rsp_client_write_memory(set->client, address, rsp_bytes_make(bytes, sizeof bytes), NULL);
}

/* The two breakpoints are in the stub before the jump is in the code. */
static rsp_status arm(rsp_conditionals *set, rsp_conditional *b, rsp_bytes code) {
    rsp_status status = rsp_client_write_memory(set->client, b->map.code, code, NULL);
    b->site = software_site(b, b->map.stop);
    b->error_site = software_site(b, b->map.error);
    if (status == RSP_OK)
        status = rsp_client_enable_site(set->client, &b->site, NULL, 0);
    if (status == RSP_OK)
        status = rsp_client_enable_site(set->client, &b->error_site, NULL, 0);
    if (status == RSP_OK)
        status = rsp_client_flush_sites(set->client, NULL);
    if (status == RSP_OK)
        status = write_word(set, b->address, b->map.jump);
    b->jumps = status == RSP_OK;
    return status;
}

static void disarm(rsp_conditionals *set, const rsp_conditional *b) {
    conditional_drop_site(set, &b->site);
    conditional_drop_site(set, &b->error_site);
}

/* Its length does not depend on where it stands: built once at the site itself to learn it. */
static rsp_status reserve_for(rsp_conditionals *set, const rsp_conditional *b, rsp_trampoline_site *where,
                              const char **out_reason) {
    rsp_buf code = {.mem = set->options.mem};
    rsp_trampoline map;
    rsp_trampoline_reason reason = RSP_TRAMPOLINE_NONE;
    where->code = where->address;
    rsp_status status = rsp_trampoline_build(&map, &code, &reason, b->condition, where, NULL);
    *out_reason = rsp_trampoline_reason_text(reason);
    if (status == RSP_OK) {
        status = conditional_reserve(set, b, code.len, &where->code);
        *out_reason = "no memory for code is to be had within 1 MiB of the site";
    }
    rsp_buf_free(&code);
    return status;
}

static rsp_status plant_at(rsp_conditionals *set, rsp_conditional *b, const rsp_trampoline_site *where,
                           const char **out_reason) {
    rsp_buf code = {.mem = set->options.mem};
    rsp_trampoline_reason reason = RSP_TRAMPOLINE_NONE;
    rsp_status status = rsp_trampoline_build(&b->map, &code, &reason, b->condition, where, NULL);
    *out_reason = rsp_trampoline_reason_text(reason);
    if (status == RSP_OK) {
        status = arm(set, b, rsp_buf_bytes(&code));
        *out_reason = "the stub does not let code be written, or breakpoints be set in it";
        if (status != RSP_OK)
            disarm(set, b);
    }
    rsp_buf_free(&code);
    return status;
}

/* Memory is that of the selected process. */
static rsp_status select_process(rsp_conditionals *set, const rsp_conditional *b) {
    return b->site.pid == 0 ? RSP_OK : rsp_client_select(set->client, (rsp_ptid){.pid = b->site.pid});
}

rsp_status conditional_plant(rsp_conditionals *set, rsp_conditional *b, const char **out_reason) {
    site_code code;
    if (set->kind != RSP_KIND_RV64) {
        *out_reason = "there is no compiler for this machine";
        return RSP_REFUSED;
    }
    *out_reason = "the instruction at the site cannot be read";
    rsp_status status = select_process(set, b);
    if (status == RSP_OK)
        status = read_site(set, b->address, &code);
    if (status != RSP_OK)
        return conditional_ends(status) ? status : RSP_REFUSED;
    rsp_trampoline_site where = {.address = b->address,
                                 .insn = word_of(code.insn),
                                 .before = rsp_bytes_make(code.before, code.num_before)};
    status = reserve_for(set, b, &where, out_reason);
    if (status != RSP_OK)
        return conditional_ends(status) ? status : RSP_REFUSED;
    status = plant_at(set, b, &where, out_reason);
    if (status == RSP_OK || conditional_ends(status))
        return status;
    status = conditional_release(set, b, where.code);
    return conditional_ends(status) ? status : RSP_REFUSED;
}

/* --- threads inside ----------------------------------------------------------------------------------------
 */

static rsp_status restore_saved(rsp_conditionals *set, rsp_ptid thread, uint64_t sp, uint32_t saved) {
    uint8_t frame[32 * 8];
    size_t num = 0;
    for (unsigned r = 0; r < 32; r++)
        num += saved >> r & 1;
    rsp_status status = rsp_client_read_memory(set->client, sp, frame, num * 8, NULL);
    const uint8_t *at = frame;
    for (unsigned r = 0; r < 32 && status == RSP_OK; r++) {
        if (!(saved >> r & 1))
            continue;
        status = conditional_write_register(set, thread, r, word64_of(at));
        at += 8;
    }
    return status;
}

rsp_status conditional_put_back(rsp_conditionals *set, rsp_ptid thread, const rsp_trampoline_origin *place,
                                uint64_t pc) {
    uint64_t sp = 0;
    rsp_status status = RSP_OK;
    if (place->sp_offset != 0)
        status = conditional_read_register(set, thread, RV_SP, &sp);
    if (status == RSP_OK && place->saved != 0)
        status = restore_saved(set, thread, sp, place->saved);
    if (status == RSP_OK && place->sp_offset != 0)
        status = conditional_write_register(set, thread, RV_SP, sp + place->sp_offset);
    if (status == RSP_OK)
        status = conditional_write_register(set, thread, RSP_TRAMPOLINE_PC, pc);
    return status == RSP_OK ? RSP_OK : conditional_fail(set, status, "moving a thread out of a trampoline");
}

static rsp_status evacuate_thread(rsp_conditionals *set, const rsp_trampoline *map, rsp_ptid thread) {
    rsp_trampoline_origin place;
    uint64_t pc = 0;
    rsp_status status = conditional_read_register(set, thread, RSP_TRAMPOLINE_PC, &pc);
    if (status != RSP_OK || !rsp_trampoline_find(&place, map, pc))
        return status;
    return conditional_put_back(set, thread, &place, place.pc);
}

static rsp_status evacuate(rsp_conditionals *set, const rsp_conditional *b) {
    size_t num = 0;
    size_t cap = 64;
    rsp_ptid few[64];
    rsp_ptid *threads = few;
    rsp_status status = rsp_client_threads(set->client, threads, cap, &num);
    if (status == RSP_OK && num > cap) {
        cap = num;
        threads = rsp_mem_calloc(set->options.mem, cap, sizeof *threads);
        status = threads ? rsp_client_threads(set->client, threads, cap, &num) : RSP_NO_MEMORY;
    }
    if (status == RSP_UNSUPPORTED) { /* one thread, as far as we can know */
        few[0] = rsp_client_stop_thread(set->client);
        num = 1;
        status = RSP_OK;
    }
    for (size_t i = 0; i < num && i < cap && status == RSP_OK; i++)
        if (threads[i].pid == b->site.pid || b->site.pid == 0)
            status = evacuate_thread(set, &b->map, threads[i]);
    if (threads != few)
        rsp_mem_free(set->options.mem, threads);
    return status;
}

rsp_status conditional_uproot(rsp_conditionals *set, rsp_conditional *b) {
    if (!b->jumps) { /* the program is gone, and the code with it */
        disarm(set, b);
        return RSP_OK;
    }
    rsp_status status = select_process(set, b);
    if (status == RSP_OK)
        status = write_word(set, b->address, b->map.original);
    b->jumps = status != RSP_OK;
    rsp_status moved = status == RSP_OK ? evacuate(set, b) : RSP_OK;
    status = status == RSP_OK ? moved : status;
    disarm(set, b);
    rsp_status flushed = rsp_client_flush_sites(set->client, NULL);
    status = status == RSP_OK ? flushed : status;
    /* Memory that a thread may still run in, or the jump still leads to, is left to the process. */
    if (!b->jumps && moved == RSP_OK)
        moved = conditional_release(set, b, b->map.code);
    status = status == RSP_OK ? moved : status;
    return status == RSP_OK ? RSP_OK : conditional_fail(set, status, "taking a trampoline out");
}

void conditional_forget_code(rsp_conditionals *set, int64_t pid) {
    for (rsp_conditional *b = set->first; b; b = b->next) {
        if (b->way != RSP_WAY_INFERIOR || (b->site.pid != pid && b->site.pid != 0))
            continue;
        disarm(set, b);
        b->jumps = false;
        b->map = (rsp_trampoline){0};
    }
    conditional_forget_regions(set, pid);
}

/* --- the program's own view --------------------------------------------------------------------------------
 */

/* Overwrites in the digits what the trampoline has changed. */
static rsp_status undo(rsp_conditionals *set, rsp_ptid thread, rsp_buf *hex, size_t start,
                       const rsp_trampoline_origin *place) {
    uint8_t frame[32 * 8];
    uint64_t sp = 0;
    size_t num = 0;
    rsp_status status = RSP_OK;
    for (unsigned r = 0; r < 32; r++)
        num += place->saved >> r & 1;
    if (place->sp_offset != 0)
        status = conditional_read_register(set, thread, RV_SP, &sp);
    if (status == RSP_OK && num > 0)
        status = rsp_client_read_memory(set->client, sp, frame, num * 8, NULL);
    if (status != RSP_OK)
        return status;
    num = 0;
    for (unsigned r = 0; r < 32; r++)
        if (place->saved >> r & 1)
            conditional_put_digits(hex, start, r, word64_of(frame + 8 * num++));
    if (place->sp_offset != 0)
        conditional_put_digits(hex, start, RV_SP, sp + place->sp_offset);
    conditional_put_digits(hex, start, RSP_TRAMPOLINE_PC, place->pc);
    return RSP_OK;
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
        return conditional_fail(set, status, "reading registers");
    rsp_buf_append(out_hex, hex);
    bool whole = out_hex->status == RSP_OK && hex.len >= (size_t)16 * (RSP_TRAMPOLINE_PC + 1);
    if (set->kind != RSP_KIND_RV64 || !whole)
        return out_hex->status;
    status = conditional_read_register(set, thread, RSP_TRAMPOLINE_PC, &pc);
    for (const rsp_conditional *b = set->first; b && status == RSP_OK; b = b->next)
        if (b->way == RSP_WAY_INFERIOR && rsp_trampoline_find(&place, &b->map, pc))
            status = undo(set, thread, out_hex, start, &place);
    return status == RSP_OK ? RSP_OK : conditional_fail(set, status, "reading registers");
}
