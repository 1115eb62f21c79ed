/* Texts that hold expressions: payloads, bytes literals, regular expressions, and values.
 * A text is parsed once into parts, fixed bytes and inserts, and written out many times.
 * A parsed text never changes: it may be shared between threads. Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_TEMPLATE_H
#define RSP_SCENARIO_TEMPLATE_H

#include "core/arena.h"
#include "language/expr.h"

typedef enum template_kind {
    TEMPLATE_PAYLOAD, /* \xNN, \n, \r, \t, \0, \\, \$, ${expression}, ${expression:format} */
    TEMPLATE_BYTES,   /* 23 24, 00..ff, 7d*512, 'text', "text", ${...}; blanks and '_' between are free */
    TEMPLATE_REGEX,   /* ${expression} is inserted literally, \xNN is that byte literally */
} template_kind;

typedef struct template template;

/* Parses all of `text`, which outlives the template. Statuses as expr_parse. */
rsp_status template_parse(const template **out, template_kind kind, rsp_bytes text, rsp_arena *arena,
                          expr_error *error) RSP_MUST_USE;

/* Whether it is the same whenever it is written: no insert. */
bool template_is_fixed(const template *t);

/* Appends to `out`. Statuses as expr_evaluate, or that of `out`. */
rsp_status template_write(const template *t, const expr_env *env, rsp_buf *out,
                          expr_error *error) RSP_MUST_USE;

/* A value as it is written in set, cases and lists: a number (unless `quoted`), "$name..." or "=..." as an
 * expression, "${...}" alone as the value of that, anything else as text with ${...}. */
typedef struct value_text {
    const expression *e; /* NULL: the text */
    size_t at;           /* of the expression in the text */
    const template *text;
} value_text;

rsp_status value_text_parse(value_text *out, rsp_bytes text, bool quoted, rsp_arena *arena,
                            expr_error *error) RSP_MUST_USE;
rsp_status value_text_evaluate(const value_text *t, const expr_env *env, value *out,
                               expr_error *error) RSP_MUST_USE;

/* Parsing and evaluating in one, for texts that are used once; what is parsed stays in the env's arena. */
rsp_status expr_text(const expr_env *env, template_kind kind, rsp_bytes text, rsp_buf *out,
                     expr_error *error) RSP_MUST_USE;
rsp_status expr_value(const expr_env *env, rsp_bytes text, bool quoted, value *out,
                      expr_error *error) RSP_MUST_USE;

#endif
