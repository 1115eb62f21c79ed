/* Where a variable lives at one address of the code, as a description that a condition can be compiled from.
 * A base (a register, or an address of the file) with an offset, read through pointers, and computed with.
 * What needs more than that is refused with the reason. Source: DWARF 5, section 2.6. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUG_LOCATION_H
#define RSP_DEBUG_LOCATION_H

#include "dwarf/debug_file.h"
#include "dwarf/debug_register.h"

RSP_BEGIN_DECLS

/* Most pointers that a location is read through, and operations on what they lead to; most pieces of a
 * variable; bytes of a reason. */
enum { RSP_DEBUG_LOADS = 4, RSP_DEBUG_OPS = 8, RSP_DEBUG_PIECES = 16, RSP_DEBUG_WHY = 80 };

/* An operation on 64 bits, of which arithmetic wraps. */
typedef enum rsp_debug_op_kind {
    RSP_DEBUG_OP_ADD,
    RSP_DEBUG_OP_SUB,
    RSP_DEBUG_OP_MUL,
    RSP_DEBUG_OP_AND,
    RSP_DEBUG_OP_OR,
    RSP_DEBUG_OP_XOR,
    RSP_DEBUG_OP_SHL,
    RSP_DEBUG_OP_SHR,  /* with zeros */
    RSP_DEBUG_OP_SHRA, /* with the sign */
    RSP_DEBUG_OP_NOT,  /* without an operand */
} rsp_debug_op_kind;

/* x = x KIND operand: a number, or a register and an offset. */
typedef struct rsp_debug_op {
    rsp_debug_op_kind kind;
    bool has_register;
    uint32_t base;
    uint64_t number;
} rsp_debug_op;

/* What the description gives. */
typedef enum rsp_debug_location_kind {
    RSP_DEBUG_IN_MEMORY,   /* the description gives its address */
    RSP_DEBUG_IN_REGISTER, /* it is the register's low bytes; there is nothing but a base */
    RSP_DEBUG_IS_VALUE,    /* the description gives the value itself */
} rsp_debug_location_kind;

/* x = base + offsets[0]; then, num_loads times, x = the 64-bit number at x, plus the next offset; then the
 * operations. */
typedef struct rsp_debug_location {
    rsp_debug_location_kind kind;
    bool has_register;
    uint32_t base;  /* number of the register in debug information: a general one */
    bool relocated; /* the load bias is to be added to offsets[0] */
    size_t num_loads;
    uint64_t offsets[RSP_DEBUG_LOADS + 1];
    size_t num_ops;
    rsp_debug_op ops[RSP_DEBUG_OPS];
} rsp_debug_location;

/* A part of a variable: a structure may lie in several registers. */
typedef struct rsp_debug_piece {
    uint64_t offset; /* in the variable, bytes */
    uint64_t size;
    rsp_status status; /* else its location is none, for the reason in `why` */
    char why[RSP_DEBUG_WHY];
    rsp_debug_location location;
} rsp_debug_piece;

/* A variable's pieces. */
typedef struct rsp_debug_pieces {
    rsp_debug_piece items[RSP_DEBUG_PIECES];
    size_t num;
} rsp_debug_pieces;

/* Where the variable or parameter is that rsp_debug_variable calls `entry`, at `address` of the code: its
 * pieces, in order and without gaps; one of its `size` where it is whole, of 8 bytes at least as a register
 * has. RSP_NOT_FOUND: it has no location here (optimized out). RSP_UNSUPPORTED: thread-local, or more than a
 * base with offsets, for a variable that is whole; for a piece that is in its status. The reason is in
 * `error`. */
rsp_status rsp_debug_location_pieces(const rsp_debug_file *file, uint64_t entry, uint64_t address,
                                     uint64_t size, rsp_debug_pieces *out, rsp_error *error) RSP_MUST_USE;

/* The number that the description gives for a stopped thread: the variable's address, or for IN_REGISTER and
 * IS_VALUE its value. Else what the thread answered. */
rsp_status rsp_debug_location_eval(const rsp_debug_location *location, const rsp_debug_thread *thread,
                                   uint64_t *out) RSP_MUST_USE;

RSP_END_DECLS

#endif
