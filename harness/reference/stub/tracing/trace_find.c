/* QTFrame: selects a frame by number, or the next one with a pc or a tracepoint.
 * A search begins behind the selected frame. One that finds nothing leaves the selection as it is.
 * Source: GDB manual, Tracepoint Packets (QTFrame). */
/* SPDX-License-Identifier: MIT */
#include "errors.h"
#include "handlers.h"
#include "trace.h"
#include "trace_frame.h"

#include <inttypes.h>

/* What a frame must have. */
typedef struct wanted {
    uint64_t from; /* its pc, both ends included; or its tracepoint */
    uint64_t to;
    enum { WANT_PC_INSIDE, WANT_PC_OUTSIDE, WANT_TRACEPOINT } what;
} wanted;

static bool fits(const stub_trace_frame *frame, const wanted *w) {
    uint64_t value = w->what == WANT_TRACEPOINT ? frame->number : frame->pc;
    bool inside = value >= w->from && value <= w->to;
    return inside != (w->what == WANT_PC_OUTSIDE);
}

static stub_reply_kind select_frame(rsp_stub *s, uint64_t number, rsp_buf *reply) {
    const stub_trace_frame *frame = stub_trace_buffer_frame(&s->trace->buffer, (size_t)number);
    if (!frame) {
        rsp_buf_str(reply, "F-1");
        return STUB_REPLY_SEND;
    }
    s->trace->frame_selected = true;
    s->trace->frame = number;
    rsp_buf_printf(reply, "F%" PRIx64 "T%" PRIx32, number, frame->number);
    return STUB_REPLY_SEND;
}

static stub_reply_kind select_next(rsp_stub *s, const wanted *w, rsp_buf *reply) {
    const stub_trace_buffer *buffer = &s->trace->buffer;
    size_t count = stub_trace_buffer_count(buffer);
    size_t n = stub_trace_selected(s) ? (size_t)s->trace->frame + 1 : 0;
    while (n < count && !fits(stub_trace_buffer_frame(buffer, n), w))
        n++;
    return select_frame(s, n, reply);
}

/* All ones, in 32 bits as GDB writes it or with a minus, goes back to live data. */
stub_reply_kind stub_on_trace_frame(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint64_t number;
    bool live = rsp_bytes_equal(args, RSP_LIT("-1"));
    if (!live && rsp_hex_u64(&number, args) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "want the number of a frame");
    if (!live && number != UINT32_MAX && number != UINT64_MAX)
        return select_frame(s, number, reply);
    s->trace->frame_selected = false;
    return stub_ok(reply);
}

stub_reply_kind stub_on_trace_frame_pc(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    wanted w = {.what = WANT_PC_INSIDE};
    if (rsp_hex_u64(&w.from, args) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "want an address");
    w.to = w.from;
    return select_next(s, &w, reply);
}

stub_reply_kind stub_on_trace_frame_point(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    wanted w = {.what = WANT_TRACEPOINT};
    if (rsp_hex_u64(&w.from, args) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "want the number of a tracepoint");
    w.to = w.from;
    return select_next(s, &w, reply);
}

static stub_reply_kind by_range(rsp_stub *s, rsp_bytes args, wanted w, rsp_buf *reply) {
    if (rsp_take_hex(&w.from, &args) != RSP_OK || !rsp_take_byte(&args, ':') ||
        rsp_hex_u64(&w.to, args) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "want two addresses");
    return select_next(s, &w, reply);
}

stub_reply_kind stub_on_trace_frame_range(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    return by_range(s, args, (wanted){.what = WANT_PC_INSIDE}, reply);
}

stub_reply_kind stub_on_trace_frame_outside(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    return by_range(s, args, (wanted){.what = WANT_PC_OUTSIDE}, reply);
}
