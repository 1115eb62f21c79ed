/* One x86-64 instruction as a detour sees it: its length, where it leads, and what of it knows its address.
 * Zydis decodes; nothing else of it is used.
 * Not public. Source: Intel SDM, volume 2. */
/* SPDX-License-Identifier: MIT */
#ifndef CLIENT_X86_64_DECODE_H
#define CLIENT_X86_64_DECODE_H

#include <rsp/bytes.h>

/* What moving it takes. */
typedef enum x86_kind {
    X86_PLAIN,        /* a copy, but for the distance of rip-relative data */
    X86_NOTHING,      /* the same; a nop: padding behind code that has ended */
    X86_JUMP,         /* relative */
    X86_JUMP_IF,      /* relative, on a flag */
    X86_LOOP,         /* loop, jrcxz and their like: 8 bits of distance only */
    X86_CALL,         /* relative */
    X86_JUMP_THROUGH, /* a register or memory */
    X86_CALL_THROUGH,
    X86_RETURN,
    X86_SYSTEM_CALL,
    X86_TRAP, /* int3 and its like */
    X86_TRANSACTION,
    X86_REFUSED, /* whether it can be moved is not known */
} x86_kind;

/* A decoded instruction. */
typedef struct x86_insn {
    x86_kind kind;
    uint8_t len;
    uint8_t bytes[15];
    uint8_t displacement; /* offset of 4 bytes that count from the end of the instruction; 0: none */
    uint8_t modrm;        /* offset; 0: none */
    uint8_t condition;    /* of JUMP_IF, as in its opcode */
    bool through_rsp;     /* *_THROUGH: rsp is what it goes through, or a part of the address */
    bool through_table;   /* *_THROUGH: a register or an index says where it leads */
    uint64_t target;      /* of the relative ones */
} x86_insn;

/* Decodes the instruction at `address`, whose code begins with `code`. False: those bytes are none. */
bool x86_decode(x86_insn *out, rsp_bytes code, uint64_t address);

/* Whether execution never goes on behind it. */
static inline bool x86_ends(const x86_insn *insn) {
    return insn->kind == X86_JUMP || insn->kind == X86_JUMP_THROUGH || insn->kind == X86_RETURN;
}

#endif
