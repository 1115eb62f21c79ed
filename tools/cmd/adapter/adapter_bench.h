/* stubborn adapter bench: how long users of adapters wait, at several distances.
 * Options are those of the subcommand; adapters are named by profiles.
 * See adapter_bench.c. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_ADAPTER_BENCH_H
#define STUBBORN_ADAPTER_BENCH_H

#include "cmd/adapter/adapter_job.h"

/* Measures the adapters of the named profiles (none: the job's) and reports; the exit status. */
int adapter_bench(adapter_job *job, const option_list *profiles);

#endif
