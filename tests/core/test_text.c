/* Harmless text: no byte from outside acts on a terminal, on the log of a build service or on a parser.
 * Each format is compared with printf where nothing has to be made harmless.
 * See core/text.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/text.h"
#include <inttypes.h>

typedef struct text_case {
    const char *given;
    const char *expected;
} text_case;

static void shown_text_commands_nothing(void **state) {
    (void)state;
    static const text_case cases[] = {
        {"plain", "plain"},
        {"gr\xc3\xbc\xc3\x9f", "gr\xc3\xbc\xc3\x9f"},
        {"\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"},
        {"\xc2\x9b"
         "2J",
         "\\xc2\\x9b2J"},
        {"a\nb\rc\td\x7f", "a\\x0ab\\x0dc\\x09d\\x7f"},
        {"\xe2\x80\xae"
         "gnp",
         "\\xe2\\x80\\xaegnp"},
        {"\xff\xc3", "\\xff\\xc3"},
        {"::error::x", "\\x3a:error::x"},
        {" \t::error::x", " \\x09::error::x"},
        {"  ::error::x", "  \\x3a:error::x"},
        {"a\n::error::x", "a\\x0a::error::x"},
        {"ns::name", "ns::name"},
        {":one", ":one"},
        {"x ##[error]y", "x #\\x23[error]y"},
        {"##vso[task]y", "#\\x23vso[task]y"},
        {"###[error]y", "##\\x23[error]y"},
        {"# ## #23 ##x", "# ## #23 ##x"},
        {"%0A::error", "%0A::error"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_buf once = {0};
        rsp_buf twice = {0};
        rsp_text_shown(&once, rsp_bytes_str(cases[i].given));
        assert_string_equal(rsp_buf_cstr(&once), cases[i].expected);
        rsp_text_shown(&twice, rsp_buf_bytes(&once));
        assert_string_equal(rsp_buf_cstr(&twice), cases[i].expected);
        rsp_buf_free(&once);
        rsp_buf_free(&twice);
    }
}

static void escaped_lines_command_nothing_either(void **state) {
    (void)state;
    rsp_buf out = {0};
    rsp_text_escape(&out, RSP_LIT("one\n\t::error::x\nns::gr\xc3\xbc\n"), true);
    assert_string_equal(rsp_buf_cstr(&out), "one\n\t\\x3a:error::x\nns::gr\\xc3\\xbc\n");
    rsp_buf_free(&out);
}

static void whether_a_line_begins_is_seen_in_the_buffer(void **state) {
    (void)state;
    rsp_buf out = {0};
    rsp_buf_str(&out, "label: ");
    rsp_text_shown(&out, RSP_LIT("::x"));
    rsp_buf_str(&out, "\n   ");
    rsp_text_shown(&out, RSP_LIT("::x"));
    assert_string_equal(rsp_buf_cstr(&out), "label: ::x\n   \\x3a:x");
    rsp_buf_free(&out);
}

#define SAME(...)                                                        \
    do {                                                                 \
        rsp_buf ours = {0};                                              \
        rsp_buf theirs = {0};                                            \
        rsp_text_printf(&ours, __VA_ARGS__);                             \
        rsp_buf_printf(&theirs, __VA_ARGS__);                            \
        assert_string_equal(rsp_buf_cstr(&ours), rsp_buf_cstr(&theirs)); \
        rsp_buf_free(&ours);                                             \
        rsp_buf_free(&theirs);                                           \
    } while (0)

static void harmless_arguments_are_formatted_as_by_printf(void **state) {
    (void)state;
    const size_t size = 17;
    SAME("nothing");
    SAME("%% %d %5d|%-5d|%05d|%+d", 1, 2, 3, 4, 5);
    SAME("%u %lu %llu %zu %" PRIu64 " %" PRIx64 " %" PRIX32, 1U, 2UL, 3ULL, size, UINT64_MAX, UINT64_MAX,
         10U);
    SAME("%hhu %hu %jd %td", (unsigned char)200, (unsigned short)60000, (intmax_t)-5, (ptrdiff_t)-6);
    SAME("%*d|%-*d|%*d", 6, 1, 6, 2, -6, 3);
    SAME("%.1f %8.2f %.3g %+.1f %.*f", 1.25, 2.5, 3.0, 4.0, 2, 5.0);
    SAME("%s|%8s|%-8s|%.2s|%.*s|%*.*s|%-*s|", "a", "b", "c", "defg", 3, "hijkl", 6, 2, "mno", 4, "p");
    SAME("%c%3c%-3c|", 'a', 'b', 'c');
    SAME("a\n\x1b[31m%s\x1b[0m\r", "the format is ours");
}

static void texts_in_a_format_command_nothing(void **state) {
    (void)state;
    rsp_buf out = {0};
    rsp_text_printf(&out, "%s: %.*s %c|%-10s|%10s|\n", "::error::x", 3, "a\nbcd", 0x1b, "\x1b", "\n");
    assert_string_equal(rsp_buf_cstr(&out), "\\x3a:error::x: a\\x0ab \\x1b|\\x1b      |      \\x0a|\n");
    rsp_buf_clear(&out);
    const char *volatile none = NULL; /* else the compiler sees it */
    rsp_text_printf(&out, "%s", none);
    assert_string_equal(rsp_buf_cstr(&out), "(null)");
    rsp_buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shown_text_commands_nothing),
        cmocka_unit_test(escaped_lines_command_nothing_either),
        cmocka_unit_test(whether_a_line_begins_is_seen_in_the_buffer),
        cmocka_unit_test(harmless_arguments_are_formatted_as_by_printf),
        cmocka_unit_test(texts_in_a_format_command_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
