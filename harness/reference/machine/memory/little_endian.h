/* Little-endian values in memory, whatever the host's order is.
 * Written out, for compilers make one load or store of that, and not of a loop over the bytes.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_LITTLE_ENDIAN_H
#define RSP_MACHINE_LITTLE_ENDIAN_H

#include <stdint.h>

/* A value of 1, 2, 4 or 8 bytes. */
static inline uint64_t le_load(const uint8_t *p, unsigned len) {
    uint64_t value = p[0];
    if (len >= 2)
        value |= (uint64_t)p[1] << 8;
    if (len >= 4)
        value |= (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24;
    if (len >= 8)
        value |= (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
    return value;
}

static inline void le_store(uint8_t *p, unsigned len, uint64_t value) {
    p[0] = (uint8_t)value;
    if (len >= 2)
        p[1] = (uint8_t)(value >> 8);
    if (len >= 4) {
        p[2] = (uint8_t)(value >> 16);
        p[3] = (uint8_t)(value >> 24);
    }
    if (len >= 8) {
        p[4] = (uint8_t)(value >> 32);
        p[5] = (uint8_t)(value >> 40);
        p[6] = (uint8_t)(value >> 48);
        p[7] = (uint8_t)(value >> 56);
    }
}

#endif
