/* Running to a breakpoint whose condition is true once in many hits, decided in the way that is measured.
 * The client does the work (client/conditional.h).
 * See condition.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_BENCH_CONDITION_H
#define RSP_BENCH_CONDITION_H

#include "bench.h"

/* Runs to the hit that the step asks for: RSP_OK, or the end of the run. */
rsp_status condition_run(bench *b, const rsp_workload_step *step);

#endif
