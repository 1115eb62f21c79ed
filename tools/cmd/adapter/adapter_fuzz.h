/* stubborn adapter fuzz: hunts for what breaks a debug adapter, and keeps it in a folder.
 * Options are those of the subcommand; operands are sequences to replay instead.
 * See adapter_fuzz.c. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_ADAPTER_FUZZ_H
#define STUBBORN_ADAPTER_FUZZ_H

#include "cmd/adapter/adapter_job.h"

/* Fuzzes the job's adapter, or replays the named sequences; the exit status. */
int adapter_fuzz(adapter_job *job, const option_list *sequences);

#endif
