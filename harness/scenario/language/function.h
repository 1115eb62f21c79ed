/* The functions of expressions, as a table.
 * Each takes values and gives one, or says in words what is wrong.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_FUNCTION_H
#define RSP_SCENARIO_FUNCTION_H

#include "language/expr.h"

enum { FUNCTION_MAX_ARGS = 8 };

typedef struct function {
    const char *name;
    size_t min_args;
    size_t max_args;
    /* NULL, or what is wrong (static text). No argument is empty. */
    const char *(*call)(const expr_env *env, const value *args, size_t num, value *out);
    const char *text; /* for docs */
} function;

const function *function_find(rsp_bytes name);

/* What follows a backslash, taken off *in: a byte, or -1. */
int take_escape(rsp_bytes *in);

/* A number in `width` bytes of the given order. */
void append_ordered(rsp_buf *out, uint64_t number, size_t width, bool big_endian);

#endif
