/* Tasks by several workers: each is done once, results are merged, a failure or a stop ends the rest.
 * The stubs are never opened: tasks add results themselves.
 * See worker_pool.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "suite/worker_pool.h"
#include <stdio.h>
#include <stdlib.h>

enum { MANY = 200 };

typedef struct world {
    unsigned done[MANY];   /* each by one worker */
    unsigned num_workers;  /* not freed */
    unsigned workers_from; /* this worker and later ones have no memory; 0: all have */
    size_t fails_at;
    size_t stops_at;
    volatile sig_atomic_t stop;
} world;

static rsp_status never(void *ctx, rsp_link **out_link, const rsp_stub_request *request, rsp_error *error) {
    (void)ctx;
    (void)out_link;
    (void)request;
    return rsp_fail(error, RSP_CONNECT, "no stub");
}

static void *new_worker(void *ctx, rsp_stub_provider *out_provider) {
    world *w = ctx;
    if (w->workers_from && w->num_workers + 1 >= w->workers_from)
        return NULL;
    w->num_workers++;
    *out_provider = (rsp_stub_provider){.open = never};
    return w;
}

static void free_worker(void *worker) {
    ((world *)worker)->num_workers--;
}

static rsp_status task(rsp_pool_worker *worker, size_t index, rsp_error *error) {
    world *w = worker->pool->ctx;
    char name[32];
    (void)snprintf(name, sizeof name, "a/%03zu", index);
    w->done[index]++;
    if (index + 1 == w->fails_at)
        return rsp_fail(error, RSP_SPAWN, "task %zu", index);
    w->stop = index + 1 == w->stops_at ? 1 : w->stop;
    return rsp_run_add(worker->run, &(rsp_result){.scenario = name, .verdict = RSP_VERDICT_PASS});
}

static rsp_status run(world *w, unsigned num_workers, rsp_run *out_run, rsp_error *error) {
    const rsp_stub_supply stubs = {.new_worker = new_worker, .free_worker = free_worker, .ctx = w};
    rsp_worker_pool pool = {.stubs = &stubs,
                            .options = {.stop = &w->stop},
                            .num_tasks = MANY,
                            .num_workers = num_workers,
                            .task = task,
                            .ctx = w};
    rsp_status status = rsp_worker_pool_run(&pool, out_run);
    *error = pool.error;
    assert_int_equal(w->num_workers, 0);
    return status;
}

static void each_task_is_done_once_by_any_number_of_workers(void **state) {
    static const unsigned nums[] = {0, 1, 2, 7, 64};
    (void)state;
    for (size_t k = 0; k < RSP_ARRAY_LEN(nums); k++) {
        world w = {0};
        rsp_run all = {0};
        rsp_error error;
        assert_ok(run(&w, nums[k], &all, &error));
        rsp_run_sort(&all);
        assert_int_equal(all.num_results, MANY);
        for (size_t i = 0; i < MANY; i++)
            assert_int_equal(w.done[i], 1);
        assert_string_equal(all.results[MANY - 1].scenario, "a/199");
        rsp_run_free(&all);
    }
}

static void first_failure_ends_the_rest_and_keeps_what_was_found(void **state) {
    (void)state;
    world w = {.fails_at = 10};
    rsp_run all = {0};
    rsp_error error;
    assert_int_equal(run(&w, 1, &all, &error), RSP_SPAWN);
    assert_string_equal(error.msg, "task 9");
    assert_int_equal(error.status, RSP_SPAWN);
    assert_int_equal(all.num_results, 9);
    rsp_run_free(&all);
}

static void stop_ends_the_rest_and_keeps_what_was_found(void **state) {
    (void)state;
    world w = {.stops_at = 10};
    rsp_run all = {0};
    rsp_error error;
    assert_int_equal(run(&w, 1, &all, &error), RSP_CANCELLED);
    assert_int_equal(all.num_results, 10);
    rsp_run_free(&all);
}

static void worker_without_memory_ends_the_pool_before_it_begins(void **state) {
    (void)state;
    world w = {.workers_from = 3};
    rsp_run all = {0};
    rsp_error error;
    assert_int_equal(run(&w, 5, &all, &error), RSP_NO_MEMORY);
    assert_int_equal(all.num_results, 0);
    assert_true(error.msg[0] != 0);
    rsp_run_free(&all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_task_is_done_once_by_any_number_of_workers),
        cmocka_unit_test(first_failure_ends_the_rest_and_keeps_what_was_found),
        cmocka_unit_test(stop_ends_the_rest_and_keeps_what_was_found),
        cmocka_unit_test(worker_without_memory_ends_the_pool_before_it_begins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
