/* Patterns: what libc compiles at once is taken, what would cost it gigabytes or its stack is refused before.
 * Limits are tried at the limit and one beyond; the measure knows groups, sets, escapes and intervals.
 * What is no pattern is told in libc's words. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "../../harness/scenario/pattern.h"

#include <rsp/limits.h>

static rsp_status compile(const char *text, char *why, size_t room) {
    rsp_buf pattern = {0};
    rsp_buf_str(&pattern, text);
    regex_t regex;
    rsp_status status = pattern_compile(&regex, why, room, &pattern, REG_NOSUB);
    if (status == RSP_OK)
        regfree(&regex);
    rsp_buf_free(&pattern);
    return status;
}

static void ordinary_patterns_compile(void **state) {
    (void)state;
    static const char *const texts[] = {
        "",
        "^OK$",
        "T[0-9a-f]{2}(thread:p[0-9a-f]+.[0-9a-f]+;|[^;]+:[^;]*;)*",
        "[]+*({]+",
        "[^]+]{1,100}",
        "[[:xdigit:]{}+]+",
        "\\(\\{\\+",
        "(a|b|)+",
        "a{3,}",
        "a{,3}",
        "(((((a+)+)+)+)+)+",
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(texts); i++) {
        char why[160] = "";
        if (compile(texts[i], why, sizeof why) != RSP_OK)
            fail_msg("%s: %s", texts[i], why);
    }
}

static void repetitions_that_multiply_are_refused(void **state) {
    (void)state;
    static const char *const texts[] = {
        "^F++++++++++++++++++++++++-1,[0-9a-f]+$",
        "((a{200}){200})",
        "(a{100,}){300}",
        "(ab{99}[]c]){300}",
        "(((((((((((((((a+)+)+)+)+)+)+)+)+)+)+)+)+)+)+",
        "a{20001}",
        "a{99999999999999999999999999}",
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(texts); i++) {
        char why[160] = "";
        assert_int_equal(compile(texts[i], why, sizeof why), RSP_SCHEMA);
        assert_string_equal(why, "too large when its repetitions are written out");
    }
}

static void length_at_limit_is_fine_beyond_is_refused(void **state) {
    (void)state;
    static char text[RSP_LIMIT_PATTERN_NODES + 2];
    char why[160] = "";
    memset(text, 'a', RSP_LIMIT_PATTERN_NODES);
    assert_int_equal(compile(text, why, sizeof why), RSP_OK);
    text[RSP_LIMIT_PATTERN_NODES] = 'a';
    assert_int_equal(compile(text, why, sizeof why), RSP_SCHEMA);
    assert_string_equal(why, "too large when its repetitions are written out");
}

static void depth_at_limit_is_fine_beyond_is_refused(void **state) {
    (void)state;
    char text[2 * RSP_LIMIT_PATTERN_DEPTH + 4] = "";
    char why[160] = "";
    memset(text, '(', RSP_LIMIT_PATTERN_DEPTH);
    text[RSP_LIMIT_PATTERN_DEPTH] = 'a';
    memset(text + RSP_LIMIT_PATTERN_DEPTH + 1, ')', RSP_LIMIT_PATTERN_DEPTH);
    assert_int_equal(compile(text, why, sizeof why), RSP_OK);
    memset(text, '(', RSP_LIMIT_PATTERN_DEPTH + 1);
    assert_int_equal(compile(text, why, sizeof why), RSP_SCHEMA);
    assert_string_equal(why, "groups are too deep in each other");
}

static void what_is_no_pattern_is_told_in_libcs_words(void **state) {
    (void)state;
    char why[160] = "";
    assert_int_equal(compile("(a", why, sizeof why), RSP_SCHEMA);
    assert_non_null(strstr(why, "bad pattern: Unmatched ("));
    assert_int_equal(compile("[a", why, sizeof why), RSP_SCHEMA);
    assert_non_null(strstr(why, "bad pattern: Unmatched ["));
}

static void nul_is_refused(void **state) {
    (void)state;
    rsp_buf pattern = {0};
    rsp_buf_append(&pattern, RSP_LIT("a\0b"));
    regex_t regex;
    char why[160] = "";
    assert_int_equal(pattern_compile(&regex, why, sizeof why, &pattern, 0), RSP_SCHEMA);
    assert_string_equal(why, "a pattern can't hold a NUL; use bytes or wire");
    rsp_buf_free(&pattern);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ordinary_patterns_compile),
        cmocka_unit_test(repetitions_that_multiply_are_refused),
        cmocka_unit_test(length_at_limit_is_fine_beyond_is_refused),
        cmocka_unit_test(depth_at_limit_is_fine_beyond_is_refused),
        cmocka_unit_test(what_is_no_pattern_is_told_in_libcs_words),
        cmocka_unit_test(nul_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
