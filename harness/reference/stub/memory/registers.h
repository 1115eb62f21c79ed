/* Register blocks, and saved register states (QSaveRegisterState).
 * One connection does not see the states of another.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_REGISTERS_H
#define STUB_REGISTERS_H

#include "handler.h"
#include "state.h"

rsp_status stub_saved_new(rsp_stub *s);
void stub_saved_free(rsp_stub *s);
void stub_saved_connect(rsp_stub *s);

/* The thread's block, laid out as in `g`, in a buffer of the stub's that the next request reuses. NULL: it
 * cannot be read, and the error reply is made. */
uint8_t *stub_registers_load(rsp_stub *s, rsp_ptid thread, rsp_buf *reply);

/* Gives the thread this block, and answers. */
stub_reply_kind stub_registers_store(rsp_stub *s, rsp_ptid thread, const uint8_t *block, rsp_buf *reply);

/* Bytes from the front of a range of the block, up to its end and the first register that cannot be read. */
size_t stub_registers_readable(const rsp_stub *s, rsp_ptid thread, uint64_t from, uint64_t len);

#endif
