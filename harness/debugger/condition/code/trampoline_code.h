/* RV64 instructions as numbers: encoders, the few fields that are read back, jumps with labels.
 * Only what trampolines need. Not public.
 * Source: The RISC-V Instruction Set Manual, volume I, Base Instruction Formats. */
/* SPDX-License-Identifier: MIT */
#ifndef CLIENT_TRAMPOLINE_CODE_H
#define CLIENT_TRAMPOLINE_CODE_H

#include <rsp/bytes.h>

/* Registers, opcodes and whole instructions by their names in the manual. */
enum {
    RV_ZERO = 0,
    RV_SP = 2,
    RV_LOAD = 0x03,
    RV_FENCE = 0x0f,
    RV_OP_IMM = 0x13,
    RV_AUIPC = 0x17,
    RV_OP_IMM_32 = 0x1b,
    RV_STORE = 0x23,
    RV_AMO = 0x2f,
    RV_OP = 0x33,
    RV_LUI = 0x37,
    RV_OP_32 = 0x3b,
    RV_BRANCH = 0x63,
    RV_JALR = 0x67,
    RV_JAL = 0x6f,
    RV_SYSTEM = 0x73,
    RV_NOP = 0x13,
    RV_ECALL = 0x73,
    RV_EBREAK = 0x100073,
    RV_INSN_BYTES = 4,
};

/* An instruction in memory. */
static inline uint32_t rv_word(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline void rv_put_word(uint8_t *p, uint32_t word) {
    for (unsigned i = 0; i < RV_INSN_BYTES; i++)
        p[i] = (uint8_t)(word >> (8 * i));
}

/* Fields of an instruction. */
static inline unsigned rv_rd(uint32_t insn) {
    return insn >> 7 & 31;
}

static inline unsigned rv_rs1(uint32_t insn) {
    return insn >> 15 & 31;
}

static inline unsigned rv_funct3(uint32_t insn) {
    return insn >> 12 & 7;
}

/* funct7, rs2 and funct3 in place; R type. */
static inline uint32_t rv_r(uint32_t match, unsigned rd, unsigned rs1, unsigned rs2) {
    return match | rd << 7 | rs1 << 15 | rs2 << 20;
}

/* The immediate in place; I type. */
static inline uint32_t rv_i(uint32_t match, unsigned rd, unsigned rs1, int32_t imm) {
    return match | rd << 7 | rs1 << 15 | (uint32_t)imm << 20;
}

/* addi, ld and sd with an immediate of 12 bits. */
static inline uint32_t rv_addi(unsigned rd, unsigned rs1, int32_t imm) {
    return rv_i(RV_OP_IMM, rd, rs1, imm);
}

static inline uint32_t rv_ld(unsigned rd, unsigned rs1, int32_t imm) {
    return rv_i(RV_LOAD | 3 << 12, rd, rs1, imm);
}

static inline uint32_t rv_sd(unsigned rs2, unsigned rs1, int32_t imm) {
    uint32_t u = (uint32_t)imm;
    return RV_STORE | 3 << 12 | (u & 31) << 7 | rs1 << 15 | rs2 << 20 | (u >> 5 & 127) << 25;
}

/* Whether a jal at `from` reaches `to`. */
bool rv_jal_reaches(uint64_t from, uint64_t to);

/* jal x0 from `from` to `to`, which it must reach. */
uint32_t rv_jump(uint64_t from, uint64_t to);

/* A conditional branch with the registers and the test of `like`, over `distance` bytes. */
uint32_t rv_branch(uint32_t like, int32_t distance);

/* The signed distances that are encoded in a branch, in a jal; the upper immediate of auipc. */
int64_t rv_branch_distance(uint32_t insn);
int64_t rv_jal_distance(uint32_t insn);
int64_t rv_upper(uint32_t insn);

/* Appends an instruction. */
void rv_put(rsp_buf *out, uint32_t insn);

/* Appends what loads a constant, in 1 to 8 instructions. */
void rv_put_constant(rsp_buf *out, unsigned rd, uint64_t value);

#endif
