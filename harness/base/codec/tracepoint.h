/* QTDP: definitions of tracepoints, and the actions in them.
 * Actions and conditions stay text; rsp_trace_action_next walks the actions.
 * Source: GDB manual, Tracepoint Packets (QTDP). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_TRACEPOINT_H
#define RSP_TRACEPOINT_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* How a tracepoint is put into the program. */
typedef enum rsp_tracepoint_way {
    RSP_TRACEPOINT_TRAP,
    RSP_TRACEPOINT_FAST,  /* by a jump */
    RSP_TRACEPOINT_STATIC /* a marker that was compiled in */
} rsp_tracepoint_way;

/* One QTDP request; slices borrow from it. */
typedef struct rsp_tracepoint {
    bool continues; /* "-n:addr:actions": the members after `addr` but `actions` and the last two are unset */
    uint64_t number;
    uint64_t addr;
    bool enabled;
    uint64_t steps;  /* of while-stepping */
    uint64_t passes; /* hits that end the trace; 0: any number */
    rsp_tracepoint_way way;
    rsp_bytes condition; /* hex digits of the bytecode; empty: none */
    rsp_bytes actions;   /* without the S in front */
    bool stepping;       /* S: these actions, and those of later packets, belong to while-stepping */
    bool more;           /* a - at the end: packets with actions follow */
} rsp_tracepoint;

/* What follows "QTDP:". The actions are checked. RSP_MALFORMED with an offset, RSP_RANGE for numbers too
 * large, RSP_LIMIT for an expression that is too long. */
rsp_status rsp_tracepoint_parse(rsp_tracepoint *out, rsp_bytes args, rsp_error *error) RSP_MUST_USE;

/* What an action collects. */
typedef enum rsp_trace_action_kind {
    RSP_TRACE_REGISTERS,  /* R<mask> */
    RSP_TRACE_MEMORY,     /* M<base>,<offset>,<length> */
    RSP_TRACE_EXPRESSION, /* X<length>,<bytecode> */
} rsp_trace_action_kind;

/* One action. */
typedef struct rsp_trace_action {
    rsp_trace_action_kind kind;
    rsp_bytes mask;  /* hex digits: the last one has registers 0 to 3, register 0 in its lowest bit */
    bool based;      /* `base` is the number of a register; else `offset` is an address */
    uint64_t base;   /* a register's number */
    uint64_t offset; /* from what the register holds, modulo 2^64; or the address */
    uint64_t length; /* bytes */
    rsp_bytes code;  /* hex digits of the bytecode */
} rsp_trace_action;

/* Takes one action off *rest. RSP_NOT_FOUND when *rest is empty, RSP_MALFORMED, RSP_RANGE, RSP_LIMIT; *rest
 * is unchanged then. */
rsp_status rsp_trace_action_next(rsp_trace_action *out, rsp_bytes *rest) RSP_MUST_USE;

/* Whether the mask of RSP_TRACE_REGISTERS holds this register. */
bool rsp_trace_mask_has(rsp_bytes mask, uint64_t number);

RSP_END_DECLS

#endif
