/* What loading by path needs of a suite.
 * The rest is in scenario/scenario.h.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_SUITE_H
#define RSP_SCENARIO_SUITE_H

#include "scenario/scenario.h"

/* The collection that findings go to, and the memory of the suite. */
rsp_diagnostics *suite_diagnostics(rsp_suite *suite);
const rsp_mem *suite_mem(const rsp_suite *suite);

#endif
