/* Reading and writing debuggee memory for every packet that does, and binary data in both directions.
 * One place for the process a request means, for clamping at the top of the address space, for escapes.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_MEMORY_H
#define STUB_MEMORY_H

#include "handler.h"
#include "state.h"

/* The process that memory requests are about: that of the general thread, stopped or running (targets do not
 * run while a request is handled, so that nothing is torn). RSP_NOT_FOUND without one. */
rsp_status stub_memory_process(rsp_stub *s, int64_t *out_pid);

/* The error reply for such a status, or for memory that can not be accessed. */
stub_reply_kind stub_memory_error(rsp_stub *s, rsp_buf *reply, rsp_status status);

/* Bytes read from the front of the range, never beyond the top of the address space. */
size_t stub_read(const rsp_stub *s, int64_t pid, uint64_t addr, uint8_t *dst, uint64_t len);

/* `len` without what would wrap. */
uint64_t stub_clamp(uint64_t addr, uint64_t len);

/* "addr,len" and nothing else. */
rsp_status stub_take_range(uint64_t *out_addr, uint64_t *out_len, rsp_bytes args) RSP_MUST_USE;
/* The same; what is none is answered with an error, and false. */
bool stub_range_or_error(rsp_stub *s, uint64_t *out_addr, uint64_t *out_len, rsp_bytes args, rsp_buf *reply);

#endif
