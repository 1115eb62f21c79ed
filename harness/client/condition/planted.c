/* The order matters: the jump is written last and taken out first.
 * So no thread ever enters code that is not complete, or no longer there.
 * See planted.h. */
/* SPDX-License-Identifier: MIT */
#include "planted.h"

#include "codec/breakpoint.h"
#include "core/mem.h"
#include "session_end.h"
#include "thread_registers.h"
#include "trampoline_code.h"
#include <rsp/client.h>

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

static rsp_status read_site(rsp_client *client, uint64_t address, site_code *out) {
    rsp_read reads[] = {
        {.addr = address, .len = INSN_BYTES, .out = out->insn},
        {.addr = address - BEFORE_BYTES, .len = BEFORE_BYTES, .out = out->before},
    };
    rsp_status status = rsp_read_memory_vectorized(client, 0, reads, address >= BEFORE_BYTES ? 2 : 1);
    if (status != RSP_OK)
        return status;
    out->num_before = address >= BEFORE_BYTES && reads[1].status == RSP_OK ? BEFORE_BYTES : 0;
    return reads[0].status;
}

static rsp_site software_site(const planted *p, uint64_t address) {
    return (rsp_site){.pid = p->at.pid, .type = RSP_BREAK_SOFTWARE, .addr = address, .kind = INSN_BYTES};
}

static rsp_status write_word(rsp_client *client, uint64_t address, uint32_t word) {
    uint8_t bytes[INSN_BYTES];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(word >> (8 * i));
    return rsp_client_write_memory(client, address, rsp_bytes_make(bytes, sizeof bytes), NULL);
}

void planted_drop_site(rsp_client *client, const rsp_site *site) {
    rsp_status status = rsp_client_disable_site(client, site);
    (void)status; /* never enabled: as it should be */
}

static void disarm(const planted *p, rsp_client *client) {
    planted_drop_site(client, &p->stop);
    planted_drop_site(client, &p->error);
}

/* The two breakpoints are in the stub before the jump is in the code. */
static rsp_status arm(planted *p, rsp_client *client, rsp_bytes code) {
    rsp_status status = rsp_client_write_memory(client, p->map.code, code, NULL);
    p->stop = software_site(p, p->map.stop);
    p->error = software_site(p, p->map.error);
    if (status == RSP_OK)
        status = rsp_client_enable_site(client, &p->stop, NULL, 0);
    if (status == RSP_OK)
        status = rsp_client_enable_site(client, &p->error, NULL, 0);
    if (status == RSP_OK)
        status = rsp_client_flush_sites(client, NULL);
    if (status == RSP_OK)
        status = write_word(client, p->at.address, p->map.jump);
    p->jumps = status == RSP_OK;
    return status;
}

/* Its length does not depend on where it stands: built once at the site itself to learn it. */
static rsp_status reserve_for(const planted *p, code_memory *memory, const rsp_condition *condition,
                              rsp_trampoline_site *where, const char **out_reason) {
    rsp_buf code = {.mem = memory->mem};
    rsp_trampoline map;
    rsp_trampoline_reason reason = RSP_TRAMPOLINE_NONE;
    where->code = where->address;
    rsp_status status = rsp_trampoline_build(&map, &code, &reason, condition, where, NULL);
    *out_reason = rsp_trampoline_reason_text(reason);
    if (status == RSP_OK) {
        status = code_memory_reserve(memory, &p->at, code.len, &where->code);
        *out_reason = "no memory for code is to be had within 1 MiB of the site";
    }
    rsp_buf_free(&code);
    return status;
}

static rsp_status plant_at(planted *p, code_memory *memory, const rsp_condition *condition,
                           const rsp_trampoline_site *where, const char **out_reason) {
    rsp_buf code = {.mem = memory->mem};
    rsp_trampoline_reason reason = RSP_TRAMPOLINE_NONE;
    rsp_status status = rsp_trampoline_build(&p->map, &code, &reason, condition, where, NULL);
    *out_reason = rsp_trampoline_reason_text(reason);
    if (status == RSP_OK) {
        status = arm(p, memory->client, rsp_buf_bytes(&code));
        *out_reason = "the stub does not let code be written, or breakpoints be set in it";
        if (status != RSP_OK)
            disarm(p, memory->client);
    }
    rsp_buf_free(&code);
    return status;
}

/* Memory is that of the selected process. */
static rsp_status select_process(const planted *p, rsp_client *client) {
    return p->at.pid == 0 ? RSP_OK : rsp_client_select(client, (rsp_ptid){.pid = p->at.pid});
}

rsp_status planted_plant(planted *p, code_memory *memory, const rsp_condition *condition,
                         const char **out_reason) {
    site_code code;
    *out_reason = "the instruction at the site cannot be read";
    rsp_status status = select_process(p, memory->client);
    if (status == RSP_OK)
        status = read_site(memory->client, p->at.address, &code);
    if (status != RSP_OK)
        return ends_session(status) ? status : RSP_REFUSED;
    rsp_trampoline_site where = {.address = p->at.address,
                                 .insn = word_of(code.insn),
                                 .before = rsp_bytes_make(code.before, code.num_before)};
    status = reserve_for(p, memory, condition, &where, out_reason);
    if (status != RSP_OK)
        return ends_session(status) ? status : RSP_REFUSED;
    status = plant_at(p, memory, condition, &where, out_reason);
    if (status == RSP_OK || ends_session(status))
        return status;
    status = code_memory_release(memory, &p->at, where.code);
    return ends_session(status) ? status : RSP_REFUSED;
}

/* --- threads inside ------------------------------------------------------------------------------------- */

/* The values that the trampoline has saved, by register; `sp` is the thread's. */
static rsp_status read_saved(rsp_client *client, uint64_t sp, uint32_t saved, uint64_t values[32]) {
    uint8_t frame[32 * 8];
    size_t num = 0;
    for (unsigned r = 0; r < 32; r++)
        num += saved >> r & 1;
    rsp_status status = num > 0 ? rsp_client_read_memory(client, sp, frame, num * 8, NULL) : RSP_OK;
    const uint8_t *at = frame;
    for (unsigned r = 0; r < 32 && status == RSP_OK; r++) {
        if (saved >> r & 1) {
            values[r] = word64_of(at);
            at += 8;
        }
    }
    return status;
}

/* *out_sp: the thread's, if the place needs it. */
static rsp_status read_inside(rsp_client *client, rsp_ptid thread, const rsp_trampoline_origin *place,
                              uint64_t *out_sp, uint64_t values[32]) {
    rsp_status status = RSP_OK;
    *out_sp = 0;
    if (place->sp_offset != 0)
        status = thread_register_read(client, thread, RV_SP, false, out_sp);
    return status == RSP_OK ? read_saved(client, *out_sp, place->saved, values) : status;
}

rsp_status planted_put_back(rsp_client *client, rsp_ptid thread, const rsp_trampoline_origin *place,
                            uint64_t pc) {
    uint64_t values[32];
    uint64_t sp;
    rsp_status status = read_inside(client, thread, place, &sp, values);
    for (unsigned r = 0; r < 32 && status == RSP_OK; r++)
        if (place->saved >> r & 1)
            status = thread_register_write(client, thread, r, values[r]);
    if (status == RSP_OK && place->sp_offset != 0)
        status = thread_register_write(client, thread, RV_SP, sp + place->sp_offset);
    if (status == RSP_OK)
        status = thread_register_write(client, thread, RSP_TRAMPOLINE_PC, pc);
    return status;
}

rsp_status planted_undo(rsp_client *client, rsp_ptid thread, const rsp_trampoline_origin *place, rsp_buf *hex,
                        size_t start) {
    uint64_t values[32];
    uint64_t sp;
    rsp_status status = read_inside(client, thread, place, &sp, values);
    if (status != RSP_OK)
        return status;
    for (unsigned r = 0; r < 32; r++)
        if (place->saved >> r & 1)
            register_block_put(hex, start, r, values[r]);
    if (place->sp_offset != 0)
        register_block_put(hex, start, RV_SP, sp + place->sp_offset);
    register_block_put(hex, start, RSP_TRAMPOLINE_PC, place->pc);
    return RSP_OK;
}

static rsp_status evacuate_thread(rsp_client *client, const rsp_trampoline *map, rsp_ptid thread) {
    rsp_trampoline_origin place;
    uint64_t pc = 0;
    rsp_status status = thread_register_read(client, thread, RSP_TRAMPOLINE_PC, false, &pc);
    if (status != RSP_OK || !rsp_trampoline_find(&place, map, pc))
        return status;
    return planted_put_back(client, thread, &place, place.pc);
}

static rsp_status evacuate(const planted *p, rsp_client *client, const rsp_mem *mem) {
    size_t num = 0;
    size_t cap = 64;
    rsp_ptid few[64];
    rsp_ptid *threads = few;
    rsp_status status = rsp_client_threads(client, threads, cap, &num);
    if (status == RSP_OK && num > cap) {
        cap = num;
        threads = rsp_mem_calloc(mem, cap, sizeof *threads);
        status = threads ? rsp_client_threads(client, threads, cap, &num) : RSP_NO_MEMORY;
    }
    if (status == RSP_UNSUPPORTED) { /* one thread, as far as we can know */
        few[0] = rsp_client_stop_thread(client);
        num = 1;
        status = RSP_OK;
    }
    for (size_t i = 0; i < num && i < cap && status == RSP_OK; i++)
        if (threads[i].pid == p->at.pid || p->at.pid == 0)
            status = evacuate_thread(client, &p->map, threads[i]);
    if (threads != few)
        rsp_mem_free(mem, threads);
    return status;
}

rsp_status planted_uproot(planted *p, code_memory *memory) {
    if (!p->jumps) { /* the program is gone, and the code with it */
        disarm(p, memory->client);
        return RSP_OK;
    }
    rsp_status status = select_process(p, memory->client);
    if (status == RSP_OK)
        status = write_word(memory->client, p->at.address, p->map.original);
    p->jumps = status != RSP_OK;
    rsp_status moved = status == RSP_OK ? evacuate(p, memory->client, memory->mem) : RSP_OK;
    status = status == RSP_OK ? moved : status;
    disarm(p, memory->client);
    rsp_status flushed = rsp_client_flush_sites(memory->client, NULL);
    status = status == RSP_OK ? flushed : status;
    /* Memory that a thread may still run in, or the jump still leads to, is left to the process. */
    if (!p->jumps && moved == RSP_OK)
        moved = code_memory_release(memory, &p->at, p->map.code);
    return status == RSP_OK ? moved : status;
}

void planted_forget(planted *p, rsp_client *client) {
    disarm(p, client);
    p->jumps = false;
    p->map = (rsp_trampoline){0};
}
