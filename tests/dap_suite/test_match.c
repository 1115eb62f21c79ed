/* Patterns: each word and operator with a value that fits, one that does not, and how the difference is told.
 * The quotes of JSON are written as ' here.
 * See dap_suite/play/match.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "play/match.h"

static json_t *json_of(const char *text) {
    rsp_buf copy = {0};
    for (; *text; text++)
        rsp_buf_push(&copy, (uint8_t)(*text == '\'' ? '"' : *text));
    json_t *value = json_loads(rsp_buf_cstr(&copy), JSON_DECODE_ANY, NULL);
    rsp_buf_free(&copy);
    assert_non_null(value);
    return value;
}

static const struct {
    const char *pattern;
    const char *value; /* NULL: it is not there */
    const char *problem;
} cases[] = {
    {"1", "1", ""},
    {"1", "1.0", ""},
    {"1", "2", "it is 2, not 1"},
    {"1", "'1'", "it is \"1\", not 1"},
    {"true", "true", ""},
    {"true", "false", "it is false, not true"},
    {"null", "null", ""},
    {"null", NULL, "it is missing, not null"},
    {"'a'", "'a'", ""},
    {"'a'", "'b'", "it is \"b\", not \"a\""},
    {"'*'", "[]", ""},
    {"'*'", NULL, "it is missing, not \"*\""},
    {"'!'", NULL, ""},
    {"'!'", "1", "it is 1, not \"!\""},
    {"'~^a+$'", "'aaa'", ""},
    {"'~^a+$'", "'aab'", "it is \"aab\", not \"~^a+$\""},
    {"'~^4.$'", "42", ""},
    {"'~('", "'('", "it is \"(\", not \"~(\""},
    {"'~(a*)*b'", "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac'",
     "it is \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac\", not \"~(a*)*b\""},
    {"'?> 3'", NULL, ""},
    {"'?> 3'", "4", ""},
    {"'?> 3'", "3", "it is 3, not \"?> 3\""},
    {"'<integer>'", "1", ""},
    {"'<integer>'", "1.5", "it is 1.5, not \"<integer>\""},
    {"'<number>'", "1.5", ""},
    {"'<string>'", "''", ""},
    {"'<boolean>'", "false", ""},
    {"'<array>'", "[]", ""},
    {"'<object>'", "{}", ""},
    {"'<object>'", "[]", "it is [], not \"<object>\""},
    {"'> 3'", "4", ""},
    {"'> 3'", "3", "it is 3, not \"> 3\""},
    {"'>= 3'", "3", ""},
    {"'< 3'", "3", "it is 3, not \"< 3\""},
    {"'<= 3'", "3", ""},
    {"'<= 3'", "'3'", "it is \"3\", not \"<= 3\""},
    {"'!= 3'", "4", ""},
    {"'!= 3'", "3", "it is 3, not \"!= 3\""},
    {"'!= a'", "'a'", "it is \"a\", not \"!= a\""},
    {"{'a':1}", "{'a':1,'b':2}", ""},
    {"{'a':{'b':[1,2]}}", "{'a':{'b':[1,3]}}", "/a/b/1 is 3, not 2"},
    {"{'a':1}", "{}", "/a is missing, not 1"},
    {"{'a':1}", "7", "it is 7, not {\"a\":1}"},
    {"[1]", "[1,2]", "it is [1,2], not [1]"},
    {"[1]", "{}", "it is {}, not [1]"},
    {"{'size':2}", "[1,2]", ""},
    {"{'size':'>= 3'}", "[1,2]", "it is 2, not \">= 3\""},
    {"{'some':[2]}", "[1,2]", ""},
    {"{'some':[3]}", "[1,2]", "it is [1,2], not 3"},
    {"{'every':'> 0'}", "[1,2]", ""},
    {"{'every':'> 1'}", "[1,2]", "it is [1,2], not \"> 1\""},
    {"{'none':3}", "[1,2]", ""},
    {"{'none':2}", "[1,2]", "it is [1,2], not {\"none\":2}"},
    {"{'unique':'id'}", "[{'id':1},{'id':2}]", ""},
    {"{'unique':'id'}", "[{'id':1},{'id':1}]", "it is [{\"id\":1},{\"id\":1}], not {\"unique\":\"id\"}"},
};

static void pattern_tells_the_first_difference(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_buf problem = {0};
        json_t *pattern = json_of(cases[i].pattern);
        json_t *value = cases[i].value ? json_of(cases[i].value) : NULL;
        const bool fits = dap_match_value(pattern, value, &problem);
        assert_bytes(rsp_buf_bytes(&problem), rsp_bytes_str(cases[i].problem));
        assert_int_equal(fits, !*cases[i].problem);
        json_decref(pattern);
        json_decref(value);
        rsp_buf_free(&problem);
    }
}

static void pattern_that_is_not_written_fits_anything(void **state) {
    (void)state;
    assert_true(dap_match_value(NULL, NULL, NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pattern_tells_the_first_difference),
        cmocka_unit_test(pattern_that_is_not_written_fits_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
