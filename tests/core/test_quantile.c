/* Quantiles against a sorted array: exact while they fit, within 0.1 % beyond, and the same after merging.
 * Memory that runs out loses places, never counts.
 * See core/quantile.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/limits.h"
#include "core/mem.h"
#include "core/quantile.h"
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Values over nine decades. */
static uint64_t value_at(uint64_t i) {
    uint64_t mixed = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    return mixed >> (20 + mixed % 30);
}

static void check_against(rsp_quantiles *q, uint64_t num, double tolerance) {
    uint64_t *all = calloc(num, sizeof *all);
    assert_non_null(all);
    for (uint64_t i = 0; i < num; i++)
        all[i] = value_at(i);
    qsort(all, num, sizeof *all, compare);
    static const unsigned points[] = {1, 250, 500, 900, 990, 999};
    for (size_t k = 0; k < RSP_ARRAY_LEN(points); k++) {
        uint64_t rank = (num * points[k] + 999) / 1000;
        double want = (double)all[rank - 1];
        double got = (double)rsp_quantiles_at(q, points[k]);
        assert_true(got <= want * (1 + tolerance) && got >= want * (1 - tolerance));
    }
    assert_int_equal(rsp_quantiles_at(q, 1000), all[num - 1]);
    assert_int_equal(rsp_quantiles_at(q, 0), all[0]);
    assert_int_equal(q->min, all[0]);
    assert_int_equal(q->count, num);
    free(all);
}

static void quantiles_at_the_limit_are_exact(void **state) {
    (void)state;
    rsp_quantiles q = {0};
    for (uint64_t i = 0; i < RSP_LIMIT_QUANTILE_SAMPLES; i++)
        rsp_quantiles_add(&q, value_at(i));
    assert_true(rsp_quantiles_exact(&q));
    check_against(&q, RSP_LIMIT_QUANTILE_SAMPLES, 0);
    rsp_quantiles_free(&q);
}

static void quantiles_beyond_the_limit_are_within_a_thousandth(void **state) {
    (void)state;
    rsp_quantiles q = {0};
    for (uint64_t i = 0; i <= RSP_LIMIT_QUANTILE_SAMPLES; i++)
        rsp_quantiles_add(&q, value_at(i));
    assert_false(rsp_quantiles_exact(&q));
    check_against(&q, RSP_LIMIT_QUANTILE_SAMPLES + 1, 0.001);
    for (uint64_t i = RSP_LIMIT_QUANTILE_SAMPLES + 1; i < 100000; i++)
        rsp_quantiles_add(&q, value_at(i));
    check_against(&q, 100000, 0.001);
    rsp_quantiles_free(&q);
}

static void quantiles_merged_are_those_of_all(void **state) {
    (void)state;
    static const uint64_t sizes[] = {100, 20000, 50000};
    for (size_t k = 0; k < RSP_ARRAY_LEN(sizes); k++) {
        rsp_quantiles parts[3] = {0};
        for (uint64_t i = 0; i < sizes[k]; i++)
            rsp_quantiles_add(&parts[i % 7 == 0 ? 1 : 2], value_at(i));
        rsp_quantiles_merge(&parts[0], &parts[1]);
        rsp_quantiles_merge(&parts[0], &parts[2]);
        check_against(&parts[0], sizes[k], rsp_quantiles_exact(&parts[0]) ? 0 : 0.001);
        for (int i = 0; i < 3; i++)
            rsp_quantiles_free(&parts[i]);
    }
}

static void quantiles_without_memory_still_count(void **state) {
    (void)state;
    for (uint64_t fail_at = 1; fail_at < 24; fail_at++) {
        rsp_mem_fuzzed fuzzed;
        rsp_mem_fuzzed_init(&fuzzed, fail_at, 1);
        rsp_quantiles q = {.mem = &fuzzed.mem};
        for (uint64_t i = 0; i < 20000; i++)
            rsp_quantiles_add(&q, i);
        assert_int_equal(q.count, 20000);
        assert_int_equal(rsp_quantiles_at(&q, 1000), 19999);
        (void)rsp_quantiles_at(&q, 500);
        rsp_quantiles_free(&q);
    }
}

static void quantiles_of_nothing_are_zero(void **state) {
    (void)state;
    rsp_quantiles q = {0};
    assert_int_equal(rsp_quantiles_at(&q, 0), 0);
    assert_int_equal(rsp_quantiles_at(&q, 500), 0);
    rsp_quantiles_add(&q, UINT64_MAX);
    rsp_quantiles_add(&q, UINT64_MAX);
    assert_int_equal(q.sum, UINT64_MAX);
    rsp_quantiles_free(&q);
}

/* Restores what `q` holds under the head `q` has after `change`. */
static rsp_status restore(rsp_quantiles *q, bool histogram, void (*change)(rsp_quantiles *head)) {
    static rsp_quantile_value values[20000];
    size_t num = rsp_quantiles_values(q, values, RSP_ARRAY_LEN(values));
    rsp_quantiles head = *q;
    rsp_quantiles back = {0};
    assert_true(num <= RSP_ARRAY_LEN(values));
    if (change)
        change(&head);
    rsp_status status = rsp_quantiles_restore(&back, &head, histogram, values, num);
    if (status == RSP_OK && !change)
        for (unsigned permille = 0; permille <= 1000; permille += 50)
            assert_int_equal(rsp_quantiles_at(&back, permille), rsp_quantiles_at(q, permille));
    rsp_quantiles_free(&back);
    return status;
}

static void less_min(rsp_quantiles *head) {
    head->min /= 2;
}
static void more_min(rsp_quantiles *head) {
    head->min = head->min * 2 + 1;
}
static void more_max(rsp_quantiles *head) {
    head->max *= 2;
}
static void less_max(rsp_quantiles *head) {
    head->max /= 2;
}
static void min_above_max(rsp_quantiles *head) {
    head->min = head->max + 1;
}
static void one_more(rsp_quantiles *head) {
    head->count++;
}
static void one_lost(rsp_quantiles *head) {
    head->count++;
    head->lost++;
    head->min /= 2;
}

/* Samples 3000, 3001, ...: exact up to the limit, a histogram beyond it. */
static void quantiles_are_restored_only_with_a_head_of_theirs(void **state) {
    static void (*const wrong[])(rsp_quantiles *) = {less_min, more_min,      more_max,
                                                     less_max, min_above_max, one_more};
    (void)state;
    for (int histogram = 0; histogram < 2; histogram++) {
        rsp_quantiles q = {0};
        for (uint64_t i = 0; i < (histogram ? RSP_LIMIT_QUANTILE_SAMPLES + 1000 : 1000); i++)
            rsp_quantiles_add(&q, 3000 + i);
        assert_ok(restore(&q, histogram, NULL));
        assert_ok(restore(&q, histogram, one_lost)); /* it may have been the smallest */
        for (size_t i = 0; i < RSP_ARRAY_LEN(wrong); i++)
            assert_int_equal(restore(&q, histogram, wrong[i]), RSP_MALFORMED);
        rsp_quantiles_free(&q);
    }
    rsp_quantiles none = {0};
    assert_ok(restore(&none, false, NULL));
    rsp_quantiles_add_unknown(&none);
    assert_ok(restore(&none, false, NULL));
    assert_int_equal(restore(&none, false, one_more), RSP_MALFORMED);
    none.max = 1;
    assert_int_equal(restore(&none, false, NULL), RSP_MALFORMED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_at_the_limit_are_exact),
        cmocka_unit_test(quantiles_beyond_the_limit_are_within_a_thousandth),
        cmocka_unit_test(quantiles_merged_are_those_of_all),
        cmocka_unit_test(quantiles_without_memory_still_count),
        cmocka_unit_test(quantiles_of_nothing_are_zero),
        cmocka_unit_test(quantiles_are_restored_only_with_a_head_of_theirs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
