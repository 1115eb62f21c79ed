/* Z and z requests with their lists of conditions and commands.
 * The lists stay text; rsp_agent_expr_next walks the expressions in them.
 * Source: GDB manual, Packets (z0, Z0 and following). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_BREAKPOINT_H
#define RSP_BREAKPOINT_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* The types of Z packets. */
enum {
    RSP_BREAK_SOFTWARE = 0,
    RSP_BREAK_HARDWARE = 1,
    RSP_WATCH_WRITE = 2,
    RSP_WATCH_READ = 3,
    RSP_WATCH_ACCESS = 4,
};

/* One Z or z request; slices borrow from it. */
typedef struct rsp_breakpoint {
    bool insert;  /* Z, else z */
    uint8_t type; /* RSP_BREAK_*, RSP_WATCH_*; larger values parse, no stub knows them */
    uint64_t addr;
    uint64_t kind;        /* or length of a watchpoint */
    rsp_bytes conditions; /* "X<len>,<hex>..." or empty */
    bool has_commands;
    bool persist;       /* commands outlive the connection */
    rsp_bytes commands; /* "X<len>,<hex>..." */
} rsp_breakpoint;

/* The whole request, "Z0,<addr>,<kind>[;X..][;cmds:<persist>,X..]". The lists are checked. RSP_MALFORMED
 * with an offset (trailing bytes, X0, lists on z or on watchpoints), RSP_RANGE for numbers too large. */
rsp_status rsp_breakpoint_parse(rsp_breakpoint *out, rsp_bytes payload, rsp_error *error) RSP_MUST_USE;

/* Appends the request. The lists are copied as they are. */
void rsp_breakpoint_build(rsp_buf *out, const rsp_breakpoint *bp);

/* Takes one "X<len>,<hex>" off *rest: its hex digits. RSP_NOT_FOUND when *rest is empty, RSP_MALFORMED
 * (length 0, digits missing or bad), RSP_LIMIT beyond RSP_LIMIT_AGENT_BYTES; *rest is unchanged then. */
rsp_status rsp_agent_expr_next(rsp_bytes *out_hex, rsp_bytes *rest) RSP_MUST_USE;

/* Appends "X<len>,<hex>" for one expression. */
void rsp_agent_expr_append(rsp_buf *out, rsp_bytes bytecode);

RSP_END_DECLS

#endif
