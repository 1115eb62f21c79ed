/* Conditions: one small expression language over registers, memory and constants, parsed once.
 * One meaning for all who evaluate it: this host, a stub (agent expression), the inferior (trampoline.h).
 * Does no I/O: names, registers and memory come through callbacks. docs/conditions.md is the language. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONDITION_H
#define RSP_CONDITION_H

#include "core/arena.h"
#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* The language, in short (`$a0 > 5 && u32[$sp + 8] == counter`):
 *   values       64 bits, two's complement; arithmetic wraps; true is not 0; comparisons give 0 or 1
 *   constants    12, 0x1f, 'c'; a name is what the symbol callback says (an address)
 *   registers    $a0 by name, $10 by number in the target description; zero-extended to 64 bits
 *   the thread   $_tid: its id; $_name0 ... $_name8: its name, 8 bytes each, the first one the lowest
 *   memory       u8[e] u16[e] u32[e] u64[e], s8[e] ... s64[e]: that many bits at address e, extended
 *   extension    u8(e) ... s64(e): the low bits of e, extended
 *   operators    as in C and with C's precedence: ! ~ -   * / %   + -   << >>   < <= > >=   == !=
 *                &   ^   |   &&   ||. They are signed; /u %u >>u <u <=u >u >=u are their unsigned twins.
 *                && and || do not evaluate their right side in vain. Shift counts are taken modulo 64.
 *   errors       division by 0, and memory or a register that cannot be read: there is no value then.
 *                The most negative number divided by -1 is itself, with remainder 0. */

/* Parsed and immutable; lives in the arena it was parsed into. */
typedef struct rsp_condition rsp_condition;

/* Numbers of registers that stand for the thread itself, beyond those of any machine. */
enum {
    RSP_CONDITION_THREAD_ID = 0x10000, /* $_tid */
    RSP_CONDITION_THREAD_NAME,         /* $_name0, and the others behind it */
    RSP_CONDITION_NAME_WORDS = 9,
};

/* Who knows names. Either function may be NULL: then no name is known (registers still go by number).
 * Both give RSP_OK, or RSP_NOT_FOUND for a name that does not exist. */
typedef struct rsp_condition_names {
    void *ctx;
    rsp_status (*find_register)(void *ctx, rsp_bytes name, uint64_t *out_number);
    rsp_status (*find_symbol)(void *ctx, rsp_bytes name, uint64_t *out_value);
} rsp_condition_names;

/* Parses all of `text`, which is copied. `names` may be NULL. *out is set on RSP_OK only. Failures have the
 * offset in the text where they were noticed, and for a bracket that is never closed that of the bracket:
 * RSP_SYNTAX; RSP_NOT_FOUND (a name); RSP_RANGE (a number beyond 64 bits, a register number beyond 16);
 * RSP_LIMIT (RSP_LIMIT_CONDITION_BYTES, _DEPTH open brackets and operators, _STACK values); RSP_NO_MEMORY. */
rsp_status rsp_condition_parse(const rsp_condition **out, rsp_arena *arena, rsp_bytes text,
                               const rsp_condition_names *names, rsp_error *error) RSP_MUST_USE;

/* The text it was parsed from. */
rsp_bytes rsp_condition_text(const rsp_condition *condition);

/* Two lines for people: the text, and a caret below the byte at `offset` (clamped to the end). Bytes that
 * are not printable are shown as dots. */
void rsp_condition_show_place(rsp_buf *out, rsp_bytes text, uint64_t offset);

/* What an evaluation on this host reads. Any status but RSP_OK ends it. */
typedef struct rsp_condition_host {
    void *ctx;
    /* The value of a register, zero-extended; or what is asked of the thread: RSP_NOT_FOUND where that is
     * not known. */
    rsp_status (*read_register)(void *ctx, uint64_t number, uint64_t *out_value);
    /* Exactly `len` bytes (1, 2, 4 or 8), or RSP_FAULT. */
    rsp_status (*read_memory)(void *ctx, uint64_t address, uint8_t *dst, size_t len);
    bool big_endian; /* of memory */
} rsp_condition_host;

/* The value. RSP_RANGE: division by zero. Else what the host answered. The error's offset is that of the
 * operator, register or access that failed. */
rsp_status rsp_condition_eval(uint64_t *out_value, const rsp_condition *condition,
                              const rsp_condition_host *host, rsp_error *error) RSP_MUST_USE;

/* A stretch of memory whose address needs nothing but the text: what can be read ahead, in one packet. */
typedef struct rsp_condition_read {
    uint64_t address;
    size_t len;
} rsp_condition_read;

/* At most `cap` of them, each once, in the order of the text; returns how many there are. */
size_t rsp_condition_reads(rsp_condition_read *out, size_t cap, const rsp_condition *condition);

/* For stubs that do not notice memory that cannot be read: gdbserver 13 leaves what it converted last in its
 * cell, be it memory or a register, and takes that for the value. Registers by the numbers that the stub
 * gives them. */
typedef struct rsp_condition_guard {
    uint16_t ones;  /* of 8 bytes, all of its bits set at a breakpoint: orig_rax */
    uint16_t wide;  /* of 8 bytes, the highest of them 0: the pc */
    uint16_t low;   /* of 4 bytes, each but ff: ss */
    uint16_t stack; /* the stack pointer: memory at it, and as far from it as the text says, is there */
} rsp_condition_guard;

/* Whether the condition reads memory elsewhere than at the stack pointer. */
bool rsp_condition_guards(const rsp_condition *condition, uint64_t stack);

/* Appends an agent expression that leaves the value on the stack and fails where the condition fails. It uses
 * only what every evaluator has: no swap-dependent tricks, no shift by 64 or more, and no division of the
 * most negative number by -1, which would end a stub written in C. With a guard (NULL: none) it reads each
 * memory elsewhere than on the stack twice, after registers that have no byte in common, and divides by zero
 * where the two differ. RSP_UNSUPPORTED: it asks for the thread's id or name, which no expression can;
 * RSP_LIMIT beyond RSP_LIMIT_AGENT_BYTES, else the buffer's status. */
rsp_status rsp_condition_to_agent(rsp_buf *out, const rsp_condition *condition,
                                  const rsp_condition_guard *guard) RSP_MUST_USE;

RSP_END_DECLS

#endif
