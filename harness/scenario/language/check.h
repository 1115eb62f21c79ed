/* What the shapes can not say about a scenario: names that have values, ids that exist, texts that parse.
 * Everything is checked before anything runs.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_CHECK_H
#define RSP_SCENARIO_CHECK_H

#include "language/node.h"

#include <rsp/scenario.h>

/* Checks one document completely. RSP_OK or the first error's status; all errors go to `diagnostics`. */
rsp_status check_scenario(rsp_source *source, rsp_node *root, const rsp_catalogue *catalogue,
                          rsp_diagnostics *diagnostics);

/* negative.c: whether a stub that serves nothing could pass: nothing but errors, emptiness and silence is
 * expected, and `needs: works` does not ask for more. */
bool scenario_shows_nothing(const rsp_node *root);

/* Of the suite, for load.c. */
rsp_diagnostics *suite_diagnostics(rsp_suite *suite);
const rsp_mem *suite_mem(const rsp_suite *suite);

/* '*' and '?' as in a shell, '*' also over '/'. */
bool glob_match(const char *pattern, const char *text);

#endif
