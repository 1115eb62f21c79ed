/* Latencies of operations, as measured and corrected for coordinated omission.
 * Somebody who waits for each answer before the next question never asks while the answer is late: a stall of
 * a second is one slow operation, though it would have met every operation that was due in that second. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LATENCY_H
#define RSP_LATENCY_H

#include "core/mem.h"
#include <rsp/status.h>

RSP_BEGIN_DECLS

/* All-zero is valid and empty. */
typedef struct rsp_latencies {
    uint64_t *samples; /* nanoseconds, in the order in which they were added */
    size_t num;
    size_t cap;
    const rsp_mem *mem; /* NULL is malloc; set before the first sample */
} rsp_latencies;

/* Frees the samples; the list is empty then. */
void rsp_latencies_free(rsp_latencies *latencies);

/* RSP_NO_MEMORY; RSP_LIMIT beyond RSP_LIMIT_WORK_OPERATIONS. */
rsp_status rsp_latencies_add(rsp_latencies *latencies, uint64_t ns) RSP_MUST_USE;

/* One distribution; all zero without samples. Each quantile is the smallest sample that at least so many of
 * the samples do not exceed. */
typedef struct rsp_latency_row {
    uint64_t count;
    uint64_t mean_ns;
    uint64_t min_ns;
    uint64_t p50_ns;
    uint64_t p90_ns;
    uint64_t p99_ns;
    uint64_t p999_ns;
    uint64_t max_ns;
} rsp_latency_row;

/* Both views of the same operations, in nanoseconds. */
typedef struct rsp_latency_summary {
    rsp_latency_row measured;
    rsp_latency_row corrected;
    uint64_t interval_ns; /* from the start of one operation to that of the next, as expected */
    uint64_t num_filled;  /* operations that were due and not made */
} rsp_latency_summary;

/* Corrects as HdrHistogram's recordValueWithExpectedInterval does: a sample v above the interval i stands for
 * operations that were due every i while it lasted and would have taken v - i, v - 2i, ... down to i; they
 * are added. `interval_ns` 0 takes the median of what was measured: the pace of somebody who goes on as fast
 * as the stub usually allows. RSP_LIMIT when more than RSP_LIMIT_LATENCY_FILLED would be added (the interval
 * is absurd for these samples; `measured` is filled in then); RSP_NO_MEMORY. */
rsp_status rsp_latencies_summarise(rsp_latency_summary *out, const rsp_latencies *latencies,
                                   uint64_t interval_ns) RSP_MUST_USE;

RSP_END_DECLS

#endif
