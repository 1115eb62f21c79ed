/* Which instructions can be moved, and how: most as they are, those that know their address rewritten.
 * An instruction that is not in the table is refused, not tried.
 * Source: The RISC-V Instruction Set Manual, volume I, RV32/64G Instruction Set Listings. */
/* SPDX-License-Identifier: MIT */
#include "trampoline_move.h"

#include "trampoline_code.h"

#include <assert.h>

/* How an instruction gets to another place. */
typedef enum move_kind {
    MOVE_COPY,
    MOVE_AUIPC,
    MOVE_JAL,
    MOVE_JALR,
    MOVE_BRANCH,
    MOVE_ECALL,
    MOVE_EBREAK,
    MOVE_RESERVE,
    MOVE_CONDITIONAL
} move_kind;

/* The first row that matches holds. */
static const struct {
    uint32_t match;
    uint32_t mask;
    move_kind kind;
} moves[] = {
    {RV_LUI, 0x7f, MOVE_COPY},
    {RV_AUIPC, 0x7f, MOVE_AUIPC},
    {RV_JAL, 0x7f, MOVE_JAL},
    {RV_JALR, 0x707f, MOVE_JALR},
    {RV_BRANCH | 0 << 12, 0x607f, MOVE_BRANCH}, /* beq bne */
    {RV_BRANCH | 4 << 12, 0x407f, MOVE_BRANCH}, /* blt bge bltu bgeu */
    {RV_LOAD | 0 << 12, 0x407f, MOVE_COPY},     /* lb lh lw ld */
    {RV_LOAD | 4 << 12, 0x607f, MOVE_COPY},     /* lbu lhu */
    {RV_LOAD | 6 << 12, 0x707f, MOVE_COPY},     /* lwu */
    {RV_STORE, 0x407f, MOVE_COPY},              /* sb sh sw sd */
    {RV_OP_IMM | 1 << 12, 0xfc00707f, MOVE_COPY},
    {RV_OP_IMM | 5 << 12, 0xbc00707f, MOVE_COPY}, /* srli srai */
    {RV_OP_IMM | 0 << 12, 0x707f, MOVE_COPY},
    {RV_OP_IMM | 2 << 12, 0x607f, MOVE_COPY}, /* slti sltiu */
    {RV_OP_IMM | 4 << 12, 0x707f, MOVE_COPY},
    {RV_OP_IMM | 6 << 12, 0x607f, MOVE_COPY}, /* ori andi */
    {RV_OP_IMM_32 | 0 << 12, 0x707f, MOVE_COPY},
    {RV_OP_IMM_32 | 1 << 12, 0xfe00707f, MOVE_COPY},
    {RV_OP_IMM_32 | 5 << 12, 0xbe00707f, MOVE_COPY},
    {RV_OP, 0xfc00007f, MOVE_COPY},                 /* add ... and, mul ... remu */
    {RV_OP | 0x40000000, 0xfe00707f, MOVE_COPY},    /* sub */
    {RV_OP | 0x40005000, 0xfe00707f, MOVE_COPY},    /* sra */
    {RV_OP_32 | 0 << 12, 0xfe00707f, MOVE_COPY},    /* addw */
    {RV_OP_32 | 0x40000000, 0xfe00707f, MOVE_COPY}, /* subw */
    {RV_OP_32 | 1 << 12, 0xfe00707f, MOVE_COPY},    /* sllw */
    {RV_OP_32 | 5 << 12, 0xbe00707f, MOVE_COPY},    /* srlw sraw */
    {RV_OP_32 | 0x02000000, 0xfe00707f, MOVE_COPY}, /* mulw */
    {RV_OP_32 | 0x02004000, 0xfe00407f, MOVE_COPY}, /* divw divuw remw remuw */
    {RV_FENCE, 0x607f, MOVE_COPY},                  /* fence, fence.i */
    {0x1000202f, 0xf9f0607f, MOVE_RESERVE},
    {0x1800202f, 0xf800607f, MOVE_CONDITIONAL},
    {0x0800202f, 0xf800607f, MOVE_COPY}, /* amoswap */
    {0x0000202f, 0x1800607f, MOVE_COPY}, /* amoadd amoxor amoor amoand amomin amomax amominu amomaxu */
    {RV_ECALL, 0xffffffff, MOVE_ECALL},
    {RV_EBREAK, 0xffffffff, MOVE_EBREAK},
    {0xc0002073, 0xfffff07f, MOVE_COPY}, /* rdcycle */
    {0xc0102073, 0xfffff07f, MOVE_COPY}, /* rdtime */
    {0xc0202073, 0xfffff07f, MOVE_COPY}, /* rdinstret */
};

static bool find_kind(move_kind *out, uint32_t insn) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(moves); i++) {
        if ((insn & moves[i].mask) != moves[i].match)
            continue;
        *out = moves[i].kind;
        return true;
    }
    return false;
}

static uint32_t word_at(rsp_bytes code, size_t offset) {
    const uint8_t *p = code.ptr + offset;
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* A load-reserved before the site with no store-conditional since. Code before may be data, or of another
 * function: then a site is refused that need not be. */
static bool reserved_at(rsp_bytes before) {
    for (size_t left = before.len / 4; left > 0; left--) {
        move_kind kind = MOVE_COPY;
        uint32_t insn = word_at(before, before.len - 4 * (before.len / 4 - left) - 4);
        bool known = find_kind(&kind, insn);
        if (known && (kind == MOVE_RESERVE || kind == MOVE_CONDITIONAL))
            return kind == MOVE_RESERVE;
    }
    return false;
}

static rsp_trampoline_reason reason_of(move_kind kind, uint32_t insn) {
    switch (kind) {
    case MOVE_ECALL:
        return RSP_TRAMPOLINE_ECALL;
    case MOVE_EBREAK:
        return RSP_TRAMPOLINE_EBREAK;
    case MOVE_RESERVE:
    case MOVE_CONDITIONAL:
        return RSP_TRAMPOLINE_RESERVATION;
    case MOVE_JALR:
        return rv_rd(insn) != RV_ZERO && rv_rd(insn) == rv_rs1(insn) ? RSP_TRAMPOLINE_LINK_REGISTER
                                                                     : RSP_TRAMPOLINE_NONE;
    case MOVE_COPY:
    case MOVE_AUIPC:
    case MOVE_JAL:
    case MOVE_BRANCH:
        return RSP_TRAMPOLINE_NONE;
    }
    return RSP_TRAMPOLINE_UNKNOWN;
}

rsp_trampoline_reason rsp_trampoline_check(uint64_t site, uint32_t insn, rsp_bytes before) {
    move_kind kind = MOVE_COPY;
    if ((insn & 3) != 3)
        return RSP_TRAMPOLINE_COMPRESSED;
    if (site & 3)
        return RSP_TRAMPOLINE_MISALIGNED;
    if (!find_kind(&kind, insn))
        return RSP_TRAMPOLINE_UNKNOWN;
    rsp_trampoline_reason reason = reason_of(kind, insn);
    if (reason == RSP_TRAMPOLINE_NONE && reserved_at(before))
        return RSP_TRAMPOLINE_RESERVATION;
    return reason;
}

static uint64_t here(const rsp_trampoline *map, const rsp_buf *out, size_t start) {
    return map->moved + (out->len - start);
}

/* The way on behind the instruction; to the branch's target when `taken`. */
static rsp_trampoline_reason put_jump(rsp_trampoline *map, rsp_buf *out, size_t start, bool taken) {
    uint64_t from = here(map, out, start);
    uint64_t to = taken ? map->taken_target : map->site + 4;
    if (to & 3)
        return RSP_TRAMPOLINE_TARGET_MISALIGNED;
    if (!rv_jal_reaches(from, to))
        return taken ? RSP_TRAMPOLINE_TARGET_TOO_FAR : RSP_TRAMPOLINE_SITE_TOO_FAR;
    *(taken ? &map->taken : &map->done) = from;
    rv_put(out, rv_jump(from, to));
    return RSP_TRAMPOLINE_NONE;
}

/* The branch goes over the jump back to the jump to its target. */
static rsp_trampoline_reason move_branch(rsp_trampoline *map, rsp_buf *out, size_t start) {
    map->taken_target = map->site + (uint64_t)rv_branch_distance(map->original);
    rv_put(out, rv_branch(map->original, 8));
    rsp_trampoline_reason reason = put_jump(map, out, start, false);
    return reason == RSP_TRAMPOLINE_NONE ? put_jump(map, out, start, true) : reason;
}

static rsp_trampoline_reason move_jal(rsp_trampoline *map, rsp_buf *out, size_t start) {
    map->taken_target = map->site + (uint64_t)rv_jal_distance(map->original);
    if (rv_rd(map->original) != RV_ZERO)
        rv_put_constant(out, rv_rd(map->original), map->site + 4);
    return put_jump(map, out, start, true);
}

static rsp_trampoline_reason move_jalr(const rsp_trampoline *map, rsp_buf *out) {
    unsigned rd = rv_rd(map->original);
    if (rd != RV_ZERO)
        rv_put_constant(out, rd, map->site + 4);
    rv_put(out, map->original & ~(UINT32_C(31) << 7));
    return RSP_TRAMPOLINE_NONE;
}

rsp_trampoline_reason trampoline_move(rsp_trampoline *map, rsp_buf *out) {
    move_kind kind = MOVE_COPY;
    size_t start = out->len;
    bool known = find_kind(&kind, map->original);
    assert(known);
    (void)known;
    rsp_trampoline_reason reason = RSP_TRAMPOLINE_NONE;
    if (kind == MOVE_BRANCH) {
        reason = move_branch(map, out, start);
    } else if (kind == MOVE_JAL) {
        reason = move_jal(map, out, start);
    } else if (kind == MOVE_JALR) {
        reason = move_jalr(map, out);
    } else {
        if (kind == MOVE_AUIPC)
            rv_put_constant(out, rv_rd(map->original), map->site + (uint64_t)rv_upper(map->original));
        else
            rv_put(out, map->original);
        reason = put_jump(map, out, start, false);
    }
    map->end = here(map, out, start);
    return reason;
}
