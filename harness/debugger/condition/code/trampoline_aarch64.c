/* AArch64: values of a condition live in x0 to x15, and no flag is changed, so only registers are saved.
 * The layout is word_compiler.c's. As for caches, Linux makes code that a stub writes by ptrace visible to
 * all processors, and qemu notices writes by itself. */
/* SPDX-License-Identifier: MIT */
#include "aarch64_code.h"
#include "aarch64_move.h"
#include "word_compiler.h"

enum {
    SKIPPED_BYTES = 128, /* below sp, left alone: AAPCS64 has no red zone, but other ABIs and assembly do */
    NUMBER_SP = 31,      /* GDB's */
    NUMBER_PC = 32,
    BEFORE_INSNS = 16, /* that are looked at for a load-exclusive */
};

static const uint8_t value_registers[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

_Static_assert(sizeof value_registers >= RSP_LIMIT_CONDITION_STACK, "a register for every value");

static uint32_t store(unsigned reg, uint32_t offset) {
    return a64_str(reg, A64_SP, offset);
}

static uint32_t load(unsigned reg, uint32_t offset) {
    return a64_ldr(reg, A64_SP, offset);
}

static uint32_t add_to_sp(unsigned to, int32_t number) {
    return number < 0 ? a64_sub(to, A64_SP, (uint32_t)-number) : a64_add(to, A64_SP, (uint32_t)number);
}

static uint32_t copy_register(unsigned to, unsigned from) {
    return a64_r(UINT32_C(0xaa0003e0), to, 0, from); /* mov */
}

static uint32_t copy_float(unsigned to, unsigned from) {
    return a64_r(UINT32_C(0x9e660000), to, from, 0); /* fmov */
}

static uint32_t negate(unsigned reg) {
    return a64_r(UINT32_C(0xcb000000), reg, A64_ZR, reg);
}

static uint32_t invert(unsigned reg) {
    return a64_r(UINT32_C(0xaa200000), reg, A64_ZR, reg); /* mvn */
}

static uint32_t read_memory(unsigned reg, unsigned log2_bytes, bool extends_sign) {
    return (extends_sign ? UINT32_C(0x39800000) : UINT32_C(0x39400000)) | log2_bytes << 30 | reg << 5 | reg;
}

/* All of the code is within reach. */
static void jump_if(const word_compiler *c, bool zero, unsigned reg, uint64_t to) {
    word_put(c, a64_branch_if_zero(zero, reg, (int64_t)(to - word_here(c))));
}

/* sbfm or ubfm takes the low bits. */
static void extend(const word_compiler *c, unsigned reg, unsigned bytes, bool is_signed) {
    word_put(c, a64_i(is_signed ? UINT32_C(0x93400000) : UINT32_C(0xd3400000), reg, reg, 8 * bytes - 1));
}

/* clz gives 64 for 0 and less for all else, and 64 is the only one of these with bit 6. */
static void is_zero(const word_compiler *c, unsigned reg) {
    word_put(c, a64_r(UINT32_C(0xdac01000), reg, reg, 0)); /* clz */
    word_put(c, UINT32_C(0xd346fc00) | reg << 5 | reg);    /* lsr #6 */
}

static void invert_truth(const word_compiler *c, unsigned reg) {
    word_put(c, UINT32_C(0xd2400000) | reg << 5 | reg); /* eor #1 */
}

static void not_zero(const word_compiler *c, unsigned reg) {
    is_zero(c, reg);
    invert_truth(c, reg);
}

/* The borrow of l - r, or for signed numbers whether it is below 0: the top bit of
 * (~l & r) | (~(l ^ r) & (l - r)); signed with l and r exchanged in the first term. */
static void less(const word_compiler *c, unsigned to, unsigned l, unsigned r, bool is_signed) {
    word_put(c, a64_r(UINT32_C(0xcb000000), A64_X16, l, r));             /* sub */
    word_put(c, a64_r(UINT32_C(0xca200000), A64_X17, l, r));             /* eon */
    word_put(c, a64_r(UINT32_C(0x8a000000), A64_X16, A64_X16, A64_X17)); /* and */
    word_put(c, is_signed ? a64_r(UINT32_C(0x8a200000), to, l, r)
                          : a64_r(UINT32_C(0x8a200000), to, r, l)); /* bic */
    word_put(c, a64_r(UINT32_C(0xaa000000), to, to, A64_X16));      /* orr */
    word_put(c, UINT32_C(0xd37ffc00) | to << 5 | to);               /* lsr #63 */
}

/* What is done with both values; the second column says which are turned around and which inverted. */
typedef struct binary_row {
    uint32_t match;
    enum {
        PLAIN,
        DIVIDES = 1,
        REMAINS = 2,
        LESS = 4,
        SIGNED = 8,
        SWAPPED = 16,
        INVERTED = 32,
        EQUAL = 64
    } how;
} binary_row;

static const binary_row binaries[CONDITION_NUM_BINARY] = {
    [CONDITION_MUL] = {0x9b007c00, PLAIN},
    [CONDITION_DIV] = {0x9ac00c00, DIVIDES},
    [CONDITION_UDIV] = {0x9ac00800, DIVIDES},
    [CONDITION_REM] = {0x9ac00c00, DIVIDES | REMAINS},
    [CONDITION_UREM] = {0x9ac00800, DIVIDES | REMAINS},
    [CONDITION_ADD] = {0x8b000000, PLAIN},
    [CONDITION_SUB] = {0xcb000000, PLAIN},
    [CONDITION_SHL] = {0x9ac02000, PLAIN},
    [CONDITION_SHR] = {0x9ac02800, PLAIN},
    [CONDITION_USHR] = {0x9ac02400, PLAIN},
    [CONDITION_LT] = {0, LESS | SIGNED},
    [CONDITION_LE] = {0, LESS | SIGNED | SWAPPED | INVERTED},
    [CONDITION_GT] = {0, LESS | SIGNED | SWAPPED},
    [CONDITION_GE] = {0, LESS | SIGNED | INVERTED},
    [CONDITION_ULT] = {0, LESS},
    [CONDITION_ULE] = {0, LESS | SWAPPED | INVERTED},
    [CONDITION_UGT] = {0, LESS | SWAPPED},
    [CONDITION_UGE] = {0, LESS | INVERTED},
    [CONDITION_EQ] = {0xca000000, EQUAL},
    [CONDITION_NE] = {0xca000000, EQUAL | INVERTED},
    [CONDITION_AND] = {0x8a000000, PLAIN},
    [CONDITION_XOR] = {0xca000000, PLAIN},
    [CONDITION_OR] = {0xaa000000, PLAIN},
};

/* Shift counts and the overflow of division are the hardware's own; a division by zero is not, it gives 0. */
static void binary(const word_compiler *c, condition_binary which, unsigned l, unsigned r) {
    const binary_row *row = &binaries[which];
    if (row->how & DIVIDES)
        jump_if(c, true, r, c->map->error);
    if (row->how & LESS) {
        bool swapped = row->how & SWAPPED;
        less(c, l, swapped ? r : l, swapped ? l : r, row->how & SIGNED);
    } else if (row->how & REMAINS) {
        word_put(c, a64_r(row->match, A64_X16, l, r));
        word_put(c, a64_r(UINT32_C(0x9b008000), l, A64_X16, r) | l << 10); /* msub l, x16, r, l */
    } else {
        word_put(c, a64_r(row->match, l, l, r));
    }
    if (row->how & EQUAL)
        is_zero(c, l);
    if (row->how & INVERTED)
        invert_truth(c, l);
}

static const word_machine machine = {
    .values = value_registers,
    .also_saved = UINT32_C(1) << A64_X16 | UINT32_C(1) << A64_X17,
    .left_alone = SKIPPED_BYTES,
    .num_general = 31,
    .sp = NUMBER_SP,
    .pc = NUMBER_PC,
    .nop = A64_NOP,
    .reaches = a64_branch_reaches,
    .jump = a64_branch,
    .store = store,
    .load = load,
    .add_to_sp = add_to_sp,
    .copy = copy_register,
    .copy_float = copy_float,
    .negate = negate,
    .invert = invert,
    .read = read_memory,
    .put_constant = a64_put_constant,
    .jump_if = jump_if,
    .extend = extend,
    .is_zero = is_zero,
    .not_zero = not_zero,
    .binary = binary,
    .check = aarch64_check,
    .move = aarch64_move,
};

static rsp_trampoline_reason build(rsp_trampoline *map, rsp_buf *out, const rsp_condition *condition,
                                   const rsp_trampoline_site *site) {
    return word_build(&machine, map, out, condition, site);
}

static rsp_trampoline_reason copy(rsp_trampoline *map, rsp_buf *out, const rsp_trampoline_site *site) {
    return word_copy(&machine, map, out, site);
}

static bool reaches(uint64_t near, uint64_t address, size_t len) {
    return a64_branch_reaches(near, address) && a64_branch_reaches(address + (len + 3) / 4 * 4, near);
}

/* Below the program first, where its heap does not grow; else above it, as far as a jump leads. */
static const int64_t distances[] = {-0x4000000, 0x7000000, 0x5000000, -0x7000000, -0x2000000, 0x3000000};

const trampoline_backend trampoline_aarch64 = {
    .build = build,
    .copy = copy,
    .reaches = reaches,
    .reach_text = "no memory for code is to be had within 128 MiB of the site",
    .distances = distances,
    .num_distances = RSP_ARRAY_LEN(distances),
    .break_kind = A64_INSN_BYTES,
    .before_bytes = (size_t)A64_INSN_BYTES * BEFORE_INSNS,
    .text_bytes = A64_INSN_BYTES,
    .sp = NUMBER_SP,
    .pc = NUMBER_PC,
};
