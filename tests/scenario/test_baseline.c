/* Baselines: what an entry describes, groups of scenarios, and failures that come and go.
 * Also which entries are stale, after a whole run and after a part of one.
 * See baseline.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "scenario/baseline.h"

static const char yaml[] = "- scenario: mem/one\n"
                           "  message: 'bad *'\n"
                           "  reason: first\n"
                           "- scenario: 'run/*'\n"
                           "  message: 'rule: *'\n"
                           "  reason: a group\n"
                           "- scenario: ack/flaky\n"
                           "  sometimes: yes\n"
                           "  reason: by chance\n";

static rsp_baseline *load(void) {
    rsp_diagnostics diagnostics = {0};
    rsp_baseline *b = rsp_baseline_load_memory("b.yaml", RSP_LIT(yaml), NULL, &diagnostics);
    assert_int_equal(diagnostics.num_errors, 0);
    assert_non_null(b);
    rsp_diagnostics_free(&diagnostics);
    return b;
}

static rsp_verdict judge(rsp_baseline *b, rsp_run *run, const char *name, rsp_verdict verdict,
                         const char *message) {
    rsp_result r = {.scenario = name, .verdict = verdict, .message = message, .requirements = "MEM-001"};
    rsp_baseline_apply(b, &r);
    assert_int_equal(rsp_run_add(run, &r), RSP_OK);
    return r.verdict;
}

static bool everything(void *ctx, const char *name) {
    (void)ctx, (void)name;
    return true;
}

static size_t stale(const rsp_baseline *b, const rsp_run *run, bool whole) {
    rsp_diagnostics diagnostics = {0};
    size_t num = rsp_baseline_stale(b, run, whole ? everything : NULL, NULL, &diagnostics);
    assert_int_equal(diagnostics.num_errors, num);
    rsp_diagnostics_free(&diagnostics);
    return num;
}

static void apply_matches_scenario_and_message(void **state) {
    (void)state;
    rsp_baseline *b = load();
    rsp_run run = {0};
    assert_int_equal(judge(b, &run, "mem/one", RSP_VERDICT_FAIL, "good"), RSP_VERDICT_FAIL);
    assert_int_equal(judge(b, &run, "mem/one.case", RSP_VERDICT_FAIL, "bad luck"), RSP_VERDICT_FAIL);
    assert_int_equal(judge(b, &run, "mem/one", RSP_VERDICT_HANG, "bad luck"), RSP_VERDICT_XFAIL);
    assert_int_equal(judge(b, &run, "mem/one", RSP_VERDICT_PASS, ""), RSP_VERDICT_XPASS);
    rsp_run_free(&run);
    rsp_baseline_free(b);
}

/* Earlier versions called a should without a reply a hang, and their baselines still hold. */
static void apply_takes_a_silent_should_for_a_hang(void **state) {
    (void)state;
    rsp_diagnostics diagnostics = {0};
    rsp_baseline *b = rsp_baseline_load_memory(
        "b.yaml", RSP_LIT("- {scenario: ack/one, verdict: hang, reason: old}\n"), NULL, &diagnostics);
    rsp_result r = {.scenario = "ack/one", .verdict = RSP_VERDICT_WARN, .message = "", .requirements = ""};
    rsp_baseline_apply(b, &r);
    assert_int_equal(r.verdict, RSP_VERDICT_WARN);
    r.symptom.came = RSP_CAME_SILENCE;
    rsp_baseline_apply(b, &r);
    assert_int_equal(r.verdict, RSP_VERDICT_XFAIL);
    rsp_diagnostics_free(&diagnostics);
    rsp_baseline_free(b);
}

static void apply_group_lets_its_scenarios_pass(void **state) {
    (void)state;
    rsp_baseline *b = load();
    rsp_run run = {0};
    assert_int_equal(judge(b, &run, "run/a", RSP_VERDICT_PASS, ""), RSP_VERDICT_PASS);
    assert_int_equal(stale(b, &run, false), 0);
    assert_int_equal(stale(b, &run, true), 1);
    assert_int_equal(judge(b, &run, "run/b", RSP_VERDICT_WARN, "rule: no"), RSP_VERDICT_XFAIL);
    assert_int_equal(judge(b, &run, "run/c", RSP_VERDICT_WARN, "else"), RSP_VERDICT_WARN);
    assert_int_equal(stale(b, &run, true), 0);
    rsp_run_free(&run);
    rsp_baseline_free(b);
}

static void apply_sometimes_is_never_stale(void **state) {
    (void)state;
    rsp_baseline *b = load();
    rsp_run run = {0};
    assert_int_equal(judge(b, &run, "ack/flaky", RSP_VERDICT_PASS, ""), RSP_VERDICT_PASS);
    assert_int_equal(stale(b, &run, true), 0);
    assert_int_equal(judge(b, &run, "ack/flaky", RSP_VERDICT_HANG, "late"), RSP_VERDICT_XFAIL);
    rsp_run_free(&run);
    rsp_baseline_free(b);
}

static void update_keeps_groups_and_chances(void **state) {
    (void)state;
    rsp_baseline *b = load();
    rsp_run run = {0};
    rsp_buf out = {0};
    (void)judge(b, &run, "run/a", RSP_VERDICT_PASS, "");
    (void)judge(b, &run, "ack/flaky", RSP_VERDICT_PASS, "");
    (void)judge(b, &run, "mem/one", RSP_VERDICT_PASS, "");
    rsp_baseline_update(b, &run, "new", &out);
    assert_string_equal(rsp_buf_cstr(&out), "- scenario: 'run/*'\n"
                                            "  message: 'rule: *'\n"
                                            "  reason: 'a group'\n"
                                            "- scenario: 'ack/flaky'\n"
                                            "  reason: 'by chance'\n"
                                            "  sometimes: yes\n");
    rsp_buf_free(&out);
    rsp_run_free(&run);
    rsp_baseline_free(b);
}

static void update_leaves_out_how_long_was_waited(void **state) {
    (void)state;
    rsp_baseline *b = load();
    rsp_run run = {0};
    rsp_buf out = {0};
    (void)judge(b, &run, "new/late", RSP_VERDICT_HANG, "the reply did not come within 657 ms");
    (void)judge(b, &run, "new/other", RSP_VERDICT_FAIL, "within 3 steps");
    rsp_baseline_update(b, &run, "new", &out);
    assert_non_null(strstr(rsp_buf_cstr(&out), "  message: 'the reply did not come within * ms'\n"));
    assert_non_null(strstr(rsp_buf_cstr(&out), "  message: 'within 3 steps'\n"));
    rsp_buf_free(&out);
    rsp_run_free(&run);
    rsp_baseline_free(b);
}

static void update_leaves_out_where_a_running_program_was(void **state) {
    (void)state;
    rsp_baseline *b = load();
    rsp_run run = {0};
    rsp_buf out = {0};
    (void)judge(b, &run, "new/there", RSP_VERDICT_FAIL,
                "stopped at 0x1004, not at 0xfff, with 0x1f left; 0x");
    rsp_baseline_update(b, &run, "new", &out);
    assert_non_null(
        strstr(rsp_buf_cstr(&out), "  message: 'stopped at 0x*, not at 0x*, with 0x1f left; 0x'\n"));
    rsp_buf_free(&out);
    rsp_run_free(&run);
    rsp_baseline_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(apply_matches_scenario_and_message),
        cmocka_unit_test(apply_takes_a_silent_should_for_a_hang),
        cmocka_unit_test(apply_group_lets_its_scenarios_pass),
        cmocka_unit_test(apply_sometimes_is_never_stale),
        cmocka_unit_test(update_keeps_groups_and_chances),
        cmocka_unit_test(update_leaves_out_how_long_was_waited),
        cmocka_unit_test(update_leaves_out_where_a_running_program_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
