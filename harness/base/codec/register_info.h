/* LLDB's qRegisterInfo: a reply describes one register, in pairs of key and value.
 * Numbers are decimal.
 * Source: LLDB gdb-remote extensions, qRegisterInfo. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_REGISTER_INFO_H
#define RSP_REGISTER_INFO_H

#include <rsp/bytes.h>
#include <rsp/status.h>
#include <stdbool.h>

RSP_BEGIN_DECLS

/* "name:rip;bitsize:64;offset:128;generic:pc;". Texts are borrowed from the reply. */
typedef struct rsp_register_info {
    rsp_bytes name;
    rsp_bytes generic; /* "pc", "sp" and so on; empty where it has no such part */
    uint64_t bits;
    uint64_t offset; /* into the reply to g, in bytes */
    bool has_offset; /* LLDB counts offsets itself where the reply names none */
} rsp_register_info;

/* RSP_MALFORMED: it has no name or no size, or a number that is none. */
rsp_status rsp_register_info_parse(rsp_register_info *out, rsp_bytes reply) RSP_MUST_USE;

RSP_END_DECLS

#endif
