/* RV64: values of a condition live in registers, the n-th of the stack in the n-th of a list.
 * The layout and the walk over the condition are word_compiler.c's.
 * Source: The RISC-V Instruction Set Manual, volume I, RV32/64G Instruction Set Listings. */
/* SPDX-License-Identifier: MIT */
#include "trampoline_code.h"
#include "trampoline_move.h"
#include "word_compiler.h"

/* Registers for values: t0-t6, a0-a7, s2-s11. */
static const uint8_t value_registers[] = {5,  6,  7,  28, 29, 30, 31, 10, 11, 12, 13, 14, 15,
                                          16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27};

_Static_assert(sizeof value_registers >= RSP_LIMIT_CONDITION_STACK, "a register for every value");

static uint32_t store(unsigned reg, uint32_t offset) {
    return rv_sd(reg, RV_SP, (int32_t)offset);
}

static uint32_t load(unsigned reg, uint32_t offset) {
    return rv_ld(reg, RV_SP, (int32_t)offset);
}

static uint32_t add_to_sp(unsigned to, int32_t number) {
    return rv_addi(to, RV_SP, number);
}

static uint32_t copy_register(unsigned to, unsigned from) {
    return rv_addi(to, from, 0);
}

static uint32_t copy_float(unsigned to, unsigned from) {
    return rv_r(0xe2000053, to, from, 0); /* fmv.x.d */
}

static uint32_t negate(unsigned reg) {
    return rv_r(0x40000033, reg, RV_ZERO, reg); /* sub reg, x0, reg */
}

static uint32_t invert(unsigned reg) {
    return rv_i(RV_OP_IMM | 4 << 12, reg, reg, -1); /* xori */
}

static uint32_t read_memory(unsigned reg, unsigned log2_bytes, bool extends_sign) {
    unsigned zero_extends = extends_sign || log2_bytes == 3 ? 0 : 4;
    return rv_i(RV_LOAD | (log2_bytes | zero_extends) << 12, reg, reg, 0);
}

/* A branch over the jump that follows: any distance, always two instructions. */
static void jump_if(const word_compiler *c, bool zero, unsigned reg, uint64_t to) {
    uint32_t unless = RV_BRANCH | (zero ? 1 << 12 : 0); /* bne or beq */
    word_put(c, rv_branch(rv_r(unless, 0, reg, RV_ZERO), 8));
    word_put(c, rv_jump(word_here(c), to));
}

/* Left and right again: srai or srli brings the sign or zeros in. */
static void extend(const word_compiler *c, unsigned reg, unsigned bytes, bool is_signed) {
    int32_t count = 64 - 8 * (int32_t)bytes;
    uint32_t right = RV_OP_IMM | 5 << 12 | (is_signed ? UINT32_C(1) << 30 : 0);
    word_put(c, rv_i(RV_OP_IMM | 1 << 12, reg, reg, count));
    word_put(c, rv_i(right, reg, reg, count));
}

static void not_zero(const word_compiler *c, unsigned reg) {
    word_put(c, rv_r(RV_OP | 3 << 12, reg, RV_ZERO, reg)); /* sltu reg, x0, reg */
}

static void is_zero(const word_compiler *c, unsigned reg) {
    word_put(c, rv_i(RV_OP_IMM | 3 << 12, reg, reg, 1)); /* sltiu reg, reg, 1 */
}

/* One instruction each; the second column says which are turned around and which inverted afterwards. */
typedef struct binary_row {
    uint32_t match;
    enum { PLAIN, DIVIDES = 1, SWAPPED = 2, INVERTED = 4, TRUTH = 8 } how;
} binary_row;

static const binary_row binaries[CONDITION_NUM_BINARY] = {
    [CONDITION_MUL] = {0x02000033, PLAIN},    [CONDITION_DIV] = {0x02004033, DIVIDES},
    [CONDITION_UDIV] = {0x02005033, DIVIDES}, [CONDITION_REM] = {0x02006033, DIVIDES},
    [CONDITION_UREM] = {0x02007033, DIVIDES}, [CONDITION_ADD] = {0x00000033, PLAIN},
    [CONDITION_SUB] = {0x40000033, PLAIN},    [CONDITION_SHL] = {0x00001033, PLAIN},
    [CONDITION_SHR] = {0x40005033, PLAIN},    [CONDITION_USHR] = {0x00005033, PLAIN},
    [CONDITION_LT] = {0x00002033, PLAIN},     [CONDITION_LE] = {0x00002033, SWAPPED | INVERTED},
    [CONDITION_GT] = {0x00002033, SWAPPED},   [CONDITION_GE] = {0x00002033, INVERTED},
    [CONDITION_ULT] = {0x00003033, PLAIN},    [CONDITION_ULE] = {0x00003033, SWAPPED | INVERTED},
    [CONDITION_UGT] = {0x00003033, SWAPPED},  [CONDITION_UGE] = {0x00003033, INVERTED},
    [CONDITION_EQ] = {0x00004033, INVERTED},  [CONDITION_NE] = {0x00004033, TRUTH},
    [CONDITION_AND] = {0x00007033, PLAIN},    [CONDITION_XOR] = {0x00004033, PLAIN},
    [CONDITION_OR] = {0x00006033, PLAIN},
};

/* Shift counts and the overflow of division are the hardware's own; a division by zero is not, it gives a
 * value there. */
static void binary(const word_compiler *c, condition_binary which, unsigned l, unsigned r) {
    const binary_row *row = &binaries[which];
    if (row->how & DIVIDES)
        jump_if(c, true, r, c->map->error);
    word_put(c, row->how & SWAPPED ? rv_r(row->match, l, r, l) : rv_r(row->match, l, l, r));
    if (row->how & INVERTED)
        is_zero(c, l);
    if (row->how & TRUTH)
        not_zero(c, l);
}

static const word_machine machine = {
    .values = value_registers,
    .num_general = 32,
    .sp = RV_SP,
    .pc = RSP_TRAMPOLINE_RV64_PC,
    .nop = RV_NOP,
    .reaches = rv_jal_reaches,
    .jump = rv_jump,
    .store = store,
    .load = load,
    .add_to_sp = add_to_sp,
    .copy = copy_register,
    .copy_float = copy_float,
    .negate = negate,
    .invert = invert,
    .read = read_memory,
    .put_constant = rv_put_constant,
    .jump_if = jump_if,
    .extend = extend,
    .is_zero = is_zero,
    .not_zero = not_zero,
    .binary = binary,
    .check = rsp_trampoline_check,
    .move = trampoline_move,
};

static rsp_trampoline_reason build(rsp_trampoline *map, rsp_buf *out, const rsp_condition *condition,
                                   const rsp_trampoline_site *site) {
    return word_build(&machine, map, out, condition, site);
}

static rsp_trampoline_reason copy(rsp_trampoline *map, rsp_buf *out, const rsp_trampoline_site *site) {
    return word_copy(&machine, map, out, site);
}

static bool reaches(uint64_t near, uint64_t address, size_t len) {
    return rv_jal_reaches(near, address) && rv_jal_reaches(address + len, near);
}

/* Above the program first: below it there often is nothing that may be mapped. */
static const int64_t distances[] = {0xc0000, 0x80000, 0xe0000, -0x80000, 0x40000, -0xc0000};

const trampoline_backend trampoline_rv64 = {
    .build = build,
    .copy = copy,
    .reaches = reaches,
    .reach_text = "no memory for code is to be had within 1 MiB of the site",
    .distances = distances,
    .num_distances = RSP_ARRAY_LEN(distances),
    .break_kind = 4,
    .before_bytes = (size_t)RV_INSN_BYTES * RSP_TRAMPOLINE_BEFORE,
    .text_bytes = RV_INSN_BYTES,
    .sp = RV_SP,
    .pc = RSP_TRAMPOLINE_RV64_PC,
};
