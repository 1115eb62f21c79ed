/* The correction for coordinated omission, by hand on small numbers and against a stalled clock.
 * What was measured is never changed by it.
 * See core/latency.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/latency.h"
#include "core/limits.h"
#include <rsp/clock.h>

static rsp_latency_summary summary_of(const uint64_t *samples, size_t num, uint64_t interval_ns) {
    rsp_latencies l = {0};
    rsp_latency_summary s;
    for (size_t i = 0; i < num; i++)
        assert_ok(rsp_latencies_add(&l, samples[i]));
    assert_ok(rsp_latencies_summarise(&s, &l, interval_ns));
    rsp_latencies_free(&l);
    return s;
}

static void summarise_nothing_is_zero(void **state) {
    (void)state;
    rsp_latency_summary s = summary_of(NULL, 0, 0);
    assert_int_equal(s.measured.count + s.corrected.count + s.measured.max_ns + s.interval_ns, 0);
}

static void summarise_fills_in_what_was_due(void **state) {
    (void)state;
    static const struct {
        const char *name;
        uint64_t sample, interval;
        uint64_t filled, min, mean;
    } cases[] = {
        {"faster than the pace", 9, 10, 0, 9, 9},
        {"as fast as the pace", 10, 10, 0, 10, 10},
        {"less than two intervals", 19, 10, 0, 19, 19},
        {"two intervals", 20, 10, 1, 10, 15},       /* 20 10 */
        {"a rest", 35, 10, 2, 15, 25},              /* 35 25 15 */
        {"a hundred intervals", 100, 1, 99, 1, 50}, /* 100 .. 1 */
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_latency_summary s = summary_of(&cases[i].sample, 1, cases[i].interval);
        if (s.num_filled != cases[i].filled)
            print_error("%s\n", cases[i].name);
        assert_int_equal(s.num_filled, cases[i].filled);
        assert_int_equal(s.corrected.count, cases[i].filled + 1);
        assert_int_equal(s.corrected.min_ns, cases[i].min);
        assert_int_equal(s.corrected.mean_ns, cases[i].mean);
        assert_int_equal(s.corrected.max_ns, cases[i].sample);
        assert_int_equal(s.measured.count, 1);
        assert_int_equal(s.measured.min_ns, cases[i].sample);
    }
}

/* 100 s at 1 ms an operation, in the middle of which nothing is answered for 100 s: by the clock the median
 * user waits long, by the plain samples nobody does. The example of HdrHistogram's documentation. */
static void summarise_tells_a_stall(void **state) {
    (void)state;
    rsp_latencies l = {0};
    rsp_latency_summary s;
    for (int i = 0; i < 100000; i++)
        assert_ok(rsp_latencies_add(&l, RSP_NS_PER_MS));
    assert_ok(rsp_latencies_add(&l, 100 * RSP_NS_PER_S));
    assert_ok(rsp_latencies_summarise(&s, &l, RSP_NS_PER_MS));
    /* beyond RSP_LIMIT_QUANTILE_SAMPLES quantiles are good to 0.05 % */
    assert_in_range(s.measured.p999_ns, 999500, 1000500);
    assert_int_equal(s.measured.max_ns, 100 * RSP_NS_PER_S);
    assert_int_equal(s.num_filled, 99999);
    assert_int_equal(s.corrected.count, 200000);
    assert_in_range(s.corrected.p50_ns, 999500, 2 * RSP_NS_PER_MS);
    assert_in_range(s.corrected.p90_ns, 79 * RSP_NS_PER_S, 81 * RSP_NS_PER_S);
    assert_in_range(s.corrected.p99_ns, 97 * RSP_NS_PER_S, 99 * RSP_NS_PER_S);
    rsp_latencies_free(&l);
}

static void summarise_without_interval_takes_the_median(void **state) {
    (void)state;
    const uint64_t samples[] = {10, 10, 10, 30, 10};
    rsp_latency_summary s = summary_of(samples, RSP_ARRAY_LEN(samples), 0);
    assert_int_equal(s.interval_ns, 10);
    assert_int_equal(s.num_filled, 2); /* 20 and 10 */
    assert_int_equal(s.corrected.count, 7);
    assert_int_equal(s.corrected.p90_ns, 30);
    const uint64_t none[] = {0, 0, 0}; /* virtual time without a round trip */
    s = summary_of(none, RSP_ARRAY_LEN(none), 0);
    assert_int_equal(s.num_filled, 0);
    assert_int_equal(s.corrected.count, 3);
}

static void summarise_filled_at_limit_is_fine_beyond_is_limit(void **state) {
    (void)state;
    rsp_latencies l = {0};
    rsp_latency_summary s;
    assert_ok(rsp_latencies_add(&l, RSP_LIMIT_LATENCY_FILLED + UINT64_C(2)));
    assert_int_equal(rsp_latencies_summarise(&s, &l, 1), RSP_LIMIT);
    assert_int_equal(s.measured.count, 1);
    assert_int_equal(s.corrected.count, 0);
    l.samples[0]--;
    assert_ok(rsp_latencies_summarise(&s, &l, 1));
    assert_int_equal(s.num_filled, RSP_LIMIT_LATENCY_FILLED);
    rsp_latencies_free(&l);
}

static void add_at_limit_is_fine_beyond_is_limit(void **state) {
    (void)state;
    rsp_latencies l = {0};
    for (int i = 0; i < RSP_LIMIT_WORK_OPERATIONS; i++)
        assert_ok(rsp_latencies_add(&l, 1));
    assert_int_equal(rsp_latencies_add(&l, 1), RSP_LIMIT);
    rsp_latencies_free(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(summarise_nothing_is_zero),
        cmocka_unit_test(summarise_fills_in_what_was_due),
        cmocka_unit_test(summarise_tells_a_stall),
        cmocka_unit_test(summarise_without_interval_takes_the_median),
        cmocka_unit_test(summarise_filled_at_limit_is_fine_beyond_is_limit),
        cmocka_unit_test(add_at_limit_is_fine_beyond_is_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
