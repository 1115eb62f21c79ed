/* Tasks for several workers at once, each with results of its own that are merged at the end.
 * Tasks are numbers, handed out in order. What a worker needs besides is made by a function.
 * Knows no protocol and prints nothing: progress goes to a function. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_TASK_POOL_H
#define RSP_TASK_POOL_H

#include "trace/result.h"

#include <pthread.h>
#include <signal.h>

RSP_BEGIN_DECLS

/* One worker, as its tasks see it. */
typedef struct rsp_task_worker {
    struct rsp_task_pool *pool;
    void *own;   /* what new_worker gave */
    rsp_run run; /* what it found */
} rsp_task_worker;

/* Fill in the first block, all else zero. */
typedef struct rsp_task_pool {
    size_t num_tasks;
    unsigned num_workers;              /* [1]; no more than tasks are used */
    const volatile sig_atomic_t *stop; /* NULL: nobody stops it */

    /* What a worker needs; NULL: nothing. NULL from it is no memory. All are made before the first task. */
    void *(*new_worker)(rsp_task_worker *worker);
    void (*free_worker)(rsp_task_worker *worker);

    /* Does task `index`; a status other than RSP_OK ends the pool. Called from several threads at once. */
    rsp_status (*task)(rsp_task_worker *worker, size_t index, rsp_error *error);

    /* Called with the lock held, so one at a time; either may be NULL. */
    void (*judge)(void *ctx, rsp_result *result);
    void (*progress)(void *ctx, const rsp_summary *summary, const char *current);
    void *ctx;

    pthread_mutex_t lock;
    size_t next;
    rsp_status status; /* the first failure's */
    rsp_error error;
    rsp_summary summary; /* of all workers so far */
} rsp_task_pool;

/* Does all tasks and merges what was found into `out_run`, unsorted. RSP_OK; RSP_CANCELLED when `stop` ended
 * it; or the first failure, with pool->error. */
rsp_status rsp_task_pool_run(rsp_task_pool *pool, rsp_run *out_run) RSP_MUST_USE;

/* For tasks: has a result judged before it is added. */
void rsp_task_judge(rsp_task_worker *worker, rsp_result *result);

/* For tasks: says what is under way, and counts a verdict (NULL: none yet). */
void rsp_task_progress(rsp_task_worker *worker, const char *current, const rsp_verdict *verdict);

RSP_END_DECLS

#endif
