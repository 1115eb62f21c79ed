/* Which instructions can be moved, and how: most as they are, those that know their address rewritten.
 * An instruction that is not in the table is refused, not tried.
 * Source: The RISC-V Instruction Set Manual, volume I, RV32/64G Instruction Set Listings. */
/* SPDX-License-Identifier: MIT */
#include "trampoline_move.h"

#include "backend.h"
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

/* A load-reserved before the site with no store-conditional since. Code before may be data, or of another
 * function: then a site is refused that need not be. */
static bool reserved_at(rsp_bytes before) {
    for (size_t left = before.len / 4; left > 0; left--) {
        move_kind kind = MOVE_COPY;
        uint32_t insn = rv_word(before.ptr + before.len - 4 * (before.len / 4 - left) - 4);
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

/* The way on: a jump to `to`. */
static rsp_trampoline_reason put_jump(rsp_trampoline *map, rsp_buf *out, size_t start, uint64_t to) {
    uint64_t from = here(map, out, start);
    bool back = to == map->site + RV_INSN_BYTES;
    if (to & 3)
        return RSP_TRAMPOLINE_TARGET_MISALIGNED;
    if (!rv_jal_reaches(from, to))
        return back ? RSP_TRAMPOLINE_SITE_TOO_FAR : RSP_TRAMPOLINE_TARGET_TOO_FAR;
    if (back)
        map->done = from;
    trampoline_add_place(map, from, to, 0);
    rv_put(out, rv_jump(from, to));
    return RSP_TRAMPOLINE_NONE;
}

static rsp_trampoline_reason put_jump_back(rsp_trampoline *map, rsp_buf *out, size_t start) {
    return put_jump(map, out, start, map->site + RV_INSN_BYTES);
}

/* The branch goes over the jump back to the jump to its target. */
static rsp_trampoline_reason move_branch(rsp_trampoline *map, rsp_buf *out, size_t start, uint32_t insn) {
    rv_put(out, rv_branch(insn, 8));
    rsp_trampoline_reason reason = put_jump_back(map, out, start);
    return reason == RSP_TRAMPOLINE_NONE
               ? put_jump(map, out, start, map->site + (uint64_t)rv_branch_distance(insn))
               : reason;
}

static rsp_trampoline_reason move_jal(rsp_trampoline *map, rsp_buf *out, size_t start, uint32_t insn) {
    if (rv_rd(insn) != RV_ZERO)
        rv_put_constant(out, rv_rd(insn), map->site + RV_INSN_BYTES);
    return put_jump(map, out, start, map->site + (uint64_t)rv_jal_distance(insn));
}

static rsp_trampoline_reason move_jalr(const rsp_trampoline *map, rsp_buf *out, uint32_t insn) {
    unsigned rd = rv_rd(insn);
    if (rd != RV_ZERO)
        rv_put_constant(out, rd, map->site + RV_INSN_BYTES);
    rv_put(out, insn & ~(UINT32_C(31) << 7));
    return RSP_TRAMPOLINE_NONE;
}

rsp_trampoline_reason trampoline_move(rsp_trampoline *map, rsp_buf *out) {
    move_kind kind = MOVE_COPY;
    size_t start = out->len;
    uint32_t insn = rv_word(map->original);
    bool known = find_kind(&kind, insn);
    assert(known);
    (void)known;
    trampoline_add_place(map, map->moved, map->site, 0);
    if (kind == MOVE_BRANCH)
        return move_branch(map, out, start, insn);
    if (kind == MOVE_JAL)
        return move_jal(map, out, start, insn);
    if (kind == MOVE_JALR)
        return move_jalr(map, out, insn);
    if (kind == MOVE_AUIPC)
        rv_put_constant(out, rv_rd(insn), map->site + (uint64_t)rv_upper(insn));
    else
        rv_put(out, insn);
    return put_jump_back(map, out, start);
}
