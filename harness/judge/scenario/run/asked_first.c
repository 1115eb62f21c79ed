/* A scenario is played once the stub is known: what it is was asked before, on a connection of its own.
 * The asking plays a scenario of ours, which asks nothing itself.
 * See scenario/runner.h. */
/* SPDX-License-Identifier: MIT */
#include "run/probe.h"

rsp_status rsp_runner_run_variants(rsp_runner *runner, const rsp_scenario *scenario, uint32_t which,
                                   rsp_run *run, rsp_error *error) {
    return probe_target(runner, scenario) ? runner_play(runner, scenario, which, run, error) : RSP_NO_MEMORY;
}

rsp_status rsp_runner_run(rsp_runner *runner, const rsp_scenario *scenario, rsp_run *run, rsp_error *error) {
    return rsp_runner_run_variants(runner, scenario, UINT32_MAX, run, error);
}
