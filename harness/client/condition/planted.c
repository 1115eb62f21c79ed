/* The order matters: the jump is written last and taken out first.
 * So no thread ever enters code that is not complete, or no longer there.
 * See planted.h. */
/* SPDX-License-Identifier: MIT */
#include "planted.h"

#include "backend.h"
#include "codec/breakpoint.h"
#include "core/mem.h"
#include "machine.h"
#include "operation/registers.h"
#include "session_end.h"
#include "thread_registers.h"
#include <rsp/client.h>

enum { MAX_AROUND = 64 * 1024 }; /* bytes of a function that are read */

/* Code around the site. */
typedef struct site_code {
    rsp_buf bytes;
    size_t num_before;
    size_t num_text;
    bool whole;
} site_code;

static uint64_t word64_of(const uint8_t *p) {
    uint64_t value = 0;
    for (unsigned i = 8; i-- > 0;)
        value = value << 8 | p[i];
    return value;
}

static const trampoline_backend *backend_of(const code_memory *memory) {
    return trampoline_backend_of(memory->machine->kind);
}

/* How much there is to read: the function, or what the machine wants to see. */
static void measure(site_code *out, const trampoline_backend *backend, const planted *p,
                    const planted_surroundings *around) {
    uint64_t before = p->at.address - around->function;
    out->whole = backend->text_bytes > RSP_TRAMPOLINE_JUMP_BYTES && before < around->function_bytes &&
                 around->function_bytes <= MAX_AROUND;
    out->num_before = out->whole ? (size_t)before : backend->before_bytes;
    out->num_text = out->whole ? (size_t)(around->function_bytes - before) : backend->text_bytes;
    if (p->at.address < out->num_before)
        out->num_before = 0;
}

/* Only as far back as the page of the site goes. */
static rsp_status read_page_before(rsp_client *client, const planted *p, site_code *code) {
    size_t len = (size_t)(p->at.address & 4095);
    uint8_t *bytes = code->bytes.ptr;
    memmove(bytes + len, bytes + code->num_before, code->num_text);
    code->num_before = len;
    return len > 0 ? rsp_client_read_memory(client, p->at.address - len, bytes, len, NULL) : RSP_OK;
}

/* What cannot be read is not there: the site may be the first of its mapping, or near its end. */
static rsp_status read_site(rsp_client *client, const planted *p, site_code *code) {
    uint8_t *bytes = rsp_buf_extend(&code->bytes, code->num_before + code->num_text);
    if (!bytes)
        return RSP_NO_MEMORY;
    rsp_read reads[] = {
        {.addr = p->at.address, .len = code->num_text, .out = bytes + code->num_before},
        {.addr = p->at.address - code->num_before, .len = code->num_before, .out = bytes},
    };
    rsp_status status = rsp_read_memory_vectorized(client, 0, reads, code->num_before > 0 ? 2 : 1);
    if (status != RSP_OK)
        return status;
    bool short_text = reads[0].status != RSP_OK;
    bool short_before = code->num_before > 0 && reads[1].status != RSP_OK;
    if (short_text && reads[0].num_read == 0)
        return reads[0].status;
    if (short_text)
        code->num_text = reads[0].num_read;
    if (short_before && code->num_before > 4095) {
        memmove(bytes, bytes + code->num_before, code->num_text);
        code->num_before = 0;
    } else if (short_before) {
        status = read_page_before(client, p, code);
    }
    code->whole = code->whole && !short_text && !short_before;
    return status;
}

static rsp_site software_site(const planted *p, const code_memory *memory, uint64_t address) {
    return (rsp_site){.pid = p->at.pid,
                      .type = RSP_BREAK_SOFTWARE,
                      .addr = address,
                      .kind = backend_of(memory)->break_kind};
}

static rsp_status write_site(rsp_client *client, const planted *p, const uint8_t *bytes) {
    return rsp_client_write_memory(client, p->at.address, rsp_bytes_make(bytes, p->map.num_jump), NULL);
}

void planted_drop_site(rsp_client *client, const rsp_site *site) {
    rsp_status status = rsp_client_disable_site(client, site);
    (void)status; /* never enabled: as it should be */
}

static void disarm(const planted *p, rsp_client *client) {
    planted_drop_site(client, &p->stop);
    planted_drop_site(client, &p->error);
}

/* Whether there is an instruction that begins in the middle of the jump's bytes. */
static bool is_displaced_apart(const planted *p) {
    uint64_t none = 0;
    for (uint64_t i = 1; i < p->map.num_jump; i++)
        if (rsp_trampoline_place_of(&none, &p->map, p->at.address + i))
            return true;
    return false;
}

/* The breakpoints of the trampoline are in the stub before the jump is in the code. */
static rsp_status let_in(const planted *p, const code_memory *memory);

static rsp_status arm(planted *p, code_memory *memory, rsp_bytes code, const char **out_reason) {
    rsp_client *client = memory->client;
    *out_reason = "the stub does not let code be written, or breakpoints be set in it";
    rsp_status status = rsp_client_write_memory(client, p->map.code, code, NULL);
    p->stop = software_site(p, memory, p->map.stop);
    p->error = software_site(p, memory, p->map.error);
    if (status == RSP_OK && !p->map.own_traps)
        status = rsp_client_enable_site(client, &p->stop, NULL, 0);
    if (status == RSP_OK && !p->map.own_traps)
        status = rsp_client_enable_site(client, &p->error, NULL, 0);
    if (status == RSP_OK && !p->map.own_traps)
        status = rsp_client_flush_sites(client, NULL);
    if (status == RSP_OK && is_displaced_apart(p)) {
        status = let_in(p, memory);
        if (status == RSP_REFUSED)
            *out_reason = "a thread stands in the middle of the bytes that the jump would replace";
    }
    if (status == RSP_OK)
        status = write_site(client, p, p->map.jump);
    p->jumps = status == RSP_OK;
    return status;
}

/* Its length does not depend on where it stands: built once at the site itself to learn it. */
static rsp_status reserve_for(const planted *p, code_memory *memory, const rsp_condition *condition,
                              rsp_trampoline_site *where, const char **out_reason) {
    rsp_buf code = {.mem = memory->mem};
    rsp_trampoline map;
    rsp_trampoline_reason reason = RSP_TRAMPOLINE_NONE;
    where->code = where->address & ~(uint64_t)15;
    rsp_status status = rsp_trampoline_build(&map, &code, &reason, condition, where, NULL);
    *out_reason = rsp_trampoline_reason_text(reason);
    if (status == RSP_OK) {
        status = code_memory_reserve(memory, &p->at, code.len, &where->code);
        *out_reason = memory->why ? memory->why : backend_of(memory)->reach_text;
    }
    rsp_buf_free(&code);
    return status;
}

static bool covers_breakpoint(const planted *p, const planted_surroundings *around) {
    for (uint64_t i = 1; i < p->map.num_displaced && around->is_breakpoint; i++)
        if (around->is_breakpoint(around->ctx, p->at.address + i))
            return true;
    return false;
}

static rsp_status plant_at(planted *p, code_memory *memory, const rsp_condition *condition,
                           const rsp_trampoline_site *where, const planted_surroundings *around,
                           const char **out_reason) {
    rsp_buf code = {.mem = memory->mem};
    rsp_trampoline_reason reason = RSP_TRAMPOLINE_NONE;
    rsp_status status = rsp_trampoline_build(&p->map, &code, &reason, condition, where, NULL);
    *out_reason = rsp_trampoline_reason_text(reason);
    if (status == RSP_OK && covers_breakpoint(p, around)) {
        status = RSP_REFUSED;
        *out_reason = "another breakpoint stands in the bytes that the jump would replace";
    }
    if (status == RSP_OK) {
        status = arm(p, memory, rsp_buf_bytes(&code), out_reason);
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

static rsp_status plant_in(planted *p, code_memory *memory, const rsp_condition *condition,
                           const site_code *code, const planted_surroundings *around,
                           const char **out_reason) {
    rsp_bytes all = rsp_buf_bytes(&code->bytes);
    rsp_trampoline_site where = {.machine = memory->machine->kind,
                                 .address = p->at.address,
                                 .text = rsp_bytes_sub(all, code->num_before, code->num_text),
                                 .before = rsp_bytes_sub(all, 0, code->num_before),
                                 .whole = code->whole,
                                 .swapped = memory->machine->swapped};
    rsp_status status = reserve_for(p, memory, condition, &where, out_reason);
    if (status != RSP_OK)
        return status;
    status = plant_at(p, memory, condition, &where, around, out_reason);
    if (status == RSP_OK || ends_session(status))
        return status;
    rsp_status released = code_memory_release(memory, &p->at, where.code);
    return ends_session(released) ? released : RSP_REFUSED;
}

rsp_status planted_plant(planted *p, code_memory *memory, const rsp_condition *condition,
                         const planted_surroundings *around, const char **out_reason) {
    site_code code = {.bytes = {.mem = memory->mem}};
    *out_reason = "the instruction at the site cannot be read";
    measure(&code, backend_of(memory), p, around);
    rsp_status status = select_process(p, memory->client);
    if (status == RSP_OK)
        status = read_site(memory->client, p, &code);
    if (status == RSP_OK)
        status = plant_in(p, memory, condition, &code, around, out_reason);
    rsp_buf_free(&code.bytes);
    return status == RSP_OK || ends_session(status) ? status : RSP_REFUSED;
}

/* --- threads inside ------------------------------------------------------------------------------------- */

enum { FLAGS = 17 }; /* of x86-64: the saved word has some of them, in another order */

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

static uint64_t number_of(const code_memory *memory, unsigned reg) {
    return condition_machine_number(memory->machine, reg);
}

/* *out_sp: the thread's, if the place needs it. */
static rsp_status read_inside(const code_memory *memory, rsp_ptid thread, const rsp_trampoline_origin *place,
                              uint64_t *out_sp, uint64_t values[32]) {
    rsp_status status = RSP_OK;
    uint64_t flags = 0;
    *out_sp = 0;
    if (place->sp_offset != 0)
        status = thread_register_read(memory->client, thread, backend_of(memory)->sp, false, out_sp);
    if (status == RSP_OK)
        status = read_saved(memory->client, *out_sp, place->saved, values);
    if (memory->machine->kind != RSP_KIND_X86_64 || (place->saved >> FLAGS & 1) == 0 || status != RSP_OK)
        return status;
    status = thread_register_read(memory->client, thread, FLAGS, false, &flags);
    values[FLAGS] = rsp_trampoline_flags(flags, values[FLAGS]);
    return status;
}

/* RV64 has its integer registers and the pc first, 8 bytes each; elsewhere the description says. */
static rsp_status put_in_block(const code_memory *memory, rsp_buf *hex, size_t start, unsigned reg,
                               uint64_t value) {
    if (memory->machine->kind == RSP_KIND_RV64) {
        register_block_put(hex, start, reg, value);
        return RSP_OK;
    }
    const rsp_tdesc *description = client_description(memory->client);
    const rsp_tdesc_register *row =
        description ? rsp_tdesc_by_number(description, number_of(memory, reg)) : NULL;
    if (!row || row->bits > 64 || row->bits == 0 ||
        start + (size_t)row->offset * 2 + row->bits / 4 > hex->len)
        return RSP_NOT_FOUND;
    register_digits_put(hex->ptr + start + (size_t)row->offset * 2, row->bits / 8, value);
    return RSP_OK;
}

rsp_status planted_undo(const code_memory *memory, rsp_ptid thread, const rsp_trampoline_origin *place,
                        rsp_buf *hex, size_t start) {
    uint64_t values[32];
    uint64_t sp;
    rsp_status status = read_inside(memory, thread, place, &sp, values);
    for (unsigned r = 0; r < 32 && status == RSP_OK; r++)
        if (place->saved >> r & 1)
            status = put_in_block(memory, hex, start, r, values[r]);
    if (status == RSP_OK && place->sp_offset != 0)
        status = put_in_block(memory, hex, start, backend_of(memory)->sp, sp + place->sp_offset);
    if (status == RSP_OK)
        status = put_in_block(memory, hex, start, backend_of(memory)->pc, place->pc);
    return status;
}

/* All registers in one packet, so that the link can be lost at any time. */
static rsp_status put_back_at_once(const code_memory *memory, rsp_ptid thread,
                                   const rsp_trampoline_origin *place, uint64_t pc) {
    rsp_buf block = {.mem = memory->mem};
    rsp_status status = register_block_read(memory->client, thread, 0, &block);
    if (status == RSP_OK)
        status = planted_undo(memory, thread, place, &block, 0);
    if (status == RSP_OK)
        status = put_in_block(memory, &block, 0, backend_of(memory)->pc, pc);
    if (status == RSP_OK)
        status = register_block_write(memory->client, rsp_buf_bytes(&block), memory->mem);
    client_registers_stale(memory->client);
    rsp_buf_free(&block);
    return status;
}

/* One by one, the pc last. */
static rsp_status put_back_singly(const code_memory *memory, rsp_ptid thread,
                                  const rsp_trampoline_origin *place, uint64_t pc) {
    uint64_t values[32];
    uint64_t sp;
    rsp_client *client = memory->client;
    rsp_status status = read_inside(memory, thread, place, &sp, values);
    for (unsigned r = 0; r < 32 && status == RSP_OK; r++) {
        if (!(place->saved >> r & 1))
            continue;
        status = r == FLAGS && memory->machine->kind == RSP_KIND_X86_64
                     ? thread_register_write_narrow(client, thread, r, values[r])
                     : thread_register_write(client, thread, number_of(memory, r), values[r]);
    }
    if (status == RSP_OK && place->sp_offset != 0)
        status = thread_register_write(client, thread, backend_of(memory)->sp, sp + place->sp_offset);
    if (status == RSP_OK)
        status = thread_register_write(client, thread, backend_of(memory)->pc, pc);
    return status;
}

rsp_status planted_put_back(const code_memory *memory, rsp_ptid thread, const rsp_trampoline_origin *place,
                            uint64_t pc) {
    rsp_status status = RSP_UNSUPPORTED;
    if (memory->machine->kind != RSP_KIND_RV64 && place->sp_offset != 0)
        status = put_back_at_once(memory, thread, place, pc);
    return status == RSP_UNSUPPORTED ? put_back_singly(memory, thread, place, pc) : status;
}

/* What is done with one stopped thread. */
typedef rsp_status with_thread(const planted *p, const code_memory *memory, rsp_ptid thread);

static rsp_status evacuate_thread(const planted *p, const code_memory *memory, rsp_ptid thread) {
    rsp_trampoline_origin place;
    uint64_t pc = 0;
    rsp_status status = thread_register_read(memory->client, thread, backend_of(memory)->pc, false, &pc);
    if (status != RSP_OK || !rsp_trampoline_find(&place, &p->map, pc))
        return status;
    return planted_put_back(memory, thread, &place, place.pc);
}

/* A thread in the middle of the bytes that the jump has replaced goes on in their copy. */
static rsp_status let_thread_in(const planted *p, const code_memory *memory, rsp_ptid thread) {
    uint64_t pc = 0;
    uint64_t copy = 0;
    rsp_status status = thread_register_read(memory->client, thread, backend_of(memory)->pc, false, &pc);
    if (status != RSP_OK || pc - p->at.address - 1 >= (uint64_t)p->map.num_jump - 1)
        return status;
    if (!rsp_trampoline_place_of(&copy, &p->map, pc))
        return RSP_REFUSED;
    return thread_register_write(memory->client, thread, backend_of(memory)->pc, copy);
}

static rsp_status for_each_thread(const planted *p, const code_memory *memory, with_thread *what) {
    size_t num = 0;
    size_t cap = 64;
    rsp_ptid few[64];
    rsp_ptid *threads = few;
    rsp_client *client = memory->client;
    rsp_status status = rsp_client_threads(client, threads, cap, &num);
    if (status == RSP_OK && num > cap) {
        cap = num;
        threads = rsp_mem_calloc(memory->mem, cap, sizeof *threads);
        status = threads ? rsp_client_threads(client, threads, cap, &num) : RSP_NO_MEMORY;
    }
    if (status == RSP_UNSUPPORTED) { /* one thread, as far as we can know */
        few[0] = rsp_client_stop_thread(client);
        num = 1;
        status = RSP_OK;
    }
    for (size_t i = 0; i < num && i < cap && status == RSP_OK; i++)
        if (threads[i].pid == p->at.pid || p->at.pid == 0)
            status = what(p, memory, threads[i]);
    if (threads != few)
        rsp_mem_free(memory->mem, threads);
    return status;
}

/* Before the jump is there: were the link lost in between, each thread could go on. */
static rsp_status let_in(const planted *p, const code_memory *memory) {
    rsp_status status = for_each_thread(p, memory, let_thread_in);
    if (status == RSP_OK || ends_session(status))
        return status;
    rsp_status out = for_each_thread(p, memory, evacuate_thread);
    return ends_session(out) ? out : RSP_REFUSED;
}

rsp_status planted_uproot(planted *p, code_memory *memory) {
    if (!p->jumps) { /* the program is gone, and the code with it */
        disarm(p, memory->client);
        return RSP_OK;
    }
    rsp_status status = select_process(p, memory->client);
    if (status == RSP_OK)
        status = write_site(memory->client, p, p->map.original);
    p->jumps = status != RSP_OK;
    rsp_status moved = status == RSP_OK ? for_each_thread(p, memory, evacuate_thread) : RSP_OK;
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
