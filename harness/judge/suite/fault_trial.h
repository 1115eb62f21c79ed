/* Looks for the scenario that notices a fault of the reference stub.
 * Scenarios of the fault's own requirement are tried first, then those of its group, then all others.
 * Who calls switches the fault on, and chooses scenarios that pass without it. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FAULT_TRIAL_H
#define RSP_FAULT_TRIAL_H

#include "scenario/runner.h"
#include <rsp/stub.h>

RSP_BEGIN_DECLS

/* How near what a scenario covers is to a requirement: 0 covers it, 1 covers one of its group, 2 anything
 * else. Scenarios for adapters have the same order. */
int rsp_fault_distance(const char *const *covers, size_t num, const char *requirement);

/* Whether a scenario with this verdict has noticed a fault. */
bool rsp_fault_kills(rsp_verdict verdict);

/* The scenarios that can notice, and who can stop the search. */
typedef struct rsp_fault_trial {
    const rsp_scenario *const *scenarios;
    size_t num_scenarios;
    const volatile sig_atomic_t *stop; /* NULL: nobody */
} rsp_fault_trial;

/* Runs scenarios until one notices the fault, and adds the fault to `into` with the scenario's name and
 * message, both "" when none did. RSP_NO_MEMORY. */
rsp_status rsp_fault_trial_run(const rsp_fault_trial *trial, const rsp_fault_info *fault, rsp_runner *runner,
                               rsp_run *into) RSP_MUST_USE;

/* Keeps the scenarios all of whose results in `run` passed, in their order. Returns how many. */
size_t rsp_fault_trial_keep_passing(const rsp_scenario **scenarios, size_t num, const rsp_run *run);

RSP_END_DECLS

#endif
