/* Compressed instructions (extension C) as the 32-bit instructions that they stand for.
 * The decoder knows only those; what is left of the short form is its length.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_COMPRESSED_H
#define RSP_MACHINE_COMPRESSED_H

#include <stdbool.h>
#include <stdint.h>

/* The lowest two bits of an instruction of 16 bits are not both set. */
static inline bool is_compressed(uint32_t word) {
    return (word & 3) != 3;
}

/* The instruction of 32 bits that means the same; 0, which is none, for reserved encodings. */
uint32_t compressed_expand(uint16_t half);

#endif
