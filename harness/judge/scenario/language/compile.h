/* Compiling: nodes of a file that passed the checker become the typed structs of spec.h, by their node types.
 * Texts are parsed by the checker, and what was parsed is kept with the node until here.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_COMPILE_H
#define RSP_SCENARIO_COMPILE_H

#include "language/node_type.h"
#include "language/script.h"

/* What the text of a scalar says: by its kind, one of these. */
typedef struct parsed_scalar {
    const template *text;     /* PAYLOAD, BYTES, REGEX */
    const expression *e;      /* EXPR */
    value_text value;         /* VALUE */
    const automaton *pattern; /* REGEX without expressions */
} parsed_scalar;

/* Parses the text of `node` and keeps the result in node->parsed. RSP_OK, or what is wrong with it. */
rsp_status scalar_parse(rsp_source *source, rsp_node *node, scalar_kind kind, expr_error *error) RSP_MUST_USE;

/* Evaluates what was parsed without values, as far as that goes, and keeps a pattern that has no expressions.
 * RSP_OK, or what is wrong. */
rsp_status scalar_try(rsp_source *source, rsp_node *node, scalar_kind kind, const expr_env *env,
                      expr_error *error) RSP_MUST_USE;

/* The struct that `of` is compiled to, in the source's arena `compiled`; NULL when that is full: see its
 * status. The node was checked against the node type, and had no error. */
const void *spec_compile(rsp_source *source, rsp_node *node, const node_type *of);

/* A document that check_scenario found nothing wrong with. RSP_OK, or the status of the arena. */
rsp_status script_compile(const script **out, rsp_source *source, rsp_node *root) RSP_MUST_USE;

#endif
