/* What the node types can not say about a scenario: names that have values, ids that exist, texts that parse.
 * Everything is checked before anything runs.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_CHECK_H
#define RSP_SCENARIO_CHECK_H

#include "language/node.h"
#include "language/script.h"

#include "scenario/scenario.h"

/* Checks one document completely. RSP_OK or the first error's status; all errors go to `diagnostics`. */
rsp_status check_scenario(rsp_source *source, rsp_node *root, const rsp_catalogue *catalogue,
                          rsp_diagnostics *diagnostics);

/* What can be said of a compiled document: labels of cases, expectations that show nothing. */
rsp_status check_script(const rsp_source *source, const script *compiled, rsp_diagnostics *diagnostics);

/* negative.c: whether a stub that serves nothing could pass: nothing but errors, emptiness and silence is
 * expected, and `needs: works` does not ask for more. */
bool scenario_shows_nothing(const scenario_spec *scenario);

#endif
