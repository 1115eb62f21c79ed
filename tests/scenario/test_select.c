/* Which scenarios a word selects, which variants are played of one, and what is allowed for.
 * Small decisions on which every run rests.
 * See language/select.h, play/variant.h, ends/allowance.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "ends/allowance.h"
#include "language/select.h"
#include "play/variant.h"
#include "scenario/scenario.h"
#include <string.h>

static void globs_match_the_whole_text(void **state) {
    (void)state;
    static const struct {
        const char *pattern, *text;
        bool matches;
    } rows[] = {
        {"", "", true},
        {"", "a", false},
        {"*", "", true},
        {"*", "a/b", true},
        {"a*", "a", true},
        {"a*c", "abcbc", true},
        {"a*c", "abcb", false},
        {"?", "", false},
        {"?", "a", true},
        {"a?c", "ac", false},
        {"**", "x", true},
        {"*a*b*", "xaxbx", true},
        {"*a*b*", "xbxa", false},
        {"memory/*", "memory/a/b", true},
        {"*.yaml", "a.yaml.x", false},
        {"[a]", "a", false},
        {"\\a", "a", false},
        {"a", "A", false},
        {"***a", "bbba", true},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++)
        if (glob_match(rows[i].pattern, rows[i].text) != rows[i].matches)
            fail_msg("'%s' and '%s'", rows[i].pattern, rows[i].text);
}

/* Many stars take no exponential time: the work is that of the text's length for each star. */
static void many_stars_end(void **state) {
    (void)state;
    char pattern[129], text[2001];
    for (size_t i = 0; i < 128; i += 2)
        memcpy(pattern + i, "*a", 2);
    pattern[128] = '\0';
    memset(text, 'a', 2000);
    text[2000] = '\0';
    assert_true(glob_match(pattern, text));
    text[1999] = 'b';
    assert_false(glob_match(pattern, text));
}

/* What is wrong with a text of this file is printed. */
static rsp_status load_shown(rsp_suite *suite, const char *name, rsp_bytes yaml) {
    const rsp_status status = rsp_suite_load_memory(suite, name, yaml);
    rsp_buf text = {0};
    rsp_diagnostics_render(&text, rsp_suite_diagnostics(suite));
    if (status != RSP_OK)
        print_error("%s\n", rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return status;
}

static rsp_suite *load(const char *yaml) {
    rsp_suite *suite = rsp_suite_new(NULL);
    assert_ok(load_shown(suite, "scenarios/memory/read.yaml", rsp_bytes_str(yaml)));
    return suite;
}

#define ONE                                                                                              \
    "scenario: memory/read-one\ntitle: t\ncovers: [MEM-001, XFER-002]\ntags: [hostile]\nsteps: [{wait: " \
    "1ns}]\n"

static void scenario_is_selected_by_everything_that_names_it(void **state) {
    (void)state;
    static const char *const good[] = {
        "memory/read-one",
        "memory/*",
        "memory/",
        "memory",
        "MEM-001",
        "MEM",
        "XFER",
        "tag:hostile",
        "*",
        "read.yaml",
        "read.yaml:1",
        "read.yaml:3",
        "memory/read.yaml",
        "scenarios/memory/read.yaml:5",
        "!memory/other",
        "!tag:slow",
        "!!memory/read-one",
    };
    static const char *const bad[] = {
        "memory/read",   "mem",        "MEM-00",   "MEM-0011",        "ME",         "-",
        "tag:host",      "tag:",       "",         "!memory/*",       "ead.yaml",   "read.yaml:99",
        "read.yaml:0x1", "read.yaml:", "read.yam", "other/read.yaml", "/read.yaml", "!!!memory",
    };
    rsp_suite *suite = load(ONE);
    const rsp_scenario *scenario = rsp_suite_get(suite, 0);
    for (size_t i = 0; i < RSP_ARRAY_LEN(good); i++)
        if (!rsp_scenario_selected(scenario, good[i]))
            fail_msg("'%s' does not select it", good[i]);
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++)
        if (rsp_scenario_selected(scenario, bad[i]))
            fail_msg("'%s' selects it", bad[i]);
    rsp_suite_free(suite);
}

/* --- variants --- */

static void expect_variants(const char *rest, const char *matrix, const char *names) {
    rsp_buf yaml = {0};
    rsp_buf got = {0};
    rsp_arena arena = {0};
    uint32_t bits = 0;
    variant variants[MAX_VARIANTS];
    rsp_buf_printf(&yaml, "scenario: a/b\ntitle: t\ncovers: [MEM-001]\n%s\nsteps: [{wait: 1ns}]\n", rest);
    rsp_suite *suite = load(rsp_buf_cstr(&yaml));
    assert_ok(rsp_matrix_parse(&bits, matrix, NULL));
    const size_t num = variants_of(bits, rsp_suite_get(suite, 0), variants);
    for (size_t i = 0; i < num; i++)
        rsp_buf_printf(&got, "%s%s", i > 0 ? " " : "", variant_name(&arena, &variants[i], '+'));
    assert_string_equal(rsp_buf_cstr(&got), names);
    rsp_suite_free(suite);
    rsp_arena_free(&arena);
    rsp_buf_free(&got);
    rsp_buf_free(&yaml);
}

static void variants_are_the_products_of_what_is_left(void **state) {
    (void)state;
    expect_variants("", "", "");
    expect_variants("", "ack", "ack");
    expect_variants("", "acks", "ack no-ack");
    expect_variants("", "acks,bytewise", "ack+bytewise no-ack+bytewise");
    expect_variants("matrix: none", "all", "");
    expect_variants("matrix: {exclude: [ack, no-ack, whole, bytewise, coalesced]}", "all",
                    "run-length no-run-length");
    expect_variants("matrix: {exclude: [no-ack]}", "acks", "ack");
    expect_variants("needs: {mode: no-ack}", "acks,whole", "whole"); /* the mode is the scenario's */
    expect_variants("needs: {mode: no-ack}", "no-ack", "");
}

static void matrix_has_known_words_only(void **state) {
    (void)state;
    static const char *const bad[] = {"ack,,no-ack", ",", " ack", "ACK", "acks;write", "ack,allx"};
    uint32_t bits = 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++)
        if (rsp_matrix_parse(&bits, bad[i], NULL) != RSP_USAGE)
            fail_msg("'%s' is taken", bad[i]);
    uint32_t all = 0;
    assert_ok(rsp_matrix_parse(&all, "all", NULL));
    assert_ok(rsp_matrix_parse(&bits, "acks,write,run-length,ack", NULL));
    assert_int_equal(bits, all);
}

/* --- what is allowed for --- */

/* Whoever judges a breach allows for nothing of it; and what silences a rule is known by that rule. */
static void allowances_and_rules_know_each_other(void **state) {
    (void)state;
    for (unsigned a = 0; a < ALLOWANCE_COUNT; a++) {
        const allowances one = allowance_bit((allowance)a);
        const uint64_t rules = allowances_rules(one);
        for (unsigned rule = 0; rule < RSP_RULE_COUNT; rule++)
            assert_int_equal((rules >> rule & 1U) != 0, (allowances_by_rule((rsp_rule_id)rule) & one) != 0);
    }
    assert_int_equal(allowances_rules(0), 0);
    const char *const covers[] = {"ACK-001", "MEM-001"};
    const allowances judged = allowances_judged(covers, RSP_ARRAY_LEN(covers));
    assert_true(allows(judged, ALLOW_NO_ACKS) && allows(judged, ALLOW_LATE_ACKS));
    assert_false(allows(judged, ALLOW_CHECKSUMS));
    const char *const near[] = {"ACK-00", "ACK-0011", "ack-001", ""};
    assert_int_equal(allowances_judged(near, RSP_ARRAY_LEN(near)), 0);
}

static void what_is_allowed_for_is_one_sentence(void **state) {
    (void)state;
    static const struct {
        allowances set;
        const char *greeting, *text;
    } rows[] = {
        {0, "", ""},
        {1U << ALLOW_NO_ACKS, "", "it acknowledges nothing: allowed for"},
        {1U << ALLOW_GREETING, "", "it speaks before the first request: allowed for"},
        {1U << ALLOW_GREETING | 1U << ALLOW_NOISE, "\x1b[2J+",
         "it greets with '\\x1b[2J+' and sends bytes between packets: allowed for"},
        {1U << ALLOW_NOISE | 1U << ALLOW_NO_ACKS | 1U << ALLOW_SPINS, "",
         "it sends bytes between packets, acknowledges nothing and computes for nobody once its client has "
         "left: "
         "allowed for"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_buf out = {0};
        allowances_tell(&out, rows[i].set, rsp_bytes_str(rows[i].greeting));
        assert_string_equal(rsp_buf_cstr(&out), rows[i].text);
        rsp_buf_free(&out);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(globs_match_the_whole_text),
        cmocka_unit_test(many_stars_end),
        cmocka_unit_test(scenario_is_selected_by_everything_that_names_it),
        cmocka_unit_test(variants_are_the_products_of_what_is_left),
        cmocka_unit_test(matrix_has_known_words_only),
        cmocka_unit_test(allowances_and_rules_know_each_other),
        cmocka_unit_test(what_is_allowed_for_is_one_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
