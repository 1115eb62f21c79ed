/* Where m, x and M read and write: in the memory of a process, or in another address space.
 * There are two, as LLDB asks for them: 1 is the memory, 1a the register block of a thread, laid out as in g.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_SPACES_H
#define STUB_SPACES_H

#include "handler.h"
#include "state.h"

/* The place of one request; `block` belongs to the stub and is good until the next request. */
typedef struct stub_place {
    int64_t pid;
    rsp_ptid thread;
    uint8_t *block; /* NULL: the memory of process `pid` */
} stub_place;

/* Takes the suffix that names a space off `args`, and gives it; empty where there is none. A stub that does
 * not offer address spaces knows no suffix. */
rsp_bytes stub_place_suffix(const rsp_stub *s, rsp_bytes *args);

/* Finds the place of such a suffix; of an empty one it is the process that memory requests are about. False:
 * there is no such place, and the error reply is made. */
bool stub_place_find(rsp_stub *s, rsp_bytes suffix, rsp_buf *reply, stub_place *out);

/* Bytes read from the front of the range: as stub_read_shown, or of the block. */
size_t stub_place_read(rsp_stub *s, const stub_place *place, uint64_t addr, uint8_t *dst, uint64_t len);

/* Writes into the block of a place that has one, whole or not at all, and answers. */
stub_reply_kind stub_place_write_block(rsp_stub *s, const stub_place *place, uint64_t addr, rsp_bytes data,
                                       rsp_buf *reply);

#endif
