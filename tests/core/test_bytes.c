/* Slices, the growing buffer and its sticky error, the arena.
 * Limits are tested at the limit and one beyond.
 * See bytes.h, arena.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/arena.h"
#include "core/mem.h"

static void split_without_separator_takes_all(void **state) {
    (void)state;
    rsp_bytes rest = RSP_LIT("ab;c");
    assert_bytes_lit(rsp_bytes_split(&rest, ';'), "ab");
    assert_bytes_lit(rsp_bytes_split(&rest, ';'), "c");
    assert_null(rest.ptr);
}

static void sub_out_of_range_is_clamped(void **state) {
    (void)state;
    assert_bytes_lit(rsp_bytes_sub(RSP_LIT("abc"), 1, SIZE_MAX), "bc");
    assert_int_equal(rsp_bytes_sub(RSP_LIT("abc"), 9, 1).len, 0);
}

static void ends_are_found_at_the_end_alone(void **state) {
    (void)state;
    assert_true(rsp_bytes_ends(RSP_LIT("a.yaml"), RSP_LIT(".yaml")));
    assert_true(rsp_bytes_ends(RSP_LIT(".yaml"), RSP_LIT(".yaml")));
    assert_true(rsp_bytes_ends(RSP_LIT("a"), RSP_LIT("")));
    assert_true(rsp_bytes_ends(rsp_bytes_make(NULL, 0), rsp_bytes_make(NULL, 0)));
    assert_false(rsp_bytes_ends(RSP_LIT("a.yaml.part"), RSP_LIT(".yaml")));
    assert_false(rsp_bytes_ends(RSP_LIT("yaml"), RSP_LIT(".yaml")));
    assert_false(rsp_bytes_ends(rsp_bytes_make(NULL, 0), RSP_LIT("a")));
}

static void search_finds_first_or_end(void **state) {
    (void)state;
    assert_int_equal(rsp_bytes_search(RSP_LIT("aab"), RSP_LIT("ab")), 1);
    assert_int_equal(rsp_bytes_search(RSP_LIT("aab"), RSP_LIT("c")), 3);
    assert_int_equal(rsp_bytes_search(RSP_LIT("a"), RSP_LIT("ab")), 1);
    assert_int_equal(rsp_bytes_search(RSP_LIT(""), RSP_LIT("")), 0);
}

static void compare_orders_prefix_first(void **state) {
    (void)state;
    assert_true(rsp_bytes_compare(RSP_LIT("ab"), RSP_LIT("abc")) < 0);
    assert_true(rsp_bytes_compare(RSP_LIT("b"), RSP_LIT("abc")) > 0);
    assert_int_equal(rsp_bytes_compare(RSP_LIT("x"), RSP_LIT("x")), 0);
}

static void buf_at_limit_fits_beyond_sticks(void **state) {
    (void)state;
    rsp_buf buf = {.limit = 4};
    rsp_buf_str(&buf, "abcd");
    assert_ok(buf.status);
    rsp_buf_push(&buf, 'e');
    assert_int_equal(buf.status, RSP_LIMIT);
    rsp_buf_str(&buf, "");
    assert_bytes_lit(rsp_buf_bytes(&buf), "abcd");
    rsp_buf_clear(&buf);
    rsp_buf_push(&buf, 'e');
    assert_bytes_lit(rsp_buf_bytes(&buf), "e");
    rsp_buf_free(&buf);
}

static void buf_without_memory_keeps_content(void **state) {
    (void)state;
    rsp_mem_fuzzed fuzzed;
    rsp_mem_fuzzed_init(&fuzzed, 2, 1);
    rsp_buf buf = {.mem = &fuzzed.mem};
    rsp_buf_str(&buf, "abc");
    for (int i = 0; i < 100; i++)
        rsp_buf_push(&buf, 'x');
    assert_int_equal(buf.status, RSP_NO_MEMORY);
    assert_true(rsp_bytes_starts(rsp_buf_bytes(&buf), RSP_LIT("abcx")));
    rsp_buf_free(&buf);
}

static void buf_consume_keeps_tail(void **state) {
    (void)state;
    rsp_buf buf = {0};
    rsp_buf_printf(&buf, "%d-%s", 12, "ab");
    rsp_buf_consume(&buf, 2);
    assert_bytes_lit(rsp_buf_bytes(&buf), "-ab");
    rsp_buf_consume(&buf, 99);
    assert_int_equal(buf.len, 0);
    assert_string_equal(rsp_buf_cstr(&buf), "");
    rsp_buf_free(&buf);
}

static void arena_copies_live_until_free(void **state) {
    (void)state;
    rsp_arena arena = {0};
    const char *a = rsp_arena_str(&arena, "hello");
    rsp_bytes big = rsp_bytes_make(rsp_arena_alloc(&arena, 200000), 200000);
    assert_non_null(big.ptr);
    assert_string_equal(rsp_arena_printf(&arena, "%s %d", a, 7), "hello 7");
    assert_string_equal(a, "hello");
    rsp_arena_free(&arena);
}

static void shell_word_is_one_word(void **state) {
    static const char *const words[][2] = {
        {"tcp:127.0.0.1:1234", "tcp:127.0.0.1:1234"},
        {"", "''"},
        {"a b", "'a b'"},
        {"$(x)", "'$(x)'"},
        {"it's", "'it'\\''s'"},
        {"a\nb", "'a\nb'"},
    };
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(words); i++) {
        rsp_buf out = {0};
        rsp_buf_shell_word(&out, words[i][0]);
        assert_string_equal(rsp_buf_cstr(&out), words[i][1]);
        rsp_buf_free(&out);
    }
}

static void arena_beyond_limit_fails_and_sticks(void **state) {
    (void)state;
    rsp_arena arena = {.limit = 32};
    assert_non_null(rsp_arena_alloc(&arena, 32));
    assert_null(rsp_arena_alloc(&arena, 1));
    assert_int_equal(arena.status, RSP_LIMIT);
    assert_string_equal(rsp_arena_str(&arena, "x"), "");
    rsp_arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(split_without_separator_takes_all),
        cmocka_unit_test(sub_out_of_range_is_clamped),
        cmocka_unit_test(ends_are_found_at_the_end_alone),
        cmocka_unit_test(search_finds_first_or_end),
        cmocka_unit_test(compare_orders_prefix_first),
        cmocka_unit_test(buf_at_limit_fits_beyond_sticks),
        cmocka_unit_test(buf_without_memory_keeps_content),
        cmocka_unit_test(buf_consume_keeps_tail),
        cmocka_unit_test(arena_copies_live_until_free),
        cmocka_unit_test(arena_beyond_limit_fails_and_sticks),
        cmocka_unit_test(shell_word_is_one_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
