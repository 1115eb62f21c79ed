/* Statuses and errors, clocks, deadlines, hashes and the random generator.
 * The list in status.h decides names, texts and exit codes.
 * See status.h, clock.h, core/hash.h, rng.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/hash.h"
#include "core/mem.h"
#include "core/rng.h"
#include <rsp/clock.h>
#include <rsp/status.h>

static void status_outside_list_is_question_mark(void **state) {
    (void)state;
    assert_string_equal(rsp_status_name(RSP_TIMEOUT), "TIMEOUT");
    assert_int_equal(rsp_status_exit_code(RSP_USAGE), 2);
    assert_int_equal(rsp_status_exit_code(RSP_CONNECT), 3);
    assert_int_equal(rsp_status_classify(RSP_LIMIT), RSP_CLASS_LIMIT);
    assert_string_equal(rsp_status_name((rsp_status)9999), "?");
}

static void fail_fills_place_and_cuts_text(void **state) {
    (void)state;
    rsp_error e;
    assert_int_equal(rsp_fail_at(&e, RSP_SYNTAX, "a.yaml", 3, 5, "bad %s", "key"), RSP_SYNTAX);
    assert_string_equal(e.where, "a.yaml");
    assert_int_equal(e.line, 3);
    assert_int_equal(e.column, 5);
    assert_string_equal(e.msg, "bad key");
    assert_int_equal(rsp_fail(&e, RSP_IO, "%0300d", 1), RSP_IO);
    assert_int_equal(strlen(e.msg), sizeof e.msg - 1);
    assert_int_equal(rsp_fail(NULL, RSP_IO, "nobody listens"), RSP_IO);
    assert_int_equal(rsp_fail_offset(&e, RSP_BAD_FILE, "x.pcap", 77, "cut"), RSP_BAD_FILE);
    assert_true(e.offset == 77);
}

static void deadline_saturates_to_never(void **state) {
    (void)state;
    assert_true(rsp_deadline(5, 10) == 15);
    assert_true(rsp_deadline(5, RSP_NEVER_NS) == RSP_NEVER_NS);
    assert_true(rsp_deadline(UINT64_MAX - 1, 1) == RSP_NEVER_NS);
}

static void clocks_read_their_source(void **state) {
    (void)state;
    rsp_virtual_clock v = {.now_ns = 42};
    rsp_clock clock = rsp_clock_virtual(&v);
    assert_true(rsp_clock_now(&clock) == 42);
    rsp_clock real = rsp_clock_monotonic();
    uint64_t first = rsp_clock_now(&real);
    assert_true(rsp_clock_now(&real) >= first);
}

static void time_is_told_in_three_digits_of_the_unit_that_suits_it(void **state) {
    (void)state;
    static const struct {
        uint64_t ns;
        const char *text;
    } cases[] = {
        {0, "0 ns"},
        {999, "999 ns"},
        {23 * RSP_NS_PER_US, "23 us"},
        {1250 * RSP_NS_PER_US, "1.25 ms"},
        {500 * RSP_NS_PER_S, "500 s"},
        {720 * RSP_NS_PER_S, "12 min"},
        {36000 * RSP_NS_PER_S, "10 h"},
    };
    rsp_buf out = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_time_append(&out, cases[i].ns);
        assert_string_equal(rsp_buf_cstr(&out), cases[i].text);
        rsp_buf_clear(&out);
    }
    rsp_buf_free(&out);
}

/* The values that the algorithm's authors publish. */
static void fnv_is_the_published_hash(void **state) {
    (void)state;
    assert_true(rsp_fnv_bytes(RSP_FNV, rsp_bytes_str("")) == UINT64_C(0xcbf29ce484222325));
    assert_true(rsp_fnv_bytes(RSP_FNV, rsp_bytes_str("a")) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(rsp_fnv_bytes(RSP_FNV, rsp_bytes_str("foobar")) == UINT64_C(0x85944171f73967e8));
    const uint64_t foo = rsp_fnv_bytes(RSP_FNV, rsp_bytes_str("foo"));
    assert_true(rsp_fnv_bytes(foo, rsp_bytes_str("bar")) == UINT64_C(0x85944171f73967e8));
}

static void mixing_depends_on_each_word_and_on_the_order(void **state) {
    (void)state;
    assert_true(rsp_hash_mix(rsp_hash_mix(1, 2), 3) == rsp_hash_mix(rsp_hash_mix(1, 2), 3));
    assert_true(rsp_hash_mix(rsp_hash_mix(1, 2), 3) != rsp_hash_mix(rsp_hash_mix(1, 3), 2));
    assert_true(rsp_hash_mix(1, 2) != rsp_hash_mix(1, 3));
}

static void rng_same_seed_same_sequence(void **state) {
    (void)state;
    rsp_rng a;
    rsp_rng b;
    rsp_rng_seed(&a, 1);
    rsp_rng_seed(&b, 1);
    unsigned seen = 0;
    for (int i = 0; i < 1000; i++) {
        uint64_t x = rsp_rng_below(&a, 10);
        assert_true(x == rsp_rng_below(&b, 10) && x < 10);
        seen |= 1U << x;
    }
    assert_int_equal(seen, 0x3ff);
    assert_true(rsp_rng_below(&a, 0) == 0);
}

static void budget_at_limit_gives_beyond_refuses(void **state) {
    (void)state;
    rsp_mem_budget *budget = rsp_mem_budget_new(100);
    assert_non_null(budget);
    const rsp_mem *mem = rsp_mem_budget_mem(budget);
    void *one = rsp_mem_alloc(mem, 60);
    void *two = rsp_mem_alloc(mem, 40);
    assert_non_null(one);
    assert_non_null(two);
    assert_null(rsp_mem_alloc(mem, 1));
    assert_null(rsp_mem_realloc(mem, two, 41)); /* stays as it was */
    two = rsp_mem_realloc(mem, two, 10);
    assert_int_equal(rsp_mem_budget_used(budget), 70);
    assert_false(rsp_mem_budget_take(budget, 31));
    assert_true(rsp_mem_budget_take(budget, 30));
    assert_false(rsp_mem_budget_take(budget, SIZE_MAX));
    rsp_mem_free(mem, one);
    rsp_mem_free(mem, two);
    assert_int_equal(rsp_mem_budget_used(budget), 30);
    rsp_mem_budget_free(budget);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(budget_at_limit_gives_beyond_refuses),
        cmocka_unit_test(status_outside_list_is_question_mark),
        cmocka_unit_test(fail_fills_place_and_cuts_text),
        cmocka_unit_test(deadline_saturates_to_never),
        cmocka_unit_test(fnv_is_the_published_hash),
        cmocka_unit_test(mixing_depends_on_each_word_and_on_the_order),
        cmocka_unit_test(clocks_read_their_source),
        cmocka_unit_test(time_is_told_in_three_digits_of_the_unit_that_suits_it),
        cmocka_unit_test(rng_same_seed_same_sequence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
