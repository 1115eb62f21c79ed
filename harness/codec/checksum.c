/* The sum of payload bytes modulo 256.
 * Independent byte lanes in the inner loop, so that the compiler can keep them in vector registers.
 * Source: GDB manual, Overview. */
/* SPDX-License-Identifier: MIT */
#include <rsp/frame.h>

enum { LANES = 64 };

static uint8_t sum_bytes(const uint8_t *at, size_t len) {
    unsigned sum = 0;
    for (size_t i = 0; i < len; i++)
        sum += at[i];
    return (uint8_t)sum;
}

uint8_t rsp_checksum(rsp_bytes bytes) {
    const uint8_t *at = bytes.ptr;
    size_t left = bytes.len;
    if (left < LANES)
        return sum_bytes(at, left);
    uint8_t lanes[LANES] = {0};
    for (; left >= LANES; left -= LANES, at += LANES)
        for (size_t i = 0; i < LANES; i++)
            lanes[i] = (uint8_t)(lanes[i] + at[i]);
    return (uint8_t)(sum_bytes(lanes, LANES) + sum_bytes(at, left));
}
