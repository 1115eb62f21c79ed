/* Knowing the stub before the first scenario.
 * Private to the layer; scenario/runner.h has the rest.
 * What is asked is kept in the runner. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_PROBE_H
#define RSP_SCENARIO_PROBE_H

#include "run/runner.h"

/* Plays nothing on a connection of its own, or on the only one: what hangs on the handshake is done. Results
 * go to `run`, and nobody judges them. */
rsp_status probe_connect(rsp_runner *runner, rsp_run *run, rsp_error *error);

/* Probes the stub unless that was done. False without memory. */
bool probe_target(rsp_runner *runner, const rsp_scenario *scenario);

#endif
