/* Evaluates agent expressions: conditions and commands of breakpoints.
 * Bounded stack, steps and output; hostile bytecode ends in a status, never in harm.
 * Not public. Source: GDB manual, The GDB Agent Expression Mechanism. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_AGENT_EVAL_H
#define STUB_AGENT_EVAL_H

#include "state.h"

/* What an expression of a tracepoint can do besides. All are given the host's ctx. */
typedef struct stub_agent_tracing {
    /* Records memory; with to_zero no further than the first zero byte, which is recorded. RSP_FAULT where
     * some of it can't be read. */
    rsp_status (*memory)(void *ctx, uint64_t addr, uint64_t length, bool to_zero);
    /* The value of a trace state variable; RSP_NOT_FOUND. */
    rsp_status (*get)(void *ctx, uint64_t number, uint64_t *out);
    rsp_status (*set)(void *ctx, uint64_t number, uint64_t value);
    /* Records its value. */
    rsp_status (*record)(void *ctx, uint64_t number);
} stub_agent_tracing;

/* What an expression can see and do. */
typedef struct stub_agent_host {
    void *ctx;
    /* Value of a register by its number in the target description; RSP_OK or an error. */
    rsp_status (*read_register)(void *ctx, uint64_t number, uint64_t *out_value);
    /* Bytes read from the front of the range, as rsp_target_ops.read_memory. */
    size_t (*read_memory)(void *ctx, uint64_t addr, uint8_t *dst, size_t len);
    rsp_buf *out; /* printf appends here; its limit bounds the output; NULL: printf is an error */
    const stub_agent_tracing *tracing; /* NULL: its opcodes are RSP_UNSUPPORTED */
    bool big_endian;      /* of the debuggee's memory; operands in the bytecode always are big-endian */
    const rsp_stub *stub; /* whose expression it is; may be NULL */
} stub_agent_host;

typedef struct stub_agent_result {
    bool has_value; /* false: the stack was empty at `end` */
    uint64_t value;
} stub_agent_result;

/* Runs one expression to its `end`. RSP_MALFORMED: unknown opcode, no `end`, stack underflow, a jump out
 * of the expression, a bad printf format. RSP_LIMIT: stack (RSP_LIMIT_AGENT_STACK), steps
 * (RSP_LIMIT_AGENT_STEPS) or output. RSP_RANGE: division by zero. RSP_UNSUPPORTED: floating point, and
 * where the host has none of it, tracing. Else what the host answered. */
rsp_status stub_agent_eval(stub_agent_result *out, const stub_agent_host *host, rsp_bytes code) RSP_MUST_USE;

#endif
