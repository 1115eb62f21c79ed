/* Edit distances, and which candidate is offered for a mistyped word.
 * Tables of words; the limit and one beyond.
 * The nearest wins, far ones are never offered. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/limits.h"
#include "core/suggest.h"

static void distance_counts_edits(void **state) {
    (void)state;
    static const struct {
        const char *a;
        const char *b;
        size_t edits;
    } cases[] = {
        {"", "", 0},
        {"", "abc", 3},
        {"expect", "expect", 0},
        {"exepct", "expect", 1},
        {"send", "sent", 1},
        {"stop", "stops", 1},
        {"abcd", "badc", 2},
        {"Run", "run", 0},
        {"kitten", "sitting", 3},
        {"ca", "abc", 3},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_bytes a = rsp_bytes_str(cases[i].a);
        rsp_bytes b = rsp_bytes_str(cases[i].b);
        assert_int_equal(rsp_edit_distance(a, b), cases[i].edits);
        assert_int_equal(rsp_edit_distance(b, a), cases[i].edits);
    }
}

static void distance_of_a_word_beyond_the_limit_is_infinite(void **state) {
    (void)state;
    char word[RSP_LIMIT_SUGGEST_BYTES + 2];
    memset(word, 'a', sizeof(word) - 1);
    word[sizeof(word) - 1] = '\0';
    assert_int_equal(rsp_edit_distance(rsp_bytes_str(word), RSP_LIT("a")), SIZE_MAX);
    word[sizeof(word) - 2] = '\0';
    assert_int_equal(rsp_edit_distance(rsp_bytes_str(word), RSP_LIT("a")), RSP_LIMIT_SUGGEST_BYTES - 1);
}

static const char *choose(const char *word) {
    static const char *const names[] = {"send", "selftest", "expect", "stub", "run", "budget"};
    rsp_suggestion suggestion = {.word = rsp_bytes_str(word)};
    for (size_t i = 0; i < RSP_ARRAY_LEN(names); i++)
        rsp_suggest_offer(&suggestion, names[i]);
    rsp_suggest_offer(&suggestion, NULL);
    rsp_suggest_offer(&suggestion, "");
    return suggestion.best ? suggestion.best : "(none)";
}

static void offers_the_nearest_or_none(void **state) {
    (void)state;
    assert_string_equal(choose("exepct"), "expect");
    assert_string_equal(choose("snd"), "send");
    assert_string_equal(choose("stbu"), "stub");
    assert_string_equal(choose("self"), "selftest");
    assert_string_equal(choose("xyz"), "(none)");
    assert_string_equal(choose("b"), "(none)");
    assert_string_equal(choose(""), "(none)");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distance_counts_edits),
        cmocka_unit_test(distance_of_a_word_beyond_the_limit_is_infinite),
        cmocka_unit_test(offers_the_nearest_or_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
