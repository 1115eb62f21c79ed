/* What is demanded of a run, how it ended, and which scenarios can notice a fault.
 * Runs are made by hand from a few results.
 * See gate.h, ending.h and fault_trial.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "suite/ending.h"
#include "suite/fault_trial.h"
#include "suite/gate.h"

static void add(rsp_run *run, const char *scenario, rsp_verdict verdict, const char *requirements) {
    const rsp_result r = {.scenario = scenario,
                          .requirements = requirements,
                          .verdict = verdict,
                          .message = "a message",
                          .reason = "a reason"};
    assert_ok(rsp_run_add(run, &r));
}

static void shares_are_from_1_to_100(void **state) {
    static const char *const bad[] = {
        "", "0", "101", "-1", "+1", " 1", "1.5", "80%%", "80 %", "x", "99999999999999999999"};
    (void)state;
    unsigned percent = 0;
    assert_ok(rsp_gate_parse_share(&percent, "80%"));
    assert_int_equal(percent, 80);
    assert_ok(rsp_gate_parse_share(&percent, "1"));
    assert_ok(rsp_gate_parse_share(&percent, "100"));
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++)
        assert_int_equal(rsp_gate_parse_share(&percent, bad[i]), RSP_USAGE);
}

static void demand_is_met_when_something_was_judged_and_all_of_it_passes(void **state) {
    static const struct {
        const char *name;
        rsp_verdict verdict;
        bool strict;
        bool met;
    } cases[] = {
        {"memory", RSP_VERDICT_PASS, false, true},   {"memory", RSP_VERDICT_FAIL, false, false},
        {"memory", RSP_VERDICT_SKIP, false, false},  {"memory", RSP_VERDICT_WARN, false, true},
        {"memory", RSP_VERDICT_WARN, true, false},   {"memory", RSP_VERDICT_XFAIL, false, false},
        {"MEM", RSP_VERDICT_PASS, false, true},      {"MEM-001", RSP_VERDICT_PASS, false, true},
        {"MEM-002", RSP_VERDICT_PASS, false, false}, {"stops", RSP_VERDICT_PASS, false, false},
    };
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_run run = {.strict = cases[i].strict};
        const rsp_gate gate = {.required = &cases[i].name, .num_required = 1};
        add(&run, "memory/one", cases[i].verdict, "MEM-001");
        rsp_gate_judge(&gate, &run);
        assert_int_equal(run.ended.num_unmet, cases[i].met ? 0 : 1);
        rsp_run_free(&run);
    }
}

static void share_that_was_not_judged_is_told(void **state) {
    (void)state;
    rsp_run run = {0};
    add(&run, "memory/one", RSP_VERDICT_PASS, "MEM-001");
    add(&run, "memory/two", RSP_VERDICT_SKIP, "MEM-001");
    rsp_gate_judge(&(rsp_gate){.min_judged = 50}, &run);
    assert_int_equal(run.ended.num_unmet, 0);
    rsp_gate_judge(&(rsp_gate){.min_judged = 51}, &run);
    assert_int_equal(run.ended.num_unmet, 1);
    assert_string_equal(run.ended.unmet[0], "51% of the scenarios are to be judged, and 1 of 2 were");
    rsp_gate_judge(&(rsp_gate){0}, &run);
    assert_int_equal(run.ended.num_unmet, 0);
    rsp_run_free(&run);
}

/* What is about another kind of stub is no part of the share. */
static void share_is_of_what_concerns_the_stub(void **state) {
    const rsp_result other = {.scenario = "memory/three", .verdict = RSP_VERDICT_SKIP, .other = true};
    rsp_run run = {0};
    (void)state;
    add(&run, "memory/one", RSP_VERDICT_PASS, "MEM-001");
    add(&run, "memory/two", RSP_VERDICT_SKIP, "MEM-001");
    assert_ok(rsp_run_add(&run, &other));
    rsp_gate_judge(&(rsp_gate){.min_judged = 50}, &run);
    assert_int_equal(run.ended.num_unmet, 0);
    rsp_gate_judge(&(rsp_gate){.min_judged = 51}, &run);
    assert_string_equal(run.ended.unmet[0],
                        "51% of the scenarios for this kind of stub are to be judged, and 1 of 2 were");
    rsp_run_free(&run);
}

static void run_that_was_cut_short_lists_what_was_not_played(void **state) {
    (void)state;
    const char *const chosen[] = {"a/one", "a/two", "a/three"};
    rsp_run run = {0};
    add(&run, "a/two", RSP_VERDICT_PASS, "");
    rsp_ending_stop(&run, "interrupted", chosen, 3);
    assert_true(run.ended.interrupted);
    assert_string_equal(run.ended.stopped, "interrupted");
    assert_int_equal(run.ended.num_not_played, 2);
    assert_string_equal(run.ended.not_played[1], "a/three");
    rsp_run_free(&run);
}

static void trouble_is_the_stubs_or_that_of_the_first_result(void **state) {
    (void)state;
    rsp_run run = {0};
    const rsp_error error = {.status = RSP_CONNECT, .msg = "refused"};
    assert_string_equal(rsp_ending_trouble(&run, RSP_CONNECT, &error), "refused");
    assert_string_equal(rsp_ending_trouble(&run, RSP_NO_MEMORY, &(rsp_error){0}), "out of memory");
    assert_string_equal(rsp_ending_trouble(&run, RSP_OK, &error), "");
    add(&run, "a/one", RSP_VERDICT_SKIP, "");
    assert_string_equal(rsp_ending_trouble(&run, RSP_CANCELLED, &error),
                        "1 of 1 were skipped, the first because: a reason");
    assert_false(rsp_ending_shows_failure(&run));
    add(&run, "a/two", RSP_VERDICT_ERROR, "");
    assert_false(rsp_ending_shows_failure(&run));
    add(&run, "a/three", RSP_VERDICT_FAIL, "");
    assert_true(rsp_ending_shows_failure(&run));
    rsp_run_free(&run);
}

static void scenarios_with_only_passes_can_notice_a_fault(void **state) {
    (void)state;
    const rsp_scenario all[] = {
        {.name = "a/pass"}, {.name = "a/mixed"}, {.name = "a/skip"}, {.name = "a/unplayed"}};
    const rsp_scenario *chosen[] = {&all[0], &all[1], &all[2], &all[3], &all[0]};
    rsp_run run = {0};
    add(&run, "a/pass", RSP_VERDICT_PASS, "");
    add(&run, "a/pass", RSP_VERDICT_PASS, "");
    add(&run, "a/mixed", RSP_VERDICT_FAIL, "");
    add(&run, "a/mixed", RSP_VERDICT_PASS, "");
    add(&run, "a/skip", RSP_VERDICT_SKIP, "");
    assert_int_equal(rsp_fault_trial_keep_passing(chosen, 5, &run), 2);
    assert_ptr_equal(chosen[0], &all[0]);
    assert_ptr_equal(chosen[1], &all[0]);
    rsp_run_free(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_are_from_1_to_100),
        cmocka_unit_test(demand_is_met_when_something_was_judged_and_all_of_it_passes),
        cmocka_unit_test(share_that_was_not_judged_is_told),
        cmocka_unit_test(share_is_of_what_concerns_the_stub),
        cmocka_unit_test(run_that_was_cut_short_lists_what_was_not_played),
        cmocka_unit_test(trouble_is_the_stubs_or_that_of_the_first_result),
        cmocka_unit_test(scenarios_with_only_passes_can_notice_a_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
