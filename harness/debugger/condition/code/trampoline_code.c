/* Encoders that are more than a shift: jumps, branches, constants.
 * Immediates of branches and jumps are scattered over the word; each field is moved on its own.
 * Source: The RISC-V Instruction Set Manual, volume I, Immediate Encoding Variants. */
/* SPDX-License-Identifier: MIT */
#include "trampoline_code.h"

static int64_t sign_extended(uint64_t value, unsigned bits) {
    uint64_t sign = UINT64_C(1) << (bits - 1);
    return (int64_t)((value ^ sign) - sign);
}

bool rv_jal_reaches(uint64_t from, uint64_t to) {
    return to - from + (UINT64_C(1) << 20) < UINT64_C(1) << 21;
}

/* imm[20|10:1|11|19:12] rd opcode */
uint32_t rv_jump(uint64_t from, uint64_t to) {
    uint32_t d = (uint32_t)(to - from);
    return RV_JAL | (d >> 12 & 0xff) << 12 | (d >> 11 & 1) << 20 | (d >> 1 & 0x3ff) << 21 |
           (d >> 20 & 1) << 31;
}

int64_t rv_jal_distance(uint32_t i) {
    uint32_t d = (i >> 12 & 0xff) << 12 | (i >> 20 & 1) << 11 | (i >> 21 & 0x3ff) << 1 | (i >> 31) << 20;
    return sign_extended(d, 21);
}

/* imm[12|10:5] rs2 rs1 funct3 imm[4:1|11] opcode */
uint32_t rv_branch(uint32_t like, int32_t distance) {
    uint32_t d = (uint32_t)distance;
    uint32_t fields = like & 0x01fff07f;
    return fields | (d >> 11 & 1) << 7 | (d >> 1 & 15) << 8 | (d >> 5 & 63) << 25 | (d >> 12 & 1) << 31;
}

int64_t rv_branch_distance(uint32_t i) {
    uint32_t d = (i >> 7 & 1) << 11 | (i >> 8 & 15) << 1 | (i >> 25 & 63) << 5 | (i >> 31) << 12;
    return sign_extended(d, 13);
}

int64_t rv_upper(uint32_t insn) {
    return sign_extended(insn & 0xfffff000, 32);
}

void rv_put(rsp_buf *out, uint32_t insn) {
    for (unsigned i = 0; i < 32; i += 8)
        rsp_buf_push(out, (uint8_t)(insn >> i));
}

/* lui and addiw: addiw wraps at 32 bits, which makes up for the sign of its immediate. */
static void put_32(rsp_buf *out, unsigned rd, int64_t value) {
    int32_t low = (int32_t)sign_extended((uint64_t)value & 0xfff, 12);
    uint32_t high = ((uint32_t)value + 0x800) & 0xfffff000;
    if (high)
        rv_put(out, RV_LUI | rd << 7 | high);
    if (high && low)
        rv_put(out, rv_i(RV_OP_IMM_32, rd, rd, low));
    if (!high)
        rv_put(out, rv_addi(rd, RV_ZERO, low));
}

/* The upper half, then 11, 11 and 10 bits at a time: ori takes 11 that are no sign. */
void rv_put_constant(rsp_buf *out, unsigned rd, uint64_t value) {
    static const struct {
        unsigned shift;
        unsigned low; /* position of the bits that come in */
    } parts[] = {{11, 21}, {11, 10}, {10, 0}};
    if ((int64_t)value == (int64_t)(int32_t)value) {
        put_32(out, rd, (int64_t)value);
        return;
    }
    put_32(out, rd, sign_extended(value >> 32, 32));
    for (size_t i = 0; i < RSP_ARRAY_LEN(parts); i++) {
        uint32_t bits = (uint32_t)(value >> parts[i].low) & ((1U << parts[i].shift) - 1);
        rv_put(out, rv_i(RV_OP_IMM | 1 << 12, rd, rd, (int32_t)parts[i].shift)); /* slli */
        if (bits)
            rv_put(out, rv_i(RV_OP_IMM | 6 << 12, rd, rd, (int32_t)bits)); /* ori */
    }
}
