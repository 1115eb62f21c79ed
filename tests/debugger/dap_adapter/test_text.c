/* Texts that an adapter takes from a program and from tables: bytes that are no UTF-8, characters that are
 * cut between two pieces, patterns and patches of messages, conditions about hits. See serve/text.h,
 * faults/edit.h, control/breakpoint.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "control/breakpoint.h"
#include "faults/edit.h"
#include "serve/text.h"
#include <string.h>

#define BAD "\xef\xbf\xbd" /* what stands for a byte that is none of a character */

typedef struct text_row {
    const char *bytes;
    const char *text;
} text_row;

/* Table 3-7 of the Unicode standard at its edges. */
static const text_row text_rows[] = {
    {"", ""},
    {"plain", "plain"},
    {"\x7f", "\x7f"},
    {"\xc2\x80", "\xc2\x80"},
    {"\xc1\x80", BAD BAD},         /* over-long */
    {"\xc0\xaf", BAD BAD},         /* a slash that hides */
    {"\xe0\x9f\xbf", BAD BAD BAD}, /* over-long */
    {"\xe0\xa0\x80", "\xe0\xa0\x80"},
    {"\xed\x9f\xbf", "\xed\x9f\xbf"},
    {"\xed\xa0\x80", BAD BAD BAD}, /* half of a pair */
    {"\xed\xbf\xbf", BAD BAD BAD},
    {"\xef\xbf\xbf", "\xef\xbf\xbf"},
    {"\xf0\x8f\xbf\xbf", BAD BAD BAD BAD}, /* over-long */
    {"\xf0\x90\x80\x80", "\xf0\x90\x80\x80"},
    {"\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf"},
    {"\xf4\x90\x80\x80", BAD BAD BAD BAD}, /* beyond the last one */
    {"\xf5\x80\x80\x80", BAD BAD BAD BAD},
    {"\xff\xfe", BAD BAD},
    {"\x80", BAD},
    {"a\x80z", "a" BAD "z"},
    {"\xe2\x82", BAD BAD},      /* cut */
    {"\xe2\x82z", BAD BAD "z"}, /* what follows is not swallowed */
    {"\xe2\x82\xac\xe2", "\xe2\x82\xac" BAD},
    {"\xf0\x9f\x98\x80\xf0\x9f\x98", "\xf0\x9f\x98\x80" BAD BAD BAD},
};

static void bytes_of_a_program_become_a_text(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(text_rows); i++) {
        json_t *text = adapter_text(rsp_bytes_str(text_rows[i].bytes));
        assert_non_null(text);
        assert_string_equal(json_string_value(text), text_rows[i].text);
        json_decref(text);
    }
}

static void nul_is_a_character_as_others(void **state) {
    (void)state;
    json_t *text = adapter_text(RSP_LIT("a\0\x80z"));
    assert_int_equal(json_string_length(text), 2 + strlen(BAD) + 1);
    assert_memory_equal(json_string_value(text), "a\0" BAD "z", 6);
    json_decref(text);
    text = adapter_text((rsp_bytes){0});
    assert_string_equal(json_string_value(text), "");
    json_decref(text);
}

/* Any two bytes and what follows: the result is always a text, and never longer than three bytes for one. */
static void any_bytes_become_a_text(void **state) {
    (void)state;
    for (unsigned pair = 0; pair < 0x10000; pair++) {
        const uint8_t bytes[] = {(uint8_t)(pair >> 8), (uint8_t)pair, 0x80, 'z'};
        json_t *text = adapter_text(rsp_bytes_make(bytes, sizeof bytes));
        assert_non_null(text);
        const size_t len = json_string_length(text);
        assert_true(len >= 2 && len <= 3 * sizeof bytes);
        assert_int_equal(json_string_value(text)[len - 1], 'z');
        json_decref(text);
    }
}

/* How many bytes at the end wait for the next piece: only the beginning of a character does. */
static void only_the_beginning_of_a_character_waits(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        size_t rest;
    } rows[] = {
        {"", 0},
        {"a", 0},
        {"\xe2\x82\xac", 0},
        {"a\xe2", 1},
        {"a\xe2\x82", 2},
        {"\xf0\x9f\x98", 3},
        {"\xf0\x9f", 2},
        {"\xf0\x9f\x98\x80", 0},
        {"\x80", 0},
        {"\xc0", 0},
        {"\xe0\x9f", 0},
        {"\xe0\xa0", 2},
        {"\xed\xa0", 0},
        {"\xf4\x90", 0},
        {"\xe2\x82\xac\xc3", 1},
        {"\xc3\xc3", 1},
        {"\xff\xff\xff", 0},
        {"\x80\x80\x80\x80", 0},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++)
        assert_int_equal(adapter_text_rest(rsp_bytes_str(rows[i].bytes)), rows[i].rest);
}

/* A text cut anywhere, with the rest carried over, is the same text. */
static void text_in_two_pieces_is_the_same(void **state) {
    (void)state;
    static const char whole[] = "a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80z\xe2\x82\xac";
    for (size_t cut = 0; cut < sizeof whole; cut++) {
        const rsp_bytes first = rsp_bytes_make(whole, cut);
        const size_t rest = adapter_text_rest(first);
        json_t *a = adapter_text(rsp_bytes_sub(first, 0, cut - rest));
        json_t *b = adapter_text(rsp_bytes_make(whole + cut - rest, sizeof whole - 1 - cut + rest));
        rsp_buf both = {0};
        rsp_buf_str(&both, json_string_value(a));
        rsp_buf_str(&both, json_string_value(b));
        assert_string_equal(rsp_buf_cstr(&both), whole);
        rsp_buf_free(&both);
        json_decref(a);
        json_decref(b);
    }
}

/* --- patterns and patches --- */

static void patterns_fit_by_their_members(void **state) {
    (void)state;
    static const struct {
        const char *pattern;
        const char *value; /* NULL: none is there */
        bool fits;
    } rows[] = {
        {"{}", "{'a':1}", true},
        {"{}", "[]", false},
        {"{'a':1}", "{'a':1,'b':2}", true},
        {"{'a':1}", "{'a':2}", false},
        {"{'a':1}", "{'a':1.0}", false},
        {"{'a':'*'}", "{'a':null}", true},
        {"{'a':'*'}", "{'b':1}", false},
        {"{'a':null}", "{'b':1}", true},
        {"{'a':null}", "{'a':1}", false},
        {"{'a':null}", "{'a':null}", false}, /* it is there */
        {"{'a':{'b':1}}", "{'a':{'b':1,'c':2}}", true},
        {"{'a':{'b':1}}", "{'a':1}", false},
        {"{'a':{'b':1}}", "{}", false},
        {"{'a':{'b':null}}", "{}", false}, /* no object has the member missing */
        {"{'a':[1,2]}", "{'a':[1,2]}", true},
        {"{'a':[1]}", "{'a':[1,2]}", false},
        {"'x'", "'x'", true},
        {"'*'", NULL, false},
        {"null", NULL, true},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        json_t *pattern = edit_parse(rows[i].pattern);
        json_t *value = edit_parse(rows[i].value);
        if (edit_fits(pattern, value) != rows[i].fits)
            fail_msg("%s and %s", rows[i].pattern, rows[i].value ? rows[i].value : "nothing");
        json_decref(pattern);
        json_decref(value);
    }
}

static void patches_change_what_they_name(void **state) {
    (void)state;
    static const struct {
        const char *message, *patch, *after;
    } rows[] = {
        {"{'a':1,'b':2}", "{'a':3}", "{'a':3,'b':2}"},
        {"{'a':1,'b':2}", "{'a':null}", "{'b':2}"},
        {"{'a':1}", "{'z':null}", "{'a':1}"},
        {"{'a':{'b':1,'c':2}}", "{'a':{'b':7}}", "{'a':{'b':7,'c':2}}"},
        {"{'a':1}", "{'a':{'b':7}}", "{'a':{'b':7}}"}, /* there was no object */
        {"{'a':[{'b':1},{'b':2}]}", "{'a':{'b':7}}", "{'a':[{'b':7},{'b':7}]}"},
        {"{'a':[{'b':1},3]}", "{'a':{'b':null}}", "{'a':[{},3]}"},
        {"{'a':[]}", "{'a':{'b':1}}", "{'a':[]}"},
        {"{'a':[1]}", "{'a':[]}", "{'a':[]}"}, /* a list replaces a list */
        {"{'a':'x'}", "{}", "{'a':'x'}"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        json_t *message = edit_parse(rows[i].message);
        json_t *after = edit_parse(rows[i].after);
        edit_patch(message, rows[i].patch);
        if (!json_equal(message, after))
            fail_msg("%s with %s", rows[i].message, rows[i].patch);
        edit_patch(message, rows[i].patch); /* twice is once */
        assert_true(json_equal(message, after));
        json_decref(message);
        json_decref(after);
    }
    assert_null(edit_parse(NULL));
}

/* What a patch puts in is its own copy: the next message does not share it. */
static void patched_messages_share_nothing(void **state) {
    (void)state;
    json_t *first = edit_parse("{}");
    json_t *second = edit_parse("{}");
    json_t *patch = edit_parse("{'a':{'b':1}}");
    edit_apply(first, patch);
    edit_apply(second, patch);
    edit_patch(first, "{'a':{'b':2}}");
    assert_int_equal(json_integer_value(json_object_get(json_object_get(second, "a"), "b")), 1);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(patch, "a"), "b")), 1);
    json_decref(first);
    json_decref(second);
    json_decref(patch);
}

/* --- conditions about hits --- */

static void conditions_about_hits_are_a_number_with_an_operator(void **state) {
    (void)state;
    static const char *const good[] = {
        "1", "0", "==3", "> 5", ">=5", "<5", "<=5", "%2", " 7 ", "  == 3 ", "18446744073709551615"};
    static const char *const bad[] = {"",    " ",    "=3",  "%0",   "x",
                                      "3x",  "-1",   "+1",  "0x10", "==",
                                      ">>",  "= =3", "3 4", "1.5",  "18446744073709551616",
                                      ">=-1"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(good); i++)
        if (!breakpoint_hit_condition_ok(good[i]))
            fail_msg("'%s' is refused", good[i]);
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++)
        if (breakpoint_hit_condition_ok(bad[i]))
            fail_msg("'%s' is taken", bad[i]);
}

/* Two operators that are none together: nobody could say what they mean. */
static void operators_that_are_none_are_refused(void **state) {
    (void)state;
    static const char *const bad[] = {"=<3", "=>3", "<>3", "><3", "%%3", "<<3", "%=3", "=%3", ">%3"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++)
        if (breakpoint_hit_condition_ok(bad[i]))
            fail_msg("'%s' is taken", bad[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_of_a_program_become_a_text),
        cmocka_unit_test(nul_is_a_character_as_others),
        cmocka_unit_test(any_bytes_become_a_text),
        cmocka_unit_test(only_the_beginning_of_a_character_waits),
        cmocka_unit_test(text_in_two_pieces_is_the_same),
        cmocka_unit_test(patterns_fit_by_their_members),
        cmocka_unit_test(patches_change_what_they_name),
        cmocka_unit_test(patched_messages_share_nothing),
        cmocka_unit_test(conditions_about_hits_are_a_number_with_an_operator),
        cmocka_unit_test(operators_that_are_none_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
