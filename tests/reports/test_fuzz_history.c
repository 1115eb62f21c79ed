/* How a campaign went over time: points stay evenly spaced, however long it takes.
 * Their number is bounded, and the first and a late one are always there.
 * See fuzz_page.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "reports/fuzz/fuzz_page.h"
#include <rsp/clock.h>

static void add(rsp_fuzz_history *h, uint64_t ns, uint64_t messages) {
    const rsp_crew_progress now = {.elapsed_ns = ns, .messages = messages, .states = 7, .findings = 1};
    rsp_fuzz_history_add(h, &now);
}

static void points_are_a_millisecond_apart_at_least(void **state) {
    (void)state;
    rsp_fuzz_history h = {.num = 0};
    add(&h, 100, 1);
    add(&h, RSP_NS_PER_MS, 2); /* too soon */
    add(&h, RSP_NS_PER_MS + 100, 3);
    assert_int_equal(h.num, 2);
    assert_int_equal(h.points[0].messages, 1);
    assert_int_equal(h.points[1].messages, 3);
    assert_int_equal(h.points[1].states, 7);
    assert_int_equal(h.points[1].findings, 1);
}

/* At the limit nothing is dropped; one beyond it every second point is, and points come half as often. */
static void full_history_keeps_every_second_point(void **state) {
    (void)state;
    rsp_fuzz_history h = {.num = 0};
    for (uint64_t i = 0; i < RSP_FUZZ_HISTORY_POINTS; i++)
        add(&h, i * RSP_NS_PER_MS, i);
    assert_int_equal(h.num, RSP_FUZZ_HISTORY_POINTS);
    add(&h, RSP_FUZZ_HISTORY_POINTS * RSP_NS_PER_MS, RSP_FUZZ_HISTORY_POINTS);
    assert_int_equal(h.num, RSP_FUZZ_HISTORY_POINTS / 2 + 1);
    assert_int_equal(h.every_ns, 2 * RSP_NS_PER_MS);
    for (size_t i = 0; i < h.num; i++)
        assert_int_equal(h.points[i].messages, 2 * i);
}

static void long_history_stays_within_its_points(void **state) {
    (void)state;
    rsp_fuzz_history h = {.num = 0};
    enum { SECONDS = 100000 };
    for (uint64_t i = 0; i < SECONDS; i++)
        add(&h, i * RSP_NS_PER_S, i);
    assert_true(h.num <= RSP_FUZZ_HISTORY_POINTS && h.num >= RSP_FUZZ_HISTORY_POINTS / 2);
    assert_int_equal(h.points[0].messages, 0);
    for (size_t i = 1; i < h.num; i++)
        assert_true(h.points[i].elapsed_ns >= h.points[i - 1].elapsed_ns + h.every_ns);
    assert_true(h.points[h.num - 1].elapsed_ns + 2 * h.every_ns >= (SECONDS - 1) * RSP_NS_PER_S);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_a_millisecond_apart_at_least),
        cmocka_unit_test(full_history_keeps_every_second_point),
        cmocka_unit_test(long_history_stays_within_its_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
