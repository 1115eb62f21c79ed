/* Threads that take tasks until there are none.
 * One lock for the counter of tasks, the judge and the progress; tasks run without it.
 * See task_pool.h. */
/* SPDX-License-Identifier: MIT */
#include "suite/task_pool.h"

#include <assert.h>
#include <stdlib.h>

void rsp_task_judge(rsp_task_worker *w, rsp_result *result) {
    rsp_task_pool *p = w->pool;
    if (!p->judge)
        return;
    pthread_mutex_lock(&p->lock);
    p->judge(p->ctx, result);
    pthread_mutex_unlock(&p->lock);
}

void rsp_task_progress(rsp_task_worker *w, const char *current, const rsp_verdict *verdict) {
    rsp_task_pool *p = w->pool;
    pthread_mutex_lock(&p->lock);
    if (verdict)
        rsp_summary_add(&p->summary, *verdict);
    if (p->progress)
        p->progress(p->ctx, &p->summary, current);
    pthread_mutex_unlock(&p->lock);
}

/* The next task; false when there is none or the pool has ended. */
static bool take(rsp_task_pool *p, size_t *out_index) {
    pthread_mutex_lock(&p->lock);
    bool go = p->status == RSP_OK && p->next < p->num_tasks && !(p->stop && *p->stop);
    if (go)
        *out_index = p->next++;
    pthread_mutex_unlock(&p->lock);
    return go;
}

static void fail(rsp_task_pool *p, rsp_status status, const rsp_error *error) {
    pthread_mutex_lock(&p->lock);
    if (p->status == RSP_OK) {
        p->status = status;
        p->error = *error;
        p->error.status = status;
    }
    pthread_mutex_unlock(&p->lock);
}

static void *serve(void *ctx) {
    rsp_task_worker *w = ctx;
    size_t index = 0;
    while (take(w->pool, &index)) {
        rsp_error error = {0};
        rsp_status status = w->pool->task(w, index, &error);
        if (status != RSP_OK)
            fail(w->pool, status, &error);
    }
    return NULL;
}

static bool worker_open(rsp_task_worker *w, rsp_task_pool *p) {
    w->pool = p;
    w->own = p->new_worker ? p->new_worker(w) : NULL;
    return w->own || !p->new_worker;
}

static void worker_close(rsp_task_worker *w) {
    if (w->own)
        w->pool->free_worker(w);
    rsp_run_free(&w->run);
}

/* The last worker is the calling thread; without memory or threads it does all the work. */
static void run_threads(rsp_task_worker *workers, unsigned num) {
    pthread_t *threads = num > 1 ? calloc(num - 1, sizeof(*threads)) : NULL;
    unsigned started = 0;
    while (threads && started + 1 < num &&
           pthread_create(&threads[started], NULL, serve, &workers[started]) == 0)
        started++;
    serve(&workers[num - 1]);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
}

static unsigned choose_num(const rsp_task_pool *p) {
    unsigned num = p->num_workers < p->num_tasks ? p->num_workers : (unsigned)p->num_tasks;
    return num > 0 ? num : 1;
}

rsp_status rsp_task_pool_run(rsp_task_pool *p, rsp_run *out_run) {
    assert(p && out_run);
    unsigned num = choose_num(p);
    rsp_task_worker *workers = calloc(num, sizeof(*workers));
    if (!workers || pthread_mutex_init(&p->lock, NULL) != 0) {
        free(workers);
        return rsp_fail(&p->error, RSP_NO_MEMORY, "no memory for the workers");
    }
    for (unsigned i = 0; i < num; i++)
        if (!worker_open(&workers[i], p))
            p->status = rsp_fail(&p->error, RSP_NO_MEMORY, "no memory for a runner");
    if (p->status == RSP_OK)
        run_threads(workers, num);
    for (unsigned i = 0; i < num; i++) {
        if (rsp_run_merge(out_run, &workers[i].run) != RSP_OK && p->status == RSP_OK)
            p->status = rsp_fail(&p->error, RSP_NO_MEMORY, "no memory for the results");
        worker_close(&workers[i]); /* before the next: results are large where a stub says much */
    }
    free(workers);
    pthread_mutex_destroy(&p->lock);
    if (p->status == RSP_OK && p->stop && *p->stop)
        p->status = RSP_CANCELLED;
    return p->status;
}
