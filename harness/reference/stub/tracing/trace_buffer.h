/* The trace frame buffer: what was recorded at the hits of tracepoints, in the bytes of a trace file.
 * It is bounded; full, it refuses frames, or drops the oldest ones.
 * Not public. Source: GDB manual, Trace File Format; Tracepoint Packets (QTBuffer). */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_TRACE_BUFFER_H
#define STUB_TRACE_BUFFER_H

#include <rsp/bytes.h>
#include <stdbool.h>

enum {
    STUB_TRACE_MASK_WORDS = 8,    /* registers of one set that can be told apart: 512 */
    STUB_TRACE_BLOCK_MOST = 65535 /* bytes of one block of memory */
};

/* Which registers of a set were collected: bit n % 64 of word n / 64 is the n-th of the set. */
typedef struct stub_trace_mask {
    uint64_t words[STUB_TRACE_MASK_WORDS];
} stub_trace_mask;

/* One frame, without its bytes. */
typedef struct stub_trace_frame {
    uint64_t at; /* of its first byte, counted from the first frame ever */
    uint32_t bytes;
    uint32_t number; /* of the tracepoint */
    uint64_t pc;
    stub_trace_mask registers;
} stub_trace_frame;

/* Fields are private, but for those named below. */
typedef struct stub_trace_buffer {
    bool big_endian; /* of the numbers in frames: the target's */
    bool circular;   /* may be set at any time */
    bool full;       /* a frame was refused */
    bool open;       /* a frame is being made */
    uint64_t size;   /* bytes of all frames; set while it is empty */
    uint64_t created;
    uint64_t base; /* stream position of the first byte that is kept */
    size_t start;  /* of the oldest frame, in `bytes` */
    size_t first;  /* of the oldest frame, in `frames` */
    rsp_buf bytes;
    rsp_buf frames; /* stub_trace_frame */
} stub_trace_buffer;

/* An empty one, of no size yet. */
void stub_trace_buffer_init(stub_trace_buffer *b, const rsp_mem *mem);
void stub_trace_buffer_free(stub_trace_buffer *b);
/* Forgets all frames, and how many there were. */
void stub_trace_buffer_clear(stub_trace_buffer *b);

/* Begins a frame; those that follow add to it. */
void stub_trace_buffer_begin(stub_trace_buffer *b, uint32_t number, uint64_t pc);
/* The whole register block; those of `mask` count as collected, beside those of earlier calls. */
void stub_trace_buffer_registers(stub_trace_buffer *b, rsp_bytes block, const stub_trace_mask *mask);
/* At most STUB_TRACE_BLOCK_MOST bytes. */
void stub_trace_buffer_memory(stub_trace_buffer *b, uint64_t addr, rsp_bytes data);
/* The value of a trace state variable. */
void stub_trace_buffer_variable(stub_trace_buffer *b, uint32_t number, uint64_t value);
/* Keeps the frame, and gives its bytes. 0: it did not fit, `full` is set, and there is no such frame. */
size_t stub_trace_buffer_finish(stub_trace_buffer *b);

/* Bytes of the frames that are kept. */
uint64_t stub_trace_buffer_used(const stub_trace_buffer *b);
/* How many frames are kept. */
size_t stub_trace_buffer_count(const stub_trace_buffer *b);
/* The n-th that is kept, the oldest is 0; NULL behind the last. Valid until the buffer changes. */
const stub_trace_frame *stub_trace_buffer_frame(const stub_trace_buffer *b, size_t n);
/* The bytes of all frames that are kept, from the oldest on. Valid until the buffer changes. */
rsp_bytes stub_trace_buffer_bytes(const stub_trace_buffer *b);

/* A part of a frame. */
typedef struct stub_trace_block {
    uint8_t kind;    /* 'R', 'M' or 'V' */
    uint64_t addr;   /* M */
    uint64_t number; /* V: of the variable */
    uint64_t value;  /* V */
    rsp_bytes data;  /* R, M */
} stub_trace_block;

/* The parts of a frame, from the first on: *rest begins as the frame's data. False at the end. `block_bytes`
 * is the length of a register block. */
rsp_bytes stub_trace_buffer_data(const stub_trace_buffer *b, const stub_trace_frame *frame);
bool stub_trace_block_next(const stub_trace_buffer *b, size_t block_bytes, rsp_bytes *rest,
                           stub_trace_block *out);

#endif
