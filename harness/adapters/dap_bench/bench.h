/* Measures one work of a debug adapter: a fresh session, its way to the first stop, then the work many times.
 * The program is a loop, so that it can be stepped and continued as often as wanted.
 * How adapters are started, and how far away they and their stubs are, is the target's business. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_BENCH_H
#define RSP_DAP_BENCH_H

#include "dap_bench/work.h"
#include "dap_suite/runner.h"

RSP_BEGIN_DECLS

/* How to measure. `target` is required; 0 gives the defaults in brackets. */
typedef struct rsp_dap_bench_options {
    const rsp_dap_target *target;
    rsp_dap_work work;
    uint64_t repeat;  /* [20] operations */
    unsigned behind;  /* [10] requests that a step, continue or pause waits behind */
    uint64_t pace_ns; /* [the median] one operation is due every so often; `corrected` is for it */
    /* Packets so far between adapter and stub, in both directions; NULL: nobody counts them. */
    uint64_t (*packets)(void *ctx);
    void *ctx;
} rsp_dap_bench_options;

/* Measures. RSP_OK with the outcome in *out, which may be that it failed; RSP_CONNECT, RSP_SPAWN and their
 * like when there is no adapter, RSP_CANCELLED, RSP_NO_MEMORY. */
rsp_status rsp_dap_bench_run(rsp_dap_bench_result *out, const rsp_dap_bench_options *options,
                             rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif
