/* Names with values from lines of text, for the fuzz target of templates: a, b, c ... up to h.
 * "#" and eight bytes is a number, "[" a list of what is between commas, else bytes.
 * See harness/scenario/language/template.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_TEMPLATE_NAMES_H
#define FUZZ_TEMPLATE_NAMES_H

#include "fuzz.h"

#include "language/template.h"

typedef struct template_names {
    scope known;
    bool dry; /* as when a scenario is checked: names are known, values are not */
} template_names;

/* Takes a line for each name. Values live in `arena`. */
void template_names_read(template_names *n, rsp_arena *arena, rsp_bytes lines);

/* An environment with these names. */
expr_env template_names_env(template_names *n, rsp_arena *arena, bool big_endian);

/* The text as one of the kinds that a scenario has: payload, bytes, pattern, expression, value. What comes
 * out is checked as below. */
rsp_status template_evaluate(const expr_env *env, uint8_t choice, rsp_bytes text, expr_error *error);

/* Shows it in both ways. Ends the process where a value is not equal to itself. */
void template_value_check(const value *v);

#endif
