/* The order of requests: each waits for those that it has to do with, and for no others.
 * What overtakes is served first; beside a request in work only what needs no packet.
 * See serve/queue.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "serve/queue.h"

#include "core/limits.h"

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

/* The first, the last and one between; what is left stays in order, and a new one comes last. */
static void a_request_goes_from_any_place(void **state) {
    (void)state;
    for (int64_t gone = 1; gone <= 3; gone++) {
        adapter_queue q = {0};
        for (int64_t seq = 1; seq <= 3; seq++)
            (void)add(&q, &look, seq);
        adapter_queue_remove(&q, NULL, adapter_queue_find(&q, gone));
        adapter_request *added = add(&q, &look, 4);
        int64_t seqs[3] = {0};
        size_t num = 0;
        for (const adapter_request *r = q.first; r && num < 3; r = r->next)
            seqs[num++] = r->seq;
        assert_int_equal(num, 3);
        assert_true(seqs[0] < seqs[1] && seqs[1] < seqs[2] && seqs[2] == 4);
        assert_ptr_equal(q.last, added);
        assert_int_equal(q.num_bytes, 30);
        adapter_queue_free(&q, NULL);
    }
}

/* By number and by bytes: at the limit nothing more is taken, below it one more is. */
static void a_queue_is_full_by_number_and_by_bytes(void **state) {
    adapter_queue q = {0};
    (void)state;
    for (int64_t seq = 1; seq < RSP_LIMIT_DAP_QUEUE; seq++)
        (void)add(&q, &look, seq);
    assert_false(adapter_queue_is_full(&q));
    adapter_request *last = add(&q, &look, RSP_LIMIT_DAP_QUEUE);
    assert_true(adapter_queue_is_full(&q));
    adapter_queue_remove(&q, NULL, last);
    assert_false(adapter_queue_is_full(&q));
    adapter_queue_free(&q, NULL);
    json_t *message = json_pack("{s:i, s:s}", "seq", 1, "command", "large");
    assert_non_null(adapter_queue_add(&q, NULL, message, RSP_LIMIT_DAP_QUEUE_BYTES - 1));
    assert_false(adapter_queue_is_full(&q));
    (void)add(&q, &look, 2);
    assert_true(adapter_queue_is_full(&q));
    adapter_queue_free(&q, NULL);
}

/* A message without number or command is one of number 0 and no name: it is answered, and not lost. */
static void a_message_without_members_is_a_request_too(void **state) {
    adapter_queue q = {0};
    (void)state;
    adapter_request *r = adapter_queue_add(&q, NULL, json_object(), 2);
    assert_non_null(r);
    assert_string_equal(r->name, "");
    assert_int_equal(r->seq, 0);
    assert_ptr_equal(adapter_queue_choose(&q, true), r); /* it needs no packet: nothing knows its name */
    assert_null(adapter_queue_find_progress(&q, ""));
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
        cmocka_unit_test(a_request_goes_from_any_place),
        cmocka_unit_test(a_queue_is_full_by_number_and_by_bytes),
        cmocka_unit_test(a_message_without_members_is_a_request_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
