/* Runs as tables of results, for tests of causes.
 * A failed result is as short as it can be; tests set what they are about.
 * See cause.h. */
/* SPDX-License-Identifier: MIT */
#ifndef CAUSE_RUN_H
#define CAUSE_RUN_H

#include "rsp_test.h"

#include "trace/cause.h"

/* A result of a scenario about these requirements, which has failed so. */
static inline rsp_result failed(const char *ids, rsp_symptom symptom) {
    return (rsp_result){.scenario = "a/b",
                        .requirements = ids,
                        .verdict = RSP_VERDICT_FAIL,
                        .title = "it works",
                        .message = "it failed",
                        .symptom = symptom};
}

/* Adds a copy. */
static inline void add(rsp_run *run, const rsp_result *result) {
    assert_ok(rsp_run_add(run, result));
}

/* Makes the causes, and counts them. */
static inline void explain(rsp_run *run, size_t num_causes) {
    assert_ok(rsp_run_explain(run, NULL));
    assert_int_equal(run->num_causes, num_causes);
}

#endif
