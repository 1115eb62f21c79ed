/* Encoders that are more than a shift: branches and constants.
 * Distances are counted in instructions.
 * See aarch64_code.h. */
/* SPDX-License-Identifier: MIT */
#include "aarch64_code.h"

#define MOVZ UINT32_C(0xd2800000)
#define MOVN UINT32_C(0x92800000)
#define MOVK UINT32_C(0xf2800000)

bool a64_branch_reaches(uint64_t from, uint64_t to) {
    return (to - from) % 4 == 0 && to - from + (UINT64_C(1) << 27) < UINT64_C(1) << 28;
}

uint32_t a64_branch(uint64_t from, uint64_t to) {
    return UINT32_C(0x14000000) | ((uint32_t)((to - from) >> 2) & UINT32_C(0x03ffffff));
}

uint32_t a64_branch_if_zero(bool zero, unsigned reg, int64_t distance) {
    uint32_t words = (uint32_t)((uint64_t)distance >> 2) & UINT32_C(0x7ffff);
    return (zero ? UINT32_C(0xb4000000) : UINT32_C(0xb5000000)) | words << 5 | reg;
}

int64_t a64_field(uint32_t insn, unsigned shift, unsigned bits) {
    uint64_t sign = UINT64_C(1) << (bits - 1);
    uint64_t value = (uint64_t)insn >> shift & (2 * sign - 1);
    return (int64_t)((value ^ sign) - sign);
}

void a64_put(rsp_buf *out, uint32_t insn) {
    for (unsigned i = 0; i < 32; i += 8)
        rsp_buf_push(out, (uint8_t)(insn >> i));
}

static uint32_t part_of(uint64_t value, unsigned i) {
    return (uint32_t)(value >> 16 * i & 0xffff);
}

/* movz leaves zeros in the other parts and movn ones: whichever more of them have. */
void a64_put_constant(rsp_buf *out, unsigned rd, uint64_t value) {
    unsigned zeros = 0;
    unsigned ones = 0;
    for (unsigned i = 0; i < 4; i++) {
        zeros += part_of(value, i) == 0;
        ones += part_of(value, i) == 0xffff;
    }
    uint32_t rest = ones > zeros ? 0xffff : 0;
    bool begun = false;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t part = part_of(value, i);
        if (part == rest && (begun || i < 3))
            continue;
        uint32_t first = rest ? MOVN : MOVZ;
        uint32_t imm = begun ? part : part ^ rest;
        a64_put(out, (begun ? MOVK : first) | i << 21 | imm << 5 | rd);
        begun = true;
    }
}
