/* The result of one play of a scenario.
 * It is added to the run, whatever came of the play.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_RESULT_H
#define RSP_SCENARIO_RESULT_H

#include "run/runner.h"

/* RSP_OK, or RSP_NO_MEMORY. */
rsp_status result_add(rsp_runner *r, play *p, step_end end, rsp_run *run);

#endif
