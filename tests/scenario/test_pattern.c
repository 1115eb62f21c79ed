/* Patterns: what libc compiles at once is taken, what would cost it gigabytes or its stack is refused before.
 * The automaton that searches finds what libc finds, for patterns and texts drawn by chance; it can be left.
 * What is no pattern is told in libc's words. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "language/pattern.h"

#include "core/limits.h"
#include "core/mem.h"
#include "core/rng.h"
#include <regex.h>
#include <stdio.h>

static rsp_status compile(const char *text, char *why, size_t room) {
    rsp_buf written = {0};
    rsp_buf_str(&written, text);
    automaton *compiled;
    rsp_status status = rsp_pattern_compile(&compiled, why, room, &written, NULL);
    rsp_automaton_free(compiled);
    rsp_buf_free(&written);
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
    rsp_buf written = {0};
    rsp_buf_append(&written, RSP_LIT("a\0b"));
    automaton *compiled;
    char why[160] = "";
    assert_int_equal(rsp_pattern_compile(&compiled, why, sizeof why, &written, NULL), RSP_SCHEMA);
    assert_string_equal(why, "a pattern can't hold a NUL; use bytes or wire");
    rsp_buf_free(&written);
}

static void what_makes_matching_unbounded_is_refused(void **state) {
    (void)state;
    char why[160] = "";
    assert_int_equal(compile("(a*)\\1", why, sizeof why), RSP_SCHEMA);
    assert_non_null(strstr(why, "back-reference"));
    assert_int_equal(compile("a\\b", why, sizeof why), RSP_SCHEMA);
    assert_non_null(strstr(why, "not part of POSIX patterns"));
    static const char *const escapes[] = {"\\d", "^\\x00", "a\\n", "\\t|b"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(escapes); i++) {
        assert_int_equal(compile(escapes[i], why, sizeof why), RSP_SCHEMA);
        assert_non_null(strstr(why, "not part of POSIX patterns; use a set or bytes"));
    }
    assert_int_equal(compile("a********", why, sizeof why), RSP_SCHEMA);
    assert_non_null(strstr(why, "too many operators"));
}

/* --- searching --- */

static void draw_piece(rsp_rng *rng, rsp_buf *out, int depth) {
    static const char *const atoms[] = {"a",   "b",    ".",     "[ab]",  "[^a]",    "[[:digit:]b]",
                                        "\\.", "[]a]", "[^]a]", "[a-c]", "\\w",     "\\S",
                                        "c",   "x",    "[a-]",  "[a\\]", "[[.a.]]", "[[=b=]]"};
    static const char *const operators[] = {"", "", "", "*", "+", "?", "{2}", "{1,2}", "{2,}", "{,2}", "*+"};
    if (depth > 0 && rsp_rng_below(rng, 3) == 0) {
        rsp_buf_push(out, '(');
        for (uint64_t n = rsp_rng_below(rng, 4); n > 0; n--) {
            draw_piece(rng, out, depth - 1);
            rsp_buf_str(out, rsp_rng_below(rng, 4) == 0 ? "|" : "");
        }
        rsp_buf_push(out, ')');
    } else {
        rsp_buf_str(out, atoms[rsp_rng_below(rng, RSP_ARRAY_LEN(atoms))]);
    }
    rsp_buf_str(out, operators[rsp_rng_below(rng, RSP_ARRAY_LEN(operators))]);
}

/* Anchors stand at the ends: in a repetition libc sees matches that there are not. */
static void draw_pattern(rsp_rng *rng, rsp_buf *out) {
    rsp_buf_str(out, rsp_rng_below(rng, 4) == 0 ? "^" : "");
    for (uint64_t n = 1 + rsp_rng_below(rng, 4); n > 0; n--) {
        draw_piece(rng, out, 1);
        rsp_buf_str(out, rsp_rng_below(rng, 6) == 0 ? "|" : "");
    }
    rsp_buf_str(out, rsp_rng_below(rng, 4) == 0 ? "$" : "");
}

/* No newline: libc takes the place beside one for the text's end, where an anchor stands within a pattern. */
static void draw_text(rsp_rng *rng, rsp_buf *out) {
    static const char bytes[] = "aaabbbc.1]\\- \0x\xff";
    for (uint64_t n = rsp_rng_below(rng, 12); n > 0; n--)
        rsp_buf_push(out, (uint8_t)bytes[rsp_rng_below(rng, sizeof bytes - 1)]);
}

/* For libc `.` is any byte but NUL; a set without a byte that no text has is any. */
static void write_for_libc(rsp_buf *out, rsp_bytes pattern) {
    for (size_t at = 0; at < pattern.len;) {
        uint8_t byte = pattern.ptr[at];
        size_t end = byte == '[' ? rsp_automaton_skip_set(pattern, at) : at + (byte == '\\' ? 2 : 1);
        if (byte == '.')
            rsp_buf_str(out, "[^\2]");
        else
            rsp_buf_append(out, rsp_bytes_sub(pattern, at, end - at));
        at = end;
    }
}

/* The same match as libc's, or none where libc has none. Of libc no groups are asked for: it may not end
 * then. */
static void compare_with_libc(rsp_buf *written, rsp_buf *drawn) {
    const char *from = rsp_buf_cstr(drawn);
    const rsp_bytes text = rsp_buf_bytes(drawn);
    char why[160] = "";
    automaton *compiled;
    regex_t judge;
    regmatch_t wanted = {.rm_so = 0, .rm_eo = (regoff_t)text.len};
    if (rsp_pattern_compile(&compiled, why, sizeof why, written, NULL) != RSP_OK)
        return;
    rsp_buf for_libc = {0};
    write_for_libc(&for_libc, rsp_buf_bytes(written));
    assert_int_equal(regcomp(&judge, rsp_buf_cstr(&for_libc), REG_EXTENDED), 0);
    const bool match = regexec(&judge, from, 1, &wanted, REG_STARTEND) == 0;
    automaton_search any = {.bounds = false};
    automaton_search search = {.bounds = true};
    automaton_group groups[AUTOMATON_GROUPS];
    const rsp_status found = rsp_automaton_find(compiled, text, &search);
    bool same = (found == RSP_OK) == match && found == rsp_automaton_find(compiled, text, &any);
    if (same && match)
        same = search.start == (size_t)wanted.rm_so && search.end == (size_t)wanted.rm_eo &&
               rsp_automaton_groups(compiled, text, &search, groups) == RSP_OK;
    if (!same)
        fail_msg("%s over %zu bytes '%.*s': libc %d at %d..%d, here %d at %zu..%zu", rsp_buf_cstr(written),
                 text.len, (int)text.len, from, match, (int)wanted.rm_so, (int)wanted.rm_eo, (int)found,
                 search.start, search.end);
    rsp_buf_free(&for_libc);
    regfree(&judge);
    rsp_automaton_free(compiled);
}

static void search_finds_what_libc_finds(void **state) {
    (void)state;
    rsp_rng rng;
    rsp_rng_seed(&rng, 7);
    for (int i = 0; i < 5000; i++) {
        rsp_buf written = {0};
        rsp_buf text = {0};
        draw_pattern(&rng, &written);
        draw_text(&rng, &text);
        compare_with_libc(&written, &text);
        rsp_buf_free(&written);
        rsp_buf_free(&text);
    }
}

static rsp_status leave_at_once(void *ctx) {
    ++*(int *)ctx;
    return RSP_CANCELLED;
}

static automaton *compiled_pattern(const char *text) {
    rsp_buf written = {0};
    char why[160] = "";
    automaton *out;
    rsp_buf_str(&written, text);
    assert_ok(rsp_pattern_compile(&out, why, sizeof why, &written, NULL));
    rsp_buf_free(&written);
    return out;
}

/* --- each byte --------------------------------------------------------------------------------------------
 */

static bool any_byte(int byte) {
    (void)byte;
    return true;
}
static bool no_byte(int byte) {
    (void)byte;
    return false;
}
static bool is_a(int byte) {
    return byte == 'a';
}
static bool is_not_a(int byte) {
    return byte != 'a';
}
static bool is_upper_half(int byte) {
    return byte >= 0x80;
}
static bool is_lower_half(int byte) {
    return byte < 0x80;
}
static bool is_not_newline(int byte) {
    return byte != '\n';
}
static bool is_letter(int byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}
static bool is_no_letter(int byte) {
    return !is_letter(byte);
}
static bool is_capital(int byte) {
    return byte >= 'A' && byte <= 'Z';
}
static bool is_word(int byte) {
    return is_letter(byte) || (byte >= '0' && byte <= '9') || byte == '_';
}
static bool is_no_word(int byte) {
    return !is_word(byte);
}
static bool is_space(int byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}
static bool is_no_space(int byte) {
    return !is_space(byte);
}
static bool is_printable(int byte) {
    return byte >= ' ' && byte < 0x7f;
}
static bool is_control(int byte) {
    return byte < ' ' || byte == 0x7f;
}

/* One byte as the whole text, or between two others: the pattern takes those that it should, and no others.
 */
static void each_byte_is_a_byte(void **state) {
    (void)state;
    static const struct {
        const char *atom;
        bool (*takes)(int byte);
    } rows[] = {{".", any_byte},
                {"a", is_a},
                {"[^a]", is_not_a},
                {"[\x80-\xff]", is_upper_half},
                {"[^\x80-\xff]", is_lower_half},
                {"[^\n]", is_not_newline},
                {"[[:alpha:]]", is_letter},
                {"[^[:alpha:]]", is_no_letter},
                {"[[:upper:]]", is_capital},
                {"[A-Z]", is_capital},
                {"\\w", is_word},
                {"\\W", is_no_word},
                {"\\s", is_space},
                {"\\S", is_no_space},
                {"[[:print:]]", is_printable},
                {"[[:cntrl:]]", is_control},
                {"(.|x)", any_byte},
                {"a^b", no_byte}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        for (int around = 0; around < 2; around++) {
            char pattern[40];
            (void)snprintf(pattern, sizeof pattern, around ? "^<%s>$" : "^%s$", rows[i].atom);
            automaton *compiled = compiled_pattern(pattern);
            for (int byte = 0; byte < 256; byte++) {
                const uint8_t text[3] = {'<', (uint8_t)byte, '>'};
                rsp_bytes whole = around ? rsp_bytes_make(text, 3) : rsp_bytes_make(text + 1, 1);
                automaton_search search = {.bounds = true};
                bool found = rsp_automaton_find(compiled, whole, &search) == RSP_OK;
                if (found != rows[i].takes(byte) || (found && search.end != whole.len))
                    fail_msg("%s and the byte %02x: found %d", pattern, (unsigned)byte, found);
            }
            rsp_automaton_free(compiled);
        }
    }
}

/* Written as it is, or in a set: each byte but NUL finds itself alone. */
static void each_byte_finds_itself(void **state) {
    (void)state;
    for (int wanted = 1; wanted < 256; wanted++) {
        const bool special = strchr(".[\\()*+?{|^$", wanted) != NULL;
        const char *const forms[] = {special ? "^\\%c$" : "^%c$", wanted == '^' ? "^\\%c$" : "^[%c]$",
                                     "^[^%c]$"};
        for (size_t form = 0; form < RSP_ARRAY_LEN(forms); form++) {
            char pattern[16];
            (void)snprintf(pattern, sizeof pattern, forms[form], wanted);
            automaton *compiled = compiled_pattern(pattern);
            for (int byte = 0; byte < 256; byte++) {
                const uint8_t text = (uint8_t)byte;
                automaton_search search = {.bounds = true};
                bool found = rsp_automaton_find(compiled, rsp_bytes_make(&text, 1), &search) == RSP_OK;
                if (found != ((byte == wanted) == (form < 2)))
                    fail_msg("%s and the byte %02x: found %d", pattern, (unsigned)byte, found);
            }
            rsp_automaton_free(compiled);
        }
    }
}

/* A text is one line: anchors are its ends, whatever stands beside them. */
static void anchors_are_the_ends_of_the_text(void **state) {
    (void)state;
    for (int byte = 0; byte < 256; byte++) {
        const uint8_t text[3] = {(uint8_t)byte, 'm', (uint8_t)byte};
        static const char *const patterns[] = {"^m", "m$", "^m$"};
        for (size_t i = 0; byte != 'm' && i < RSP_ARRAY_LEN(patterns); i++) {
            automaton *compiled = compiled_pattern(patterns[i]);
            automaton_search search = {.bounds = false};
            assert_int_equal(rsp_automaton_find(compiled, rsp_bytes_make(text, 3), &search), RSP_NOT_FOUND);
            rsp_automaton_free(compiled);
        }
    }
}

/* "start-end" of each group, "-" for none. */
static const struct {
    const char *pattern;
    const char *text;
    const char *groups;
} group_rows[] = {
    {"^QCp([0-9]+)\\.([0-9]+)$", "QCp12.3", "0-7 3-5 6-7"},
    {"(a)|(b)", "xb", "1-2 - 1-2"},
    {"(a*)(a*)", "aaa", "0-3 0-3 3-3"},
    {"(a|ab)(c|bcd)(d*)", "abcd", "0-4 0-1 1-4 4-4"},
    {"(x(y)?){2}", "xyx", "0-3 2-3 1-2"},
    {"(a{2}){2}", "aaaaa", "0-4 2-4"},
    {"((a*)*b)", "aab", "0-3 0-3 0-2"},
    {"[(](a)", "(a", "0-2 1-2"},
    {"\\((a)\\)", "(a)", "0-3 1-2"},
    {"(1)(2)(3)(4)(5)(6)(7)(8)(9)(0)", "1234567890", "0-10 0-1 1-2 2-3 3-4 4-5 5-6 6-7 7-8 8-9"},
};

static void groups_of_a_match_are_told(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(group_rows); i++) {
        automaton *compiled = compiled_pattern(group_rows[i].pattern);
        automaton_search search = {.bounds = true};
        automaton_group groups[AUTOMATON_GROUPS];
        rsp_bytes text = rsp_bytes_str(group_rows[i].text);
        rsp_buf told = {0};
        assert_ok(rsp_automaton_find(compiled, text, &search));
        assert_ok(rsp_automaton_groups(compiled, text, &search, groups));
        size_t last = AUTOMATON_GROUPS;
        while (last > 0 && !groups[last - 1].set)
            last--;
        for (size_t k = 0; k < last; k++) {
            rsp_buf_str(&told, k ? " " : "");
            if (groups[k].set)
                rsp_buf_printf(&told, "%zu", groups[k].start);
            rsp_buf_str(&told, "-");
            if (groups[k].set)
                rsp_buf_printf(&told, "%zu", groups[k].end);
        }
        assert_string_equal(rsp_buf_cstr(&told), group_rows[i].groups);
        rsp_buf_free(&told);
        rsp_automaton_free(compiled);
    }
}

static void a_long_search_can_be_left(void **state) {
    (void)state;
    static uint8_t text[1 << 20];
    int asked = 0;
    memset(text, 'x', sizeof text);
    automaton *compiled = compiled_pattern("(x+x+)+y");
    automaton_search search = {.bounds = true, .going = leave_at_once, .ctx = &asked};
    assert_int_equal(rsp_automaton_find(compiled, rsp_bytes_make(text, sizeof text), &search), RSP_CANCELLED);
    assert_int_equal(asked, 1);
    automaton_group groups[AUTOMATON_GROUPS];
    search.end = sizeof text;
    assert_int_equal(rsp_automaton_groups(compiled, rsp_bytes_make(text, sizeof text), &search, groups),
                     RSP_CANCELLED);
    rsp_automaton_free(compiled);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    for (uint64_t fail_at = 1; fail_at < 40; fail_at++) {
        rsp_mem_fuzzed fuzzed;
        rsp_buf text = {0};
        automaton *compiled;
        char why[160] = "";
        rsp_buf_str(&text, "^(a|b[c-d]){3,9}(x|y|z)*[^e]+$");
        rsp_mem_fuzzed_init(&fuzzed, fail_at, 0);
        rsp_status status = rsp_pattern_compile(&compiled, why, sizeof why, &text, &fuzzed.mem);
        assert_true(status == RSP_OK || status == RSP_NO_MEMORY);
        automaton_search search = {.bounds = true, .mem = &fuzzed.mem};
        if (status == RSP_OK) {
            automaton_group groups[AUTOMATON_GROUPS];
            status = rsp_automaton_find(compiled, RSP_LIT("aaaxq"), &search);
            if (status == RSP_OK)
                status = rsp_automaton_groups(compiled, RSP_LIT("aaaxq"), &search, groups);
            assert_true(status == RSP_OK || status == RSP_NO_MEMORY);
        }
        rsp_automaton_free(compiled);
        assert_true(fail_at > fuzzed.count || status == RSP_NO_MEMORY);
        rsp_buf_free(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ordinary_patterns_compile),
        cmocka_unit_test(repetitions_that_multiply_are_refused),
        cmocka_unit_test(length_at_limit_is_fine_beyond_is_refused),
        cmocka_unit_test(depth_at_limit_is_fine_beyond_is_refused),
        cmocka_unit_test(what_is_no_pattern_is_told_in_libcs_words),
        cmocka_unit_test(nul_is_refused),
        cmocka_unit_test(each_byte_is_a_byte),
        cmocka_unit_test(each_byte_finds_itself),
        cmocka_unit_test(anchors_are_the_ends_of_the_text),
        cmocka_unit_test(what_makes_matching_unbounded_is_refused),
        cmocka_unit_test(search_finds_what_libc_finds),
        cmocka_unit_test(a_long_search_can_be_left),
        cmocka_unit_test(groups_of_a_match_are_told),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
