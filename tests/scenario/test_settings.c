/* Settings of a run from a file: values with their places, lists value by value, and files that are none.
 * What is wrong is told with line and column, and nothing of a wrong file is taken.
 * See scenario/settings.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/mem.h"
#include "scenario/settings.h"
#include <string.h>

static rsp_settings *load(const char *yaml, rsp_diagnostics *diagnostics) {
    return rsp_settings_load_memory("settings.yaml", rsp_bytes_str(yaml), NULL, diagnostics);
}

static void values_have_their_order_and_place(void **state) {
    (void)state;
    rsp_diagnostics diagnostics = {0};
    rsp_settings *s =
        load("stub: exec:x y\nfilter:\n  - a/*\n  - b/*\nseed: 007\nquiet: yes\nempty: ''\n", &diagnostics);
    static const struct {
        const char *key, *value;
        unsigned line, column;
    } rows[] = {
        {"stub", "exec:x y", 1, 7}, {"filter", "a/*", 3, 5}, {"filter", "b/*", 4, 5},
        {"seed", "007", 5, 7},      {"quiet", "yes", 6, 8},  {"empty", "", 7, 8},
    };
    assert_non_null(s);
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        const rsp_setting *one = rsp_settings_get(s, i);
        assert_non_null(one);
        assert_string_equal(one->key, rows[i].key);
        assert_string_equal(one->value, rows[i].value); /* as it stands: no number becomes another */
        assert_int_equal(one->value_at.line, rows[i].line);
        assert_int_equal(one->value_at.column, rows[i].column);
        assert_string_equal(one->key_at.path, "settings.yaml");
    }
    assert_null(rsp_settings_get(s, RSP_ARRAY_LEN(rows)));
    assert_null(rsp_settings_get(s, SIZE_MAX));
    rsp_settings_free(s);
    rsp_diagnostics_free(&diagnostics);
}

static void nothing_is_no_setting(void **state) {
    (void)state;
    static const char *const texts[] = {"", "# only words\n", "{}\n", "a: []\n"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(texts); i++) {
        rsp_diagnostics diagnostics = {0};
        rsp_settings *s = load(texts[i], &diagnostics);
        assert_non_null(s);
        assert_null(rsp_settings_get(s, 0));
        rsp_settings_free(s);
        rsp_diagnostics_free(&diagnostics);
    }
    rsp_settings_free(NULL);
}

static void files_that_are_no_settings_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *yaml;
        const char *message;
    } rows[] = {
        {"- a\n- b\n", "settings.yaml:1:1: error"},
        {"text\n", "settings.yaml:1:1: error"},
        {"a: 1\na: 2\n", "settings.yaml:2:1: error"}, /* which of the two? */
        {"a: {b: 1}\n", "settings.yaml:1:4: error"},  /* no setting has keys of its own */
        {"a: [[1]]\n", "settings.yaml:1:5: error"},
        {"a: 1\n---\nb: 2\n", "settings.yaml:"},
        {"a: &x 1\nb: *x\n", "settings.yaml:"},
        {"a: !!int 1\n", "settings.yaml:"},
        {"a: 'no end\n", "settings.yaml:"},
        {"a:\t1\n\tb: 2\n", "settings.yaml:"},
        {"a: \xff\n", "settings.yaml:"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_diagnostics diagnostics = {0};
        rsp_buf text = {0};
        rsp_settings *s = load(rows[i].yaml, &diagnostics);
        rsp_diagnostics_render(&text, &diagnostics);
        if (s || !strstr(rsp_buf_cstr(&text), rows[i].message))
            fail_msg("%s is %s: %s", rows[i].yaml, s ? "taken" : "refused", rsp_buf_cstr(&text));
        rsp_buf_free(&text);
        rsp_diagnostics_free(&diagnostics);
    }
}

/* Whoever knows what a setting means refuses it at its place, with a hint. */
static void setting_is_refused_at_its_place(void **state) {
    (void)state;
    rsp_diagnostics diagnostics = {0};
    rsp_buf text = {0};
    rsp_settings *s = load("a: 1\nsede: 7\n", &diagnostics);
    assert_non_null(s);
    rsp_settings_refuse(s, &rsp_settings_get(s, 1)->key_at, &diagnostics, "did you mean 'seed'?",
                        "no setting");
    rsp_diagnostics_render(&text, &diagnostics);
    assert_non_null(strstr(rsp_buf_cstr(&text), "settings.yaml:2:1: error: no setting"));
    assert_non_null(strstr(rsp_buf_cstr(&text), "sede: 7"));
    assert_non_null(strstr(rsp_buf_cstr(&text), "did you mean 'seed'?"));
    rsp_buf_free(&text);
    rsp_settings_free(s);
    rsp_diagnostics_free(&diagnostics);
}

static void missing_file_is_told(void **state) {
    (void)state;
    rsp_diagnostics diagnostics = {0};
    rsp_buf text = {0};
    assert_null(rsp_settings_load("/nowhere/settings.yaml", NULL, &diagnostics));
    rsp_diagnostics_render(&text, &diagnostics);
    assert_non_null(strstr(rsp_buf_cstr(&text), "/nowhere/settings.yaml"));
    rsp_buf_free(&text);
    rsp_diagnostics_free(&diagnostics);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_have_their_order_and_place),
        cmocka_unit_test(nothing_is_no_setting),
        cmocka_unit_test(files_that_are_no_settings_are_refused),
        cmocka_unit_test(setting_is_refused_at_its_place),
        cmocka_unit_test(missing_file_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
