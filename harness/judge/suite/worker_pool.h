/* Scenarios for stubs on several workers at once, each with stubs and a runner of its own.
 * A pool of tasks whose workers are made from a supply of stubs.
 * See task_pool.h for what tasks share. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_WORKER_POOL_H
#define RSP_WORKER_POOL_H

#include "suite/stub_supply.h"
#include "suite/task_pool.h"

RSP_BEGIN_DECLS

/* One worker, as its tasks see it. */
typedef struct rsp_pool_worker {
    struct rsp_worker_pool *pool;
    void *stubs;                /* of the supply */
    rsp_stub_provider provider; /* borrowed by the runner */
    rsp_runner *runner;
    rsp_run *run; /* what it found */
} rsp_pool_worker;

/* Tasks for several workers. Fill in the first block, all else zero. */
typedef struct rsp_worker_pool {
    const rsp_stub_supply *stubs;
    rsp_runner_options options; /* of each worker's runner; judge, progress and ctx are the pool's */
    size_t num_tasks;
    unsigned num_workers; /* [1]; no more than tasks are used */
    /* Does task `index`; a status other than RSP_OK ends the pool. Called from several threads at once. */
    rsp_status (*task)(rsp_pool_worker *worker, size_t index, rsp_error *error);
    /* Called with the lock held, so one at a time; either may be NULL. A result is judged before it counts;
     * of progress `current` is the scenario's name. */
    void (*judge)(void *ctx, rsp_result *result);
    void (*progress)(void *ctx, const rsp_summary *summary, const char *current);
    void *ctx;

    rsp_error error; /* of the first failure */
} rsp_worker_pool;

/* Does all tasks and merges what was found into `out_run`, unsorted. RSP_OK; RSP_CANCELLED when options.stop
 * ended it; or the first failure, with pool->error. */
rsp_status rsp_worker_pool_run(rsp_worker_pool *pool, rsp_run *out_run) RSP_MUST_USE;

RSP_END_DECLS

#endif
