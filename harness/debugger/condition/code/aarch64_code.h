/* AArch64 instructions as numbers: encoders and the few fields that trampolines read back.
 * None of them changes the flags: comparisons are made of logic, so NZCV never has to be saved.
 * Not public. Source: Arm Architecture Reference Manual for A-profile (DDI 0487), A64 Encoding. */
/* SPDX-License-Identifier: MIT */
#ifndef CLIENT_AARCH64_CODE_H
#define CLIENT_AARCH64_CODE_H

#include <rsp/bytes.h>

/* Registers and whole instructions by their names in the manual; 31 is sp or xzr. */
enum {
    A64_X16 = 16,
    A64_X17 = 17,
    A64_LR = 30,
    A64_SP = 31,
    A64_ZR = 31,
    A64_INSN_BYTES = 4,
};
#define A64_NOP UINT32_C(0xd503201f)
#define A64_SVC UINT32_C(0xd4000001)

/* Register fields of an instruction: bits 0-4, 5-9 and 16-20. */
static inline unsigned a64_rd(uint32_t insn) {
    return insn & 31;
}

static inline unsigned a64_rn(uint32_t insn) {
    return insn >> 5 & 31;
}

/* Three registers; the other bits are in `match`. */
static inline uint32_t a64_r(uint32_t match, unsigned rd, unsigned rn, unsigned rm) {
    return match | rd | rn << 5 | rm << 16;
}

/* Two registers and an unsigned immediate of 12 bits. */
static inline uint32_t a64_i(uint32_t match, unsigned rd, unsigned rn, uint32_t imm) {
    return match | rd | rn << 5 | imm << 10;
}

/* add and sub of 64 bits with an immediate below 4096; 31 is sp. */
static inline uint32_t a64_add(unsigned rd, unsigned rn, uint32_t imm) {
    return a64_i(UINT32_C(0x91000000), rd, rn, imm);
}

static inline uint32_t a64_sub(unsigned rd, unsigned rn, uint32_t imm) {
    return a64_i(UINT32_C(0xd1000000), rd, rn, imm);
}

/* ldr and str of 64 bits at a multiple of 8 below 32768. */
static inline uint32_t a64_ldr(unsigned rt, unsigned rn, uint32_t offset) {
    return a64_i(UINT32_C(0xf9400000), rt, rn, offset / 8);
}

static inline uint32_t a64_str(unsigned rt, unsigned rn, uint32_t offset) {
    return a64_i(UINT32_C(0xf9000000), rt, rn, offset / 8);
}

/* Whether a branch at `from` reaches `to`: 128 MiB both ways. */
bool a64_branch_reaches(uint64_t from, uint64_t to);

/* b from `from` to `to`, which it must reach. */
uint32_t a64_branch(uint64_t from, uint64_t to);

/* cbz (or cbnz) of 64 bits over `distance` bytes, less than 1 MiB. */
uint32_t a64_branch_if_zero(bool zero, unsigned reg, int64_t distance);

/* A signed field of an instruction, of `bits` bits from `shift` on. */
int64_t a64_field(uint32_t insn, unsigned shift, unsigned bits);

/* Appends an instruction. */
void a64_put(rsp_buf *out, uint32_t insn);

/* Appends what loads a constant, in 1 to 4 instructions. */
void a64_put_constant(rsp_buf *out, unsigned rd, uint64_t value);

#endif
