/* g, G, p, P, their thread suffix, saved register states, and LLDB's register queries.
 * A register block is read, changed and written as a whole: a request that is refused changes nothing.
 * Source: GDB manual, Packets; LLDB gdb-remote extensions. */
/* SPDX-License-Identifier: MIT */
#include "registers.h"

#include "description.h"
#include "errors.h"
#include "handlers.h"
#include "selected_thread.h"
#include "stop_table.h"
#include "thread_registers.h"
#include "trace_frame.h"

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

/* What a trace frame shows is no block of a thread: it is neither changed, saved nor replaced. The error
 * reply is made here. */
static bool is_present(rsp_stub *s, rsp_buf *reply) {
    if (!stub_trace_selected(s))
        return true;
    stub_error(s, reply, STUB_E_GENERAL, "a trace frame is selected");
    return false;
}

uint8_t *stub_registers_load(rsp_stub *s, rsp_ptid thread, rsp_buf *reply) {
    rsp_buf *block = &s->saved->block;
    if (!is_present(s, reply))
        return NULL;
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

/* A selected trace frame shows the same registers for whatever thread, also for one that runs. */
static stub_reply_kind recorded_registers(rsp_stub *s, const stub_trace_frame *frame, rsp_buf *reply) {
    const rsp_register_set *set = registers_of(s);
    for (size_t i = 0; i < set->num; i++)
        stub_trace_register(s, frame, i, reply);
    return STUB_REPLY_SEND;
}

static stub_reply_kind recorded_register(rsp_stub *s, const stub_trace_frame *frame, rsp_bytes args,
                                         rsp_buf *reply) {
    uint64_t number;
    if (rsp_hex_u64(&number, rsp_bytes_split(&args, ';')) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "want a register number");
    const rsp_register *reg = find_register(s, number);
    if (!reg)
        return stub_error(s, reply, STUB_E_GENERAL, "no such register");
    stub_trace_register(s, frame, (size_t)(reg - registers_of(s)->registers), reply);
    return STUB_REPLY_SEND;
}

/* GDB takes `x` for digits that are not available. */
static void cross_out(const rsp_buf *reply, size_t start, size_t len) {
    if (reply->status == RSP_OK)
        memset(reply->ptr + start, 'x', len);
}

static void append_block(const rsp_stub *s, rsp_ptid thread, const uint8_t *block, rsp_buf *reply) {
    const rsp_register_set *set = registers_of(s);
    size_t start = reply->len;
    rsp_hex_append(reply, rsp_bytes_make(block, set->block_bytes));
    for (size_t i = 0; i < set->num; i++) {
        const rsp_register *reg = &set->registers[i];
        if (stub_register_unreadable(s, thread, reg->regnum))
            cross_out(reply, start + (size_t)2 * reg->offset, (size_t)2 * (reg->bitsize / 8));
    }
}

stub_reply_kind stub_on_read_registers(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_ptid thread;
    const stub_trace_frame *frame = stub_trace_selected(s);
    if (frame)
        return recorded_registers(s, frame, reply);
    if (!take_thread(s, &args, reply, &thread))
        return STUB_REPLY_SEND;
    if (args.len > 0)
        return stub_error(s, reply, STUB_E_SYNTAX, "g takes no arguments");
    const uint8_t *block = stub_registers_load(s, thread, reply);
    if (block)
        append_block(s, thread, block, reply);
    return STUB_REPLY_SEND;
}

size_t stub_registers_readable(const rsp_stub *s, rsp_ptid thread, uint64_t from, uint64_t len) {
    const rsp_register_set *set = registers_of(s);
    if (from >= set->block_bytes)
        return 0;
    uint64_t most = set->block_bytes - from < len ? set->block_bytes - from : len;
    for (size_t i = 0; i < set->num; i++) {
        const rsp_register *reg = &set->registers[i];
        const uint64_t end = reg->offset + reg->bitsize / 8U;
        if (end <= from || reg->offset >= from + most || !stub_register_unreadable(s, thread, reg->regnum))
            continue;
        most = reg->offset > from ? reg->offset - from : 0;
    }
    return (size_t)most;
}

/* The digits of a whole block. What was crossed out by g comes back as it was sent, and changes nothing. */
static bool decode_block(const rsp_stub *s, rsp_ptid thread, rsp_bytes digits, uint8_t *block) {
    const rsp_register_set *set = registers_of(s);
    size_t done = 0;
    if (digits.len != 2 * set->block_bytes)
        return false;
    for (size_t i = 0; i < set->num; i++) {
        const rsp_register *reg = &set->registers[i];
        if (!stub_register_unreadable(s, thread, reg->regnum) || digits.ptr[(size_t)2 * reg->offset] != 'x')
            continue;
        rsp_bytes before = rsp_bytes_sub(digits, 2 * done, 2 * (reg->offset - done));
        if (rsp_hex_decode_into(block + done, before) != RSP_OK)
            return false;
        done = reg->offset + reg->bitsize / 8U;
    }
    return rsp_hex_decode_into(block + done, rsp_bytes_from(digits, 2 * done)) == RSP_OK;
}

stub_reply_kind stub_registers_store(rsp_stub *s, rsp_ptid thread, const uint8_t *block, rsp_buf *reply) {
    if (s->opt.ops->write_registers(s->opt.target, thread, block) == RSP_OK)
        return stub_ok(reply);
    return stub_error(s, reply, STUB_E_GENERAL, "cannot write registers");
}

stub_reply_kind stub_on_write_registers(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_ptid thread;
    if (!take_thread(s, &args, reply, &thread))
        return STUB_REPLY_SEND;
    uint8_t *block = stub_registers_load(s, thread, reply);
    if (!block)
        return STUB_REPLY_SEND;
    if (!decode_block(s, thread, args, block))
        return stub_error(s, reply, STUB_E_SYNTAX, "not a whole register block");
    return stub_registers_store(s, thread, block, reply);
}

stub_reply_kind stub_on_read_register(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_ptid thread;
    uint64_t number;
    const stub_trace_frame *frame = stub_trace_selected(s);
    if (frame)
        return recorded_register(s, frame, args, reply);
    if (!take_thread(s, &args, reply, &thread))
        return STUB_REPLY_SEND;
    if (rsp_hex_u64(&number, args) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "want a register number");
    const rsp_register *reg = find_register(s, number);
    if (!reg)
        return stub_error(s, reply, STUB_E_GENERAL, "no such register");
    /* GDB takes an error for the end of its whole command, LLDB takes `x` for digits. */
    bool unreadable = stub_register_unreadable(s, thread, reg->regnum);
    if (unreadable && stub_agreed(s, STUB_AGREED_LLDB))
        return stub_error(s, reply, STUB_E_GENERAL, "the register cannot be read");
    const uint8_t *block = stub_registers_load(s, thread, reply);
    size_t start = reply->len;
    if (!block)
        return STUB_REPLY_SEND;
    rsp_hex_append(reply, rsp_bytes_make(block + reg->offset, reg->bitsize / 8));
    if (unreadable)
        cross_out(reply, start, (size_t)2 * (reg->bitsize / 8));
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_on_write_register(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_ptid thread;
    uint64_t number;
    if (!take_thread(s, &args, reply, &thread))
        return STUB_REPLY_SEND;
    if (rsp_take_hex(&number, &args) != RSP_OK || !rsp_take_byte(&args, '='))
        return stub_error(s, reply, STUB_E_SYNTAX, "want number=value");
    const rsp_register *reg = find_register(s, number);
    if (!reg)
        return stub_error(s, reply, STUB_E_GENERAL, "no such register");
    uint8_t *block = stub_registers_load(s, thread, reply);
    if (!block)
        return STUB_REPLY_SEND;
    size_t len = reg->bitsize / 8;
    if (args.len != 2 * len || rsp_hex_decode_into(block + reg->offset, args) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "the value is not as wide as the register");
    return stub_registers_store(s, thread, block, reply);
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

stub_reply_kind stub_on_save_registers(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_ptid thread;
    if (!take_thread(s, &args, reply, &thread))
        return STUB_REPLY_SEND;
    const uint8_t *block = stub_registers_load(s, thread, reply);
    if (!block)
        return STUB_REPLY_SEND;
    size_t len = registers_of(s)->block_bytes;
    saved_state *slot = free_slot(s);
    uint8_t *copy = slot ? rsp_mem_alloc(s->opt.mem, len) : NULL;
    if (!copy)
        return stub_error(s, reply, STUB_E_LIMIT, "too many saved states");
    memcpy(copy, block, len);
    s->saved->last_id++;
    *slot = (saved_state){.id = s->saved->last_id, .block = copy};
    rsp_buf_printf(reply, "%" PRIu32, slot->id);
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_on_restore_registers(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_ptid thread;
    uint64_t id;
    if (!take_thread(s, &args, reply, &thread))
        return STUB_REPLY_SEND;
    if (rsp_decimal_u64(&id, args) != RSP_OK || id == 0)
        return stub_error(s, reply, STUB_E_SYNTAX, "want the number of a saved state");
    if (!is_present(s, reply))
        return STUB_REPLY_SEND;
    for (size_t i = 0; i < s->saved->num_slots; i++) {
        saved_state *slot = &s->saved->slots[i];
        if (slot->id != id)
            continue;
        stub_registers_store(s, thread, slot->block, reply);
        rsp_mem_free(s->opt.mem, slot->block);
        *slot = (saved_state){0};
        return STUB_REPLY_SEND;
    }
    return stub_error(s, reply, STUB_E_GENERAL, "no such saved state");
}

/* "name:value;" pairs for register number n, as LLDB asked before target descriptions. */
stub_reply_kind stub_on_register_info(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint64_t index;
    const rsp_register_set *set = registers_of(s);
    if (rsp_hex_u64(&index, args) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "want a register number");
    if (index >= set->num)
        return stub_error(s, reply, E_NO_MORE_REGISTERS, "no such register");
    const rsp_register *reg = &set->registers[index];
    rsp_buf_printf(reply, "name:%s;", reg->name);
    if (reg->alt_name)
        rsp_buf_printf(reply, "alt-name:%s;", reg->alt_name);
    rsp_buf_printf(reply, "bitsize:%u;offset:%" PRIu32 ";encoding:%s;set:%s;", reg->bitsize, reg->offset,
                   stub_is_float(reg) ? "ieee754;format:float" : "uint;format:hex", reg->set);
    if (reg->dwarf >= 0)
        rsp_buf_printf(reply, "ehframe:%d;dwarf:%d;", reg->dwarf, reg->dwarf);
    if (reg->generic)
        rsp_buf_printf(reply, "generic:%s;", reg->generic);
    return STUB_REPLY_SEND;
}
