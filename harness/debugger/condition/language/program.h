/* A parsed condition as its three evaluators see it: operations in postfix order, skips for && and ||.
 * Postfix needs no recursion, and each operation knows how many values lie below its result.
 * Not public; condition/condition.h has the language. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONDITION_PROGRAM_H
#define RSP_CONDITION_PROGRAM_H

#include "condition/condition.h"

/* Binary operators. X(NAME, text, precedence); higher binds tighter, all are left-associative. */
#define CONDITION_BINARY_LIST(X) \
    X(MUL, "*", 10)              \
    X(DIV, "/", 10)              \
    X(UDIV, "/u", 10)            \
    X(REM, "%", 10)              \
    X(UREM, "%u", 10)            \
    X(ADD, "+", 9)               \
    X(SUB, "-", 9)               \
    X(SHL, "<<", 8)              \
    X(SHR, ">>", 8)              \
    X(USHR, ">>u", 8)            \
    X(LT, "<", 7)                \
    X(LE, "<=", 7)               \
    X(GT, ">", 7)                \
    X(GE, ">=", 7)               \
    X(ULT, "<u", 7)              \
    X(ULE, "<=u", 7)             \
    X(UGT, ">u", 7)              \
    X(UGE, ">=u", 7)             \
    X(EQ, "==", 6)               \
    X(NE, "!=", 6)               \
    X(AND, "&", 5)               \
    X(XOR, "^", 4)               \
    X(OR, "|", 3)                \
    X(BOTH, "&&", 2)             \
    X(EITHER, "||", 1)

/* A binary operator. */
typedef enum condition_binary {
#define CONDITION_BINARY_ENUM(name, text, precedence) CONDITION_##name,
    CONDITION_BINARY_LIST(CONDITION_BINARY_ENUM)
#undef CONDITION_BINARY_ENUM
        CONDITION_NUM_BINARY
} condition_binary;

/* BOTH and EITHER never stand as a NODE_BINARY: `a && b` is a, SKIP, b, JOIN. SKIP looks at the top: when it
 * settles the outcome, execution goes on at the JOIN with it, else it is popped. JOIN makes it 0 or 1. */
typedef enum condition_kind {
    NODE_CONST,    /* value */
    NODE_REGISTER, /* value is its number */
    NODE_LOAD,     /* pops an address; width, is_signed */
    NODE_EXTEND,   /* pops a value; width, is_signed */
    NODE_NEGATE,
    NODE_INVERT,
    NODE_NOT,
    NODE_BINARY,     /* op */
    NODE_SKIP_FALSE, /* of &&: value is the index of the JOIN */
    NODE_SKIP_TRUE,  /* of || */
    NODE_JOIN
} condition_kind;

/* One operation. */
typedef struct condition_node {
    condition_kind kind;
    condition_binary op;
    uint8_t width; /* bytes: 1, 2, 4, 8 */
    bool is_signed;
    uint32_t offset; /* in the text */
    uint32_t
        below; /* values on the stack under this operation's result; for a SKIP, under what it looks at */
    uint64_t value;
} condition_node;

/* The parsed condition; everything is in the arena that it was parsed into. */
struct rsp_condition {
    rsp_bytes text;
    const condition_node *nodes;
    size_t num_nodes;
    size_t max_values; /* deepest stack */
};

#endif
