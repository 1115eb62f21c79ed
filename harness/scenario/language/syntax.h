/* The language as tables: what a scenario may say.
 * Keys are named in keys.h; checker, compiler, JSON Schema and docs follow these tables.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_SYNTAX_H
#define RSP_SCENARIO_SYNTAX_H

#include "language/shape.h"

extern const shape syntax_scenario;
extern const shape syntax_step;
extern const shape syntax_catalogue;

/* Scalars that the files beside scenarios have, too. */
extern const shape text_shape;
extern const shape texts_shape;
extern const shape name_shape;
extern const shape names_shape;
extern const shape boolean_shape;
extern const shape duration_shape;
extern const shape requirement_shape;
extern const shape level_shape;
extern const shape free_exprs_shape;
extern const shape free_payloads_shape;

/* Everything that can be captured from a reply: NULL-terminated. A regex group is a number, a JSON path
 * starts with '/', "register NAME" names one. */
extern const char *const syntax_captures[];
extern const shape syntax_capture_source;

/* The action of a step that passed the checker. */
const rsp_node *syntax_action(const rsp_node *step);

#endif
