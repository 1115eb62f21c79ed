/* Operands are taken apart into sign, exponent and 64 bits that begin with a one; results are exact or keep
 * in their lowest bit whether something was cut off, and one function rounds and packs them all. Source: IEEE
 * 754-2019; The RISC-V Instruction Set Manual, volume I, chapters "F" and "D". */
/* SPDX-License-Identifier: MIT */
#include "softfloat.h"

#include "wide.h"

const float_format float_single = {.exponent_bits = 8, .fraction_bits = 23};
const float_format float_double = {.exponent_bits = 11, .fraction_bits = 52};

typedef enum kind { KIND_ZERO, KIND_FINITE, KIND_INFINITE, KIND_QUIET, KIND_SIGNALING } kind;

/* The value of a finite one is bits * 2^(exponent - 63), with bit 63 set. */
typedef struct number {
    kind kind;
    bool sign;
    bool subnormal;
    int exponent;
    uint64_t bits;
} number;

static int bias_of(const float_format *f) {
    return (1 << (f->exponent_bits - 1)) - 1;
}

static uint64_t infinity(const float_format *f, bool sign) {
    uint64_t field = (UINT64_C(1) << f->exponent_bits) - 1;
    return field << f->fraction_bits | (sign ? float_sign_bit(f) : 0);
}

static uint64_t zero(const float_format *f, bool sign) {
    return sign ? float_sign_bit(f) : 0;
}

uint64_t float_canonical_nan(const float_format *f) {
    return infinity(f, false) | UINT64_C(1) << (f->fraction_bits - 1);
}

static uint64_t invalid(const float_format *f, float_env *env) {
    env->flags |= FLOAT_INVALID;
    return float_canonical_nan(f);
}

static number unpack(const float_format *f, uint64_t a) {
    unsigned top = (1U << f->exponent_bits) - 1;
    unsigned field = (unsigned)(a >> f->fraction_bits) & top;
    uint64_t fraction = a & ((UINT64_C(1) << f->fraction_bits) - 1);
    number n = {.kind = KIND_FINITE, .sign = (a & float_sign_bit(f)) != 0};
    if (field == top) {
        bool quiet = fraction >> (f->fraction_bits - 1) & 1;
        n.kind = fraction == 0 ? KIND_INFINITE : quiet ? KIND_QUIET : KIND_SIGNALING;
    } else if (field == 0 && fraction == 0) {
        n.kind = KIND_ZERO;
    } else if (field == 0) {
        unsigned shift = leading_zeros(fraction);
        n.subnormal = true;
        n.bits = fraction << shift;
        n.exponent = 1 - bias_of(f) + 63 - (int)f->fraction_bits - (int)shift;
    } else {
        n.bits = UINT64_C(1) << 63 | fraction << (63 - f->fraction_bits);
        n.exponent = (int)field - bias_of(f);
    }
    return n;
}

static bool is_nan(const number *n) {
    return n->kind >= KIND_QUIET;
}

/* True when one of them is a NaN: so is the result, then. */
static bool any_nan(float_env *env, const number *a, const number *b) {
    if (a->kind == KIND_SIGNALING || b->kind == KIND_SIGNALING)
        env->flags |= FLOAT_INVALID;
    return is_nan(a) || is_nan(b);
}

/* Whether what is cut off below `drop` bits makes the rest larger by one. */
static bool rounds_up(float_rounding rounding, bool sign, uint64_t bits, unsigned drop) {
    uint64_t low = bits & ((UINT64_C(1) << drop) - 1);
    uint64_t half = UINT64_C(1) << (drop - 1);
    switch (rounding) {
    case ROUND_NEAREST_EVEN:
        return low > half || (low == half && (bits >> drop & 1));
    case ROUND_NEAREST_AWAY:
        return low >= half;
    case ROUND_DOWN:
        return sign && low;
    case ROUND_UP:
        return !sign && low;
    case ROUND_TO_ZERO:
    case ROUND_DYNAMIC:
    case NUM_ROUNDINGS:
        break;
    }
    return false;
}

static uint64_t overflow(const float_format *f, float_env *env, bool sign) {
    env->flags |= FLOAT_OVERFLOW | FLOAT_INEXACT;
    bool away = env->rounding == ROUND_NEAREST_EVEN || env->rounding == ROUND_NEAREST_AWAY ||
                env->rounding == (sign ? ROUND_DOWN : ROUND_UP);
    return infinity(f, sign) - !away; /* the largest number is the pattern before */
}

/* Rounds and packs what is not zero. A carry out of the fraction goes into the exponent by itself, as the
 * pattern of a number is that of the next smaller one plus one. */
static uint64_t pack(const float_format *f, float_env *env, bool sign, int exponent, uint64_t bits) {
    int least = 1 - bias_of(f);
    unsigned drop = 63 - f->fraction_bits;
    uint64_t below = 0; /* exponent field, less the one that the leading bit adds */
    bool tiny = false;
    if (exponent < least) {
        bool carries = ((bits >> drop) + rounds_up(env->rounding, sign, bits, drop)) >> (64 - drop);
        tiny = exponent < least - 1 || !carries;
        bits = shift_right_sticky(bits, (unsigned)(least - exponent));
    } else {
        below = (uint64_t)(exponent - least);
    }
    bool inexact = bits & ((UINT64_C(1) << drop) - 1);
    if (exponent > bias_of(f))
        return overflow(f, env, sign);
    uint64_t out = (below << f->fraction_bits) + (bits >> drop) + rounds_up(env->rounding, sign, bits, drop);
    if (out >= infinity(f, false))
        return overflow(f, env, sign);
    if (inexact)
        env->flags |= (uint8_t)(FLOAT_INEXACT | (tiny ? FLOAT_UNDERFLOW : 0));
    return out | zero(f, sign);
}

/* The sum of a number and its opposite. */
static uint64_t cancelled(const float_format *f, const float_env *env) {
    return zero(f, env->rounding == ROUND_DOWN);
}

/* Rounds a number of 128 bits, of which the first need not be set. */
static uint64_t pack_wide(const float_format *f, float_env *env, bool sign, int exponent, wide value) {
    unsigned shift = wide_leading_zeros(value);
    value = wide_shift_left(value, shift);
    return pack(f, env, sign, exponent - (int)shift, value.high | (value.low != 0));
}

/* a + b of finite numbers; the value is wide * 2^(exponent - 127). */
static uint64_t add_wide(const float_format *f, float_env *env, number a, wide a_bits, number b,
                         wide b_bits) {
    if (a.exponent < b.exponent || (a.exponent == b.exponent && wide_less(a_bits, b_bits))) {
        number swapped = a;
        wide swapped_bits = a_bits;
        a = b;
        a_bits = b_bits;
        b = swapped;
        b_bits = swapped_bits;
    }
    unsigned distance = (unsigned)(a.exponent - b.exponent);
    wide larger = wide_shift_right_sticky(a_bits, 1); /* room for a carry */
    wide smaller = wide_shift_right_sticky(b_bits, distance + 1);
    wide sum = a.sign == b.sign ? wide_add(larger, smaller) : wide_subtract(larger, smaller);
    if (sum.high == 0 && sum.low == 0)
        return cancelled(f, env);
    return pack_wide(f, env, a.sign, a.exponent + 1, sum);
}

/* A sum with a zero or infinity among the operands, none of them a NaN. */
static uint64_t add_special(const float_format *f, float_env *env, const number *a, const number *b,
                            uint64_t a_packed, uint64_t b_packed) {
    if (a->kind == KIND_INFINITE && b->kind == KIND_INFINITE && a->sign != b->sign)
        return invalid(f, env);
    if (a->kind == KIND_INFINITE || b->kind == KIND_INFINITE)
        return a->kind == KIND_INFINITE ? a_packed : b_packed;
    if (a->kind == KIND_ZERO && b->kind == KIND_ZERO)
        return a->sign == b->sign ? a_packed : cancelled(f, env);
    return a->kind == KIND_ZERO ? b_packed : a_packed;
}

uint64_t float_add(const float_format *f, float_env *env, uint64_t a, uint64_t b) {
    number na = unpack(f, a), nb = unpack(f, b);
    if (any_nan(env, &na, &nb))
        return float_canonical_nan(f);
    if (na.kind != KIND_FINITE || nb.kind != KIND_FINITE)
        return add_special(f, env, &na, &nb, a, b);
    return add_wide(f, env, na, (wide){.high = na.bits}, nb, (wide){.high = nb.bits});
}

uint64_t float_subtract(const float_format *f, float_env *env, uint64_t a, uint64_t b) {
    return float_add(f, env, a, b ^ float_sign_bit(f));
}

uint64_t float_multiply(const float_format *f, float_env *env, uint64_t a, uint64_t b) {
    number na = unpack(f, a), nb = unpack(f, b);
    bool sign = na.sign != nb.sign;
    if (any_nan(env, &na, &nb))
        return float_canonical_nan(f);
    if (na.kind == KIND_INFINITE || nb.kind == KIND_INFINITE)
        return na.kind == KIND_ZERO || nb.kind == KIND_ZERO ? invalid(f, env) : infinity(f, sign);
    if (na.kind == KIND_ZERO || nb.kind == KIND_ZERO)
        return zero(f, sign);
    return pack_wide(f, env, sign, na.exponent + nb.exponent + 1, wide_product(na.bits, nb.bits));
}

uint64_t float_multiply_add(const float_format *f, float_env *env, uint64_t a, uint64_t b, uint64_t c) {
    number na = unpack(f, a), nb = unpack(f, b), nc = unpack(f, c);
    number product = {.kind = KIND_FINITE, .sign = na.sign != nb.sign};
    bool zero_factor = na.kind == KIND_ZERO || nb.kind == KIND_ZERO;
    bool infinite_factor = na.kind == KIND_INFINITE || nb.kind == KIND_INFINITE;
    if (zero_factor && infinite_factor)
        env->flags |= FLOAT_INVALID;
    bool nan = any_nan(env, &na, &nb);
    if (any_nan(env, &nc, &nc) || nan || (zero_factor && infinite_factor))
        return float_canonical_nan(f);
    if (zero_factor || infinite_factor) {
        product.kind = zero_factor ? KIND_ZERO : KIND_INFINITE;
        uint64_t packed = zero_factor ? zero(f, product.sign) : infinity(f, product.sign);
        return add_special(f, env, &product, &nc, packed, c);
    }
    if (nc.kind == KIND_INFINITE)
        return c;
    wide bits = wide_product(na.bits, nb.bits);
    unsigned shift = wide_leading_zeros(bits);
    bits = wide_shift_left(bits, shift);
    product.exponent = na.exponent + nb.exponent + 1 - (int)shift;
    if (nc.kind == KIND_ZERO)
        return pack_wide(f, env, product.sign, product.exponent, bits);
    return add_wide(f, env, product, bits, nc, (wide){.high = nc.bits});
}

/* A quotient of 64 bits, bit by bit; a is less than twice b. */
static uint64_t quotient(uint64_t a, uint64_t b, bool *out_rest) {
    uint64_t out = 0;
    bool carry = false; /* the remainder's bit 64 */
    for (int i = 0; i < 64; i++) {
        bool fits = carry || a >= b;
        if (fits)
            a -= b;
        out = out << 1 | fits;
        carry = a >> 63;
        a <<= 1;
    }
    *out_rest = a != 0 || carry;
    return out;
}

uint64_t float_divide(const float_format *f, float_env *env, uint64_t a, uint64_t b) {
    number na = unpack(f, a), nb = unpack(f, b);
    bool sign = na.sign != nb.sign;
    if (any_nan(env, &na, &nb))
        return float_canonical_nan(f);
    if (na.kind == nb.kind && na.kind != KIND_FINITE)
        return invalid(f, env);
    if (na.kind == KIND_INFINITE)
        return infinity(f, sign);
    if (nb.kind == KIND_INFINITE || na.kind == KIND_ZERO)
        return zero(f, sign);
    if (nb.kind == KIND_ZERO) {
        env->flags |= FLOAT_BY_ZERO;
        return infinity(f, sign);
    }
    bool rest;
    uint64_t bits = quotient(na.bits, nb.bits, &rest);
    return pack_wide(f, env, sign, na.exponent - nb.exponent, (wide){.high = bits, .low = rest});
}

/* The root of a number with two bits before its point, bit by bit: 57 of them and whether more follow. */
static uint64_t root(uint64_t square) {
    uint64_t out = 0, rest = 0;
    for (int i = 0; i < 57; i++) {
        rest = rest << 2 | square >> 62;
        square <<= 2;
        uint64_t trial = out << 2 | 1;
        out <<= 1;
        if (rest >= trial) {
            rest -= trial;
            out |= 1;
        }
    }
    return out << 7 | (rest != 0);
}

uint64_t float_square_root(const float_format *f, float_env *env, uint64_t a) {
    number n = unpack(f, a);
    if (any_nan(env, &n, &n))
        return float_canonical_nan(f);
    if (n.kind == KIND_ZERO)
        return a;
    if (n.sign)
        return invalid(f, env);
    if (n.kind == KIND_INFINITE)
        return a;
    bool odd = n.exponent & 1;
    return pack(f, env, false, (n.exponent - odd) / 2, root(odd ? n.bits : n.bits >> 1));
}

/* The order of two that are no NaNs: as integers, once patterns with a sign count downwards. */
static bool is_below(const float_format *f, uint64_t a, uint64_t b, bool zeros_differ) {
    bool a_sign = a & float_sign_bit(f), b_sign = b & float_sign_bit(f);
    if (!zeros_differ && ((a | b) & ~float_sign_bit(f)) == 0)
        return false;
    if (a_sign != b_sign)
        return a_sign;
    return a_sign ? a > b : a < b;
}

static uint64_t choose(const float_format *f, float_env *env, uint64_t a, uint64_t b, bool below) {
    number na = unpack(f, a), nb = unpack(f, b);
    (void)any_nan(env, &na, &nb);
    if (is_nan(&na))
        return is_nan(&nb) ? float_canonical_nan(f) : b;
    if (is_nan(&nb))
        return a;
    return is_below(f, a, b, true) == below ? a : b;
}

uint64_t float_minimum(const float_format *f, float_env *env, uint64_t a, uint64_t b) {
    return choose(f, env, a, b, true);
}

uint64_t float_maximum(const float_format *f, float_env *env, uint64_t a, uint64_t b) {
    return choose(f, env, a, b, false);
}

/* Patterns of NaNs are above that of infinity. */
static bool has_nan(const float_format *f, uint64_t a, uint64_t b) {
    uint64_t largest = infinity(f, false), magnitude = ~float_sign_bit(f);
    return (a & magnitude) > largest || (b & magnitude) > largest;
}

bool float_equal(const float_format *f, float_env *env, uint64_t a, uint64_t b) {
    if (!has_nan(f, a, b))
        return a == b || ((a | b) & ~float_sign_bit(f)) == 0;
    number na = unpack(f, a), nb = unpack(f, b);
    return !any_nan(env, &na, &nb);
}

/* For comparisons that every NaN makes invalid. */
static bool ordered(const float_format *f, float_env *env, uint64_t a, uint64_t b) {
    if (!has_nan(f, a, b))
        return true;
    env->flags |= FLOAT_INVALID;
    return false;
}

bool float_less(const float_format *f, float_env *env, uint64_t a, uint64_t b) {
    return ordered(f, env, a, b) && is_below(f, a, b, false);
}

bool float_less_or_equal(const float_format *f, float_env *env, uint64_t a, uint64_t b) {
    return ordered(f, env, a, b) && !is_below(f, b, a, false);
}

uint64_t float_classify(const float_format *f, uint64_t a) {
    number n = unpack(f, a);
    switch (n.kind) {
    case KIND_INFINITE:
        return n.sign ? 1 << 0 : 1 << 7;
    case KIND_FINITE:
        if (n.subnormal)
            return n.sign ? 1 << 2 : 1 << 5;
        return n.sign ? 1 << 1 : 1 << 6;
    case KIND_ZERO:
        return n.sign ? 1 << 3 : 1 << 4;
    case KIND_SIGNALING:
        return 1 << 8;
    case KIND_QUIET:
        break;
    }
    return 1 << 9;
}

static uint64_t widened(uint64_t value, unsigned width) {
    return width == 32 ? (uint64_t)(int64_t)(int32_t)(uint32_t)value : value;
}

/* The magnitude of a finite number as an integer, rounded. False when it has more than 64 bits. */
static bool integer_part(const number *n, float_rounding rounding, uint64_t *out, bool *out_inexact) {
    if (n->exponent > 63)
        return false;
    wide value = {.high = n->bits}; /* the point is between the two */
    value = wide_shift_right_sticky(value, (unsigned)(63 - n->exponent));
    /* the last bit of the integer, the first behind the point, and whether anything follows */
    uint64_t tail = (value.high & 1) << 2 | (value.low >> 63) << 1 | ((value.low << 1) != 0);
    *out_inexact = value.low != 0;
    *out = value.high + rounds_up(rounding, n->sign, tail, 2);
    return true; /* bits below the first 53 are zero, so that rounding does not carry out of 64 */
}

uint64_t float_to_integer(const float_format *f, float_env *env, uint64_t a, unsigned width, bool is_signed) {
    number n = unpack(f, a);
    uint64_t largest = UINT64_MAX >> (64 - width + is_signed);
    uint64_t most_negative = is_signed ? largest + 1 : 0; /* its magnitude */
    bool negative = n.sign && !is_nan(&n);
    uint64_t magnitude = 0;
    bool inexact = false;
    bool fits = n.kind == KIND_ZERO ||
                (n.kind == KIND_FINITE && integer_part(&n, env->rounding, &magnitude, &inexact));
    if (!fits || magnitude > (negative ? most_negative : largest)) {
        env->flags |= FLOAT_INVALID;
        return widened(negative ? 0 - most_negative : largest, width);
    }
    if (inexact)
        env->flags |= FLOAT_INEXACT;
    return widened(negative ? 0 - magnitude : magnitude, width);
}

uint64_t float_from_integer(const float_format *f, float_env *env, uint64_t value, bool is_signed) {
    bool sign = is_signed && value >> 63;
    uint64_t magnitude = sign ? 0 - value : value;
    if (magnitude == 0)
        return zero(f, false);
    unsigned shift = leading_zeros(magnitude);
    return pack(f, env, sign, 63 - (int)shift, magnitude << shift);
}

uint64_t float_convert(const float_format *to, const float_format *from, float_env *env, uint64_t a) {
    number n = unpack(from, a);
    if (any_nan(env, &n, &n))
        return float_canonical_nan(to);
    if (n.kind == KIND_ZERO)
        return zero(to, n.sign);
    return n.kind == KIND_INFINITE ? infinity(to, n.sign) : pack(to, env, n.sign, n.exponent, n.bits);
}
