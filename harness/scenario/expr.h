/* Expressions: numbers, names, arithmetic, a few functions; and the texts that hold them.
 * Payload templates have escapes and ${...}; bytes literals have hex pairs, ranges, repeats and quoted text.
 * The same code checks a text when it is loaded (dry) and evaluates it when it is used. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_EXPR_H
#define RSP_SCENARIO_EXPR_H

#include "value.h"

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

/* One expression, all of `text`. RSP_SYNTAX, RSP_NOT_FOUND (name), RSP_RANGE, RSP_LIMIT, RSP_NO_MEMORY. */
rsp_status expr_eval(const expr_env *env, rsp_bytes text, value *out, expr_error *error) RSP_MUST_USE;

/* Text with \xNN, \n, \r, \t, \0, \\, \$ and ${expression} or ${expression:format} appended to `out`. */
rsp_status expr_payload(const expr_env *env, rsp_bytes text, rsp_buf *out, expr_error *error) RSP_MUST_USE;

/* A bytes literal: 23 24, 00..ff, 7d*512, 'text', "text", ${expression}; blanks and '_' between are free. */
rsp_status expr_bytes(const expr_env *env, rsp_bytes text, rsp_buf *out, expr_error *error) RSP_MUST_USE;

/* A regular expression: ${expression} is inserted literally, \xNN is that byte literally. */
rsp_status expr_regex(const expr_env *env, rsp_bytes text, rsp_buf *out, expr_error *error) RSP_MUST_USE;

/* A value as it is written in set, cases and lists: a number (unless `quoted`), "$name..." or "=..." as an
 * expression, "${...}" alone as the value of that, anything else as text with ${...}. */
rsp_status expr_value(const expr_env *env, rsp_bytes text, bool quoted, value *out,
                      expr_error *error) RSP_MUST_USE;

/* The i-th function's name, NULL at the end: for suggestions and docs. */
const char *expr_function_name(const void *unused, size_t i);

#endif
