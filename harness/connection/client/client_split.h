/* Cutting reads and breakpoint changes into packets of bounded size, and reading their replies.
 * Pure functions without a connection: the client uses them, and so can a proxy that batches for others.
 * Source: LLDB gdb-remote extensions, MultiMemRead and jMultiBreakpoint; GDB manual, Packets (m, x). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CLIENT_SPLIT_H
#define RSP_CLIENT_SPLIT_H

#include "codec/multibreak.h"
#include "codec/multimem.h"

RSP_BEGIN_DECLS

/* X(name, text): the ways to read memory. */
#define RSP_READ_WAY_LIST(X)                 \
    X(MULTI_LLDB, "MultiMemRead, LLDB form") \
    X(MULTI_RFC, "MultiMemRead, RFC form")   \
    X(BINARY_GDB, "x, GDB form")             \
    X(BINARY_LLDB, "x, LLDB form")           \
    X(HEX, "m")

/* Which packet reads memory. */
typedef enum rsp_read_way {
#define RSP_READ_WAY_ENUM(name, text) RSP_READ_##name,
    RSP_READ_WAY_LIST(RSP_READ_WAY_ENUM)
#undef RSP_READ_WAY_ENUM
} rsp_read_way;

/* The text above; "?" for an unknown value. */
const char *rsp_read_way_name(rsp_read_way way);

/* Part of a range (or all of it) that goes into one packet, and what came of it. */
typedef struct rsp_read_piece {
    size_t range; /* index */
    uint64_t addr;
    size_t len;
    uint8_t *out;      /* room for len bytes, or NULL: the data is not wanted */
    size_t num_read;   /* out */
    rsp_status status; /* out: RSP_OK or RSP_FAULT */
    int error_code;    /* out: of an Enn, else -1 */
} rsp_read_piece;

/* Where a splitting is. Fill the first part, leave the rest zero. */
typedef struct rsp_read_split {
    const rsp_mem_range *ranges; /* not owned; must not pass the end of the address space */
    size_t num;
    rsp_read_way way;
    size_t request_bytes; /* most characters in a request; at least RSP_LIMIT_CLIENT_PACKET_BYTES_MIN */
    size_t reply_bytes;   /* and in its reply, every data byte counted as escaped */
    size_t at;            /* private: the next range, and how much of it is done */
    uint64_t done;
} rsp_read_split;

/* The pieces of the next packet, at most `cap` (at least 1; `pieces` NULL: only counted): how many; 0 when
 * all are given out. The x and m ways give one at a time. Empty ranges are skipped. Fills range, addr and len
 * of each, zeroes the rest. Each packet takes as much as fits in the order of the ranges, which makes the
 * number of packets the least possible for ranges that may be cut; ranges of at most
 * RSP_LIMIT_CLIENT_UNCUT_BYTES are never cut unless one alone is too large. */
size_t rsp_read_split_next(rsp_read_split *split, rsp_read_piece *pieces, size_t cap);

/* Appends the request's payload for the pieces of one packet. */
void rsp_read_request_build(rsp_buf *out, const rsp_read_piece *pieces, size_t num, rsp_read_way way);

/* Takes the reply apart (run lengths expanded, unescaped) and fills the pieces. RSP_OK: each piece has its
 * own count and status. RSP_UNSUPPORTED: an empty reply, the packet is missing. RSP_REFUSED: an error for a
 * batch as a whole (its number in error->offset). RSP_UNEXPECTED: LLDB's x, which has no mark in front of
 * data, answers with as many bytes as were asked for and they read as an error: m can tell. RSP_MALFORMED
 * with an offset: no such reply; pieces are untouched. RSP_NO_MEMORY. */
rsp_status rsp_read_reply_parse(rsp_read_piece *pieces, size_t num, rsp_read_way way, rsp_bytes reply,
                                const rsp_mem *mem, rsp_error *error) RSP_MUST_USE;

/* How many of the requests ("Z0,1000,4"), from the first on, fit into one batched packet of `request_bytes`
 * characters whose reply, errors everywhere, fits into `reply_bytes`. At least 1 when there is one: one that
 * is too large by itself is the caller's to send alone. */
size_t rsp_multibreak_fit(const rsp_bytes *requests, size_t num, rsp_multibreak_form form,
                          size_t request_bytes, size_t reply_bytes);

RSP_END_DECLS

#endif
