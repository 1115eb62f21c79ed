/* x86-64 instructions as bytes: what trampolines need of moves, arithmetic, tests and jumps.
 * rax is the accumulator; values on the stack are at a distance from rsp.
 * Not public. Source: Intel SDM, volume 2; AMD64 Architecture Programmer's Manual, volume 3. */
/* SPDX-License-Identifier: MIT */
#ifndef CLIENT_X86_64_CODE_H
#define CLIENT_X86_64_CODE_H

#include <rsp/bytes.h>

/* Registers as encodings name them, conditions of jumps and of setcc, lengths. */
enum {
    X86_RAX = 0,
    X86_RCX = 1,
    X86_RDX = 2,
    X86_RSI = 6,
    X86_RDI = 7,
    X86_R11 = 11,
    X86_BELOW = 2,
    X86_ABOVE_EQUAL = 3,
    X86_EQUAL = 4,
    X86_NOT_EQUAL = 5,
    X86_BELOW_EQUAL = 6,
    X86_ABOVE = 7,
    X86_SIGN = 8,
    X86_LESS = 12,
    X86_GREATER_EQUAL = 13,
    X86_LESS_EQUAL = 14,
    X86_GREATER = 15,
    X86_JUMP_BYTES = 5,
    X86_RED_ZONE = 128,
};

/* Appends bytes that are written down as hex digits in pairs: "48 8b 00". */
void x86_put(rsp_buf *out, const char *hex);

/* Appends a number of 4 or 8 bytes. */
void x86_put_32(rsp_buf *out, uint32_t value);
void x86_put_64(rsp_buf *out, uint64_t value);

/* Whether a distance of 32 bits leads from `from` (the end of the instruction) to `to`. */
bool x86_reaches(uint64_t from, uint64_t to);

/* jmp, jcc at `from`; wrong without reach, which the caller checks. */
void x86_put_jump(rsp_buf *out, uint64_t from, uint64_t to);
void x86_put_jump_if(rsp_buf *out, unsigned condition, uint64_t from, uint64_t to);

/* REX.W and an opcode of one or two bytes, its register, and the place at rsp + distance: mov, add, cmp ...
 */
void x86_put_slot(rsp_buf *out, const char *opcode, unsigned reg, uint32_t distance);

/* mov rax, value in the shortest form. */
void x86_put_constant(rsp_buf *out, uint64_t value);

#endif
