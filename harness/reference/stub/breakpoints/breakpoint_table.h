/* The table of breakpoints and watchpoints of all processes, and what goes into the target and out of it.
 * Each has the conditions and commands of the request that set it last.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_BREAKPOINT_TABLE_H
#define STUB_BREAKPOINT_TABLE_H

#include "state.h"

#include "core/hash_table.h"

/* Bytecode of one condition or command. */
typedef struct stub_expression {
    rsp_bytes code;
    bool command;
} stub_expression;

/* One breakpoint or watchpoint of a process. */
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

/* What rsp_stub.breakpoints points to. */
struct stub_breakpoints {
    rsp_hash_table table;
    rsp_hash_table owners; /* processes with breakpoints, by pid */
    rsp_buf code;          /* bytecode of the request under way */
    rsp_buf block;         /* registers of the thread that hit */
    rsp_buf printed;       /* by the commands of a hit */
};

/* An empty table. RSP_NO_MEMORY. */
rsp_status stub_breakpoints_new(rsp_stub *s);
/* Fine when it was never made. The target is not asked. */
void stub_breakpoints_free(rsp_stub *s);

/* The client is gone: only breakpoints with persistent commands stay. */
void stub_breakpoints_disconnect(rsp_stub *s);

/* A child starts with its parent's breakpoints. */
void stub_breakpoints_forked(rsp_stub *s, int64_t parent, int64_t child);

/* Forgets those of a process that has ended, is left, or runs another program. The target is not asked. */
void stub_breakpoints_drop(rsp_stub *s, int64_t pid);

/* The invariant of the table that is broken, in words; or NULL. */
const char *stub_breakpoints_broken(const rsp_stub *s);

/* NULL when there is none. The kind counts for watchpoints alone. */
stub_breakpoint *stub_breakpoint_find(const rsp_stub *s, int64_t pid, rsp_breakpoint_type type, uint64_t addr,
                                      uint64_t kind);

/* The breakpoint of a process that was set last; `next` leads to the others. NULL when it has none. */
const stub_breakpoint *stub_breakpoint_first(const rsp_stub *s, int64_t pid);

/* NULL without memory or room. */
stub_breakpoint *stub_breakpoint_add(rsp_stub *s, int64_t pid, rsp_breakpoint_type type, uint64_t addr,
                                     uint64_t kind);

/* Out of the tables; what the target holds is not touched. */
void stub_breakpoint_forget(rsp_stub *s, stub_breakpoint *b);

/* Into the target; what is there is RSP_OK. */
rsp_status stub_breakpoint_insert(const rsp_stub *s, const stub_breakpoint *b);
/* Out of the target; what is gone there is gone. */
void stub_breakpoint_remove(const rsp_stub *s, const stub_breakpoint *b);

/* Copies these in place of those that it has. RSP_NO_MEMORY: it keeps what it has. */
rsp_status stub_breakpoint_set_expressions(const rsp_stub *s, stub_breakpoint *to,
                                           const stub_expression *from, size_t num);

#endif
