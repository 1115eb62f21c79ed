/* How a run ends: done, skipped or failed, with a reason; and what was done otherwise.
 * The first reason and the first note are kept in the result.
 * See outcome.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_BENCH_OUTCOME_H
#define RSP_BENCH_OUTCOME_H

#include "bench.h"

/* Ends the run as FAILED or SKIPPED with a reason. Both return the status that a step then returns. */
rsp_status bench_fail(bench *b, const char *fmt, ...) RSP_PRINTF(2, 3);
/* The same where the stub, or this build, lacks what the run needs. */
rsp_status bench_skip(bench *b, const char *fmt, ...) RSP_PRINTF(2, 3);

/* A call of the client failed with `status` while `doing`: FAILED with the client's message. CANCELLED and
 * NO_MEMORY are returned as they are, without a reason. */
rsp_status bench_client_failed(bench *b, rsp_status status, const char *doing);

/* Notes what was done otherwise than the workload says. Only the first note is kept. */
void bench_note(bench *b, const char *fmt, ...) RSP_PRINTF(2, 3);

#endif
