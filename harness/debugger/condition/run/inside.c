/* The map says where a thread stands in the program; what the code has saved is on the thread's own stack.
 * Registers go back in one packet where the stub has G, so that the link can be lost at any time.
 * See inside.h. */
/* SPDX-License-Identifier: MIT */
#include "inside.h"

#include "backend.h"
#include "client/operation/registers.h"
#include "core/mem.h"
#include "machine.h"
#include "session_end.h"
#include "thread_registers.h"

static const trampoline_backend *backend_of(const code_memory *memory) {
    return trampoline_backend_of(memory->machine->kind);
}

static uint64_t word64_of(const uint8_t *p) {
    uint64_t value = 0;
    for (unsigned i = 8; i-- > 0;)
        value = value << 8 | p[i];
    return value;
}

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

rsp_status inside_undo(const code_memory *memory, rsp_ptid thread, const rsp_trampoline_origin *place,
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
        status = inside_undo(memory, thread, place, &block, 0);
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

rsp_status inside_put_back(const code_memory *memory, rsp_ptid thread, const rsp_trampoline_origin *place,
                           uint64_t pc) {
    rsp_status status = RSP_UNSUPPORTED;
    if (memory->machine->kind != RSP_KIND_RV64 && place->sp_offset != 0)
        status = put_back_at_once(memory, thread, place, pc);
    return status == RSP_UNSUPPORTED ? put_back_singly(memory, thread, place, pc) : status;
}

/* What is done with one stopped thread. */
typedef rsp_status with_thread(const rsp_trampoline *map, const code_memory *memory, rsp_ptid thread);

static rsp_status evacuate_thread(const rsp_trampoline *map, const code_memory *memory, rsp_ptid thread) {
    rsp_trampoline_origin place;
    uint64_t pc = 0;
    rsp_status status = thread_register_read(memory->client, thread, backend_of(memory)->pc, false, &pc);
    if (status != RSP_OK || !rsp_trampoline_find(&place, map, pc))
        return status;
    return inside_put_back(memory, thread, &place, place.pc);
}

/* A thread in the middle of the bytes that the jump has replaced goes on in their copy. */
static rsp_status let_thread_in(const rsp_trampoline *map, const code_memory *memory, rsp_ptid thread) {
    uint64_t pc = 0;
    uint64_t copy = 0;
    rsp_status status = thread_register_read(memory->client, thread, backend_of(memory)->pc, false, &pc);
    if (status != RSP_OK || pc - map->site - 1 >= (uint64_t)map->num_jump - 1)
        return status;
    if (!rsp_trampoline_place_of(&copy, map, pc))
        return RSP_REFUSED;
    return thread_register_write(memory->client, thread, backend_of(memory)->pc, copy);
}

static rsp_status for_each_thread(const rsp_trampoline *map, int64_t pid, const code_memory *memory,
                                  with_thread *what) {
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
        if (threads[i].pid == pid || pid == 0)
            status = what(map, memory, threads[i]);
    if (threads != few)
        rsp_mem_free(memory->mem, threads);
    return status;
}

static rsp_status put_before_trap(const rsp_trampoline *map, const code_memory *memory, rsp_ptid thread) {
    const uint64_t number = backend_of(memory)->pc;
    uint64_t pc = 0;
    if (rsp_ptid_equal(thread, rsp_client_stop_thread(memory->client)))
        return RSP_OK;
    rsp_status status = thread_register_read(memory->client, thread, number, false, &pc);
    if (status != RSP_OK || (pc != map->stop && pc != map->error))
        return status;
    return thread_register_write(memory->client, thread, number, pc - RSP_TRAMPOLINE_TRAP_BYTES);
}

rsp_status inside_trap_again(const rsp_trampoline *map, int64_t pid, const code_memory *memory) {
    return for_each_thread(map, pid, memory, put_before_trap);
}

rsp_status inside_evacuate(const rsp_trampoline *map, int64_t pid, const code_memory *memory) {
    return for_each_thread(map, pid, memory, evacuate_thread);
}

/* Before the jump is there: were the link lost in between, each thread could go on. */
rsp_status inside_let_in(const rsp_trampoline *map, int64_t pid, const code_memory *memory) {
    rsp_status status = for_each_thread(map, pid, memory, let_thread_in);
    if (status == RSP_OK || ends_session(status))
        return status;
    rsp_status out = inside_evacuate(map, pid, memory);
    return ends_session(out) ? out : RSP_REFUSED;
}
