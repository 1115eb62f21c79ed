/* A scenario notices a fault when a result of it fails, warns, crashes or hangs.
 * Requirements are compared as text: "BRK-001", and "BRK-" for the group.
 * See fault_trial.h. */
/* SPDX-License-Identifier: MIT */
#include "suite/fault_trial.h"

#include "core/arena.h"

int rsp_fault_distance(const char *const *covers, size_t num, const char *requirement) {
    const char *dash = strrchr(requirement, '-');
    const size_t group = dash ? (size_t)(dash - requirement) + 1 : 0;
    int nearest = 2;
    for (size_t i = 0; i < num; i++) {
        if (strcmp(covers[i], requirement) == 0)
            return 0;
        if (strncmp(covers[i], requirement, group) == 0)
            nearest = 1;
    }
    return nearest;
}

bool rsp_fault_kills(rsp_verdict verdict) {
    return verdict == RSP_VERDICT_FAIL || verdict == RSP_VERDICT_WARN || verdict == RSP_VERDICT_CRASH ||
           verdict == RSP_VERDICT_HANG;
}

/* Runs one scenario; true, and the row filled, when it notices. */
static bool try_scenario(rsp_runner *runner, const rsp_scenario *scenario, rsp_fault_result *row,
                         rsp_run *into) {
    rsp_run found = {0};
    rsp_error error = {0};
    bool noticed = false;
    if (rsp_runner_run(runner, scenario, &found, &error) == RSP_OK) {
        for (size_t i = 0; i < found.num_results && !noticed; i++) {
            noticed = rsp_fault_kills(found.results[i].verdict);
            row->killed_by = rsp_arena_str(&into->arena, found.results[i].scenario);
            row->message = rsp_arena_str(&into->arena, found.results[i].message);
        }
    }
    rsp_run_free(&found);
    return noticed;
}

static bool is_stopped(const rsp_fault_trial *t) {
    return t->stop && *t->stop;
}

rsp_status rsp_fault_trial_run(const rsp_fault_trial *t, const rsp_fault_info *fault, rsp_runner *runner,
                               rsp_run *into) {
    rsp_fault_result row = {.fault = fault->name, .requirement = fault->requirement};
    bool killed = false;
    for (int near = 0; near <= 2 && !killed; near++)
        for (size_t i = 0; i < t->num_scenarios && !killed && !is_stopped(t); i++)
            if (rsp_fault_distance(t->scenarios[i]->covers, t->scenarios[i]->num_covers,
                                   fault->requirement) == near)
                killed = try_scenario(runner, t->scenarios[i], &row, into);
    if (!killed) {
        row.killed_by = "";
        row.message = "";
    }
    return rsp_run_add_fault(into, &row);
}

static bool has_passed(const rsp_run *run, const char *scenario) {
    bool passed = false;
    for (size_t i = 0; i < run->num_results; i++) {
        if (strcmp(run->results[i].scenario, scenario) != 0)
            continue;
        passed = run->results[i].verdict == RSP_VERDICT_PASS;
        if (!passed)
            return false;
    }
    return passed;
}

size_t rsp_fault_trial_keep_passing(const rsp_scenario **scenarios, size_t num, const rsp_run *run) {
    size_t kept = 0;
    for (size_t i = 0; i < num; i++)
        if (has_passed(run, scenarios[i]->name))
            scenarios[kept++] = scenarios[i];
    return kept;
}
