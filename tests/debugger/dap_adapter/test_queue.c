/* The order of requests: each waits for those that it has to do with, and for no others.
 * What overtakes is served first; beside a request in work only what needs no packet.
 * See serve/queue.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "serve/queue.h"

static const adapter_command look = {.name = "look", .reads = MATTER_RUN | MATTER_DATA, .traits = VIEWS};
static const adapter_command step = {
    .name = "step", .reads = MATTER_BREAKPOINTS, .writes = MATTER_RUN | MATTER_DATA, .traits = NEEDS_STOP};
static const adapter_command place = {.name = "place", .writes = MATTER_BREAKPOINTS, .traits = NO_PACKET};
static const adapter_command pause_ = {
    .name = "pause", .writes = MATTER_RUN, .traits = OVERTAKES | AFTER_RESUMES};
static const adapter_command leave = {.name = "leave", .writes = MATTER_RUN, .traits = OVERTAKES};

static adapter_request *add(adapter_queue *q, const adapter_command *command, int64_t seq) {
    json_t *message = json_pack("{s:I, s:s}", "seq", (json_int_t)seq, "command", command->name);
    adapter_request *r = adapter_queue_add(q, NULL, message, 10);
    assert_non_null(r);
    r->command = command;
    return r;
}

static void requests_are_served_in_their_order(void **state) {
    adapter_queue q = {0};
    (void)state;
    adapter_request *first = add(&q, &look, 1);
    adapter_request *second = add(&q, &step, 2);
    assert_ptr_equal(adapter_queue_choose(&q, false), first);
    adapter_queue_remove(&q, NULL, first);
    assert_ptr_equal(adapter_queue_choose(&q, false), second);
    adapter_queue_free(&q, NULL);
    assert_int_equal(q.num, 0);
    assert_int_equal(q.num_bytes, 0);
}

static void a_pause_overtakes(void **state) {
    adapter_queue q = {0};
    (void)state;
    (void)add(&q, &look, 1);
    adapter_request *pause = add(&q, &pause_, 2);
    assert_ptr_equal(adapter_queue_choose(&q, false), pause);
    adapter_queue_free(&q, NULL);
}

/* It would find the program standing, and be lost. */
static void a_pause_overtakes_no_resume(void **state) {
    adapter_queue q = {0};
    (void)state;
    (void)add(&q, &look, 1);
    adapter_request *resume = add(&q, &step, 2);
    adapter_request *pause = add(&q, &pause_, 3);
    assert_ptr_not_equal(adapter_queue_choose(&q, false), pause);
    adapter_request *end = add(&q, &leave, 4);
    assert_ptr_equal(adapter_queue_choose(&q, false), end);
    adapter_queue_remove(&q, NULL, resume);
    assert_ptr_equal(adapter_queue_choose(&q, false), pause);
    adapter_queue_free(&q, NULL);
}

static void breakpoints_do_not_wait_behind_a_look(void **state) {
    adapter_queue q = {0};
    (void)state;
    add(&q, &look, 1)->active = true;
    (void)add(&q, &look, 2);
    adapter_request *set = add(&q, &place, 3);
    assert_ptr_equal(adapter_queue_choose(&q, true), set);
    adapter_queue_free(&q, NULL);
}

static void breakpoints_wait_behind_a_step_that_needs_the_old_ones(void **state) {
    adapter_queue q = {0};
    (void)state;
    add(&q, &look, 1)->active = true;
    (void)add(&q, &step, 2);
    (void)add(&q, &place, 3);
    assert_null(adapter_queue_choose(&q, true));
    adapter_queue_free(&q, NULL);
}

static void a_request_is_found_by_its_number(void **state) {
    adapter_queue q = {0};
    (void)state;
    (void)add(&q, &look, 7);
    adapter_request *wanted = add(&q, &look, 9);
    assert_ptr_equal(adapter_queue_find(&q, 9), wanted);
    assert_null(adapter_queue_find(&q, 8));
    adapter_queue_free(&q, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_are_served_in_their_order),
        cmocka_unit_test(a_pause_overtakes),
        cmocka_unit_test(a_pause_overtakes_no_resume),
        cmocka_unit_test(breakpoints_do_not_wait_behind_a_look),
        cmocka_unit_test(breakpoints_wait_behind_a_step_that_needs_the_old_ones),
        cmocka_unit_test(a_request_is_found_by_its_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
