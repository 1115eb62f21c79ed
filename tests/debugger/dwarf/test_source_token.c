/* Words of a source condition, one at a time: numbers with the types that C gives them, characters, texts,
 * names, operators, and what is none of these.
 * See source_token.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "source_token.h"

static token read_good(const char *source, size_t at) {
    token word;
    rsp_error error = {0};
    if (token_read(&word, rsp_bytes_str(source), at, &error) != RSP_OK)
        fail_msg("%s: %s", source, error.msg);
    return word;
}

static void number_has_the_smallest_type_that_c_gives_it(void **state) {
    (void)state;
    static const struct {
        const char *source;
        uint64_t number;
        bool is_long;
        bool is_unsigned;
    } cases[] = {
        {"0", 0, false, false},
        {"12", 12, false, false},
        {"017", 15, false, false},
        {"0x1F", 31, false, false},
        {"2147483647", 2147483647, false, false},
        {"2147483648", 2147483648, true, false},
        {"0x80000000", 2147483648, false, true},
        {"0xffffffff", 4294967295, false, true},
        {"0x100000000", 4294967296, true, false},
        {"9223372036854775807", INT64_MAX, true, false},
        {"9223372036854775808", (uint64_t)INT64_MAX + 1, true, true},
        {"0xffffffffffffffff", UINT64_MAX, true, true},
        {"12u", 12, false, true},
        {"12L", 12, true, false},
        {"12uLL", 12, true, true},
        {"2147483648u", 2147483648, false, true},
        {"'x'", 'x', false, false},
        {"'\\n'", '\n', false, false},
        {"'\\xff'", 255, false, false},
        {"'\"'", '"', false, false},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        const token word = read_good(cases[i].source, 0);
        assert_int_equal(word.kind, TOKEN_NUMBER);
        assert_int_equal(word.number, cases[i].number);
        if (word.is_long != cases[i].is_long || word.is_unsigned != cases[i].is_unsigned)
            fail_msg("%s: long %d, unsigned %d", cases[i].source, word.is_long, word.is_unsigned);
        assert_int_equal(word.end, strlen(cases[i].source));
    }
}

static void real_number_ends_where_c_ends_it(void **state) {
    (void)state;
    static const struct {
        const char *source;
        double real;
        bool is_float;
        size_t end;
    } cases[] = {
        {"1.5", 1.5, false, 3},  {"1.", 1, false, 2},        {".5", 0.5, false, 2},
        {"1e3", 1000, false, 3}, {"1E-3", 0.001, false, 4},  {"2.5f", 2.5, true, 4},
        {"1e+2F", 100, true, 5}, {"1.5 + x", 1.5, false, 3}, {"1.5*x", 1.5, false, 3},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        const token word = read_good(cases[i].source, 0);
        assert_int_equal(word.kind, TOKEN_REAL);
        assert_true(word.real == cases[i].real);
        assert_int_equal(word.is_float, cases[i].is_float);
        assert_int_equal(word.end, cases[i].end);
    }
    assert_int_equal(read_good("1 .x", 0).kind, TOKEN_NUMBER);
}

static void words_follow_each_other(void **state) {
    (void)state;
    static const struct {
        token_kind kind;
        const char *text;
    } words[] = {
        {TOKEN_NAME, "config::depth"},
        {TOKEN_SIGN, "<<"},
        {TOKEN_REGISTER, "rax"},
        {TOKEN_SIGN, "->"},
        {TOKEN_NAME, "_x9"},
        {TOKEN_SIGN, "<="},
        {TOKEN_SIGN, "-"},
        {TOKEN_SIGN, ">"},
        {TOKEN_NAME, "a"},
        {TOKEN_SIGN, ":"},
        {TOKEN_SIGN, ":"},
        {TOKEN_SIGN, "("},
    };
    const char *source = " config::depth<<\t$rax->_x9 <=\n- >a::(";
    size_t at = 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(words); i++) {
        const token word = read_good(source, at);
        assert_int_equal(word.kind, words[i].kind);
        assert_bytes(word.text, rsp_bytes_str(words[i].text));
        assert_true(word.begin >= at && word.end > word.begin);
        at = word.end;
    }
    assert_int_equal(read_good(source, at).kind, TOKEN_END);
    assert_int_equal(read_good("x  ", 1).begin, 3);
}

static void sign_is_compared_as_a_whole(void **state) {
    (void)state;
    const token less = read_good("<= 3", 0);
    const token name = read_good("less", 0);
    assert_true(token_is(&less, "<="));
    assert_false(token_is(&less, "<"));
    assert_false(token_is(&name, "less"));
}

static void text_has_its_escapes_undone(void **state) {
    (void)state;
    const token word = read_good("\"a\\t\\\"\\\\\\x41'\"z", 0);
    assert_int_equal(word.kind, TOKEN_TEXT);
    assert_bytes(rsp_bytes_make(word.bytes, word.length), RSP_LIT("a\t\"\\A'"));
    assert_int_equal(word.end, 14);
    assert_int_equal(read_good("\"\"", 0).length, 0);
}

/* 64 bytes are a text, and 65 are not; so are 64 characters of a number. */
static void limits_hold_at_the_limit_and_beyond(void **state) {
    (void)state;
    char text[TOKEN_TEXT_MAX + 8];
    rsp_error error = {0};
    token word;
    for (size_t extra = 0; extra < 2; extra++) {
        const size_t len = TOKEN_TEXT_MAX + extra;
        memset(text, 'a', sizeof text);
        text[0] = text[len + 1] = '"';
        assert_int_equal(token_read(&word, rsp_bytes_make(text, len + 2), 0, &error),
                         extra ? RSP_LIMIT : RSP_OK);
        memset(text, '1', sizeof text);
        text[1] = '.';
        assert_int_equal(token_read(&word, rsp_bytes_make(text, len), 0, &error), extra ? RSP_LIMIT : RSP_OK);
    }
}

static void what_is_no_word_is_told_with_its_place(void **state) {
    (void)state;
    static const struct {
        const char *source;
        rsp_status status;
        uint64_t offset;
    } cases[] = {
        {"'", RSP_SYNTAX, 0},        {"''", RSP_SYNTAX, 0},
        {"'ab'", RSP_SYNTAX, 0},     {"'\\q'", RSP_SYNTAX, 1},
        {"\"\\x4\"", RSP_SYNTAX, 1}, {"\"a\\0b\"", RSP_SYNTAX, 0},
        {"\"open", RSP_SYNTAX, 0},   {"$", RSP_SYNTAX, 0},
        {"$ rax", RSP_SYNTAX, 0},    {"09", RSP_SYNTAX, 1},
        {"0xg", RSP_SYNTAX, 2},      {"12ulul", RSP_SYNTAX, 2},
        {"1.5.2", RSP_SYNTAX, 3},    {"1e400", RSP_RANGE, 0},
        {"1e39f", RSP_RANGE, 0},     {"0x10000000000000000", RSP_RANGE, 0},
        {"#", RSP_SYNTAX, 0},        {"  ;", RSP_SYNTAX, 2},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        token word;
        rsp_error error = {0};
        const rsp_status status = token_read(&word, rsp_bytes_str(cases[i].source), 0, &error);
        if (status != cases[i].status || error.offset != cases[i].offset)
            fail_msg("%s: %s at %llu: %s", cases[i].source, rsp_status_name(status),
                     (unsigned long long)error.offset, error.msg);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(number_has_the_smallest_type_that_c_gives_it),
        cmocka_unit_test(real_number_ends_where_c_ends_it),
        cmocka_unit_test(words_follow_each_other),
        cmocka_unit_test(sign_is_compared_as_a_whole),
        cmocka_unit_test(text_has_its_escapes_undone),
        cmocka_unit_test(limits_hold_at_the_limit_and_beyond),
        cmocka_unit_test(what_is_no_word_is_told_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
