/* Each worker of the task pool owns a worker of this one.
 * A runner's reports of results go to the pool's judge and progress.
 * See worker_pool.h. */
/* SPDX-License-Identifier: MIT */
#include "suite/worker_pool.h"

#include <assert.h>
#include <stdlib.h>

static void on_judge(void *ctx, rsp_result *result) {
    rsp_task_judge(ctx, result);
}

static void on_progress(void *ctx, const rsp_scenario *scenario, const char *variant,
                        const rsp_result *result) {
    (void)variant;
    rsp_task_progress(ctx, scenario->name, result ? &result->verdict : NULL);
}

static void free_worker(rsp_task_worker *task_worker) {
    rsp_pool_worker *w = task_worker->own;
    rsp_runner_free(w->runner);
    if (w->stubs)
        w->pool->stubs->free_worker(w->stubs);
    free(w);
}

static void *new_worker(rsp_task_worker *task_worker) {
    rsp_worker_pool *p = task_worker->pool->ctx;
    rsp_pool_worker *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    *w = (rsp_pool_worker){.pool = p, .run = &task_worker->run};
    w->stubs = p->stubs->new_worker(p->stubs->ctx, &w->provider);
    rsp_runner_options options = p->options;
    options.judge = on_judge;
    options.progress = on_progress;
    options.ctx = task_worker;
    w->runner = w->stubs ? rsp_runner_new(&w->provider, &options) : NULL;
    if (w->runner)
        return w;
    task_worker->own = w;
    free_worker(task_worker);
    return NULL;
}

static rsp_status run_task(rsp_task_worker *task_worker, size_t index, rsp_error *error) {
    rsp_pool_worker *w = task_worker->own;
    return w->pool->task(w, index, error);
}

static void judge(void *ctx, rsp_result *result) {
    const rsp_worker_pool *p = ctx;
    p->judge(p->ctx, result);
}

static void progress(void *ctx, const rsp_summary *summary, const char *current) {
    const rsp_worker_pool *p = ctx;
    p->progress(p->ctx, summary, current);
}

rsp_status rsp_worker_pool_run(rsp_worker_pool *p, rsp_run *out_run) {
    assert(p && out_run);
    rsp_task_pool tasks = {
        .num_tasks = p->num_tasks,
        .num_workers = p->num_workers,
        .stop = p->options.stop,
        .new_worker = new_worker,
        .free_worker = free_worker,
        .task = run_task,
        .judge = p->judge ? judge : NULL,
        .progress = p->progress ? progress : NULL,
        .ctx = p,
    };
    const rsp_status status = rsp_task_pool_run(&tasks, out_run);
    p->error = tasks.error;
    return status;
}
