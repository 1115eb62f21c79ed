/* The sum of payload bytes modulo 256.
 * Independent byte lanes in the inner loop, so that the compiler can keep them in vector registers.
 * Source: GDB manual, Overview. */
/* SPDX-License-Identifier: MIT */
#include <rsp/frame.h>

enum { LANES = 64 };

/* At most LANES bytes. Eight at a time: their even and odd bytes add up in four lanes of 16 bits each. */
static uint8_t sum_bytes(const uint8_t *at, size_t len) {
    const uint64_t even = UINT64_C(0x00ff00ff00ff00ff);
    uint64_t sums = 0;
    for (; len >= 8; len -= 8, at += 8) {
        uint64_t word;
        memcpy(&word, at, sizeof word);
        sums += (word & even) + (word >> 8 & even);
    }
    unsigned sum = (unsigned)(sums + (sums >> 16) + (sums >> 32) + (sums >> 48));
    for (; len > 0; len--)
        sum += *at++;
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
