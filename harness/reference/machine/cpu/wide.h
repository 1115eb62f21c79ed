/* Numbers of 128 bits in two halves, for what C11 has no type: products, and sums with all their bits.
 * A shift to the right keeps in the lowest bit whether something was cut off.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_WIDE_H
#define RSP_MACHINE_WIDE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct wide {
    uint64_t high;
    uint64_t low;
} wide;

/* The product of two numbers of 64 bits. */
static inline wide wide_product(uint64_t a, uint64_t b) {
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t mid = a1 * b0 + (a0 * b0 >> 32);
    uint64_t mid2 = a0 * b1 + (uint32_t)mid;
    return (wide){.high = a1 * b1 + (mid >> 32) + (mid2 >> 32), .low = a * b};
}

/* How many zeros a number begins with; 64 for none but zeros. */
static inline unsigned leading_zeros(uint64_t value) {
    unsigned num = value == 0;
    for (unsigned step = 32; step; step /= 2) {
        if (value >> (64 - step) == 0) {
            num += step;
            value <<= step;
        }
    }
    return num;
}

static inline unsigned wide_leading_zeros(wide v) {
    return v.high ? leading_zeros(v.high) : 64 + leading_zeros(v.low);
}

static inline bool wide_less(wide a, wide b) {
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

static inline wide wide_add(wide a, wide b) {
    uint64_t low = a.low + b.low;
    return (wide){.high = a.high + b.high + (low < a.low), .low = low};
}

static inline wide wide_subtract(wide a, wide b) {
    return (wide){.high = a.high - b.high - (a.low < b.low), .low = a.low - b.low};
}

/* By any number of bits. */
static inline uint64_t shift_right_sticky(uint64_t value, unsigned by) {
    if (by == 0)
        return value;
    return by > 63 ? value != 0 : value >> by | ((value << (64 - by)) != 0);
}

/* By any number of bits. */
static inline wide wide_shift_right_sticky(wide v, unsigned by) {
    if (by == 0)
        return v;
    if (by >= 64)
        return (wide){.low = shift_right_sticky(v.high, by - 64) | (v.low != 0)};
    uint64_t cut = v.low << (64 - by);
    return (wide){.high = v.high >> by, .low = v.low >> by | v.high << (64 - by) | (cut != 0)};
}

/* By less than 128 bits. */
static inline wide wide_shift_left(wide v, unsigned by) {
    if (by == 0)
        return v;
    if (by >= 64)
        return (wide){.high = v.low << (by - 64)};
    return (wide){.high = v.high << by | v.low >> (64 - by), .low = v.low << by};
}

#endif
