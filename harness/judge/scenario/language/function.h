/* The functions of expressions, as a table.
 * Each takes values and gives one, or says in words what is wrong.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_FUNCTION_H
#define RSP_SCENARIO_FUNCTION_H

#include "language/expr.h"

enum { FUNCTION_MAX_ARGS = 8 };

/* What a function is called with, and where its value goes. No argument is empty. */
typedef struct function_call {
    const expr_env *env;
    const value *args;
    size_t num;
    value *out;
} function_call;

/* One of `call` and `append` is there. */
typedef struct function {
    const char *name;
    size_t min_args;
    size_t max_args;
    const char *(*call)(const function_call *c);  /* NULL, or what is wrong (static text) */
    void (*append)(rsp_buf *out, rsp_bytes text); /* makes a text of the one argument */
    const char *text;                             /* for docs */
} function;

const function *function_find(rsp_bytes name);
/* NULL, or what is wrong (static text). */
const char *function_apply(const function *f, const function_call *c);

/* What follows a backslash, taken off *in: a byte, or -1. */
int take_escape(rsp_bytes *in);

/* A number in `width` bytes of the given order. */
void append_ordered(rsp_buf *out, uint64_t number, size_t width, bool big_endian);

#endif
