/* Which instructions can be moved, and how: those that know their address are rewritten, others are copied.
 * Branches and system instructions that are not in the table are refused. Of data and memory instructions
 * only some know their address: all the rest is copied, and what is no instruction traps in its copy, too. */
/* SPDX-License-Identifier: MIT */
#include "aarch64_move.h"

#include "aarch64_code.h"
#include "backend.h"

/* How an instruction gets to another place. */
typedef enum move_kind {
    MOVE_COPY,
    MOVE_ADR,
    MOVE_ADRP,
    MOVE_LITERAL,
    MOVE_BRANCH,
    MOVE_CALL,
    MOVE_CONDITION, /* b.cond, cbz, cbnz: 19 bits */
    MOVE_TEST,      /* tbz, tbnz: 14 bits */
    MOVE_REGISTER,  /* br, ret: a copy that does not come back */
    MOVE_CALL_REGISTER,
    MOVE_SVC,
    MOVE_BRK,
    MOVE_RESERVE,
    MOVE_CONDITIONAL,
    MOVE_LANDING,
    MOVE_TRANSACTION,
    MOVE_UNKNOWN,
} move_kind;

enum { PUSHED_BYTES = 144 }; /* 128 below sp stay as they are */

/* The first row that matches holds. */
static const struct {
    uint32_t match;
    uint32_t mask;
    move_kind kind;
} moves[] = {
    /* branches, exceptions, system */
    {0x14000000, 0xfc000000, MOVE_BRANCH},
    {0x94000000, 0xfc000000, MOVE_CALL},
    {0x34000000, 0x7e000000, MOVE_CONDITION}, /* cbz cbnz */
    {0x36000000, 0x7e000000, MOVE_TEST},
    {0x54000000, 0xff000000, MOVE_CONDITION}, /* b.cond, bc.cond */
    {0xd61f0000, 0xfffffc1f, MOVE_REGISTER},  /* br */
    {0xd65f0000, 0xfffffc1f, MOVE_REGISTER},  /* ret */
    {0xd65f0bff, 0xfffffbff, MOVE_REGISTER},  /* retaa retab */
    {0xd61f081f, 0xfffff81f, MOVE_REGISTER},  /* braaz brabz */
    {0xd71f0800, 0xfffff800, MOVE_REGISTER},  /* braa brab */
    {0xd63f0000, 0xfffffc1f, MOVE_CALL_REGISTER},
    {0xd63f081f, 0xfffff81f, MOVE_CALL_REGISTER}, /* blraaz blrabz */
    {0xd73f0800, 0xfffff800, MOVE_CALL_REGISTER}, /* blraa blrab */
    {0xd4000001, 0xffe0001f, MOVE_SVC},
    {0xd4000002, 0xffe0001f, MOVE_SVC}, /* hvc */
    {0xd4000003, 0xffe0001f, MOVE_SVC}, /* smc */
    {0xd4200000, 0xffe0001f, MOVE_BRK},
    {0xd4400000, 0xffe0001f, MOVE_BRK},     /* hlt */
    {0xd503245f, 0xffffff7f, MOVE_LANDING}, /* bti c, jc */
    {0xd503249f, 0xffffffff, MOVE_LANDING}, /* bti j */
    {0xd503233f, 0xffffffbf, MOVE_LANDING}, /* paciasp pacibsp: a bti c, too */
    {0xd503201f, 0xfffff01f, MOVE_COPY},    /* hints: nop yield autiasp ... */
    {0xd5033000, 0xfffff000, MOVE_COPY},    /* barriers, clrex */
    {0xd5233060, 0xffffffe0, MOVE_TRANSACTION},
    {0xd5000000, 0xffc00000, MOVE_COPY}, /* msr mrs sys sysl */
    {0x14000000, 0x1c000000, MOVE_UNKNOWN},
    /* loads and stores */
    {0x88600000, 0xbee00000, MOVE_RESERVE}, /* ldxp ldaxp */
    {0x88200000, 0xbee00000, MOVE_CONDITIONAL},
    {0x08400000, 0x3ee00000, MOVE_RESERVE}, /* ldxr ldaxr */
    {0x08000000, 0x3ee00000, MOVE_CONDITIONAL},
    {0x18000000, 0x3b000000, MOVE_LITERAL},
    {0x19000400, 0x3b200c00, MOVE_UNKNOWN}, /* memory copy and set: three in a row */
    {0x08000000, 0x0a000000, MOVE_COPY},
    /* data, immediate */
    {0x10000000, 0x9f000000, MOVE_ADR},
    {0x90000000, 0x9f000000, MOVE_ADRP},
    {0x73800000, 0x7f800000, MOVE_UNKNOWN}, /* autiasppc */
    {0x10000000, 0x1c000000, MOVE_COPY},
    /* data, registers */
    {0xdac18000, 0xffff8000, MOVE_UNKNOWN}, /* paciasppc and its like sign with the pc */
    {0x0a000000, 0x0e000000, MOVE_COPY},
    {0x0e000000, 0x0e000000, MOVE_COPY}, /* floating point and vectors */
    {0x04000000, 0x1e000000, MOVE_COPY}, /* SVE */
};

static move_kind kind_of(uint32_t insn) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(moves); i++)
        if ((insn & moves[i].mask) == moves[i].match)
            return moves[i].kind;
    return MOVE_UNKNOWN;
}

static uint32_t word_at(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* A load-exclusive before the site with no store-exclusive since. Code before may be data, or of another
 * function: then a site is refused that need not be. */
static bool reserved_at(rsp_bytes before) {
    for (size_t at = before.len & ~(size_t)3; at > 0; at -= A64_INSN_BYTES) {
        move_kind kind = kind_of(word_at(before.ptr + (before.len & 3) + at - A64_INSN_BYTES));
        if (kind == MOVE_RESERVE || kind == MOVE_CONDITIONAL)
            return kind == MOVE_RESERVE;
    }
    return false;
}

/* blr and blraa link to x30 before they have jumped. */
static bool needs_link(uint32_t insn) {
    bool modifier = (insn & UINT32_C(0xff000000)) == UINT32_C(0xd7000000) && a64_rd(insn) == A64_LR;
    return a64_rn(insn) == A64_LR || modifier;
}

static bool is_no_literal(uint32_t insn) {
    return (insn & UINT32_C(0xff000000)) == UINT32_C(0xdc000000);
}

rsp_trampoline_reason aarch64_check(uint64_t site, uint32_t insn, rsp_bytes before) {
    if (site % A64_INSN_BYTES != 0)
        return RSP_TRAMPOLINE_MISALIGNED;
    switch (kind_of(insn)) {
    case MOVE_SVC:
        return RSP_TRAMPOLINE_ECALL;
    case MOVE_BRK:
        return RSP_TRAMPOLINE_EBREAK;
    case MOVE_RESERVE:
    case MOVE_CONDITIONAL:
        return RSP_TRAMPOLINE_RESERVATION;
    case MOVE_LANDING:
        return RSP_TRAMPOLINE_LANDING;
    case MOVE_TRANSACTION:
        return RSP_TRAMPOLINE_TRANSACTION;
    case MOVE_UNKNOWN:
        return RSP_TRAMPOLINE_UNDECODED;
    case MOVE_CALL_REGISTER:
        if (needs_link(insn))
            return RSP_TRAMPOLINE_LINK_REGISTER;
        break;
    case MOVE_LITERAL:
        if (is_no_literal(insn))
            return RSP_TRAMPOLINE_UNDECODED;
        break;
    case MOVE_COPY:
    case MOVE_ADR:
    case MOVE_ADRP:
    case MOVE_BRANCH:
    case MOVE_CALL:
    case MOVE_CONDITION:
    case MOVE_TEST:
    case MOVE_REGISTER:
        break;
    }
    return reserved_at(before) ? RSP_TRAMPOLINE_RESERVATION : RSP_TRAMPOLINE_NONE;
}

typedef struct mover {
    rsp_trampoline *map;
    rsp_buf *out;
    size_t start;
} mover;

static uint64_t here(const mover *m) {
    return m->map->moved + (m->out->len - m->start);
}

/* The way on: a branch to `to`. */
static rsp_trampoline_reason put_jump(const mover *m, uint64_t to) {
    uint64_t from = here(m);
    bool back = to == m->map->site + A64_INSN_BYTES;
    if (!a64_branch_reaches(from, to))
        return back ? RSP_TRAMPOLINE_SITE_TOO_FAR : RSP_TRAMPOLINE_TARGET_TOO_FAR;
    if (back)
        m->map->done = from;
    trampoline_add_place(m->map, from, to, 0);
    a64_put(m->out, a64_branch(from, to));
    return RSP_TRAMPOLINE_NONE;
}

static rsp_trampoline_reason put_jump_back(const mover *m) {
    return put_jump(m, m->map->site + A64_INSN_BYTES);
}

/* The branch goes over the jump back to the jump to its target. */
static rsp_trampoline_reason move_condition(const mover *m, uint32_t insn, unsigned bits) {
    const uint32_t field = ((UINT32_C(1) << bits) - 1) << 5;
    a64_put(m->out, (insn & ~field) | 2 << 5);
    rsp_trampoline_reason reason = put_jump_back(m);
    return reason == RSP_TRAMPOLINE_NONE ? put_jump(m, m->map->site + 4 * (uint64_t)a64_field(insn, 5, bits))
                                         : reason;
}

static rsp_trampoline_reason move_branch(const mover *m, uint32_t insn, bool links) {
    if (links)
        a64_put_constant(m->out, A64_LR, m->map->site + A64_INSN_BYTES);
    return put_jump(m, m->map->site + 4 * (uint64_t)a64_field(insn, 0, 26));
}

/* br instead of blr: they differ in one bit, also where the address is authenticated. Outside guarded pages
 * br may lead to a bti c. */
static void move_call_register(const mover *m, uint32_t insn) {
    a64_put_constant(m->out, A64_LR, m->map->site + A64_INSN_BYTES);
    a64_put(m->out, insn & ~(UINT32_C(1) << 21));
}

static void move_adr(const mover *m, uint32_t insn, bool page) {
    uint64_t distance = 4 * (uint64_t)a64_field(insn, 5, 19) + (insn >> 29 & 3);
    uint64_t value = page ? (m->map->site & ~UINT64_C(4095)) + (distance << 12) : m->map->site + distance;
    a64_put_constant(m->out, a64_rd(insn), value);
}

/* ldr [x16] where the register itself cannot hold the address. */
static void put_load_aside(const mover *m, uint32_t load, uint64_t address) {
    a64_put(m->out, UINT32_C(0xf8170fe0) | A64_X16); /* str x16, [sp, #-144]! */
    trampoline_add_place(m->map, here(m), m->map->site, PUSHED_BYTES);
    if (m->map->num_places > 0)
        m->map->places[m->map->num_places - 1].saved = UINT32_C(1) << A64_X16;
    a64_put_constant(m->out, A64_X16, address);
    a64_put(m->out, load | A64_X16 << 5);
    a64_put(m->out, UINT32_C(0xf84907e0) | A64_X16); /* ldr x16, [sp], #144 */
}

/* The address is a constant. prfm is a hint, and goes. */
static void move_literal(const mover *m, uint32_t insn) {
    static const uint32_t loads[2][4] = {
        {0xb9400000, 0xf9400000, 0xb9800000, 0},
        {0xbd400000, 0xfd400000, 0x3dc00000, 0},
    };
    unsigned rt = a64_rd(insn);
    bool vector = insn >> 26 & 1;
    uint32_t load = loads[vector][insn >> 30];
    uint64_t address = m->map->site + 4 * (uint64_t)a64_field(insn, 5, 19);
    if (load == 0) {
        a64_put(m->out, A64_NOP);
    } else if (vector || rt == A64_ZR) {
        put_load_aside(m, load | rt, address);
    } else {
        a64_put_constant(m->out, rt, address);
        a64_put(m->out, load | rt << 5 | rt);
    }
}

rsp_trampoline_reason aarch64_move(rsp_trampoline *map, rsp_buf *out) {
    const mover m = {.map = map, .out = out, .start = out->len};
    const uint32_t insn = word_at(map->original);
    const move_kind kind = kind_of(insn);
    trampoline_add_place(map, map->moved, map->site, 0);
    switch (kind) {
    case MOVE_CONDITION:
        return move_condition(&m, insn, 19);
    case MOVE_TEST:
        return move_condition(&m, insn, 14);
    case MOVE_BRANCH:
    case MOVE_CALL:
        return move_branch(&m, insn, kind == MOVE_CALL);
    case MOVE_CALL_REGISTER:
        move_call_register(&m, insn);
        return RSP_TRAMPOLINE_NONE;
    case MOVE_REGISTER:
        a64_put(out, insn);
        return RSP_TRAMPOLINE_NONE;
    case MOVE_ADR:
    case MOVE_ADRP:
        move_adr(&m, insn, kind == MOVE_ADRP);
        break;
    case MOVE_LITERAL:
        move_literal(&m, insn);
        break;
    case MOVE_COPY:
        a64_put(out, insn);
        break;
    case MOVE_SVC:
    case MOVE_BRK:
    case MOVE_RESERVE:
    case MOVE_CONDITIONAL:
    case MOVE_LANDING:
    case MOVE_TRANSACTION:
    case MOVE_UNKNOWN:
        return RSP_TRAMPOLINE_UNDECODED; /* checked before */
    }
    return put_jump_back(&m);
}
