/* The selected trace frame: what it shows in place of registers and memory.
 * Requests that read ask it first; requests that write are refused while there is one.
 * Not public. Source: GDB manual, Tracepoint Packets (QTFrame). */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_TRACE_FRAME_H
#define STUB_TRACE_FRAME_H

#include "trace.h"

/* The selected frame; NULL: live data is shown. Valid until the buffer changes. */
const stub_trace_frame *stub_trace_selected(const rsp_stub *s);

/* Bytes of the range that were recorded, from its start on. Memory that the client has declared read-only is
 * read from process `pid` instead. */
size_t stub_trace_read(const rsp_stub *s, const stub_trace_frame *frame, int64_t pid, uint64_t addr,
                       uint8_t *dst, size_t len);

/* Bytes read for a request that shows memory: what the selected frame has recorded, else what is there, from
 * the front of the range on, never beyond the top of the address space. */
size_t stub_read_shown(const rsp_stub *s, int64_t pid, uint64_t addr, uint8_t *dst, uint64_t len);

/* Whether memory, and what is beside it, can be written. While a frame is selected it cannot, and the error
 * reply is made here. */
bool stub_may_write(rsp_stub *s, rsp_buf *reply);

/* Appends the register at `index` of the set in hex, or x for each digit where it was not collected. The
 * frame's pc is always known. */
void stub_trace_register(const rsp_stub *s, const stub_trace_frame *frame, size_t index, rsp_buf *reply);

/* The value of a variable that was collected; false for another one. */
bool stub_trace_frame_value(const rsp_stub *s, const stub_trace_frame *frame, uint64_t number, uint64_t *out);

/* qXfer:traceframe-info: what the frame holds. RSP_NOT_FOUND without a selected frame. */
rsp_status stub_make_traceframe_info(rsp_stub *s, rsp_bytes annex, rsp_buf *out);

#endif
