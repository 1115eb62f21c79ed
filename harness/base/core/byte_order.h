/* Numbers as bytes, in the order of a target that is known only at run time.
 * Fixed orders are simpler by hand; these are for registers, memory and expressions.
 * Shared by the layers. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_BYTE_ORDER_H
#define RSP_BYTE_ORDER_H

#include <rsp/bytes.h>
#include <stdbool.h>

RSP_BEGIN_DECLS

/* The number that `bytes` are; of more than eight bytes the lowest 64 bits. 0 for none. */
static inline uint64_t rsp_number_of(rsp_bytes bytes, bool big_endian) {
    uint64_t number = 0;
    for (size_t i = 0; i < bytes.len; i++) {
        size_t at = big_endian ? i : bytes.len - 1 - i;
        number = number << 8 | bytes.ptr[at];
    }
    return number;
}

/* Fills `out` with `width` bytes of a number; those beyond its 64 bits are 0. */
static inline void rsp_number_put(uint8_t *out, size_t width, uint64_t number, bool big_endian) {
    for (size_t i = 0; i < width; i++) {
        size_t at = big_endian ? width - 1 - i : i;
        out[at] = (uint8_t)(i < sizeof number ? number >> 8 * i : 0);
    }
}

RSP_END_DECLS

#endif
