/* LLDB's suffix that names an address space: m1000,4;address_space:1a;thread:7; reads from space 0x1a.
 * A stub lists its spaces in the reply to jAddressSpacesInfo; without a suffix memory is the default space.
 * Source: LLDB gdb-remote extensions, jAddressSpacesInfo; llvm#214089. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_ADDRESS_SPACE_H
#define RSP_ADDRESS_SPACE_H

#include <rsp/payload.h>

RSP_BEGIN_DECLS

/* What a suffix says. */
typedef struct rsp_address_space {
    uint64_t id;
    bool has_thread; /* it names the thread whose space is meant */
    rsp_ptid thread;
} rsp_address_space;

/* Parses the whole suffix: `;address_space:<hex id>;`, with `thread:<id>;` before or after it.
 * RSP_NOT_FOUND for an empty text, RSP_MALFORMED for any other, RSP_RANGE for an id of more than 64 bits.
 * `out` is set when the status is RSP_OK. */
rsp_status rsp_address_space_parse(rsp_address_space *out, rsp_bytes suffix) RSP_MUST_USE;

RSP_END_DECLS

#endif
