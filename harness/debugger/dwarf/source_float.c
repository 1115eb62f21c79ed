/* Bits of floating-point numbers have the order of the numbers above zero, and the opposite one below it.
 * Against a constant one comparison for the order, and one that leaves out what is no number, are enough. A
 * double constant beside a float stands for its neighbour among the floats. See source_float.h. */
/* SPDX-License-Identifier: MIT */
#include "source_float.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* What the bits of a format mean; constants of floats are sign-extended as their bits are. */
typedef struct format {
    uint64_t magnitude; /* all but the sign */
    uint64_t sign;
    uint64_t infinity;
    uint64_t minus_infinity;
    unsigned fraction; /* bits */
    unsigned exponents;
    unsigned bias;
} format;

static const format formats[] = {
    {0x7fffffff, 0xffffffff80000000, 0x7f800000, 0xffffffffff800000, 23, 255, 127},
    {0x7fffffffffffffff, 0x8000000000000000, 0x7ff0000000000000, 0xfff0000000000000, 52, 2047, 1023},
};

static const format *format_of(const operand *o) {
    return &formats[o->type.size == 8];
}

bool float_is(const operand *o) {
    return o->type.kind == RSP_DEBUG_FLOAT;
}

rsp_status float_refuse(const operand_maker *m, const operand *o, const char *what) {
    return float_is(o) ? operand_fail(m, RSP_UNSUPPORTED, what) : RSP_OK;
}

static uint64_t bits_of(double number, bool is_double) {
    float narrow = (float)number;
    int32_t small = 0;
    uint64_t wide = 0;
    if (is_double) {
        memcpy(&wide, &number, sizeof wide);
        return wide;
    }
    memcpy(&small, &narrow, sizeof small);
    return (uint64_t)(int64_t)small;
}

operand float_constant(double number, bool is_double) {
    rsp_debug_type type = {
        .kind = RSP_DEBUG_FLOAT, .name = is_double ? "double" : "float", .size = is_double ? 8 : 4};
    return operand_constant(bits_of(number, is_double), type);
}

static double number_of(const operand *o) {
    double wide = 0;
    float narrow = 0;
    uint32_t bits = (uint32_t)o->number;
    if (!float_is(o))
        return o->type.is_signed ? (double)(int64_t)o->number : (double)o->number;
    if (o->type.size == 8) {
        memcpy(&wide, &o->number, sizeof wide);
        return wide;
    }
    memcpy(&narrow, &bits, sizeof narrow);
    return narrow;
}

static operand text_operand(const char *text, int bind) {
    return operand_text(rsp_bytes_str(text), bind, operand_integer(4, true));
}

/* --- a value and a constant -------------------------------------------------------------------------------
 */

/* Below and above, without the order of what is no number. */
static operand ordered(const operand_maker *m, const operand *value, bool less, bool or_equal,
                       uint64_t bound) {
    const format *f = format_of(value);
    bool zero = (bound & f->magnitude) == 0;
    bool negative = zero ? less != or_equal : bound >> 63; /* on which side of zero the bound lies */
    if (zero)
        bound = (negative ? f->sign : 0) + or_equal; /* <= 0 is below the smallest number */
    const char *sign = less ? "<" : ">";
    if (negative)
        sign = less ? ">" : "<";
    rsp_bytes x = operand_bind(m, value, BIND_LESS + 1);
    const char *text = rsp_arena_printf(m->arena, "%.*s %s%s%s %" PRIu64 " && %.*s <=%s %" PRIu64, (int)x.len,
                                        (const char *)x.ptr, sign, or_equal && !zero ? "=" : "",
                                        negative ? "u" : "", bound, (int)x.len, (const char *)x.ptr,
                                        less ? "u" : "", less ? f->minus_infinity : f->infinity);
    return text_operand(text, BIND_BOTH);
}

static operand equal_to(const operand_maker *m, const operand *value, bool negated, uint64_t bound) {
    const format *f = format_of(value);
    rsp_bytes x = operand_bind(m, value, BIND_AND);
    const char *sign = negated ? "!=" : "==";
    if ((bound & f->magnitude) == 0)
        return text_operand(rsp_arena_printf(m->arena, "(%.*s & %" PRIu64 ") %s 0", (int)x.len,
                                             (const char *)x.ptr, f->magnitude, sign),
                            BIND_EQUAL);
    x = operand_bind(m, value, BIND_EQUAL + 1);
    return text_operand(
        rsp_arena_printf(m->arena, "%.*s %s %" PRIu64, (int)x.len, (const char *)x.ptr, sign, bound),
        BIND_EQUAL);
}

/* The float at or next to a double, on the side that is asked for. */
static uint64_t rounded(double number, bool up) {
    float near = (float)number;
    if (up && (double)near < number)
        near = nextafterf(near, INFINITY);
    if (!up && (double)near > number)
        near = nextafterf(near, -INFINITY);
    return bits_of((double)near, false);
}

static operand compare_constant(const operand_maker *m, const operand *value, const operand *constant,
                                rsp_bytes sign) {
    bool is_double = value->type.size == 8;
    bool less = sign.ptr[0] == '<';
    bool or_equal = sign.len == 2;
    double number = number_of(constant);
    if (!is_double && !float_is(constant)) /* C makes a float of an integer */
        number =
            (double)(constant->type.is_signed ? (float)(int64_t)constant->number : (float)constant->number);
    uint64_t low = is_double ? bits_of(number, true) : rounded(number, false);
    uint64_t high = is_double ? low : rounded(number, true);
    if (sign.ptr[0] == '=' || sign.ptr[0] == '!') {
        bool negated = sign.ptr[0] == '!';
        return low == high ? equal_to(m, value, negated, low)
                           : operand_constant(negated, operand_integer(4, true));
    }
    return ordered(m, value, less, or_equal, less == or_equal ? low : high);
}

/* An integer of at most 32 bits, which C turns into a double, and a floating-point constant: the next integer
 * takes its place. */
static operand compare_integer(const operand_maker *m, const operand *value, const operand *constant,
                               rsp_bytes sign) {
    const double beyond = 1LL << 33;
    double number = fmax(fmin(number_of(constant), beyond), -beyond);
    double low = floor(number);
    bool up = rsp_bytes_equal(sign, RSP_LIT("<")) || rsp_bytes_equal(sign, RSP_LIT(">="));
    bool equality = sign.ptr[0] == '=' || sign.ptr[0] == '!';
    if (equality && low < number)
        return operand_constant(sign.ptr[0] == '!', operand_integer(4, true));
    int64_t bound = (int64_t)low + (up && low < number);
    rsp_bytes x = operand_bind(m, value, BIND_LESS + 1);
    return text_operand(rsp_arena_printf(m->arena, "%.*s %.*s %" PRId64, (int)x.len, (const char *)x.ptr,
                                         (int)sign.len, (const char *)sign.ptr, bound),
                        equality ? BIND_EQUAL : BIND_LESS);
}

/* --- two values -------------------------------------------------------------------------------------------
 */

/* The bits as a number of the same order, in which both zeros are 0. */
static const char *key_of(const operand_maker *m, const operand *o) {
    rsp_bytes x = operand_bind(m, o, BIND_SHIFT);
    rsp_bytes y = operand_bind(m, o, BIND_AND);
    return rsp_arena_printf(m->arena, "(%.*s & %" PRIu64 ") * (1 | %.*s >> 63)", (int)y.len,
                            (const char *)y.ptr, format_of(o)->magnitude, (int)x.len, (const char *)x.ptr);
}

/* "is a number", or "is none". */
static const char *order_of(const operand_maker *m, const operand *o, bool none) {
    rsp_bytes x = operand_bind(m, o, BIND_AND);
    return rsp_arena_printf(m->arena, "(%.*s & %" PRIu64 ") %s %" PRIu64, (int)x.len, (const char *)x.ptr,
                            format_of(o)->magnitude, none ? ">" : "<=", format_of(o)->infinity);
}

static operand compare_values(const operand_maker *m, const operand *left, const operand *right,
                              rsp_bytes sign) {
    bool none = sign.ptr[0] == '!';
    const char *join = none ? "||" : "&&";
    const char *text = rsp_arena_printf(m->arena, "%s %.*s %s %s %s %s %s", key_of(m, left), (int)sign.len,
                                        (const char *)sign.ptr, key_of(m, right), join,
                                        order_of(m, left, none), join, order_of(m, right, none));
    return text_operand(text, none ? BIND_EITHER : BIND_BOTH);
}

static bool compare_numbers(double a, double b, rsp_bytes sign) {
    switch (sign.ptr[0]) {
    case '<':
        return sign.len == 2 ? a <= b : a < b;
    case '>':
        return sign.len == 2 ? a >= b : a > b;
    case '=':
        return a == b;
    default:
        return a != b;
    }
}

static rsp_bytes mirrored(rsp_bytes sign) {
    static const char *const pairs[][2] = {{"<", ">"}, {">", "<"}, {"<=", ">="}, {">=", "<="}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(pairs); i++)
        if (rsp_bytes_equal(sign, rsp_bytes_str(pairs[i][0])))
            return rsp_bytes_str(pairs[i][1]);
    return sign;
}

/* A float would round an integer of 32 bits. */
static bool is_exact(const operand *integer, const operand *constant) {
    return integer->type.size <= (constant->type.size == 8 ? 4 : 2);
}

rsp_status float_compare(const operand_maker *m, operand *left, const operand *right, rsp_bytes sign) {
    assert(float_is(left) || float_is(right));
    bool a = left->kind == OPERAND_CONSTANT;
    bool b = right->kind == OPERAND_CONSTANT;
    if (left->type.kind == RSP_DEBUG_POINTER || right->type.kind == RSP_DEBUG_POINTER)
        return operand_fail(m, RSP_UNSUPPORTED, "a pointer is not compared with a floating-point value");
    if (a && b)
        *left = operand_constant(compare_numbers(number_of(left), number_of(right), sign),
                                 operand_integer(4, true));
    else if (b && float_is(left))
        *left = compare_constant(m, left, right, sign);
    else if (a && float_is(right))
        *left = compare_constant(m, right, left, mirrored(sign));
    else if (b && is_exact(left, right))
        *left = compare_integer(m, left, right, sign);
    else if (a && is_exact(right, left))
        *left = compare_integer(m, right, left, mirrored(sign));
    else if (float_is(left) && float_is(right) && left->type.size == right->type.size)
        *left = compare_values(m, left, right, sign);
    else
        return operand_fail(
            m, RSP_UNSUPPORTED,
            "values of different types, one of them floating-point, are not compared: cast it "
            "to an integer type, as in (long)x");
    return RSP_OK;
}

/* --- one value --------------------------------------------------------------------------------------------
 */

void float_truth(const operand_maker *m, operand *o) {
    assert(float_is(o));
    if (o->kind == OPERAND_CONSTANT)
        *o = operand_constant((o->number & format_of(o)->magnitude) != 0, operand_integer(4, true));
    else
        *o = equal_to(m, o, true, 0);
}

rsp_status float_prefix(const operand_maker *m, operand *o, char sign) {
    assert(float_is(o));
    const rsp_debug_type type = o->type;
    if (sign == '~')
        return operand_fail(m, RSP_UNSUPPORTED, "this operator is not for floating-point values");
    if (sign == '!') {
        float_truth(m, o);
        return operand_prefix(m, o, '!');
    }
    if (sign == '-' && o->kind == OPERAND_CONSTANT) {
        o->number ^= format_of(o)->sign;
    } else if (sign == '-') {
        rsp_bytes x = operand_bind(m, o, BIND_XOR);
        *o = operand_text(rsp_bytes_str(rsp_arena_printf(m->arena, "%.*s ^ %" PRIu64, (int)x.len,
                                                         (const char *)x.ptr, format_of(o)->sign)),
                          BIND_XOR, type);
    }
    return RSP_OK;
}

void float_cut(const operand_maker *m, operand *o) {
    assert(float_is(o));
    const format *f = format_of(o);
    const unsigned whole = f->bias + f->fraction; /* exponent of a number whose last bit is 1 */
    rsp_bytes x = operand_bind(m, o, BIND_SHIFT);
    rsp_bytes y = operand_bind(m, o, BIND_AND);
    const char *exponent = rsp_arena_printf(m->arena, "(%.*s >>u %u & %u)", (int)x.len, (const char *)x.ptr,
                                            f->fraction, f->exponents);
    const char *digits =
        rsp_arena_printf(m->arena, "(%.*s & %" PRIu64 " | %" PRIu64 ")", (int)y.len, (const char *)y.ptr,
                         (UINT64_C(1) << f->fraction) - 1, UINT64_C(1) << f->fraction);
    const char *text =
        rsp_arena_printf(m->arena,
                         "((%s >= %u) * (%s <= %u) * (%s >>u %u - %s) + (%s > %u) * (%s < %u) * (%s << %s - "
                         "%u)) * (1 | %.*s >> 63)",
                         exponent, f->bias, exponent, whole, digits, whole, exponent, exponent, whole,
                         exponent, f->bias + 64, digits, exponent, whole, (int)x.len, (const char *)x.ptr);
    *o = operand_text(rsp_bytes_str(text), BIND_PRODUCT, operand_integer(8, true));
}
