/* Floating-point values in a source condition: compared, tested, and cut to integers by their bits.
 * The condition language has integers only, so that stub and inferior decide these like the host.
 * Private to this layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SOURCE_FLOAT_H
#define RSP_SOURCE_FLOAT_H

#include "source_operand.h"

/* A float or double. As a VALUE its text gives the bits, a float's sign-extended; so does the number of a
 * CONSTANT. */
bool float_is(const operand *o);
operand float_constant(double number, bool is_double);

/* RSP_UNSUPPORTED with `what` for a float or double. */
rsp_status float_refuse(const operand_maker *m, const operand *o, const char *what);

/* x < y and its kind; one of them is a float or double. Two values of the same type, or a value and a
 * constant; else RSP_UNSUPPORTED. Not a number is unordered, and the zeros are equal. */
rsp_status float_compare(const operand_maker *m, operand *left, const operand *right, rsp_bytes sign);

/* 1 where it is not zero, else 0. */
void float_truth(const operand_maker *m, operand *o);

/* -x, +x, !x. */
rsp_status float_prefix(const operand_maker *m, operand *o, char sign);

/* The whole part, as an integer of 64 bits; 0 for what is beyond 64 bits. */
void float_cut(const operand_maker *m, operand *o);

#endif
