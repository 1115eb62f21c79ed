/* Encoders that are more than their bytes: distances, constants, places on the stack.
 * Bytes are written as in the manuals, so that a reader can look them up.
 * See x86_64_code.h. */
/* SPDX-License-Identifier: MIT */
#include "x86_64_code.h"

#include "core/hex.h"

#include <assert.h>

void x86_put(rsp_buf *out, const char *hex) {
    for (const char *at = hex; *at; at += at[2] ? 3 : 2) {
        int high = rsp_hex_value((uint8_t)at[0]);
        int low = rsp_hex_value((uint8_t)at[1]);
        assert(high >= 0 && low >= 0);
        rsp_buf_push(out, (uint8_t)(high << 4 | low));
    }
}

void x86_put_32(rsp_buf *out, uint32_t value) {
    for (unsigned i = 0; i < 32; i += 8)
        rsp_buf_push(out, (uint8_t)(value >> i));
}

void x86_put_64(rsp_buf *out, uint64_t value) {
    x86_put_32(out, (uint32_t)value);
    x86_put_32(out, (uint32_t)(value >> 32));
}

bool x86_reaches(uint64_t from, uint64_t to) {
    return to - from + (UINT64_C(1) << 31) < UINT64_C(1) << 32;
}

void x86_put_jump(rsp_buf *out, uint64_t from, uint64_t to) {
    x86_put(out, "e9");
    x86_put_32(out, (uint32_t)(to - (from + X86_JUMP_BYTES)));
}

void x86_put_jump_if(rsp_buf *out, unsigned condition, uint64_t from, uint64_t to) {
    x86_put(out, "0f");
    rsp_buf_push(out, (uint8_t)(0x80 | condition));
    x86_put_32(out, (uint32_t)(to - (from + X86_JUMP_BYTES + 1)));
}

/* modrm with a SIB byte that says rsp and no index; 32 bits of distance, so that lengths are all alike. */
void x86_put_slot(rsp_buf *out, const char *opcode, unsigned reg, uint32_t distance) {
    x86_put(out, reg < 8 ? "48" : "4c");
    x86_put(out, opcode);
    rsp_buf_push(out, (uint8_t)(0x84 | (reg & 7) << 3));
    x86_put(out, "24");
    x86_put_32(out, distance);
}

void x86_put_constant(rsp_buf *out, uint64_t value) {
    if (value == 0) {
        x86_put(out, "31 c0");
    } else if (value <= UINT32_MAX) {
        x86_put(out, "b8");
        x86_put_32(out, (uint32_t)value);
    } else if ((int64_t)value == (int64_t)(int32_t)value) {
        x86_put(out, "48 c7 c0");
        x86_put_32(out, (uint32_t)value);
    } else {
        x86_put(out, "48 b8");
        x86_put_64(out, value);
    }
}
