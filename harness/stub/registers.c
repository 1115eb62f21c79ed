/* g, G, p, P, their thread suffix, saved register states, and LLDB's register queries.
 * A register block is read, changed and written as a whole: a request that is refused changes nothing.
 * Source: GDB manual, Packets; LLDB gdb-remote extensions. */
/* SPDX-License-Identifier: MIT */
#include "registers.h"

#include "errors.h"
#include "handlers.h"
#include "ids.h"

#include "core/limits.h"
#include "core/mem.h"
#include <inttypes.h>

/* What ends a walk by qRegisterInfo; any error does. */
enum { E_NO_MORE_REGISTERS = 0x45 };

typedef struct saved_state {
    uint32_t id; /* 0: the slot is free */
    uint8_t *block;
} saved_state;

struct stub_saved {
    saved_state *slots;
    size_t num_slots;
    uint32_t last_id;
    rsp_buf block; /* register block of the request under way */
};

rsp_status stub_saved_new(rsp_stub *s) {
    s->saved = rsp_mem_calloc(s->opt.mem, 1, sizeof *s->saved);
    if (!s->saved)
        return RSP_NO_MEMORY;
    rsp_buf_init(&s->saved->block, s->opt.mem, 0);
    return RSP_OK;
}

static void free_slots(rsp_stub *s) {
    for (size_t i = 0; i < s->saved->num_slots; i++)
        rsp_mem_free(s->opt.mem, s->saved->slots[i].block);
    rsp_mem_free(s->opt.mem, s->saved->slots);
    s->saved->slots = NULL;
    s->saved->num_slots = 0;
}

void stub_saved_free(rsp_stub *s) {
    if (!s->saved)
        return;
    free_slots(s);
    rsp_buf_free(&s->saved->block);
    rsp_mem_free(s->opt.mem, s->saved);
    s->saved = NULL;
}

void stub_saved_connect(rsp_stub *s) {
    free_slots(s);
}

static const rsp_register_set *registers_of(const rsp_stub *s) {
    return s->opt.ops->register_set(s->opt.target);
}

static const rsp_register *find_register(const rsp_stub *s, uint64_t number) {
    const rsp_register_set *set = registers_of(s);
    for (size_t i = 0; i < set->num; i++)
        if (set->registers[i].regnum == number)
            return &set->registers[i];
    return NULL;
}

/* The thread that a request with an optional suffix is about; the error reply is made here. */
static bool take_thread(rsp_stub *s, rsp_bytes *args, rsp_buf *reply, rsp_ptid *out) {
    if (stub_thread_of_request(s, args, out) != RSP_OK) {
        stub_error(s, reply, STUB_E_THREAD, "no such thread");
        return false;
    }
    if (stub_thread_runs(s, *out)) {
        stub_error(s, reply, STUB_E_THREAD, "the thread is running");
        return false;
    }
    return true;
}

/* The thread's block in the buffer kept for it; NULL with the error reply made. */
static uint8_t *load_block(rsp_stub *s, rsp_ptid thread, rsp_buf *reply) {
    rsp_buf *block = &s->saved->block;
    rsp_buf_clear(block);
    uint8_t *bytes = rsp_buf_extend(block, registers_of(s)->block_bytes);
    if (!bytes)
        stub_error(s, reply, STUB_E_LIMIT, "out of memory");
    else if (s->opt.ops->read_registers(s->opt.target, thread, bytes) != RSP_OK)
        stub_error(s, reply, STUB_E_THREAD, "cannot read registers");
    else
        return bytes;
    return NULL;
}

void stub_on_read_registers(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_ptid thread;
    if (!take_thread(s, &args, reply, &thread))
        return;
    if (args.len > 0) {
        stub_error(s, reply, STUB_E_SYNTAX, "g takes no arguments");
        return;
    }
    const uint8_t *block = load_block(s, thread, reply);
    if (block)
        rsp_hex_append(reply, rsp_bytes_make(block, registers_of(s)->block_bytes));
}

static void store_block(rsp_stub *s, rsp_ptid thread, const uint8_t *block, rsp_buf *reply) {
    if (s->opt.ops->write_registers(s->opt.target, thread, block) == RSP_OK)
        stub_ok(reply);
    else
        stub_error(s, reply, STUB_E_GENERAL, "cannot write registers");
}

void stub_on_write_registers(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_ptid thread;
    if (!take_thread(s, &args, reply, &thread))
        return;
    uint8_t *block = load_block(s, thread, reply);
    if (!block)
        return;
    if (args.len != 2 * registers_of(s)->block_bytes || rsp_hex_decode_into(block, args) != RSP_OK) {
        stub_error(s, reply, STUB_E_SYNTAX, "not a whole register block");
        return;
    }
    store_block(s, thread, block, reply);
}

void stub_on_read_register(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_ptid thread;
    uint64_t number;
    if (!take_thread(s, &args, reply, &thread))
        return;
    if (rsp_hex_u64(&number, args) != RSP_OK) {
        stub_error(s, reply, STUB_E_SYNTAX, "want a register number");
        return;
    }
    const rsp_register *reg = find_register(s, number);
    if (!reg) {
        stub_error(s, reply, STUB_E_GENERAL, "no such register");
        return;
    }
    const uint8_t *block = load_block(s, thread, reply);
    if (block)
        rsp_hex_append(reply, rsp_bytes_make(block + reg->offset, reg->bitsize / 8));
}

void stub_on_write_register(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_ptid thread;
    uint64_t number;
    if (!take_thread(s, &args, reply, &thread))
        return;
    if (rsp_take_hex(&number, &args) != RSP_OK || !rsp_take_byte(&args, '=')) {
        stub_error(s, reply, STUB_E_SYNTAX, "want number=value");
        return;
    }
    const rsp_register *reg = find_register(s, number);
    if (!reg) {
        stub_error(s, reply, STUB_E_GENERAL, "no such register");
        return;
    }
    uint8_t *block = load_block(s, thread, reply);
    if (!block)
        return;
    size_t len = reg->bitsize / 8;
    if (args.len != 2 * len || rsp_hex_decode_into(block + reg->offset, args) != RSP_OK) {
        stub_error(s, reply, STUB_E_SYNTAX, "the value is not as wide as the register");
        return;
    }
    store_block(s, thread, block, reply);
}

/* A free slot, growing the table up to its limit; NULL when there is none. */
static saved_state *free_slot(rsp_stub *s) {
    struct stub_saved *saved = s->saved;
    for (size_t i = 0; i < saved->num_slots; i++)
        if (saved->slots[i].id == 0)
            return &saved->slots[i];
    size_t num = saved->num_slots ? saved->num_slots * 2 : 8;
    if (num > RSP_LIMIT_STUB_SAVED)
        return NULL;
    saved_state *slots = rsp_mem_realloc(s->opt.mem, saved->slots, num * sizeof *slots);
    if (!slots)
        return NULL;
    memset(slots + saved->num_slots, 0, (num - saved->num_slots) * sizeof *slots);
    saved_state *first = slots + saved->num_slots;
    saved->slots = slots;
    saved->num_slots = num;
    return first;
}

void stub_on_save_registers(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_ptid thread;
    if (!take_thread(s, &args, reply, &thread))
        return;
    const uint8_t *block = load_block(s, thread, reply);
    if (!block)
        return;
    size_t len = registers_of(s)->block_bytes;
    saved_state *slot = free_slot(s);
    uint8_t *copy = slot ? rsp_mem_alloc(s->opt.mem, len) : NULL;
    if (!copy) {
        stub_error(s, reply, STUB_E_LIMIT, "too many saved states");
        return;
    }
    memcpy(copy, block, len);
    s->saved->last_id++;
    *slot = (saved_state){.id = s->saved->last_id, .block = copy};
    rsp_buf_printf(reply, "%" PRIu32, slot->id);
}

static bool take_decimal(uint64_t *out, rsp_bytes text) {
    uint64_t value = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] < '0' || text.ptr[i] > '9' || value > UINT32_MAX)
            return false;
        value = value * 10 + (uint64_t)(text.ptr[i] - '0');
    }
    *out = value;
    return text.len > 0;
}

void stub_on_restore_registers(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_ptid thread;
    uint64_t id;
    if (!take_thread(s, &args, reply, &thread))
        return;
    if (!take_decimal(&id, args) || id == 0) {
        stub_error(s, reply, STUB_E_SYNTAX, "want the number of a saved state");
        return;
    }
    for (size_t i = 0; i < s->saved->num_slots; i++) {
        saved_state *slot = &s->saved->slots[i];
        if (slot->id != id)
            continue;
        store_block(s, thread, slot->block, reply);
        rsp_mem_free(s->opt.mem, slot->block);
        *slot = (saved_state){0};
        return;
    }
    stub_error(s, reply, STUB_E_GENERAL, "no such saved state");
}

/* "name:value;" pairs for register number n, as LLDB asked before target descriptions. */
void stub_on_register_info(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint64_t index;
    const rsp_register_set *set = registers_of(s);
    if (rsp_hex_u64(&index, args) != RSP_OK) {
        stub_error(s, reply, STUB_E_SYNTAX, "want a register number");
        return;
    }
    if (index >= set->num) {
        stub_error(s, reply, E_NO_MORE_REGISTERS, "no such register");
        return;
    }
    const rsp_register *reg = &set->registers[index];
    rsp_buf_printf(reply, "name:%s;", reg->name);
    if (reg->alt_name)
        rsp_buf_printf(reply, "alt-name:%s;", reg->alt_name);
    rsp_buf_printf(reply, "bitsize:%u;offset:%" PRIu32 ";encoding:uint;format:hex;set:%s;", reg->bitsize,
                   reg->offset, reg->set);
    if (reg->dwarf >= 0)
        rsp_buf_printf(reply, "ehframe:%d;dwarf:%d;", reg->dwarf, reg->dwarf);
    if (reg->generic)
        rsp_buf_printf(reply, "generic:%s;", reg->generic);
}
