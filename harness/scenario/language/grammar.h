/* The language as tables: scenario files, profiles, baselines, the requirement catalogue.
 * Keys are named in keys.h; checker, compiler, JSON Schema and docs follow these tables.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_GRAMMAR_H
#define RSP_SCENARIO_GRAMMAR_H

#include "language/shape.h"

extern const shape grammar_scenario;
extern const shape grammar_step;
extern const shape grammar_profile;
extern const shape grammar_baseline;
extern const shape grammar_requirements;

/* Everything that can be captured from a reply: NULL-terminated. A regex group is a number, a JSON path
 * starts with '/', "register NAME" names one. */
extern const char *const grammar_captures[];
extern const shape grammar_capture_source;

/* The action of a step that passed the checker. */
const rsp_node *grammar_action(const rsp_node *step);

#endif
