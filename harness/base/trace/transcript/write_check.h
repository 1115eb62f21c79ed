/* Whether memory that M or X wrote is what m shows after it: a stub that confirms a write and does not do it
 * fails in many other places, too.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_TRACE_WRITE_CHECK_H
#define RSP_TRACE_WRITE_CHECK_H

#include <rsp/transcript.h>

/* Bytes at an address. */
typedef struct memory_piece {
    bool known;
    uint64_t at;
    rsp_buf bytes;
} memory_piece;

/* The last write that was confirmed, and the last read before it. All-zero is a conversation that has none;
 * set the `mem` of both buffers. */
typedef struct write_check {
    memory_piece written;
    memory_piece before;
    bool binary;     /* by X */
    bool overwrites; /* other bytes were seen there */
    unsigned beside; /* set of RSP_BESIDE_WROTE and its like: what was seen so far */
} write_check;

/* Takes an exchange; a request that may change memory in another way ends what is known of it. */
void write_check_exchange(write_check *check, const rsp_entry *request, const rsp_entry *reply);

/* Forgets all: another connection. */
void write_check_reset(write_check *check);

/* Frees the buffers. */
void write_check_free(write_check *check);

#endif
