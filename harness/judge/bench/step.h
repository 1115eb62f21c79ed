/* The steps of a workload: moving, reading, switching breakpoints, asking for objects.
 * Each is accounted in its phase.
 * See step.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_BENCH_STEP_H
#define RSP_BENCH_STEP_H

#include "bench.h"

/* Does one step of the list: RSP_OK, or the end of the run. */
rsp_status bench_step(bench *b, const rsp_workload_step *step);

#endif
