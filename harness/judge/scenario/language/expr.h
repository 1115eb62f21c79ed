/* Expressions: numbers, names, arithmetic, a few functions. A text is parsed once and evaluated many times.
 * A parsed expression never changes: it may be shared between threads.
 * Private to the layer; texts that hold expressions are in template.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_EXPR_H
#define RSP_SCENARIO_EXPR_H

#include "core/arena.h"
#include "language/value.h"

typedef struct expr_env {
    /* False: no such name. When dry, *out may stay empty: its value is not known yet. */
    bool (*lookup)(void *ctx, rsp_bytes name, value *out);
    /* What the stub calls a program; NULL: unknown. */
    const char *(*program_path)(void *ctx, const char *program);
    void *ctx;
    rsp_arena *arena;
    bool dry;
    bool big_endian;
} expr_env;

typedef struct expr_error {
    size_t offset; /* in the text */
    size_t width;
    bool unknown_name; /* the text at offset is a name that nobody knows */
    char message[160];
} expr_error;

/* A parsed expression. Lives in the arena that it was parsed into. */
typedef struct expression expression;

/* Parses all of `text`, which outlives the expression. RSP_SYNTAX, RSP_NOT_FOUND (function), RSP_RANGE,
 * RSP_LIMIT, or the arena's status. */
rsp_status expr_parse(const expression **out, rsp_bytes text, rsp_arena *arena,
                      expr_error *error) RSP_MUST_USE;

/* The value of a parsed expression. RSP_NOT_FOUND (name), RSP_RANGE, or the arena's status. */
rsp_status expr_evaluate(const expression *e, const expr_env *env, value *out,
                         expr_error *error) RSP_MUST_USE;

/* The i-th function's name, NULL at the end: for suggestions and docs. */
const char *expr_function_name(const void *unused, size_t i);

#endif
