/* Patterns and templates, in which most faults are written.
 * Each gap takes what it says and no more, and each conversion is tried once.
 * Gaps borrow from the text: what was matched must outlive them. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "faults/pattern.h"

/* The text that the template makes; "-" where the pattern does not fit. */
static void expect(const char *pattern, const char *text, const char *template, const char *made) {
    stub_gaps gaps = {.num = 0};
    rsp_buf out = {0};
    if (stub_match(pattern, rsp_bytes_str(text), &gaps))
        stub_fill_template(&out, template, &gaps);
    else
        rsp_buf_str(&out, "-");
    assert_bytes(rsp_buf_bytes(&out), rsp_bytes_str(made));
    rsp_buf_free(&out);
}

static void gaps_take_what_they_name(void **state) {
    (void)state;
    expect("%x,%x", "10,ff", "%2:%1", "ff:10");
    expect("%x,%x", "10,", "%1", "-");
    expect("%X", "7fffffff", "%1", "-");
    expect("%X", "80000000", "%1", "80000000");
    expect("%u,%*", "10,a", "%1", "10");
    expect("%u", "a", "%1", "-");
    expect("%b%h%?", "aabbc", "%1|%2|%3", "aa|bb|c");
    expect("%h", "", "(%1)", "()");
    expect("%q", "0123456789abcde", "%1", "-");
    expect("%g%x", "z1", "%1", "z");
    expect("%g%x", "11", "%1", "-");
}

static void as_few_bytes_as_fit(void **state) {
    (void)state;
    expect("%*;%*", "a;b;c", "%2", "b;c");
    expect("%*;", "a;b;", "%1", "a;b");
    expect("%*:p%x", "c:p1.2;c:p3", "%1 %2", "c:p1.2;c 3");
    expect("%%%?", "%a", "%1%%", "a%");
}

static void a_pattern_that_fails_adds_no_gap(void **state) {
    (void)state;
    stub_gaps gaps = {.num = 0};
    assert_true(stub_match("%x", RSP_LIT("1f"), &gaps));
    assert_false(stub_match("%x,%x", RSP_LIT("1f;2"), &gaps));
    assert_int_equal(gaps.num, 1);
    assert_true(stub_match("%*!", RSP_LIT("b!"), &gaps));
    assert_int_equal(gaps.num, 2);
    assert_bytes_lit(gaps.items[1], "b");
}

static void conversions(void **state) {
    static const struct {
        const char *text;
        const char *template;
        const char *made;
    } rows[] = {
        {"1f", "%d1", "31"},   {"7", "%D1", "07"},      {"12", "%t1", "c"},   {"12", "%T1", "0c"},
        {"20", "%x1", "14"},   {"1007", "%a1", "1004"}, {"50", "%c1", "40"},  {"2000", "%P1", "1000"},
        {"1f", "%m1", "f"},    {"7", "%o1", "3"},       {"21", "%v1", "1"},   {"2", "%w1", "200"},
        {"9", "%k1", "89"},    {"10", "%j1", "20"},     {"64", "%G1", "72"},  {"8", "%G1", "8"},
        {"6162", "%p1", "ab"}, {"ab", "%h1", "6162"},   {"a}]", "%u1", "a}"}, {"a}]", "%H1", "617d"},
        {"6162", "%n1", "2"},  {"a}]", "%N1", "2"},     {"a}]", "%y1", "3"},  {"112233", "%s1", "332211"},
        {"2", "%z1", "0000"},  {"9", "%A1", "1"},       {"1", "%E1", "401"},  {"41", "%f1", "201"},
        {"6", "%l1", "06"},    {"6", "%L1", "06"},      {"zz", "%p1", "zz"},
    };
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++)
        expect("%*", rows[i].text, rows[i].template, rows[i].made);
}

static void all_places_are_replaced(void **state) {
    (void)state;
    rsp_buf out = {0};
    assert_true(stub_replace_places(&out, RSP_LIT("a:1;b;c:1f;"), ":%x;", "=%d1;"));
    assert_bytes_lit(rsp_buf_bytes(&out), "a=1;b;c=31;");
    rsp_buf_clear(&out);
    assert_false(stub_replace_places(&out, RSP_LIT("abc"), "x", "y"));
    assert_bytes_lit(rsp_buf_bytes(&out), "abc");
    rsp_buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gaps_take_what_they_name),         cmocka_unit_test(as_few_bytes_as_fit),
        cmocka_unit_test(a_pattern_that_fails_adds_no_gap), cmocka_unit_test(conversions),
        cmocka_unit_test(all_places_are_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
