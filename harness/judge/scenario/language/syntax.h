/* The language as tables: what a scenario may say.
 * Keys are named in keys.h; checker, compiler, JSON Schema and docs follow these tables.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_SYNTAX_H
#define RSP_SCENARIO_SYNTAX_H

#include "language/node_type.h"

extern const node_type syntax_scenario;
extern const node_type syntax_step;
extern const node_type syntax_catalogue;

/* Scalars that the files beside scenarios have, too. */
extern const node_type text_node_type;
extern const node_type texts_node_type;
extern const node_type name_node_type;
extern const node_type names_node_type;
extern const node_type boolean_node_type;
extern const node_type duration_node_type;
extern const node_type requirement_node_type;
extern const node_type level_node_type;
extern const node_type free_exprs_node_type;
extern const node_type free_payloads_node_type;

/* Everything that can be captured from a reply: NULL-terminated. A regex group is a number, a JSON path
 * starts with '/', "register NAME" names one. */
extern const char *const syntax_captures[];
extern const node_type syntax_capture_source;

/* The action of a step that passed the checker. */
const rsp_node *syntax_action(const rsp_node *step);

#endif
