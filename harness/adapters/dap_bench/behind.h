/* A step, continue or pause behind requests that take long, as they are or cancelled first.
 * A user reads for a moment before moving on, so that the first of them is in work then.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_BENCH_BEHIND_H
#define RSP_DAP_BENCH_BEHIND_H

#include "bencher.h"

/* Once, at a stop or, for pause, in a running program. False: it has failed, or is skipped. */
bool behind_once(bencher *b, int64_t *thread);

#endif
