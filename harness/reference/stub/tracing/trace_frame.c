/* The selected trace frame: its blocks, read in place of the live program.
 * Where blocks overlap, the one that was recorded first counts.
 * Source: GDB manual, Tracepoint Packets (QTFrame, qTV); Traceframe Info Format. */
/* SPDX-License-Identifier: MIT */
#include "trace_frame.h"

#include "errors.h"
#include "memory.h"

#include "core/byte_order.h"
#include "core/hex.h"
#include <inttypes.h>

const stub_trace_frame *stub_trace_selected(const rsp_stub *s) {
    const struct stub_trace *trace = s->trace;
    return trace->frame_selected ? stub_trace_buffer_frame(&trace->buffer, (size_t)trace->frame) : NULL;
}

typedef struct walk {
    const stub_trace_buffer *buffer;
    size_t block_bytes;
    rsp_bytes rest;
    stub_trace_block block;
} walk;

static walk walk_begin(const rsp_stub *s, const stub_trace_frame *frame) {
    const stub_trace_buffer *buffer = &s->trace->buffer;
    return (walk){.buffer = buffer,
                  .block_bytes = s->opt.ops->register_set(s->opt.target)->block_bytes,
                  .rest = stub_trace_buffer_data(buffer, frame)};
}

static bool walk_next(walk *w) {
    return stub_trace_block_next(w->buffer, w->block_bytes, &w->rest, &w->block);
}

/* What is recorded at an address, from there to the end of its block; empty for nothing. */
static rsp_bytes recorded_at(const rsp_stub *s, const stub_trace_frame *frame, uint64_t addr) {
    walk w = walk_begin(s, frame);
    while (walk_next(&w))
        if (w.block.kind == 'M' && addr - w.block.addr < w.block.data.len)
            return rsp_bytes_from(w.block.data, (size_t)(addr - w.block.addr));
    return rsp_bytes_make(NULL, 0);
}

/* How many bytes from the address on are read live. */
static uint64_t live_at(const rsp_stub *s, uint64_t addr) {
    const rsp_buf *list = &s->trace->table.read_only;
    const uint64_t *pairs = (const uint64_t *)(const void *)list->ptr;
    for (size_t i = 0; i + 1 < list->len / sizeof *pairs; i += 2)
        if (addr >= pairs[i] && addr < pairs[i + 1])
            return pairs[i + 1] - addr;
    return 0;
}

static size_t read_piece(const rsp_stub *s, const stub_trace_frame *frame, int64_t pid, uint64_t addr,
                         uint8_t *dst, size_t len) {
    rsp_bytes found = rsp_bytes_sub(recorded_at(s, frame, addr), 0, len);
    uint64_t live = found.len > 0 ? 0 : live_at(s, addr);
    if (live > 0)
        return stub_read(s, pid, addr, dst, live < len ? live : len);
    if (found.len > 0)
        memcpy(dst, found.ptr, found.len);
    return found.len;
}

size_t stub_trace_read(const rsp_stub *s, const stub_trace_frame *frame, int64_t pid, uint64_t addr,
                       uint8_t *dst, size_t len) {
    size_t done = 0;
    for (size_t got = 1; done < len && got > 0; done += got)
        got = read_piece(s, frame, pid, addr + done, dst + done, len - done);
    return done;
}

void stub_trace_register(const rsp_stub *s, const stub_trace_frame *frame, size_t index, rsp_buf *reply) {
    const rsp_register_set *set = s->opt.ops->register_set(s->opt.target);
    const rsp_register *reg = &set->registers[index];
    size_t bytes = reg->bitsize / 8;
    bool have = index / 64 < STUB_TRACE_MASK_WORDS && (frame->registers.words[index / 64] >> index % 64 & 1);
    walk w = walk_begin(s, frame);
    while (have && walk_next(&w)) {
        if (w.block.kind != 'R')
            continue;
        rsp_hex_append(reply, rsp_bytes_sub(w.block.data, reg->offset, bytes));
        return;
    }
    for (size_t i = 0; i < bytes; i++) {
        size_t shift = 8 * (set->big_endian ? bytes - 1 - i : i);
        if (reg->regnum == set->pc)
            rsp_hex_append_fixed(reply, shift < 64 ? frame->pc >> shift & 0xff : 0, 2);
        else
            rsp_buf_str(reply, "xx");
    }
}

bool stub_trace_frame_value(const rsp_stub *s, const stub_trace_frame *frame, uint64_t number,
                            uint64_t *out) {
    bool found = false;
    walk w = walk_begin(s, frame);
    while (walk_next(&w)) {
        if (w.block.kind != 'V' || w.block.number != number)
            continue;
        *out = w.block.value;
        found = true;
    }
    return found;
}

rsp_status stub_make_traceframe_info(rsp_stub *s, rsp_bytes annex, rsp_buf *out) {
    const stub_trace_frame *frame = stub_trace_selected(s);
    (void)annex;
    if (!frame)
        return RSP_NOT_FOUND;
    walk w = walk_begin(s, frame);
    rsp_buf_str(out, "<?xml version=\"1.0\"?>\n<!DOCTYPE traceframe-info SYSTEM \"traceframe-info.dtd\">\n"
                     "<traceframe-info>\n");
    while (walk_next(&w)) {
        if (w.block.kind == 'M')
            rsp_buf_printf(out, "<memory start=\"0x%" PRIx64 "\" length=\"0x%zx\"/>\n", w.block.addr,
                           w.block.data.len);
        else if (w.block.kind == 'V')
            rsp_buf_printf(out, "<tvar id=\"0x%" PRIx64 "\"/>\n", w.block.number);
    }
    rsp_buf_str(out, "</traceframe-info>\n");
    return out->status;
}

size_t stub_read_shown(const rsp_stub *s, int64_t pid, uint64_t addr, uint8_t *dst, uint64_t len) {
    const stub_trace_frame *frame = stub_trace_selected(s);
    if (frame)
        return stub_trace_read(s, frame, pid, addr, dst, (size_t)stub_clamp(addr, len));
    return stub_read(s, pid, addr, dst, len);
}

bool stub_may_write(rsp_stub *s, rsp_buf *reply) {
    if (!stub_trace_selected(s))
        return true;
    stub_error(s, reply, STUB_E_MEMORY, "a trace frame can not be written to");
    return false;
}
