/* What the program has of the debugger (harness/debugger), beside its commands condition and dap
 * (cli/command.h) and `adapter selftest` (adapter_job.h): by name, so that nothing outside includes it. A
 * build without it (RSP_DEBUGGER=OFF) has no_debugger.c in its place. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_DEBUGGER_HOUSE_H
#define STUBBORN_DEBUGGER_HOUSE_H

#include "bench/ways.h"

/* How a workload runs to a condition; NULL in a build without the debugger. */
extern const rsp_bench_run_to_condition debugger_run_to_condition;

#endif
