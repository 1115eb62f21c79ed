/* One switch over the rows of FLOAT_OPS: operands out of their boxes, the operation, the result into its box.
 * Where the host's arithmetic gives the same result and flags it is used: rounding to the nearest, with
 * `inexact` set before, and a result that is neither tiny nor infinite. See docs/decisions/0039. */
/* SPDX-License-Identifier: MIT */
#include "float_ops.h"

#include "ops.h"
#include "softfloat.h"

#include "machine/thread.h"
#include <float.h>
#include <math.h>
#include <string.h>

#if defined(__STDC_IEC_559__) && FLT_EVAL_METHOD == 0
#define HOST_IS_EXACT 1
#else
#define HOST_IS_EXACT 0
#endif

typedef struct operation {
    const float_format *format; /* of the result, or of what is compared */
    float_env env;
    bool single;
} operation;

/* A single that is not in its box counts as a NaN. */
static uint64_t single_in(uint64_t reg) {
    return reg >= FLOAT_BOX ? (uint32_t)reg : float_canonical_nan(&float_single);
}

static uint64_t operand(const operation *o, uint64_t reg) {
    return o->single ? single_in(reg) : reg;
}

static bool host_may(const operation *o) {
    return HOST_IS_EXACT && o->env.rounding == ROUND_NEAREST_EVEN && (o->env.flags & FLOAT_INEXACT);
}

/* The host's results, which count when they are ordinary; else those of integers. */
#define HOST_FUNCTION(name, type, pattern, operator, least, most)                       \
    static bool host_##name##_##type(uint64_t *out, uint64_t a_bits, uint64_t b_bits) { \
        pattern bits[] = {(pattern)a_bits, (pattern)b_bits, 0};                         \
        type values[3];                                                                 \
        memcpy(values, bits, sizeof values);                                            \
        type r = values[2] = values[0] operator values[1];                              \
        memcpy(bits, values, sizeof bits);                                              \
        *out = bits[2];                                                                 \
        return (r > (least) && r <= (most)) || (r < -(least) && r >= -(most));          \
    }
#define ARITHMETIC(name, operator)                                               \
    HOST_FUNCTION(name, float, uint32_t, operator, FLT_MIN, FLT_MAX)             \
    HOST_FUNCTION(name, double, uint64_t, operator, DBL_MIN, DBL_MAX)            \
    static uint64_t name(operation *o, uint64_t a, uint64_t b) {                 \
        uint64_t out;                                                            \
        bool host = o->single ? host_may(o) && host_##name##_float(&out, a, b)   \
                              : host_may(o) && host_##name##_double(&out, a, b); \
        return host ? out : float_##name(o->format, &o->env, a, b);              \
    }
ARITHMETIC(add, +)
ARITHMETIC(subtract, -)
ARITHMETIC(multiply, *)
ARITHMETIC(divide, /)

static uint64_t flipped(const operation *o, uint64_t a) {
    return a ^ float_sign_bit(o->format);
}

static uint64_t with_sign(const operation *o, uint64_t a, uint64_t sign) {
    uint64_t bit = float_sign_bit(o->format);
    return (a & ~bit) | (sign & bit);
}

#define HOST_MULTIPLY_ADD(type, pattern, function, least, most)                               \
    static bool host_multiply_add_##type(uint64_t *out, uint64_t a, uint64_t b, uint64_t c) { \
        pattern bits[] = {(pattern)a, (pattern)b, (pattern)c, 0};                             \
        type values[4];                                                                       \
        memcpy(values, bits, sizeof values);                                                  \
        type r = values[3] = function(values[0], values[1], values[2]);                       \
        memcpy(bits, values, sizeof bits);                                                    \
        *out = bits[3];                                                                       \
        return (r > (least) && r <= (most)) || (r < -(least) && r >= -(most));                \
    }
HOST_MULTIPLY_ADD(float, uint32_t, fmaf, FLT_MIN, FLT_MAX)
HOST_MULTIPLY_ADD(double, uint64_t, fma, DBL_MIN, DBL_MAX)

static uint64_t multiply_add(operation *o, uint64_t a, uint64_t b, uint64_t c) {
    uint64_t out;
    bool host = host_may(o) && (o->single ? host_multiply_add_float(&out, a, b, c)
                                          : host_multiply_add_double(&out, a, b, c));
    return host ? out : float_multiply_add(o->format, &o->env, a, b, c);
}

static uint64_t square_root(operation *o, uint64_t a) {
    uint64_t out;
    double value;
    memcpy(&value, &a, sizeof value);
    if (o->single || !host_may(o) || !(value >= DBL_MIN && value <= DBL_MAX))
        return float_square_root(o->format, &o->env, a);
    value = sqrt(value);
    memcpy(&out, &value, sizeof out);
    return out;
}

static uint64_t to_integer(operation *o, uint64_t a, unsigned width, bool is_signed) {
    return float_to_integer(o->format, &o->env, a, width, is_signed);
}

static uint64_t from_integer(operation *o, uint64_t value, bool is_signed) {
    return float_from_integer(o->format, &o->env, value, is_signed);
}

#define O (&o)
#define F o.format
#define E (&o.env)
#define RAW x[i->rs1]
#define FA operand(&o, x[i->rs1])
#define FB operand(&o, x[i->rs2])
#define FC operand(&o, x[i->rs3])
#define RESULT_XF(value) (value)
#define RESULT_FF(value) ((value) | (o.single ? FLOAT_BOX : 0))
#define RESULT_FX RESULT_FF
#define FLOAT_CASE(name, format, match, mask, value) \
    case OP_##name:                                  \
        x[i->rd] = RESULT_##format(value);           \
        break;

bool float_execute(uint64_t *x, const insn *i) {
    unsigned rounding = i->imm & 7;
    if (rounding == ROUND_DYNAMIC)
        rounding = (unsigned)x[RSP_REG_FCSR] >> 5;
    if (rounding >= NUM_ROUNDINGS)
        return false;
    bool single = !(i->imm & FLOAT_DOUBLE);
    operation o = {.format = single ? &float_single : &float_double,
                   .single = single,
                   .env = {.rounding = (float_rounding)rounding, .flags = x[RSP_REG_FCSR] & 31}};
    switch (i->op) { FLOAT_OPS(FLOAT_CASE) }
    x[RSP_REG_FCSR] |= o.env.flags;
    return true;
}
