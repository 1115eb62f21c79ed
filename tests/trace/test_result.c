/* The run: copies, counts, areas, order, limits, and what remains when memory runs out.
 * Also verdicts and levels.
 * See result.h and verdict.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/limits.h"
#include "core/mem.h"
#include "trace/result.h"

static void add_copies_texts_and_violations(void **state) {
    (void)state;
    rsp_run run = {0};
    char name[] = "memory/read";
    rsp_violation v = {
        .rule = RSP_RULE_CHECKSUM, .requirements = "FRAME-001", .message = "wrong", .got = name};
    assert_ok(rsp_run_add(&run, &(rsp_result){.scenario = name, .violations = &v, .num_violations = 1}));
    memset(name, 'x', sizeof name - 1);
    v.message = "gone";
    const rsp_result *r = &run.results[0];
    assert_string_equal(r->scenario, "memory/read");
    assert_string_equal(r->area, "memory");
    assert_string_equal(r->title, "");
    assert_string_equal(r->violations[0].message, "wrong");
    assert_string_equal(r->violations[0].got, "memory/read");
    assert_string_equal(r->violations[0].expected, "");
    assert_int_equal(run.summary.count[RSP_VERDICT_PASS], 1);
    rsp_run_free(&run);
    assert_int_equal(run.num_results, 0);
    rsp_run_free(NULL);
}

static void areas_keep_order_and_common_skip_reason(void **state) {
    (void)state;
    rsp_run run = {0};
    const rsp_result results[] = {
        {.scenario = "b/1"},
        {.scenario = "b/2", .verdict = RSP_VERDICT_FAIL},
        {.scenario = "a/1", .verdict = RSP_VERDICT_SKIP, .reason = "not announced"},
        {.scenario = "a/2", .verdict = RSP_VERDICT_SKIP, .reason = "not announced"},
        {.scenario = "c/1", .verdict = RSP_VERDICT_SKIP, .reason = "one"},
        {.scenario = "c/2", .verdict = RSP_VERDICT_SKIP, .reason = "two"},
        {.scenario = "b/3"},
        {.scenario = "lonely"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(results); i++)
        assert_ok(rsp_run_add(&run, &results[i]));
    rsp_area_summary *areas = NULL;
    size_t num = 0;
    assert_ok(rsp_run_areas(&run, &areas, &num));
    assert_int_equal(num, 4);
    assert_string_equal(areas[0].area, "b");
    assert_int_equal(areas[0].summary.count[RSP_VERDICT_PASS], 2);
    assert_string_equal(areas[1].skip_reason, "not announced");
    assert_string_equal(areas[2].skip_reason, "");
    assert_string_equal(areas[3].area, "lonely");
    rsp_run_free(&run);
}

static void others_are_no_part_of_the_total(void **state) {
    (void)state;
    rsp_run run = {0};
    const rsp_result results[] = {
        {.scenario = "a/1"},
        {.scenario = "a/2", .verdict = RSP_VERDICT_SKIP},
        {.scenario = "a/3", .verdict = RSP_VERDICT_SKIP, .other = true},
        {.scenario = "b/1", .verdict = RSP_VERDICT_SKIP, .other = true},
    };
    rsp_run whole = {0};
    rsp_area_summary *areas = NULL;
    size_t num = 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(results); i++)
        assert_ok(rsp_run_add(&run, &results[i]));
    assert_int_equal(rsp_run_total(&run), 2);
    assert_ok(rsp_run_areas(&run, &areas, &num));
    assert_int_equal(areas[0].others, 1);
    assert_int_equal(areas[1].others, 1);
    assert_ok(rsp_run_merge(&whole, &run));
    assert_int_equal(whole.others, 2);
    whole.ended.interrupted = true;
    whole.ended.planned = 10;
    assert_int_equal(rsp_run_total(&whole), 8);
    rsp_run_free(&run);
    rsp_run_free(&whole);
}

static void a_must_that_no_manual_says_is_one_by_practice(void **state) {
    (void)state;
    assert_string_equal(rsp_duty_name(RSP_LEVEL_MUST, "GDB manual, 'm'"), "must");
    assert_string_equal(rsp_duty_name(RSP_LEVEL_MUST, "gdbserver; LLDB gdb-remote extensions, 'x'"), "must");
    assert_string_equal(rsp_duty_name(RSP_LEVEL_MUST, "gdbserver/server.cc, case 'x'"), "must, by practice");
    assert_string_equal(rsp_duty_name(RSP_LEVEL_MUST, "DAP specification: Requests, Next"), "must");
    assert_string_equal(rsp_duty_name(RSP_LEVEL_MUST, ""), "must");
    assert_string_equal(rsp_duty_name(RSP_LEVEL_MUST, NULL), "must");
    assert_string_equal(rsp_duty_name(RSP_LEVEL_SHOULD, "robustness"), "should");
}

static void merge_and_sort_do_not_depend_on_workers(void **state) {
    (void)state;
    rsp_run a = {0};
    rsp_run b = {.ended.interrupted = true, .metrics = {.round_trips = 4}};
    assert_ok(rsp_run_add(&a, &(rsp_result){.scenario = "x/2"}));
    assert_ok(rsp_run_add(&b, &(rsp_result){.scenario = "x/1", .variant = "no-ack"}));
    assert_ok(rsp_run_add(&b, &(rsp_result){.scenario = "x/1", .place.line = 9}));
    assert_ok(rsp_run_add(&b, &(rsp_result){.scenario = "x/1", .place.line = 2}));
    assert_ok(rsp_run_add_fault(&b, &(rsp_fault_result){.fault = "z", .killed_by = "x/1"}));
    assert_ok(rsp_run_add_fault(&b, &(rsp_fault_result){.fault = "a"}));
    assert_ok(rsp_run_merge(&a, &b));
    rsp_run_free(&b);
    rsp_run_sort(&a);
    assert_string_equal(a.results[0].scenario, "x/1");
    assert_int_equal(a.results[0].place.line, 2);
    assert_string_equal(a.results[2].variant, "no-ack");
    assert_string_equal(a.results[3].scenario, "x/2");
    assert_string_equal(a.selftest.faults[0].fault, "a");
    assert_int_equal(a.selftest.killed, 1);
    assert_int_equal(a.metrics.round_trips, 4);
    assert_true(a.ended.interrupted);
    assert_int_equal(rsp_run_exit_code(&a), 1);
    rsp_run_free(&a);
}

static void exit_code_is_one_for_anything_bad(void **state) {
    (void)state;
    for (unsigned v = 0; v < RSP_VERDICT_COUNT; v++) {
        rsp_run run = {0};
        assert_ok(rsp_run_add(&run, &(rsp_result){.scenario = "a/b", .verdict = (rsp_verdict)v}));
        bool judged = v != RSP_VERDICT_SKIP && v != RSP_VERDICT_ERROR;
        assert_int_equal(rsp_run_exit_code(&run), judged ? rsp_verdict_bad((rsp_verdict)v) : 3);
        assert_int_equal(rsp_run_says_nothing(&run), !judged);
        assert_int_equal(rsp_summary_judged(&run.summary), judged);
        assert_int_equal(rsp_summary_bad(&run.summary), rsp_verdict_bad((rsp_verdict)v));
        assert_int_equal(rsp_summary_total(&run.summary), 1);
        rsp_run_free(&run);
    }
    rsp_run warned = {0};
    assert_ok(rsp_run_add(&warned, &(rsp_result){.scenario = "a/b", .verdict = RSP_VERDICT_WARN}));
    assert_int_equal(rsp_run_exit_code(&warned), 0);
    warned.strict = true;
    assert_int_equal(rsp_run_exit_code(&warned), 1);
    warned.strict = false;
    warned.ended.num_unmet = 1;
    assert_int_equal(rsp_run_exit_code(&warned), 1);
    rsp_run_free(&warned);
    rsp_run survived = {0};
    assert_int_equal(rsp_run_exit_code(&survived), 3);
    survived.ended.interrupted = true;
    assert_int_equal(rsp_run_exit_code(&survived), 1);
    survived.ended.interrupted = false;
    assert_ok(rsp_run_add_fault(&survived, &(rsp_fault_result){.fault = "f"}));
    assert_int_equal(rsp_run_exit_code(&survived), 1);
    rsp_run_free(&survived);
}

static void add_at_limit_works_beyond_is_refused(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_fault_result fault = {.fault = "", .requirement = "", .killed_by = "", .message = ""};
    for (size_t i = 0; i < RSP_LIMIT_RESULTS; i++)
        assert_ok(rsp_run_add_fault(&run, &fault));
    assert_int_equal(rsp_run_add_fault(&run, &fault), RSP_LIMIT);
    assert_int_equal(run.selftest.num_faults, RSP_LIMIT_RESULTS);
    rsp_run_free(&run);
    for (size_t i = 0; i < RSP_LIMIT_RESULTS; i++)
        assert_ok(rsp_run_add(&run, &(rsp_result){.scenario = "", .area = ""}));
    assert_int_equal(rsp_run_add(&run, &(rsp_result){.scenario = "a/b"}), RSP_LIMIT);
    assert_int_equal(run.num_results, RSP_LIMIT_RESULTS);
    rsp_run_free(&run);
}

static void add_without_memory_leaves_the_run_as_it_was(void **state) {
    (void)state;
    const rsp_violation v = {.rule = RSP_RULE_CHECKSUM, .message = "m"};
    for (uint64_t at = 1; at < 8; at++) {
        rsp_mem_fuzzed mem;
        rsp_mem_fuzzed_init(&mem, at, 0);
        rsp_run run = {.arena = {.mem = &mem.mem}};
        size_t added = 0;
        for (int i = 0; i < 200; i++)
            added += rsp_run_add(&run, &(rsp_result){.scenario = "a/b",
                                                     .title = "long enough to fill a block some day",
                                                     .violations = &v,
                                                     .num_violations = 1}) == RSP_OK;
        assert_int_equal(run.num_results, added);
        assert_int_equal(rsp_summary_total(&run.summary), added);
        assert_true(added >= 198);
        rsp_area_summary *areas = NULL;
        size_t num = 0;
        assert_ok(rsp_run_areas(&run, &areas, &num));
        rsp_run_free(&run);
    }
}

static void names_are_complete(void **state) {
    (void)state;
    assert_string_equal(rsp_verdict_name(RSP_VERDICT_HANG), "hang");
    assert_string_equal(rsp_verdict_name(RSP_VERDICT_COUNT), "?");
    assert_string_equal(rsp_verdict_meaning(RSP_VERDICT_COUNT), "?");
    assert_true(rsp_verdict_meaning(RSP_VERDICT_SKIP)[0] != '\0');
    assert_true(rsp_verdict_bad(RSP_VERDICT_COUNT));
    assert_string_equal(rsp_level_name(RSP_LEVEL_SHOULD), "should");
    assert_string_equal(rsp_level_name((rsp_level)7), "?");
    assert_string_equal(rsp_gravity_name(RSP_GRAVITY_ACKS), "acknowledgments");
    assert_string_equal(rsp_gravity_name((rsp_gravity)99), "?");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(add_copies_texts_and_violations),
        cmocka_unit_test(areas_keep_order_and_common_skip_reason),
        cmocka_unit_test(others_are_no_part_of_the_total),
        cmocka_unit_test(a_must_that_no_manual_says_is_one_by_practice),
        cmocka_unit_test(merge_and_sort_do_not_depend_on_workers),
        cmocka_unit_test(exit_code_is_one_for_anything_bad),
        cmocka_unit_test(add_at_limit_works_beyond_is_refused),
        cmocka_unit_test(add_without_memory_leaves_the_run_as_it_was),
        cmocka_unit_test(names_are_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
