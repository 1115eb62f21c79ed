/* RV64: values of a condition live in registers, the n-th of the stack in the n-th of a list.
 * The code is generated twice: the first time to learn where its parts will be, the second time to jump
 * there. The drawing of the layout is in client/trampoline.h. */
/* SPDX-License-Identifier: MIT */
#include "backend.h"
#include "program.h"
#include "trampoline_code.h"
#include "trampoline_move.h"

#include "core/limits.h"

#include <string.h>

/* Registers for values: t0-t6, a0-a7, s2-s11. */
static const uint8_t value_registers[] = {5,  6,  7,  28, 29, 30, 31, 10, 11, 12, 13, 14, 15,
                                          16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27};

_Static_assert(sizeof value_registers >= RSP_LIMIT_CONDITION_STACK, "a register for every value");

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

static void put(compiler *c, uint32_t insn) {
    rv_put(c->out, insn);
}

static void jump(compiler *c, uint64_t to) {
    put(c, rv_jump(here(c), to));
}

/* A branch over the jump that follows: any distance, always two instructions. */
static void jump_if_zero(compiler *c, unsigned reg, uint64_t to) {
    put(c, rv_branch(rv_r(RV_BRANCH | 1 << 12, 0, reg, RV_ZERO), 8));
    jump(c, to);
}

static void jump_unless_zero(compiler *c, unsigned reg, uint64_t to) {
    put(c, rv_branch(rv_r(RV_BRANCH, 0, reg, RV_ZERO), 8));
    jump(c, to);
}

static int32_t slot(const rsp_trampoline *map, unsigned reg) {
    int32_t at = 0;
    for (unsigned r = 0; r < reg; r++)
        at += (map->saved >> r & 1) ? 8 : 0;
    return at;
}

static void save(compiler *c) {
    put(c, rv_addi(RV_SP, RV_SP, -(int32_t)c->map->frame_bytes));
    for (unsigned r = 0; r < 32; r++)
        if (c->map->saved >> r & 1)
            put(c, rv_sd(r, RV_SP, slot(c->map, r)));
}

/* Returns the address of the instruction that gives the room back. */
static uint64_t restore(compiler *c) {
    for (unsigned r = 0; r < 32; r++)
        if (c->map->saved >> r & 1)
            put(c, rv_ld(r, RV_SP, slot(c->map, r)));
    uint64_t at = here(c);
    put(c, rv_addi(RV_SP, RV_SP, (int32_t)c->map->frame_bytes));
    return at;
}

static void read_register(compiler *c, unsigned to, uint64_t number) {
    if (number == RSP_TRAMPOLINE_RV64_PC)
        rv_put_constant(c->out, to, c->map->site);
    else if (number == RV_SP)
        put(c, rv_addi(to, RV_SP, (int32_t)c->map->frame_bytes));
    else if (number < 32 && c->map->saved >> number & 1)
        put(c, rv_ld(to, RV_SP, slot(c->map, (unsigned)number)));
    else if (number < 32)
        put(c, rv_addi(to, (unsigned)number, 0));
    else
        c->reason = RSP_TRAMPOLINE_REGISTER;
}

static void load(compiler *c, const condition_node *node, unsigned reg) {
    unsigned size = node->width == 8 ? 3 : node->width >> 1; /* 1 2 4 8: 0 1 2 3 */
    unsigned zero_extends = node->is_signed || node->width == 8 ? 0 : 4;
    put(c, rv_i(RV_LOAD | (size | zero_extends) << 12, reg, reg, 0));
}

/* Left and right again: srai or srli brings the sign or zeros in. */
static void extend(compiler *c, const condition_node *node, unsigned reg) {
    int32_t count = 64 - 8 * node->width;
    uint32_t right = RV_OP_IMM | 5 << 12 | (node->is_signed ? UINT32_C(1) << 30 : 0);
    if (count == 0)
        return;
    put(c, rv_i(RV_OP_IMM | 1 << 12, reg, reg, count));
    put(c, rv_i(right, reg, reg, count));
}

static void not_zero(compiler *c, unsigned reg) {
    put(c, rv_r(RV_OP | 3 << 12, reg, RV_ZERO, reg)); /* sltu reg, x0, reg */
}

static void is_zero(compiler *c, unsigned reg) {
    put(c, rv_i(RV_OP_IMM | 3 << 12, reg, reg, 1)); /* sltiu reg, reg, 1 */
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
static void binary(compiler *c, condition_binary which, unsigned l, unsigned r) {
    const binary_row *row = &binaries[which];
    if (row->how & DIVIDES)
        jump_if_zero(c, r, c->map->error);
    put(c, row->how & SWAPPED ? rv_r(row->match, l, r, l) : rv_r(row->match, l, l, r));
    if (row->how & INVERTED)
        is_zero(c, l);
    if (row->how & TRUTH)
        not_zero(c, l);
}

static void compile(compiler *c, size_t index) {
    const condition_node *node = &c->condition->nodes[index];
    unsigned reg = value_registers[node->below];
    switch (node->kind) {
    case NODE_CONST:
        rv_put_constant(c->out, reg, node->value);
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
        put(c, rv_r(0x40000033, reg, RV_ZERO, reg));
        break;
    case NODE_INVERT:
        put(c, rv_i(RV_OP_IMM | 4 << 12, reg, reg, -1));
        break;
    case NODE_NOT:
        is_zero(c, reg);
        break;
    case NODE_BINARY:
        binary(c, node->op, reg, value_registers[node->below + 1]);
        break;
    case NODE_SKIP_FALSE:
        jump_if_zero(c, reg, c->joins[node->value]);
        break;
    case NODE_SKIP_TRUE:
        jump_unless_zero(c, reg, c->joins[node->value]);
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
    jump_unless_zero(c, value_registers[0], map->restore);
    c->leave = here(c);
    map->leave_false = restore(c);
    jump(c, map->moved);
    map->aside = here(c);
    map->error = here(c);
    put(c, RV_NOP);
    jump(c, c->leave);
    map->restore = here(c);
    map->leave_true = restore(c);
    map->stop = here(c);
    put(c, RV_NOP);
    map->moved = here(c);
    map->num_places = 0;
    rsp_trampoline_reason moved = trampoline_move(map, c->out);
    map->moved_end = here(c);
    map->end = here(c);
    if (c->reason == RSP_TRAMPOLINE_NONE)
        c->reason = moved;
}

static uint32_t saved_for(const rsp_condition *condition) {
    uint32_t saved = 0;
    for (size_t i = 0; i < condition->max_values; i++)
        saved |= UINT32_C(1) << value_registers[i];
    return saved;
}

static rsp_trampoline_reason build(rsp_trampoline *map, rsp_buf *out, const rsp_condition *condition,
                                   const rsp_trampoline_site *site) {
    compiler c = {.condition = condition, .map = map, .out = out, .start = out->len};
    if (site->text.len < RV_INSN_BYTES)
        return RSP_TRAMPOLINE_TRUNCATED;
    uint32_t insn = rv_word(site->text.ptr);
    c.reason = rsp_trampoline_check(site->address, insn, site->before);
    if (c.reason == RSP_TRAMPOLINE_NONE && !rv_jal_reaches(site->address, site->code))
        c.reason = RSP_TRAMPOLINE_SITE_TOO_FAR;
    if (c.reason != RSP_TRAMPOLINE_NONE)
        return c.reason;
    map->num_displaced = RV_INSN_BYTES;
    map->num_jump = RV_INSN_BYTES;
    map->saved = saved_for(condition);
    map->frame_bytes = (uint32_t)(condition->max_values + 1) / 2 * 16; /* sp stays a multiple of 16 */
    memcpy(map->original, site->text.ptr, RV_INSN_BYTES);
    rv_put_word(map->jump, rv_jump(site->address, site->code));
    generate(&c);
    if (c.reason == RSP_TRAMPOLINE_NONE)
        generate(&c);
    return c.reason;
}

static rsp_trampoline_reason copy(rsp_trampoline *map, rsp_buf *out, const rsp_trampoline_site *site) {
    if (site->text.len < RV_INSN_BYTES)
        return RSP_TRAMPOLINE_TRUNCATED;
    rsp_trampoline_reason reason = rsp_trampoline_check(site->address, rv_word(site->text.ptr), site->before);
    if (reason != RSP_TRAMPOLINE_NONE)
        return reason;
    map->num_displaced = RV_INSN_BYTES;
    memcpy(map->original, site->text.ptr, RV_INSN_BYTES);
    return trampoline_move(map, out);
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
