/* Expansion of 16-bit instructions: one function for each quadrant, one row for each scrambled immediate.
 * Encodings with an immediate or register that the manual reserves give no instruction.
 * Source: The RISC-V Instruction Set Manual, volume I, chapter "C" and its listings. */
/* SPDX-License-Identifier: MIT */
#include "compressed.h"

enum { X_ZERO, X_RA, X_SP };

/* Opcodes with funct3 and funct7, as the assembler's manual names them. */
enum {
    W_ADDI = 0x13,
    W_ADDIW = 0x1b,
    W_SLLI = 0x1013,
    W_SRLI = 0x5013,
    W_SRAI = 0x40005013,
    W_ANDI = 0x7013,
    W_LUI = 0x37,
    W_LW = 0x2003,
    W_LD = 0x3003,
    W_FLD = 0x3007,
    W_SW = 0x2023,
    W_SD = 0x3023,
    W_FSD = 0x3027,
    W_ADD = 0x33,
    W_SUB = 0x40000033,
    W_XOR = 0x4033,
    W_OR = 0x6033,
    W_AND = 0x7033,
    W_ADDW = 0x3b,
    W_SUBW = 0x4000003b,
    W_JAL = 0x6f,
    W_JALR = 0x67,
    W_BEQ = 0x63,
    W_BNE = 0x1063,
    W_EBREAK = 0x100073,
};

/* Bits of the halfword from `from` on, moved to where they stand in the immediate. */
static uint32_t bits(uint32_t half, unsigned from, unsigned num, unsigned to) {
    return (half >> from & ((1U << num) - 1)) << to;
}

static uint32_t sign_extended(uint32_t value, unsigned sign_bit) {
    return value >> sign_bit & 1 ? value | ~((1U << sign_bit) - 1) : value;
}

static uint32_t r_type(uint32_t base, uint32_t rd, uint32_t rs1, uint32_t rs2) {
    return base | rd << 7 | rs1 << 15 | rs2 << 20;
}

static uint32_t i_type(uint32_t base, uint32_t rd, uint32_t rs1, uint32_t imm) {
    return base | rd << 7 | rs1 << 15 | imm << 20;
}

static uint32_t s_type(uint32_t base, uint32_t rs1, uint32_t rs2, uint32_t imm) {
    return base | bits(imm, 0, 5, 7) | rs1 << 15 | rs2 << 20 | bits(imm, 5, 7, 25);
}

static uint32_t b_type(uint32_t base, uint32_t rs1, uint32_t imm) {
    return base | bits(imm, 11, 1, 7) | bits(imm, 1, 4, 8) | rs1 << 15 | bits(imm, 5, 6, 25) |
           bits(imm, 12, 1, 31);
}

static uint32_t j_type(uint32_t base, uint32_t imm) {
    return base | bits(imm, 12, 8, 12) | bits(imm, 11, 1, 20) | bits(imm, 1, 10, 21) | bits(imm, 20, 1, 31);
}

/* The immediates, by the name of their format in the manual. */
static uint32_t imm_ci(uint32_t h) {
    return bits(h, 12, 1, 5) | bits(h, 2, 5, 0);
}

static uint32_t imm_ci_signed(uint32_t h) {
    return sign_extended(imm_ci(h), 5);
}

static uint32_t imm_ci_sp16(uint32_t h) {
    return sign_extended(
        bits(h, 12, 1, 9) | bits(h, 6, 1, 4) | bits(h, 5, 1, 6) | bits(h, 3, 2, 7) | bits(h, 2, 1, 5), 9);
}

static uint32_t imm_ci_w(uint32_t h) {
    return bits(h, 12, 1, 5) | bits(h, 4, 3, 2) | bits(h, 2, 2, 6);
}

static uint32_t imm_ci_d(uint32_t h) {
    return bits(h, 12, 1, 5) | bits(h, 5, 2, 3) | bits(h, 2, 3, 6);
}

static uint32_t imm_css_w(uint32_t h) {
    return bits(h, 9, 4, 2) | bits(h, 7, 2, 6);
}

static uint32_t imm_css_d(uint32_t h) {
    return bits(h, 10, 3, 3) | bits(h, 7, 3, 6);
}

static uint32_t imm_ciw(uint32_t h) {
    return bits(h, 11, 2, 4) | bits(h, 7, 4, 6) | bits(h, 6, 1, 2) | bits(h, 5, 1, 3);
}

static uint32_t imm_cl_w(uint32_t h) {
    return bits(h, 10, 3, 3) | bits(h, 6, 1, 2) | bits(h, 5, 1, 6);
}

static uint32_t imm_cl_d(uint32_t h) {
    return bits(h, 10, 3, 3) | bits(h, 5, 2, 6);
}

static uint32_t imm_cb(uint32_t h) {
    return sign_extended(
        bits(h, 12, 1, 8) | bits(h, 10, 2, 3) | bits(h, 5, 2, 6) | bits(h, 3, 2, 1) | bits(h, 2, 1, 5), 8);
}

static uint32_t imm_cj(uint32_t h) {
    return sign_extended(bits(h, 12, 1, 11) | bits(h, 11, 1, 4) | bits(h, 9, 2, 8) | bits(h, 8, 1, 10) |
                             bits(h, 7, 1, 6) | bits(h, 6, 1, 7) | bits(h, 3, 3, 1) | bits(h, 2, 1, 5),
                         11);
}

/* Loads and stores by a register of eight. */
static uint32_t quadrant_0(uint32_t h) {
    uint32_t low = (h >> 2 & 7) + 8, high = (h >> 7 & 7) + 8;
    switch (h >> 13) {
    case 0:
        return imm_ciw(h) ? i_type(W_ADDI, low, X_SP, imm_ciw(h)) : 0;
    case 1:
        return i_type(W_FLD, low, high, imm_cl_d(h));
    case 2:
        return i_type(W_LW, low, high, imm_cl_w(h));
    case 3:
        return i_type(W_LD, low, high, imm_cl_d(h));
    case 5:
        return s_type(W_FSD, high, low, imm_cl_d(h));
    case 6:
        return s_type(W_SW, high, low, imm_cl_w(h));
    case 7:
        return s_type(W_SD, high, low, imm_cl_d(h));
    default:
        return 0;
    }
}

/* The row 100 of quadrant 1: shifts, ANDI, and operations of two registers of eight. */
static uint32_t arithmetic(uint32_t h) {
    static const uint32_t two_registers[] = {W_SUB, W_XOR, W_OR, W_AND, W_SUBW, W_ADDW, 0, 0};
    uint32_t rd = (h >> 7 & 7) + 8, rs2 = (h >> 2 & 7) + 8;
    uint32_t base = 0;
    switch (h >> 10 & 3) {
    case 0:
        return i_type(W_SRLI, rd, rd, imm_ci(h));
    case 1:
        return i_type(W_SRAI, rd, rd, imm_ci(h));
    case 2:
        return i_type(W_ANDI, rd, rd, imm_ci_signed(h));
    default:
        base = two_registers[(h >> 10 & 4) | (h >> 5 & 3)];
        return base ? r_type(base, rd, rd, rs2) : 0;
    }
}

static uint32_t load_upper(uint32_t h, uint32_t rd) {
    if (imm_ci(h) == 0)
        return 0;
    return rd == X_SP ? i_type(W_ADDI, X_SP, X_SP, imm_ci_sp16(h)) : W_LUI | rd << 7 | imm_ci_signed(h) << 12;
}

/* Immediates and jumps. */
static uint32_t quadrant_1(uint32_t h) {
    uint32_t rd = h >> 7 & 31, high = (h >> 7 & 7) + 8;
    switch (h >> 13) {
    case 0:
        return i_type(W_ADDI, rd, rd, imm_ci_signed(h));
    case 1:
        return rd ? i_type(W_ADDIW, rd, rd, imm_ci_signed(h)) : 0;
    case 2:
        return i_type(W_ADDI, rd, X_ZERO, imm_ci_signed(h));
    case 3:
        return load_upper(h, rd);
    case 4:
        return arithmetic(h);
    case 5:
        return j_type(W_JAL, imm_cj(h));
    case 6:
        return b_type(W_BEQ, high, imm_cb(h));
    default:
        return b_type(W_BNE, high, imm_cb(h));
    }
}

/* The row 100 of quadrant 2: JR, JALR, MV, ADD and EBREAK. */
static uint32_t jump_or_move(uint32_t h, uint32_t rd, uint32_t rs2) {
    bool second = h >> 12 & 1;
    if (rs2)
        return r_type(W_ADD, rd, second ? rd : X_ZERO, rs2);
    if (rd)
        return i_type(W_JALR, second ? X_RA : X_ZERO, rd, 0);
    return second ? W_EBREAK : 0;
}

/* Loads and stores by the stack pointer, and what takes any register. */
static uint32_t quadrant_2(uint32_t h) {
    uint32_t rd = h >> 7 & 31, rs2 = h >> 2 & 31;
    switch (h >> 13) {
    case 0:
        return i_type(W_SLLI, rd, rd, imm_ci(h));
    case 1:
        return i_type(W_FLD, rd, X_SP, imm_ci_d(h));
    case 2:
        return rd ? i_type(W_LW, rd, X_SP, imm_ci_w(h)) : 0;
    case 3:
        return rd ? i_type(W_LD, rd, X_SP, imm_ci_d(h)) : 0;
    case 4:
        return jump_or_move(h, rd, rs2);
    case 5:
        return s_type(W_FSD, X_SP, rs2, imm_css_d(h));
    case 6:
        return s_type(W_SW, X_SP, rs2, imm_css_w(h));
    default:
        return s_type(W_SD, X_SP, rs2, imm_css_d(h));
    }
}

uint32_t compressed_expand(uint16_t half) {
    switch (half & 3) {
    case 0:
        return quadrant_0(half);
    case 1:
        return quadrant_1(half);
    case 2:
        return quadrant_2(half);
    default:
        return 0;
    }
}
