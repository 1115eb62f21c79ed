/* The registers of a thread that stops and resumes are about: pc, sp and fp.
 * Read from the whole block, which a write puts back.
 * Source: GDB manual, Stop Reply Packets (expedited registers); Packets (c with an address). */
/* SPDX-License-Identifier: MIT */
#include "thread_registers.h"

#include "run_state.h"

#include "core/byte_order.h"

static const uint8_t *read_block(rsp_stub *s, rsp_ptid thread) {
    const rsp_register_set *set = s->opt.ops->register_set(s->opt.target);
    rsp_buf *block = &s->run->registers;
    rsp_buf_clear(block);
    if (!rsp_buf_extend(block, set->block_bytes))
        return NULL;
    return s->opt.ops->read_registers(s->opt.target, thread, block->ptr) == RSP_OK ? block->ptr : NULL;
}

static rsp_bytes register_value(const rsp_register_set *set, const uint8_t *block, unsigned regnum) {
    for (size_t i = 0; i < set->num; i++)
        if (set->registers[i].regnum == regnum)
            return rsp_bytes_make(block + set->registers[i].offset, set->registers[i].bitsize / 8U);
    return rsp_bytes_make(NULL, 0);
}

bool stub_register_unreadable(const rsp_stub *s, rsp_ptid thread, unsigned regnum) {
    return s->opt.ops->register_unreadable && s->opt.ops->register_unreadable(s->opt.target, thread, regnum);
}

/* Only LLDB takes a register without bytes for one that cannot be read; GDB gives the connection up.
 * Source: LLDB gdb-remote extensions, Stop reply packet extensions. */
static void append_unreadable(rsp_stub *s, rsp_ptid thread, rsp_buf *out, stub_append_register *append) {
    const rsp_register_set *set = s->opt.ops->register_set(s->opt.target);
    for (size_t i = 0; i < set->num && stub_agreed(s, STUB_AGREED_LLDB); i++)
        if (stub_register_unreadable(s, thread, set->registers[i].regnum))
            append(out, set->registers[i].regnum, rsp_bytes_make(NULL, 0), false);
}

void stub_expedite(rsp_stub *s, rsp_ptid thread, rsp_buf *out, stub_append_register *append) {
    const rsp_register_set *set = s->opt.ops->register_set(s->opt.target);
    const uint8_t *block = read_block(s, thread);
    if (!block)
        return;
    const unsigned wanted[] = {set->pc, set->sp, set->fp};
    /* A machine without stack and frame pointer names pc for them. */
    for (size_t i = 0; i < RSP_ARRAY_LEN(wanted) && (i == 0 || wanted[i] != set->pc); i++)
        append(out, wanted[i], register_value(set, block, wanted[i]), i == 0);
    append_unreadable(s, thread, out, append);
}

void stub_thread_pc(rsp_stub *s, rsp_ptid thread, uint64_t *out_pc) {
    const rsp_register_set *set = s->opt.ops->register_set(s->opt.target);
    const uint8_t *block = read_block(s, thread);
    rsp_bytes value = block ? register_value(set, block, set->pc) : rsp_bytes_make(NULL, 0);
    *out_pc = rsp_number_of(value, set->big_endian);
}

bool stub_set_thread_pc(rsp_stub *s, rsp_ptid thread, uint64_t pc) {
    const rsp_register_set *set = s->opt.ops->register_set(s->opt.target);
    rsp_buf *block = &s->run->registers;
    uint64_t old;
    stub_thread_pc(s, thread, &old); /* fills the block */
    if (block->status != RSP_OK || block->len != set->block_bytes)
        return false;
    for (size_t i = 0; i < set->num; i++) {
        const rsp_register *reg = &set->registers[i];
        if (reg->regnum == set->pc)
            rsp_number_put(block->ptr + reg->offset, reg->bitsize / 8U, pc, set->big_endian);
    }
    return s->opt.ops->write_registers(s->opt.target, thread, block->ptr) == RSP_OK;
}
