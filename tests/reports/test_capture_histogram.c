/* Histograms of latencies as markup: a logarithmic axis for all kinds of packets, and bins that hold each
 * sample once, whatever the times are.
 * See reports/capture/capture_histogram.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/quantile.h"
#include "reports/capture/capture_histogram.h"

#include <rsp/clock.h>
#include <rsp/packet_ids.h>

static bool has(const rsp_buf *text, const char *what) {
    return rsp_bytes_search(rsp_buf_bytes(text), rsp_bytes_str(what)) < text->len;
}

/* The axis of one kind with these two times. */
static rsp_capture_axis axis_of(rsp_analysis *a, rsp_quantiles *q, uint64_t low, uint64_t high) {
    memset(a, 0, sizeof *a);
    *q = (rsp_quantiles){.count = 0};
    rsp_quantiles_add(q, low);
    rsp_quantiles_add(q, high);
    a->latencies.kinds[RSP_PACKET_READ_MEMORY] = q;
    return rsp_capture_axis_of(a);
}

static void axis_reaches_from_the_shortest_to_the_longest_time(void **state) {
    (void)state;
    static const struct {
        uint64_t low;
        uint64_t high;
    } cases[] = {
        {0, 0},
        {0, 1},
        {5, 5},
        {1000, 1001},
        {3 * RSP_NS_PER_US, 40 * RSP_NS_PER_MS},
        {0, 2 * RSP_NS_PER_S},
        {1, UINT64_C(1) << 40},
    };
    static rsp_analysis a;
    static rsp_quantiles q;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        const rsp_capture_axis x = axis_of(&a, &q, cases[i].low, cases[i].high);
        assert_true(x.step > 0);
        assert_true(rsp_capture_axis_low(x) <= (cases[i].low > 0 ? cases[i].low : 1));
        assert_true(rsp_capture_axis_high(x) > cases[i].high);
        rsp_quantiles_free(&q);
    }
}

/* A clock that begins in 1970 in the middle of a recording makes a latency of half a century. */
static void axis_of_centuries_ends(void **state) {
    (void)state;
    static rsp_analysis a;
    static rsp_quantiles q;
    static const uint64_t longest[] = {UINT64_C(1) << 60, UINT64_C(1) << 63, UINT64_MAX};
    for (size_t i = 0; i < RSP_ARRAY_LEN(longest); i++) {
        rsp_buf out = {0};
        const rsp_capture_axis x = axis_of(&a, &q, 0, longest[i]);
        assert_true(rsp_capture_axis_high(x) >= longest[i] / 2);
        rsp_capture_append_histogram(&out, &q, x);
        assert_true(has(&out, "</svg>"));
        rsp_buf_free(&out);
        rsp_quantiles_free(&q);
    }
}

static void axis_without_times_has_no_step(void **state) {
    (void)state;
    static rsp_analysis a;
    assert_int_equal(rsp_capture_axis_of(&a).step, 0);
    static rsp_quantiles q;
    q = (rsp_quantiles){.count = 0};
    rsp_quantiles_add_unknown(&q);
    a.latencies.kinds[RSP_PACKET_REASON] = &q;
    assert_int_equal(rsp_capture_axis_of(&a).step, 0);
    rsp_quantiles_free(&q);
}

static void each_sample_is_in_one_bin(void **state) {
    (void)state;
    static rsp_analysis a;
    static rsp_quantiles q;
    rsp_buf out = {0};
    const rsp_capture_axis x = axis_of(&a, &q, RSP_NS_PER_US, RSP_NS_PER_S);
    for (unsigned i = 0; i < 1500; i++)
        rsp_quantiles_add(&q, RSP_NS_PER_MS);
    rsp_capture_append_histogram(&out, &q, x);
    size_t bars = 0;
    rsp_bytes rest = rsp_buf_bytes(&out);
    for (size_t at; (at = rsp_bytes_search(rest, RSP_LIT("<rect "))) < rest.len; bars++)
        rest = rsp_bytes_from(rest, at + 1);
    assert_int_equal(bars, 3);
    assert_true(has(&out, "height=\"100\"><title>1,500 from "));
    assert_true(has(&out, "<title>1 from "));
    rsp_buf_free(&out);
    rsp_quantiles_free(&q);
}

static void bar_says_whose_time_it_was(void **state) {
    (void)state;
    uint64_t ns[RSP_PHASES] = {0};
    rsp_buf out = {0};
    rsp_capture_append_phases(&out, ns);
    assert_int_equal(out.len, 0);
    ns[RSP_PHASE_STUB] = 3 * RSP_NS_PER_MS;
    ns[RSP_PHASE_CLIENT] = RSP_NS_PER_MS;
    rsp_capture_append_phases(&out, ns);
    assert_true(has(&out, "<b>3.000 ms</b>") || has(&out, "<b>3.00 ms</b>") || has(&out, "<b>3 ms</b>"));
    assert_true(has(&out, rsp_phase_name(RSP_PHASE_STUB)));
    rsp_buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(axis_reaches_from_the_shortest_to_the_longest_time),
        cmocka_unit_test(axis_of_centuries_ends),
        cmocka_unit_test(axis_without_times_has_no_step),
        cmocka_unit_test(each_sample_is_in_one_bin),
        cmocka_unit_test(bar_says_whose_time_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
