/* IEEE 754 arithmetic of two formats in integers, as RISC-V's F and D want it: results and flags.
 * Numbers are bit patterns: of a single the lower 32 bits, the upper ones are zero in results.
 * NaNs that arithmetic makes are the canonical one. Tininess is found after rounding. Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_SOFTFLOAT_H
#define RSP_MACHINE_SOFTFLOAT_H

#include <stdbool.h>
#include <stdint.h>

/* The encodings of frm and of an instruction's rm. */
typedef enum float_rounding {
    ROUND_NEAREST_EVEN,
    ROUND_TO_ZERO,
    ROUND_DOWN,
    ROUND_UP,
    ROUND_NEAREST_AWAY,
    NUM_ROUNDINGS,
    ROUND_DYNAMIC = 7, /* frm decides */
} float_rounding;

/* Bits of fflags. */
enum {
    FLOAT_INEXACT = 1,
    FLOAT_UNDERFLOW = 2,
    FLOAT_OVERFLOW = 4,
    FLOAT_BY_ZERO = 8,
    FLOAT_INVALID = 16,
};

/* What operations take beside their operands: a rounding mode; and give beside their result: flags, added to
 * those that are set. */
typedef struct float_env {
    float_rounding rounding;
    uint8_t flags;
} float_env;

/* How a format divides its bits; the sign is above the exponent. */
typedef struct float_format {
    unsigned exponent_bits;
    unsigned fraction_bits;
} float_format;

extern const float_format float_single;
extern const float_format float_double;

/* The bit of the sign. */
static inline uint64_t float_sign_bit(const float_format *f) {
    return UINT64_C(1) << (f->exponent_bits + f->fraction_bits);
}

/* The quiet NaN that is the result of what has none. */
uint64_t float_canonical_nan(const float_format *f);

uint64_t float_add(const float_format *f, float_env *env, uint64_t a, uint64_t b);
uint64_t float_subtract(const float_format *f, float_env *env, uint64_t a, uint64_t b);
uint64_t float_multiply(const float_format *f, float_env *env, uint64_t a, uint64_t b);
uint64_t float_divide(const float_format *f, float_env *env, uint64_t a, uint64_t b);
uint64_t float_square_root(const float_format *f, float_env *env, uint64_t a);
/* a * b + c, rounded once. */
uint64_t float_multiply_add(const float_format *f, float_env *env, uint64_t a, uint64_t b, uint64_t c);

/* minimumNumber and maximumNumber: a number beats a NaN, and -0 is below +0. */
uint64_t float_minimum(const float_format *f, float_env *env, uint64_t a, uint64_t b);
uint64_t float_maximum(const float_format *f, float_env *env, uint64_t a, uint64_t b);
/* Comparisons; with a NaN they are false. Only signaling ones are invalid in the first, all in the others. */
bool float_equal(const float_format *f, float_env *env, uint64_t a, uint64_t b);
bool float_less(const float_format *f, float_env *env, uint64_t a, uint64_t b);
bool float_less_or_equal(const float_format *f, float_env *env, uint64_t a, uint64_t b);
/* One bit of ten, as fclass gives it. */
uint64_t float_classify(const float_format *f, uint64_t a);

/* An integer of 32 or 64 bits, sign-extended from its width also where it is unsigned. What does not fit is
 * invalid and gives the nearest that does; a NaN gives the largest. */
uint64_t float_to_integer(const float_format *f, float_env *env, uint64_t a, unsigned width, bool is_signed);
/* From 64 bits, which hold a signed or an unsigned number. */
uint64_t float_from_integer(const float_format *f, float_env *env, uint64_t value, bool is_signed);
/* From one format to another one. */
uint64_t float_convert(const float_format *to, const float_format *from, float_env *env, uint64_t a);

#endif
