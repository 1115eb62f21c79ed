/* The trace frame buffer: frames one after the other as in a trace file, and an index of them.
 * A frame is a number (2 bytes), a length (4) and blocks; what was dropped in front is compacted now and
 * then. Source: GDB manual, Trace File Format. */
/* SPDX-License-Identifier: MIT */
#include "trace_buffer.h"

#include "core/byte_order.h"
#include "core/limits.h"

enum { HEADER_BYTES = 6, LENGTH_AT = 2 };

void stub_trace_buffer_init(stub_trace_buffer *b, const rsp_mem *mem) {
    *b = (stub_trace_buffer){0};
    rsp_buf_init(&b->bytes, mem, 0);
    rsp_buf_init(&b->frames, mem, 0);
}

void stub_trace_buffer_free(stub_trace_buffer *b) {
    rsp_buf_free(&b->bytes);
    rsp_buf_free(&b->frames);
}

void stub_trace_buffer_clear(stub_trace_buffer *b) {
    rsp_buf_clear(&b->bytes);
    rsp_buf_clear(&b->frames);
    b->base = 0;
    b->start = 0;
    b->first = 0;
    b->created = 0;
    b->full = false;
    b->open = false;
}

static stub_trace_frame *all_frames(const stub_trace_buffer *b) {
    return (stub_trace_frame *)(void *)b->frames.ptr;
}

static size_t num_frames(const stub_trace_buffer *b) {
    return b->frames.len / sizeof(stub_trace_frame);
}

static stub_trace_frame *open_frame(const stub_trace_buffer *b) {
    return &all_frames(b)[num_frames(b) - 1];
}

size_t stub_trace_buffer_count(const stub_trace_buffer *b) {
    return num_frames(b) - b->first - b->open;
}

const stub_trace_frame *stub_trace_buffer_frame(const stub_trace_buffer *b, size_t n) {
    return n < stub_trace_buffer_count(b) ? &all_frames(b)[b->first + n] : NULL;
}

rsp_bytes stub_trace_buffer_bytes(const stub_trace_buffer *b) {
    return rsp_bytes_sub(rsp_buf_bytes(&b->bytes), b->start, (size_t)stub_trace_buffer_used(b));
}

uint64_t stub_trace_buffer_used(const stub_trace_buffer *b) {
    size_t end = b->open ? (size_t)(open_frame(b)->at - b->base) : b->bytes.len;
    return end - b->start;
}

/* Moves what is kept to the front once as much lies before it. */
static void compact(stub_trace_buffer *b) {
    size_t index = b->first * sizeof(stub_trace_frame);
    if (b->start > b->bytes.len / 2) {
        rsp_buf_consume(&b->bytes, b->start);
        b->base += b->start;
        b->start = 0;
    }
    if (index > b->frames.len / 2) {
        rsp_buf_consume(&b->frames, index);
        b->first = 0;
    }
}

static void drop_oldest(stub_trace_buffer *b) {
    b->start += all_frames(b)[b->first].bytes;
    b->first++;
    compact(b);
}

/* Room for so many bytes more at the end of the open frame; false, and the buffer is full, without. */
static bool make_room(stub_trace_buffer *b, size_t more) {
    while (!b->full && b->bytes.len - b->start + more > b->size) {
        if (b->circular && stub_trace_buffer_count(b) > 0)
            drop_oldest(b);
        else
            b->full = true;
    }
    return !b->full;
}

static void put_number(stub_trace_buffer *b, uint64_t number, size_t width) {
    uint8_t *at = rsp_buf_extend(&b->bytes, width);
    if (at)
        rsp_number_put(at, width, number, b->big_endian);
}

void stub_trace_buffer_begin(stub_trace_buffer *b, uint32_t number, uint64_t pc) {
    if (stub_trace_buffer_count(b) >= RSP_LIMIT_STUB_TRACE_FRAMES && b->circular)
        drop_oldest(b);
    b->full = stub_trace_buffer_count(b) >= RSP_LIMIT_STUB_TRACE_FRAMES;
    const stub_trace_frame frame = {.at = b->base + b->bytes.len, .number = number, .pc = pc};
    rsp_buf_append(&b->frames, rsp_bytes_make(&frame, sizeof frame));
    b->full = b->full || b->frames.status != RSP_OK;
    b->open = b->frames.status == RSP_OK;
    if (!b->open || !make_room(b, HEADER_BYTES))
        return;
    put_number(b, number, LENGTH_AT);
    put_number(b, 0, HEADER_BYTES - LENGTH_AT);
}

void stub_trace_buffer_registers(stub_trace_buffer *b, rsp_bytes block, const stub_trace_mask *mask) {
    bool first = true;
    if (!b->open || !make_room(b, 1 + block.len))
        return;
    stub_trace_mask *have = &open_frame(b)->registers;
    for (size_t i = 0; i < STUB_TRACE_MASK_WORDS; i++) {
        first = first && have->words[i] == 0;
        have->words[i] |= mask->words[i];
    }
    if (!first)
        return;
    rsp_buf_push(&b->bytes, 'R');
    rsp_buf_append(&b->bytes, block);
}

void stub_trace_buffer_memory(stub_trace_buffer *b, uint64_t addr, rsp_bytes data) {
    if (!b->open || !make_room(b, 1 + 8 + 2 + data.len))
        return;
    rsp_buf_push(&b->bytes, 'M');
    put_number(b, addr, 8);
    put_number(b, data.len, 2);
    rsp_buf_append(&b->bytes, data);
}

void stub_trace_buffer_variable(stub_trace_buffer *b, uint32_t number, uint64_t value) {
    if (!b->open || !make_room(b, 1 + 4 + 8))
        return;
    rsp_buf_push(&b->bytes, 'V');
    put_number(b, number, 4);
    put_number(b, value, 8);
}

size_t stub_trace_buffer_finish(stub_trace_buffer *b) {
    if (!b->open)
        return 0;
    stub_trace_frame *frame = open_frame(b);
    size_t at = (size_t)(frame->at - b->base);
    b->open = false;
    b->full = b->full || b->bytes.status != RSP_OK;
    if (b->full) {
        rsp_buf_truncate(&b->bytes, at);
        rsp_buf_truncate(&b->frames, b->frames.len - sizeof *frame);
        return 0;
    }
    frame->bytes = (uint32_t)(b->bytes.len - at);
    rsp_number_put(b->bytes.ptr + at + LENGTH_AT, HEADER_BYTES - LENGTH_AT, frame->bytes - HEADER_BYTES,
                   b->big_endian);
    b->created++;
    return frame->bytes;
}

rsp_bytes stub_trace_buffer_data(const stub_trace_buffer *b, const stub_trace_frame *frame) {
    size_t at = (size_t)(frame->at - b->base);
    return rsp_bytes_sub(rsp_buf_bytes(&b->bytes), at + HEADER_BYTES, frame->bytes - HEADER_BYTES);
}

static uint64_t take_number(const stub_trace_buffer *b, rsp_bytes *rest, size_t width) {
    uint64_t number = rsp_number_of(rsp_bytes_sub(*rest, 0, width), b->big_endian);
    *rest = rsp_bytes_from(*rest, width);
    return number;
}

bool stub_trace_block_next(const stub_trace_buffer *b, size_t block_bytes, rsp_bytes *rest,
                           stub_trace_block *out) {
    if (rest->len == 0)
        return false;
    *out = (stub_trace_block){.kind = rest->ptr[0]};
    *rest = rsp_bytes_from(*rest, 1);
    size_t bytes = out->kind == 'R' ? block_bytes : 0;
    if (out->kind == 'M') {
        out->addr = take_number(b, rest, 8);
        bytes = (size_t)take_number(b, rest, 2);
    } else if (out->kind == 'V') {
        out->number = take_number(b, rest, 4);
        out->value = take_number(b, rest, 8);
    }
    out->data = rsp_bytes_sub(*rest, 0, bytes);
    *rest = rsp_bytes_from(*rest, bytes);
    return true;
}
