/* What a benchmark measures, from the lists of its command line: ways, round-trip times, values of the sweep.
 * Words are separated by commas, and an option may be repeated.
 * Mistakes are said on standard error, with the nearest name. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_BENCH_PLAN_H
#define STUBBORN_BENCH_PLAN_H

#include "cli/command.h"
#include "core/arena.h"
#include "reports/bench/bench_report.h"

enum { BENCH_MAX_VALUES = 64, BENCH_MAX_RTTS = 16 };

/* The words of --batch, --rtt and --values. */
typedef struct bench_lists {
    option_list ways;
    option_list rtts;
    option_list values;
} bench_lists;

/* All-zero is empty. */
typedef struct bench_plan {
    rsp_bench_way ways[RSP_BENCH_WAY_COUNT];
    size_t num_ways;
    uint64_t rtts[BENCH_MAX_RTTS];
    size_t num_rtts;
    uint64_t values[BENCH_MAX_VALUES]; /* none: those of the workload */
    size_t num_values;
} bench_plan;

/* Without words: all ways, and the stub as it is, or four distances where time is virtual. Returns an exit
 * status. */
int bench_plan_take(bench_plan *out, const command *self, const bench_lists *lists, bool virtual_time,
                    rsp_arena *arena);

#endif
