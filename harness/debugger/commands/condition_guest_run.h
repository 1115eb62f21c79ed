/* One run of `condition --load`: breakpoints at places of the guest, the guest run from stop to stop, the
 * report filled. The guest's `end` is watched, which a bare machine never leaves.
 * Used by condition_guest. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_CONDITION_GUEST_RUN_H
#define STUBBORN_CONDITION_GUEST_RUN_H

#include "commands/condition_run.h"

#include "bench/ways.h"

/* Set the first three; the rest is zero. The report is for reading, and borrows from all of it. */
typedef struct condition_guest_run {
    const condition_args *args;
    const rsp_bench_loaded *loaded;
    const char *program; /* of the guest: "scratch" */
    rsp_arena arena;
    rsp_condition_report report;
    rsp_condition_stop *stops; /* those of the report */
    rsp_client *client;
    rsp_conditionals *breakpoints;
    rsp_conditional **places; /* of args->at, in their order */
    rsp_conditional *end;     /* NULL: `end` is a place itself */
    size_t failed;            /* the place whose breakpoint failed */
    uint64_t held;            /* how often a condition held */
} condition_guest_run;

/* Runs the guest on an open stub, which it was loaded into before. RSP_OK with a report where it ran; else
 * what went wrong: `where` is "condition" for a mistake in its text. */
rsp_status condition_guest_run_all(condition_guest_run *run, const stub_conversation *stub,
                                   rsp_error *error) RSP_MUST_USE;

/* Stops the guest, takes the breakpoints out and lets a target that is not ours go; then frees. */
void condition_guest_run_free(condition_guest_run *run, const stub_conversation *stub);

#endif
