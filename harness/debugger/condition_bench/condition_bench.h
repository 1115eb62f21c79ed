/* Running to a breakpoint whose condition is true once in many hits, decided in the way that is measured.
 * Conditional breakpoints do the work (condition/conditional.h).
 * See condition_bench.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONDITION_BENCH_H
#define RSP_CONDITION_BENCH_H

#include "bench/bench.h"
#include "condition/conditional.h"

/* What conditions must know of a guest's machine: its kind, pc, byte order, and memory for code behind it. */
void rsp_condition_guest_machine(const rsp_bench_loaded *loaded, rsp_conditionals_options *out);

/* Runs to the hit that the step asks for, as rsp_bench_options wants it: RSP_OK, or the end of the run. */
rsp_status rsp_condition_bench_run(bench *b, const rsp_workload_step *step);

#endif
