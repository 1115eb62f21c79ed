/* A run that a baseline is applied to, for the fuzz target of baselines: every entry meets a result of its
 * own.
 * See scenario/baseline.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_BASELINE_RUN_H
#define FUZZ_BASELINE_RUN_H

#include "fuzz.h"

#include "scenario/baseline.h"

/* What the baseline becomes by such a run, as text. Entries that are stale are counted as they are told. */
void baseline_run_update(rsp_baseline *baseline, rsp_buf *out);

#endif
