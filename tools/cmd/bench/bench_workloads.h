/* The workloads that a benchmark plays: those that are named, or all of the suite.
 * A name is one of the suite's, or a path. Mistakes are said on standard error, with the nearest name.
 * See scenarios/workloads. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_BENCH_WORKLOADS_H
#define STUBBORN_BENCH_WORKLOADS_H

#include "cli/command.h"
#include "core/arena.h"
#include "reports/bench/bench_report.h"

enum { BENCH_MAX_WORKLOADS = 64 };

/* All-zero is empty. */
typedef struct bench_workloads {
    rsp_workload *items[BENCH_MAX_WORKLOADS]; /* owned */
    size_t num;
} bench_workloads;

/* Loads what `names` asks for, which may be nothing: then all below `scenarios`, which may be NULL. Problems
 * of files go to `diagnostics` and are printed. Texts live as long as the arena. Returns an exit status. */
int bench_workloads_load(bench_workloads *out, const command *self, const char *scenarios,
                         const option_list *names, rsp_arena *arena, rsp_diagnostics *diagnostics);

/* Frees them; empty then. */
void bench_workloads_free(bench_workloads *workloads);

#endif
