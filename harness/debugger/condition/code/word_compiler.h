/* Trampolines of machines whose instructions are all words of four bytes: the layout, the walk over a
 * condition and what the map says. A machine gives the instructions.
 * Not public; the drawing of the layout is in condition/trampoline.h. */
/* SPDX-License-Identifier: MIT */
#ifndef CLIENT_WORD_COMPILER_H
#define CLIENT_WORD_COMPILER_H

#include "backend.h"
#include "program.h"

#include "core/limits.h"

enum { WORD_BYTES = 4 };

typedef struct word_machine word_machine;

/* A trampoline in the making. The code is generated twice: the first time to learn where its parts will be,
 * the second time to jump there. */
typedef struct word_compiler {
    const word_machine *machine;
    const rsp_condition *condition;
    rsp_trampoline *map;
    rsp_buf *out;
    uint64_t floats; /* the condition's number of the first register of floats; 0: not known */
    size_t start;    /* of the trampoline in `out` */
    uint64_t leave;  /* start of the way that restores and goes on as with a false condition */
    uint64_t joins[RSP_LIMIT_CONDITION_BYTES + 1]; /* address of each JOIN, of the first pass */
    rsp_trampoline_reason reason;
} word_compiler;

/* One machine. Numbers of registers are those of the instructions, and below `num_general` also GDB's. What
 * takes a compiler appends instructions to its output, the others give one. */
struct word_machine {
    const uint8_t *values; /* the n-th value of the stack is in the n-th register */
    uint32_t also_saved;   /* mask of registers that the code needs besides */
    uint32_t left_alone;   /* bytes below sp, a multiple of 16 */
    unsigned num_general;
    unsigned sp; /* GDB's numbers; that of sp is the instructions', too */
    unsigned pc;
    uint32_t nop;
    bool (*reaches)(uint64_t from, uint64_t to);
    uint32_t (*jump)(uint64_t from, uint64_t to);
    uint32_t (*store)(unsigned reg, uint32_t offset); /* from sp */
    uint32_t (*load)(unsigned reg, uint32_t offset);
    uint32_t (*add_to_sp)(unsigned to, int32_t number);
    uint32_t (*copy)(unsigned to, unsigned from);
    uint32_t (*copy_float)(unsigned to, unsigned from); /* the low 8 bytes */
    uint32_t (*negate)(unsigned reg);
    uint32_t (*invert)(unsigned reg);
    uint32_t (*read)(unsigned reg, unsigned log2_bytes, bool extends_sign); /* what the register points to */
    void (*put_constant)(rsp_buf *out, unsigned reg, uint64_t value);
    void (*jump_if)(const word_compiler *c, bool zero, unsigned reg, uint64_t to);
    void (*extend)(const word_compiler *c, unsigned reg, unsigned bytes, bool is_signed);
    void (*is_zero)(const word_compiler *c, unsigned reg); /* 1 or 0 */
    void (*not_zero)(const word_compiler *c, unsigned reg);
    void (*binary)(const word_compiler *c, condition_binary which, unsigned left, unsigned right);
    rsp_trampoline_reason (*check)(uint64_t site, uint32_t insn, rsp_bytes before);
    rsp_trampoline_reason (*move)(rsp_trampoline *map, rsp_buf *out);
};

/* Where the next instruction will stand. */
uint64_t word_here(const word_compiler *c);

/* Appends an instruction. */
void word_put(const word_compiler *c, uint32_t insn);

/* The two works of a backend, see backend.h. */
rsp_trampoline_reason word_build(const word_machine *machine, rsp_trampoline *map, rsp_buf *out,
                                 const rsp_condition *condition, const rsp_trampoline_site *site);
rsp_trampoline_reason word_copy(const word_machine *machine, rsp_trampoline *map, rsp_buf *out,
                                const rsp_trampoline_site *site);

#endif
