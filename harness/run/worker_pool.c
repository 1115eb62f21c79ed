/* Threads that take tasks until there are none, and the progress line.
 * One lock for the counter of tasks, the judge and the line; scenarios run without it.
 * A single worker runs in the calling thread. */
/* SPDX-License-Identifier: MIT */
#include "run/worker_pool.h"

#include "cli/io.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const uint64_t progress_after_ns = RSP_NS_PER_S;
static const uint64_t progress_every_ns = 100 * RSP_NS_PER_MS;

static uint64_t now_ns(void) {
    rsp_clock clock = rsp_clock_monotonic();
    return rsp_clock_now(&clock);
}

/* Called with the lock held. */
static void draw(worker_pool *w, const char *current) {
    uint64_t now = now_ns();
    if (!w->show_progress || now - w->started_ns < progress_after_ns || now - w->drawn_ns < progress_every_ns)
        return;
    rsp_progress progress = {
        .done = rsp_summary_total(&w->summary),
        .planned = w->planned,
        .summary = &w->summary,
        .current = current,
        .elapsed_ns = now - w->started_ns,
    };
    unsigned columns = io_columns(STDERR_FILENO);
    rsp_report_options options = {.width = columns > 1 ? columns - 1 : 0,
                                  .colour = io_wants_colour(STDERR_FILENO)};
    rsp_buf line = {0};
    rsp_report_progress(&line, &progress, &options);
    /* A pipe gets lines; a terminal has one that is drawn over. */
    bool terminal = columns > 0;
    fprintf(stderr, terminal ? "\r%s" : "%s\n", rsp_buf_cstr(&line));
    fflush(stderr);
    rsp_buf_free(&line);
    w->drawn_ns = terminal ? now : now + 10 * progress_every_ns;
    w->line_shown = w->line_shown || terminal;
}

static void erase(const worker_pool *w) {
    unsigned columns = io_columns(STDERR_FILENO);
    if (w->line_shown && columns > 1)
        fprintf(stderr, "\r%*s\r", (int)columns - 1, "");
}

static void on_judge(void *ctx, rsp_result *result) {
    pool_worker *seat = ctx;
    worker_pool *w = seat->worker_pool;
    if (!w->judge)
        return;
    pthread_mutex_lock(&w->lock);
    w->judge(w->ctx, result);
    pthread_mutex_unlock(&w->lock);
}

static void on_progress(void *ctx, const rsp_scenario *scenario, const char *variant,
                        const rsp_result *result) {
    pool_worker *seat = ctx;
    worker_pool *w = seat->worker_pool;
    (void)variant;
    pthread_mutex_lock(&w->lock);
    if (result)
        rsp_summary_add(&w->summary, result->verdict);
    draw(w, scenario->name);
    pthread_mutex_unlock(&w->lock);
}

/* The next task, or false when there is none or the job has ended. */
static bool take(worker_pool *w, size_t *out_index) {
    pthread_mutex_lock(&w->lock);
    bool go = w->status == RSP_OK && w->next < w->num_tasks && !(w->options.stop && *w->options.stop);
    if (go)
        *out_index = w->next++;
    pthread_mutex_unlock(&w->lock);
    return go;
}

static void fail(worker_pool *w, rsp_status status, const rsp_error *error) {
    pthread_mutex_lock(&w->lock);
    if (w->status == RSP_OK) {
        w->status = status;
        w->error = *error;
        w->error.status = status;
    }
    pthread_mutex_unlock(&w->lock);
}

static void *serve_seat(void *ctx) {
    pool_worker *seat = ctx;
    size_t index = 0;
    while (take(seat->worker_pool, &index)) {
        rsp_error error = {0};
        rsp_status status = seat->worker_pool->task(seat, index, &error);
        if (status != RSP_OK)
            fail(seat->worker_pool, status, &error);
    }
    return NULL;
}

static bool seat_open(pool_worker *seat, worker_pool *w) {
    seat->worker_pool = w;
    seat->stubs = stub_opener_new(w->stub_config);
    if (!seat->stubs)
        return false;
    seat->provider = stub_opener_provider(seat->stubs);
    rsp_runner_options options = w->options;
    options.judge = on_judge;
    options.progress = on_progress;
    options.ctx = seat;
    seat->runner = rsp_runner_new(&seat->provider, &options);
    return seat->runner != NULL;
}

static void seat_close(pool_worker *seat) {
    rsp_runner_free(seat->runner);
    stub_opener_free(seat->stubs);
    rsp_run_free(&seat->run);
}

static void run_threads(pool_worker *seats, unsigned num) {
    pthread_t *threads = num > 1 ? calloc(num - 1, sizeof(*threads)) : NULL;
    unsigned started = 0;
    /* The last seat is the caller's; without memory or threads it does all the work. */
    while (threads && started + 1 < num &&
           pthread_create(&threads[started], NULL, serve_seat, &seats[started]) == 0)
        started++;
    serve_seat(&seats[num - 1]);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
}

static unsigned choose_num(const worker_pool *w) {
    unsigned num = w->num_workers < w->num_tasks ? w->num_workers : (unsigned)w->num_tasks;
    return num > 0 ? num : 1;
}

rsp_status worker_pool_run(worker_pool *w, rsp_run *out_run) {
    unsigned num = choose_num(w);
    pool_worker *seats = calloc(num, sizeof(*seats));
    if (!seats || pthread_mutex_init(&w->lock, NULL) != 0) {
        free(seats);
        return rsp_fail(&w->error, RSP_NO_MEMORY, "no memory for the workers");
    }
    w->started_ns = now_ns();
    for (unsigned i = 0; i < num; i++)
        if (!seat_open(&seats[i], w))
            w->status = rsp_fail(&w->error, RSP_NO_MEMORY, "no memory for a runner");
    if (w->status == RSP_OK)
        run_threads(seats, num);
    erase(w);
    for (unsigned i = 0; i < num; i++) {
        if (rsp_run_merge(out_run, &seats[i].run) != RSP_OK && w->status == RSP_OK)
            w->status = rsp_fail(&w->error, RSP_NO_MEMORY, "no memory for the results");
        seat_close(&seats[i]); /* before the next: results are large where a stub says much */
    }
    free(seats);
    pthread_mutex_destroy(&w->lock);
    if (w->status == RSP_OK && w->options.stop && *w->options.stop)
        w->status = RSP_CANCELLED;
    return w->status;
}
