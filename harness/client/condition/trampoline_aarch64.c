/* AArch64: values of a condition live in x0 to x15, and no flag is changed, so only registers are saved.
 * The code is generated twice: the first time to learn where its parts will be. As for caches, Linux makes
 * code that a stub writes by ptrace visible to all processors, and qemu notices writes by itself. */
/* SPDX-License-Identifier: MIT */
#include "aarch64_code.h"
#include "aarch64_move.h"
#include "backend.h"
#include "program.h"

#include "core/limits.h"

#include <string.h>

enum {
    NUM_VALUES = 16,
    SKIPPED_BYTES = 128, /* below sp, left alone: AAPCS64 has no red zone, but other ABIs and assembly do */
    NUMBER_SP = 31,      /* GDB's */
    NUMBER_PC = 32,
    BEFORE_INSNS = 16, /* that are looked at for a load-exclusive */
};

_Static_assert((int)NUM_VALUES >= (int)RSP_LIMIT_CONDITION_STACK, "a register for every value");

typedef struct compiler {
    const rsp_condition *condition;
    rsp_trampoline *map;
    rsp_buf *out;
    size_t start;   /* of the trampoline in `out` */
    uint64_t leave; /* start of the way that restores and goes on as with a false condition */
    uint64_t joins[RSP_LIMIT_CONDITION_BYTES + 1]; /* address of each JOIN, of the first pass */
    rsp_trampoline_reason reason;
} compiler;

static uint64_t here(const compiler *c) {
    return c->map->code + (c->out->len - c->start);
}

static void put(const compiler *c, uint32_t insn) {
    a64_put(c->out, insn);
}

static void jump(const compiler *c, uint64_t to) {
    put(c, a64_branch(here(c), to));
}

/* Jumps if the register is zero, or if it is not. All of the code is within reach. */
static void jump_if(const compiler *c, bool zero, unsigned reg, uint64_t to) {
    put(c, a64_branch_if_zero(zero, reg, (int64_t)(to - here(c))));
}

static uint32_t slot(const rsp_trampoline *map, unsigned reg) {
    uint32_t at = 0;
    for (unsigned r = 0; r < reg; r++)
        at += (map->saved >> r & 1) ? 8 : 0;
    return at;
}

static void save(const compiler *c) {
    put(c, a64_sub(A64_SP, A64_SP, c->map->frame_bytes));
    for (unsigned r = 0; r < 32; r++)
        if (c->map->saved >> r & 1)
            put(c, a64_str(r, A64_SP, slot(c->map, r)));
}

/* Returns the address of the instruction that gives the room back. */
static uint64_t restore(const compiler *c) {
    for (unsigned r = 0; r < 32; r++)
        if (c->map->saved >> r & 1)
            put(c, a64_ldr(r, A64_SP, slot(c->map, r)));
    uint64_t at = here(c);
    put(c, a64_add(A64_SP, A64_SP, c->map->frame_bytes));
    return at;
}

static void read_register(compiler *c, unsigned to, uint64_t number) {
    if (number == NUMBER_PC)
        a64_put_constant(c->out, to, c->map->site);
    else if (number == NUMBER_SP)
        put(c, a64_add(to, A64_SP, c->map->frame_bytes));
    else if (number < 31 && c->map->saved >> number & 1)
        put(c, a64_ldr(to, A64_SP, slot(c->map, (unsigned)number)));
    else if (number < 31)
        put(c, a64_r(UINT32_C(0xaa0003e0), to, 0, (unsigned)number)); /* mov */
    else
        c->reason = RSP_TRAMPOLINE_REGISTER;
}

static void load(const compiler *c, const condition_node *node, unsigned reg) {
    unsigned size = node->width == 8 ? 3 : node->width >> 1; /* 1 2 4 8: 0 1 2 3 */
    bool extends = node->is_signed && node->width < 8;
    put(c, (extends ? UINT32_C(0x39800000) : UINT32_C(0x39400000)) | size << 30 | reg << 5 | reg);
}

/* sbfm or ubfm takes the low bits. */
static void extend(const compiler *c, const condition_node *node, unsigned reg) {
    uint32_t last = 8 * (uint32_t)node->width - 1;
    if (node->width < 8)
        put(c, a64_i(node->is_signed ? UINT32_C(0x93400000) : UINT32_C(0xd3400000), reg, reg, last));
}

/* clz gives 64 for 0 and less for all else, and 64 is the only one of these with bit 6. */
static void is_zero(const compiler *c, unsigned reg) {
    put(c, a64_r(UINT32_C(0xdac01000), reg, reg, 0)); /* clz */
    put(c, UINT32_C(0xd346fc00) | reg << 5 | reg);    /* lsr #6 */
}

static void invert_truth(const compiler *c, unsigned reg) {
    put(c, UINT32_C(0xd2400000) | reg << 5 | reg); /* eor #1 */
}

static void not_zero(const compiler *c, unsigned reg) {
    is_zero(c, reg);
    invert_truth(c, reg);
}

/* The borrow of l - r, or for signed numbers whether it is below 0: the top bit of
 * (~l & r) | (~(l ^ r) & (l - r)); signed with l and r exchanged in the first term. */
static void less(const compiler *c, unsigned to, unsigned l, unsigned r, bool is_signed) {
    put(c, a64_r(UINT32_C(0xcb000000), A64_X16, l, r));             /* sub */
    put(c, a64_r(UINT32_C(0xca200000), A64_X17, l, r));             /* eon */
    put(c, a64_r(UINT32_C(0x8a000000), A64_X16, A64_X16, A64_X17)); /* and */
    put(c,
        is_signed ? a64_r(UINT32_C(0x8a200000), to, l, r) : a64_r(UINT32_C(0x8a200000), to, r, l)); /* bic */
    put(c, a64_r(UINT32_C(0xaa000000), to, to, A64_X16));                                           /* orr */
    put(c, UINT32_C(0xd37ffc00) | to << 5 | to); /* lsr #63 */
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
static void binary(const compiler *c, condition_binary which, unsigned l, unsigned r) {
    const binary_row *row = &binaries[which];
    if (row->how & DIVIDES)
        jump_if(c, true, r, c->map->error);
    if (row->how & LESS) {
        bool swapped = row->how & SWAPPED;
        less(c, l, swapped ? r : l, swapped ? l : r, row->how & SIGNED);
    } else if (row->how & REMAINS) {
        put(c, a64_r(row->match, A64_X16, l, r));
        put(c, a64_r(UINT32_C(0x9b008000), l, A64_X16, r) | l << 10); /* msub l, x16, r, l */
    } else {
        put(c, a64_r(row->match, l, l, r));
    }
    if (row->how & EQUAL)
        is_zero(c, l);
    if (row->how & INVERTED)
        invert_truth(c, l);
}

static void compile(compiler *c, size_t index) {
    const condition_node *node = &c->condition->nodes[index];
    unsigned reg = node->below; /* the n-th value is in xn */
    switch (node->kind) {
    case NODE_CONST:
        a64_put_constant(c->out, reg, node->value);
        break;
    case NODE_REGISTER:
        read_register(c, reg, node->value);
        break;
    case NODE_LOAD:
        load(c, node, reg);
        break;
    case NODE_EXTEND:
        extend(c, node, reg);
        break;
    case NODE_NEGATE:
        put(c, a64_r(UINT32_C(0xcb000000), reg, A64_ZR, reg));
        break;
    case NODE_INVERT:
        put(c, a64_r(UINT32_C(0xaa200000), reg, A64_ZR, reg)); /* mvn */
        break;
    case NODE_NOT:
        is_zero(c, reg);
        break;
    case NODE_BINARY:
        binary(c, node->op, reg, reg + 1);
        break;
    case NODE_SKIP_FALSE:
    case NODE_SKIP_TRUE:
        jump_if(c, node->kind == NODE_SKIP_FALSE, reg, c->joins[node->value]);
        break;
    case NODE_JOIN:
        c->joins[index] = here(c);
        not_zero(c, reg);
        break;
    }
}

static void generate(compiler *c) {
    rsp_trampoline *map = c->map;
    rsp_buf_truncate(c->out, c->start);
    save(c);
    map->body = here(c);
    for (size_t i = 0; i < c->condition->num_nodes; i++)
        compile(c, i);
    jump_if(c, false, 0, map->restore);
    c->leave = here(c);
    map->leave_false = restore(c);
    jump(c, map->moved);
    map->aside = map->error = here(c);
    put(c, A64_NOP);
    jump(c, c->leave);
    map->restore = here(c);
    map->leave_true = restore(c);
    map->stop = here(c);
    put(c, A64_NOP);
    map->moved = here(c);
    map->num_places = 0;
    rsp_trampoline_reason moved = aarch64_move(map, c->out);
    map->moved_end = map->end = here(c);
    if (c->reason == RSP_TRAMPOLINE_NONE)
        c->reason = moved;
}

static rsp_trampoline_reason displace(rsp_trampoline *map, const rsp_trampoline_site *site) {
    if (site->text.len < A64_INSN_BYTES)
        return RSP_TRAMPOLINE_TRUNCATED;
    const uint8_t *p = site->text.ptr;
    uint32_t insn = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    map->num_displaced = A64_INSN_BYTES;
    memcpy(map->original, p, A64_INSN_BYTES);
    return aarch64_check(site->address, insn, site->before);
}

static rsp_trampoline_reason build(rsp_trampoline *map, rsp_buf *out, const rsp_condition *condition,
                                   const rsp_trampoline_site *site) {
    compiler c = {.condition = condition, .map = map, .out = out, .start = out->len};
    c.reason = displace(map, site);
    if (c.reason == RSP_TRAMPOLINE_NONE && !a64_branch_reaches(site->address, site->code))
        c.reason = RSP_TRAMPOLINE_SITE_TOO_FAR;
    if (c.reason != RSP_TRAMPOLINE_NONE)
        return c.reason;
    uint32_t num_saved = (uint32_t)condition->max_values + 2;
    map->num_jump = A64_INSN_BYTES;
    map->saved =
        ((UINT32_C(1) << condition->max_values) - 1) | UINT32_C(1) << A64_X16 | UINT32_C(1) << A64_X17;
    map->frame_bytes = (num_saved + 1) / 2 * 16 + SKIPPED_BYTES; /* sp stays a multiple of 16 */
    uint32_t insn = a64_branch(site->address, site->code);
    for (unsigned i = 0; i < A64_INSN_BYTES; i++)
        map->jump[i] = (uint8_t)(insn >> 8 * i);
    generate(&c);
    if (c.reason == RSP_TRAMPOLINE_NONE)
        generate(&c);
    return c.reason;
}

static rsp_trampoline_reason copy(rsp_trampoline *map, rsp_buf *out, const rsp_trampoline_site *site) {
    rsp_trampoline_reason reason = displace(map, site);
    return reason == RSP_TRAMPOLINE_NONE ? aarch64_move(map, out) : reason;
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
