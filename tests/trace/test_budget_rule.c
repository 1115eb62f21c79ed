/* Budgets: what is understood, what is refused and how, and on which side of a bound a value falls.
 * Every comparison is tried below, at and above its bound.
 * See trace/budget_rule.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "trace/budget_rule.h"
#include <rsp/clock.h>

static const rsp_budget_metric table[] = {
    {.name = "round_trips", .before = 1000, .after = 1000},
    {.name = "wall_ns", .unit = RSP_BUDGET_TIME, .before = 1000000, .after = 1500000},
    {.name = "kind.m.p99_ns", .unit = RSP_BUDGET_TIME, .before = 0, .after = 1},
};

static rsp_budget_rule parse(const char *text) {
    rsp_budget_rule rule;
    rsp_error error = {0};
    if (rsp_budget_rule_parse(&rule, rsp_bytes_str(text), &error) != RSP_OK)
        fail_msg("%s", error.msg);
    return rule;
}

static bool broken(const char *text, uint64_t before, uint64_t after) {
    rsp_budget_rule rule = parse(text);
    return rsp_budget_rule_broken(&rule, &(rsp_budget_metric){.before = before, .after = after});
}

static void rule_is_read_in_its_parts(void **state) {
    (void)state;
    rsp_budget_rule rule = parse("round_trips>+0");
    assert_bytes_lit(rule.metric, "round_trips");
    assert_int_equal(rule.op, RSP_BUDGET_MORE);
    assert_true(rule.relative);
    assert_false(rule.percent || rule.timed);
    assert_int_equal(rule.bound_thousandths, 0);
    rule = parse("  kind.m.p99_ns  >=  2.5 ms  ");
    assert_bytes_lit(rule.metric, "kind.m.p99_ns");
    assert_int_equal(rule.op, RSP_BUDGET_AT_LEAST);
    assert_false(rule.relative);
    assert_true(rule.timed);
    assert_int_equal(rule.bound_thousandths, INT64_C(2500000) * 1000);
    rule = parse("bytes<-12.345%");
    assert_true(rule.relative && rule.percent);
    assert_int_equal(rule.bound_thousandths, -12345);
    assert_int_equal(parse("a>1h").bound_thousandths, INT64_C(3600000000000) * 1000);
    assert_int_equal(parse("a>1m").bound_thousandths, INT64_C(60000000000) * 1000);
}

static void wrong_rule_is_refused_with_what_was_expected(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const char *says;
    } cases[] = {
        {"", "the name of a metric"},
        {">+0", "the name of a metric"},
        {"round_trips", "behind the metric"},
        {"round_trips+0", "behind the metric"},
        {"round_trips>", "a number"},
        {"round_trips>+", "a number"},
        {"round_trips>.", "a number"},
        {"round_trips>1.2345", "at most three decimals"},
        {"round_trips>99999999999999999", "a number"},
        {"round_trips>9999999999h", "behind the number"},
        {"round_trips>1 parsec", "behind the number"},
        {"round_trips>5%", "a sign before a percentage"},
        {"round_trips>1.2.3", "behind the number"},
        {"round_trips>>1", "a number"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_budget_rule rule;
        rsp_error error = {0};
        assert_int_equal(rsp_budget_rule_parse(&rule, rsp_bytes_str(cases[i].text), &error), RSP_USAGE);
        if (!strstr(error.msg, cases[i].says))
            fail_msg("'%s': %s", cases[i].text, error.msg);
    }
}

static void metric_is_found_or_suggested(void **state) {
    (void)state;
    const rsp_budget_metric *metric = NULL;
    rsp_error error = {0};
    rsp_budget_rule rule = parse("wall_ns>2ms");
    assert_ok(rsp_budget_rule_find(&metric, &rule, table, RSP_ARRAY_LEN(table), &error));
    assert_ptr_equal(metric, &table[1]);
    rule = parse("wall_ns>2000");
    assert_ok(rsp_budget_rule_find(&metric, &rule, table, RSP_ARRAY_LEN(table), &error));
    rule = parse("round_trip>+0");
    assert_int_equal(rsp_budget_rule_find(&metric, &rule, table, RSP_ARRAY_LEN(table), &error), RSP_USAGE);
    assert_string_equal(error.msg, "no metric is called 'round_trip'; did you mean 'round_trips'?");
    rule = parse("weather>+0");
    assert_int_equal(rsp_budget_rule_find(&metric, &rule, table, RSP_ARRAY_LEN(table), &error), RSP_USAGE);
    assert_string_equal(error.msg, "no metric is called 'weather'");
    rule = parse("round_trips>2ms");
    assert_int_equal(rsp_budget_rule_find(&metric, &rule, table, RSP_ARRAY_LEN(table), &error), RSP_USAGE);
    assert_string_equal(error.msg, "budget 'round_trips>2ms': round_trips is a count, not a time");
}

static void value_below_at_and_above_its_bound_is_judged(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint64_t before;
        bool below, at, above; /* broken for after = 99, 100, 101 */
    } cases[] = {
        {"n>100", 0, false, false, true},     {"n>=100", 0, false, true, true},
        {"n<100", 0, true, false, false},     {"n<=100", 0, true, true, false},
        {"n==100", 0, false, true, false},    {"n=100", 0, false, true, false},
        {"n!=100", 0, true, false, true},     {"n>+0", 100, false, false, true},
        {"n>-1", 101, false, false, true},    {"n<+10", 90, true, false, false},
        {"n>+100%", 50, false, false, true},  {"n>=-50%", 200, false, true, true},
        {"n>+0%", 100, false, false, true},   {"n>99.5", 0, false, true, true},
        {"n>+0.5%", 100, false, false, true}, {"n!=+0", 100, true, false, true},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        if (broken(cases[i].text, cases[i].before, 99) != cases[i].below ||
            broken(cases[i].text, cases[i].before, 100) != cases[i].at ||
            broken(cases[i].text, cases[i].before, 101) != cases[i].above)
            fail_msg("%s", cases[i].text);
    }
}

static void percentages_are_exact_and_begin_at_nothing(void **state) {
    (void)state;
    assert_false(broken("n>+1.1%", 1000, 1011));
    assert_true(broken("n>+1.1%", 1000, 1012));
    assert_false(broken("n>+0.1%", 90000000000, 90090000000));
    assert_true(broken("n>+0.1%", 90000000000, 90090000001));
    assert_true(broken("n>+1000%", 0, 1));
    assert_false(broken("n>+0%", 0, 0));
}

static void judgement_is_told_in_words(void **state) {
    (void)state;
    rsp_buf out = {0};
    rsp_budget_rule rule = parse("round_trips>+0");
    rsp_budget_rule_append(&out, &rule,
                           &(rsp_budget_metric){.name = "round_trips", .before = 1990, .after = 2010});
    assert_bytes_lit(rsp_buf_bytes(&out), "round_trips 1990 -> 2010, +20 (+1.01 %); budget round_trips>+0");
    rsp_buf_clear(&out);
    rule = parse("n>5");
    rsp_budget_rule_append(&out, &rule, &(rsp_budget_metric){.name = "n", .after = 6});
    assert_bytes_lit(rsp_buf_bytes(&out), "n 6; budget n>5");
    rsp_buf_clear(&out);
    rule = parse("p99_ns>+10%");
    rsp_budget_rule_append(
        &out, &rule, &(rsp_budget_metric){"p99_ns", RSP_BUDGET_TIME, 2 * RSP_NS_PER_MS, 52 * RSP_NS_PER_MS});
    assert_bytes_lit(rsp_buf_bytes(&out), "p99_ns 2 ms -> 52 ms, +50 ms (+2500 %); budget p99_ns>+10%");
    rsp_buf_clear(&out);
    rule = parse("time_ns>1s");
    rsp_budget_rule_append(
        &out, &rule,
        &(rsp_budget_metric){.name = "time_ns", .unit = RSP_BUDGET_TIME, .after = 2500 * RSP_NS_PER_MS});
    assert_bytes_lit(rsp_buf_bytes(&out), "time_ns 2.5 s; budget time_ns>1s");
    rsp_buf_clear(&out);
    rsp_budget_change_append(&out, 4, 2);
    rsp_budget_change_append(&out, 0, 2);
    rsp_budget_change_append(&out, 0, 0);
    rsp_budget_change_append(&out, 1, 41);
    assert_bytes_lit(rsp_buf_bytes(&out), "-50 %from 00 %+4000 %");
    rsp_buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rule_is_read_in_its_parts),
        cmocka_unit_test(wrong_rule_is_refused_with_what_was_expected),
        cmocka_unit_test(metric_is_found_or_suggested),
        cmocka_unit_test(value_below_at_and_above_its_bound_is_judged),
        cmocka_unit_test(percentages_are_exact_and_begin_at_nothing),
        cmocka_unit_test(judgement_is_told_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
