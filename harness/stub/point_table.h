/* Breakpoints and watchpoints as the stub keeps them, and what goes into the target and out of it.
 * A point has the conditions and commands of the request that set it last.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_POINT_TABLE_H
#define STUB_POINT_TABLE_H

#include "state.h"

#include <rsp/hash_table.h>

/* Bytecode of one condition or command. */
typedef struct stub_expression {
    rsp_bytes code;
    bool command;
} stub_expression;

typedef struct stub_point {
    rsp_hash_node node; /* first: nodes are cast back */
    struct stub_point *prev;
    struct stub_point *next;
    int64_t pid;
    rsp_point_type type;
    uint64_t addr;
    uint64_t kind;
    bool persist;
    stub_expression *expressions; /* one block: the array, then the bytecode */
    size_t num_expressions;
} stub_point;

struct stub_points {
    rsp_hash_table points;
    rsp_hash_table owners;
    rsp_buf code;    /* bytecode of the request under way */
    rsp_buf block;   /* registers of the thread that hit */
    rsp_buf printed; /* by the commands of a hit */
};

/* NULL when there is none. The kind counts for watchpoints alone. */
stub_point *stub_point_find(const rsp_stub *s, int64_t pid, rsp_point_type type, uint64_t addr,
                            uint64_t kind);

/* NULL without memory or room. */
stub_point *stub_point_add(rsp_stub *s, int64_t pid, rsp_point_type type, uint64_t addr, uint64_t kind);

/* Out of the tables; what the target holds is not touched. */
void stub_point_forget(rsp_stub *s, stub_point *p);

/* Into the target and out of it. */
rsp_status stub_point_insert(const rsp_stub *s, const stub_point *p);
void stub_point_remove(const rsp_stub *s, const stub_point *p);

/* Copies these in place of what the point has. RSP_NO_MEMORY: it keeps what it has. */
rsp_status stub_point_set_expressions(const rsp_stub *s, stub_point *to, const stub_expression *from,
                                      size_t num);

#endif
