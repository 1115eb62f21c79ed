/* What a play knows before it begins: facts of the profile, the debuggee, labelled lines of its source.
 * A label is a comment of a line: a star, a blank, "@name".
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_SUITE_FACTS_H
#define RSP_DAP_SUITE_FACTS_H

#include "dap_suite/runner.h"

/* A new object of values by name; NULL without memory. `lacks` gets why the scenario cannot be played. */
json_t *dap_facts_of(const rsp_dap_target *target, const rsp_dap_scenario *scenario, rsp_buf *lacks);

#endif
