/* The requests that an editor sends after a stop, each after the answer to the one before it.
 * Source: RFC, lldb-dap refactoring to support async operations and cancellation.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_BENCH_AFTER_STOP_H
#define RSP_DAP_BENCH_AFTER_STOP_H

#include "bencher.h"

/* Continues to the next stop of the loop and asks. False: it has failed. */
bool after_stop_once(bencher *b, int64_t *thread);

#endif
