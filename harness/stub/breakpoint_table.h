/* Breakpoints and watchpoints as the stub keeps them, and what goes into the target and out of it.
 * A point has the conditions and commands of the request that set it last.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_BREAKBREAKPOINT_TABLE_H
#define STUB_BREAKBREAKPOINT_TABLE_H

#include "state.h"

#include "core/hash_table.h"

/* Bytecode of one condition or command. */
typedef struct stub_expression {
    rsp_bytes code;
    bool command;
} stub_expression;

typedef struct stub_breakpoint {
    rsp_hash_node node; /* first: nodes are cast back */
    struct stub_breakpoint *prev;
    struct stub_breakpoint *next;
    int64_t pid;
    rsp_breakpoint_type type;
    uint64_t addr;
    uint64_t kind;
    bool persist;
    stub_expression *expressions; /* one block: the array, then the bytecode */
    size_t num_expressions;
} stub_breakpoint;

struct stub_breakpoints {
    rsp_hash_table points;
    rsp_hash_table owners;
    rsp_buf code;    /* bytecode of the request under way */
    rsp_buf block;   /* registers of the thread that hit */
    rsp_buf printed; /* by the commands of a hit */
};

/* NULL when there is none. The kind counts for watchpoints alone. */
stub_breakpoint *stub_breakpoint_find(const rsp_stub *s, int64_t pid, rsp_breakpoint_type type, uint64_t addr,
                                      uint64_t kind);

/* NULL without memory or room. */
stub_breakpoint *stub_breakpoint_add(rsp_stub *s, int64_t pid, rsp_breakpoint_type type, uint64_t addr,
                                     uint64_t kind);

/* Out of the tables; what the target holds is not touched. */
void stub_breakpoint_forget(rsp_stub *s, stub_breakpoint *p);

/* Into the target and out of it. */
rsp_status stub_breakpoint_insert(const rsp_stub *s, const stub_breakpoint *p);
void stub_breakpoint_remove(const rsp_stub *s, const stub_breakpoint *p);

/* Copies these in place of what the point has. RSP_NO_MEMORY: it keeps what it has. */
rsp_status stub_breakpoint_set_expressions(const rsp_stub *s, stub_breakpoint *to,
                                           const stub_expression *from, size_t num);

#endif
