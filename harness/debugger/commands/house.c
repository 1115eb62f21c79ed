/* What the debugger gives to commands of others: `bench` runs to conditions by it.
 * Its own commands are condition.c, dap.c and adapter_selftest.c.
 * See cmd/debugger_house.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/debugger_house.h"

#include "condition_bench/condition_bench.h"

const rsp_bench_run_to_condition debugger_run_to_condition = rsp_condition_bench_run;
