/* Running scenarios on several workers at once, each with stubs and a runner of its own.
 * Tasks are numbers, handed out in order; what a worker found is joined at the end.
 * Also the progress line, drawn by whoever finishes something. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_WORKER_POOL_H
#define STUBBORN_WORKER_POOL_H

#include "stubs/stub_config.h"

#include "reports/report.h"
#include <pthread.h>

/* One worker's own things. */
typedef struct pool_worker {
    struct worker_pool *worker_pool;
    stub_opener *stubs;
    rsp_stub_provider provider; /* borrowed by the runner */
    rsp_runner *runner;
    rsp_run run; /* what it found */
} pool_worker;

/* A job for several workers. Fill in the first part, then worker_pool_run. */
typedef struct worker_pool {
    const stub_config *stub_config;
    rsp_runner_options options; /* of each worker's runner; judge, progress and ctx are set per worker */
    size_t num_tasks;
    unsigned num_workers;
    uint64_t planned;   /* results expected, for the progress line; 0 for none */
    bool show_progress; /* on standard error, from the second second on */
    /* Does task `index` with the seat's runner; a status other than RSP_OK ends the job. */
    rsp_status (*task)(pool_worker *seat, size_t index, rsp_error *error);
    void (*judge)(void *ctx, rsp_result *result); /* called with the lock held; may be NULL */
    void *ctx;

    pthread_mutex_t lock;
    size_t next;
    rsp_status status; /* the first failure's */
    rsp_error error;
    rsp_summary summary; /* of all workers so far */
    uint64_t started_ns;
    uint64_t drawn_ns;
    bool line_shown;
} worker_pool;

/* Does all tasks and merges what was found into `out_run`, unsorted. RSP_OK, RSP_CANCELLED when it was
 * stopped, or the first failure with work->error. */
rsp_status worker_pool_run(worker_pool *w, rsp_run *out_run) RSP_MUST_USE;

#endif
