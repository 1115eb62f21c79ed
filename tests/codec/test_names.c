/* Ids, features, standard replies: every form, every refusal, limits.
 * Values at the edge of 63 bits included.
 * See id.h, feature.h, reply.h. */
/* SPDX-License-Identifier: MIT */
#include "guard.h"

#include "codec/feature.h"
#include "codec/reply.h"
#include "core/limits.h"
#include <rsp/payload.h>

static void ptid_all_forms_parse(void **state) {
    (void)state;
    static const struct {
        const char *text;
        rsp_ptid id;
    } cases[] = {
        {"0", {0, 0}},
        {"-1", {0, -1}},
        {"1a", {0, 26}},
        {"p1.2", {1, 2}},
        {"p1", {1, -1}},
        {"p1.-1", {1, -1}},
        {"p-1.-1", {-1, -1}},
        {"p-1", {-1, -1}},
        {"p0.0", {0, 0}},
        {"p1.0", {1, 0}},
        {"p-1.0", {-1, 0}},
        {"pA.Ff", {10, 255}},
        {"p0.5", {0, 5}},
        {"0001", {0, 1}},
        {"7fffffffffffffff", {0, INT64_MAX}},
        {"p7fffffffffffffff.7fffffffffffffff", {INT64_MAX, INT64_MAX}},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_ptid id = {77, 77};
        assert_ok(rsp_ptid_parse(&id, rsp_bytes_str(cases[i].text)));
        assert_true(rsp_ptid_equal(id, cases[i].id));
    }
}

static void ptid_bad_forms_are_refused_and_change_nothing(void **state) {
    (void)state;
    static const struct {
        const char *text;
        rsp_status status;
    } cases[] = {
        {"", RSP_MALFORMED},
        {"p", RSP_MALFORMED},
        {"p.", RSP_MALFORMED},
        {"p1.", RSP_MALFORMED},
        {"p.1", RSP_MALFORMED},
        {"-2", RSP_MALFORMED},
        {"-", RSP_MALFORMED},
        {"p-1.1", RSP_MALFORMED},
        {"p1.1.", RSP_MALFORMED},
        {"1.1", RSP_MALFORMED},
        {"x", RSP_MALFORMED},
        {"p1,1", RSP_MALFORMED},
        {"--1", RSP_MALFORMED},
        {"0x1", RSP_MALFORMED},
        {"p1.p1", RSP_MALFORMED},
        {"-1x", RSP_MALFORMED},
        {"8000000000000000", RSP_RANGE},
        {"p10000000000000000.1", RSP_RANGE},
        {"p1.8000000000000000", RSP_RANGE},
    };
    rsp_guard guard = rsp_guard_new(64);
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_ptid id = {7, 8};
        rsp_bytes text = rsp_guard_put(&guard, rsp_bytes_str(cases[i].text));
        assert_int_equal(rsp_ptid_parse(&id, text), cases[i].status);
        assert_true(id.pid == 7 && id.tid == 8);
    }
    rsp_guard_free(&guard);
}

static void take_ptid_leaves_the_rest(void **state) {
    (void)state;
    rsp_bytes in = RSP_LIT("p1.2;c");
    rsp_ptid id;
    assert_ok(rsp_take_ptid(&id, &in));
    assert_bytes_lit(in, ";c");
    assert_int_equal(rsp_take_ptid(&id, &in), RSP_MALFORMED);
    assert_bytes_lit(in, ";c");
}

static void ptid_append_round_trips_in_both_syntaxes(void **state) {
    (void)state;
    static const int64_t values[] = {-1, 0, 1, 15, 16, 255, INT64_MAX};
    rsp_buf out = {0};
    for (size_t p = 0; p < RSP_ARRAY_LEN(values); p++)
        for (size_t t = 0; t < RSP_ARRAY_LEN(values); t++) {
            rsp_ptid id = {values[p], values[t]};
            rsp_ptid back = {0};
            rsp_buf_clear(&out);
            rsp_ptid_append(&out, id, true);
            rsp_status status = rsp_ptid_parse(&back, rsp_buf_bytes(&out));
            assert_int_equal(status, id.pid == -1 && id.tid > 0 ? RSP_MALFORMED : RSP_OK);
            assert_true(status != RSP_OK || rsp_ptid_equal(id, back));
            rsp_buf_clear(&out);
            rsp_ptid_append(&out, id, false);
            assert_ok(rsp_ptid_parse(&back, rsp_buf_bytes(&out)));
            assert_true(back.pid == 0 && back.tid == id.tid);
        }
    rsp_buf_free(&out);
}

static void ptid_matches_any_and_all(void **state) {
    (void)state;
    rsp_ptid id = {1, 2};
    assert_true(rsp_ptid_matches((rsp_ptid){1, 2}, id));
    assert_true(rsp_ptid_matches((rsp_ptid){0, 2}, id));
    assert_true(rsp_ptid_matches((rsp_ptid){1, -1}, id));
    assert_true(rsp_ptid_matches((rsp_ptid){-1, -1}, id));
    assert_true(rsp_ptid_matches((rsp_ptid){0, 0}, id));
    assert_false(rsp_ptid_matches((rsp_ptid){2, -1}, id));
    assert_false(rsp_ptid_matches((rsp_ptid){1, 3}, id));
}

static void pid_is_bare_hex(void **state) {
    (void)state;
    int64_t pid = 0;
    assert_ok(rsp_pid_parse(&pid, RSP_LIT("1f")));
    assert_true(pid == 31);
    assert_int_equal(rsp_pid_parse(&pid, RSP_LIT("p1")), RSP_MALFORMED);
    assert_int_equal(rsp_pid_parse(&pid, RSP_LIT("")), RSP_MALFORMED);
    assert_int_equal(rsp_pid_parse(&pid, RSP_LIT("-1")), RSP_MALFORMED);
    assert_int_equal(rsp_pid_parse(&pid, RSP_LIT("8000000000000000")), RSP_RANGE);
}

static void feature_list_gives_each_item_with_its_kind(void **state) {
    (void)state;
    static const struct {
        const char *name;
        const char *value;
        rsp_feature_kind kind;
        size_t offset;
    } expected[] = {{"PacketSize", "3fff", RSP_FEATURE_VALUE, 0},
                    {"fork-events", "", RSP_FEATURE_YES, 16},
                    {"a", "", RSP_FEATURE_NO, 29},
                    {"b", "", RSP_FEATURE_MAYBE, 32},
                    {"c", "", RSP_FEATURE_VALUE, 35},
                    {"d", "x=y+", RSP_FEATURE_VALUE, 38},
                    {"bare", "", RSP_FEATURE_BAD, 45},
                    {"", "", RSP_FEATURE_BAD, 50},
                    {"+", "", RSP_FEATURE_BAD, 51},
                    {"=v", "", RSP_FEATURE_BAD, 53}};
    rsp_feature_iter iter =
        rsp_feature_begin(RSP_LIT("PacketSize=3fff;fork-events+;a-;b?;c=;d=x=y+;bare;;+;=v;"));
    rsp_feature feature;
    for (size_t i = 0; i < RSP_ARRAY_LEN(expected); i++) {
        assert_true(rsp_feature_next(&iter, &feature));
        assert_bytes(feature.name, rsp_bytes_str(expected[i].name));
        assert_bytes(feature.value, rsp_bytes_str(expected[i].value));
        assert_int_equal(feature.kind, expected[i].kind);
        assert_int_equal(feature.offset, expected[i].offset);
    }
    assert_false(rsp_feature_next(&iter, &feature));
}

static void feature_check_points_at_the_bad_item(void **state) {
    (void)state;
    rsp_error error = {0};
    assert_ok(rsp_feature_check(RSP_LIT(""), &error));
    assert_ok(rsp_feature_check(RSP_LIT("a+;b-;"), &error));
    assert_int_equal(rsp_feature_check(RSP_LIT("a+;bad;c+"), &error), RSP_MALFORMED);
    assert_int_equal(error.offset, 3);
    assert_int_equal(rsp_feature_check(RSP_LIT("a+;;c+"), NULL), RSP_MALFORMED);
    assert_int_equal(rsp_feature_check(RSP_LIT(";"), NULL), RSP_MALFORMED);
}

static void feature_list_at_limit_is_fine_beyond_is_limit(void **state) {
    (void)state;
    rsp_buf list = {0};
    for (size_t i = 0; i < RSP_LIMIT_FEATURES; i++)
        rsp_feature_append(&list, 0, &(rsp_feature){.kind = RSP_FEATURE_YES, .name = RSP_LIT("f")});
    assert_ok(rsp_feature_check(rsp_buf_bytes(&list), NULL));
    rsp_feature_append(&list, 0, &(rsp_feature){.kind = RSP_FEATURE_YES, .name = RSP_LIT("g")});
    assert_int_equal(rsp_feature_check(rsp_buf_bytes(&list), NULL), RSP_LIMIT);
    assert_false(rsp_feature_yes(rsp_buf_bytes(&list), RSP_LIT("g")));
    rsp_buf_free(&list);
}

static void feature_find_takes_the_last_word_and_first_item_counts(void **state) {
    (void)state;
    rsp_feature feature;
    rsp_bytes list = RSP_LIT("multiprocess+;x=1;x=2;y+;y-;z");
    assert_true(rsp_feature_yes(list, RSP_LIT("multiprocess")));
    assert_true(rsp_feature_find(&feature, list, RSP_LIT("x")));
    assert_bytes_lit(feature.value, "2");
    assert_false(rsp_feature_yes(list, RSP_LIT("y")));
    assert_false(rsp_feature_find(&feature, list, RSP_LIT("z")));
    assert_false(rsp_feature_find(&feature, list, RSP_LIT("multi")));
}

static const char *meant_by(const char *name) {
    const char *meant = rsp_feature_meant(rsp_bytes_str(name));
    return meant ? meant : "";
}

static void feature_meant_is_the_known_name_beside_a_slip(void **state) {
    (void)state;
    assert_string_equal(meant_by("error-messages"), "error-message");
    assert_string_equal(meant_by("error_message"), "error-message");
    assert_string_equal(meant_by("Multiprocess"), "multiprocess");
    assert_string_equal(meant_by("swbraek"), "swbreak");
    assert_string_equal(meant_by("qWasmInstances"), "qWasmInstance");
    assert_string_equal(meant_by("qWasmGlobalInstance"),
                        "qWasmInstance"); /* as it was called for some weeks */
    assert_string_equal(meant_by("qXfer:feature:read"), "qXfer:features:read");
    assert_string_equal(meant_by("qXfer:memory_map:raed"), "qXfer:memory-map:read");
}

/* Known names are nobody's slip, not even those that lie beside one another. */
static void feature_meant_is_nothing_for_known_names(void **state) {
    (void)state;
    static const char *const names[] = {
#define NAME(name) name,
        RSP_STUB_FEATURE_LIST(NAME)
#undef NAME
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(names); i++)
        assert_string_equal(meant_by(names[i]), "");
}

static void feature_meant_leaves_names_of_the_stubs_own(void **state) {
    (void)state;
    static const char *const own[] = {"",           "x",          "foo",
                                      "hwb",        "my-feature", "qXfer:tasks:read",
                                      "swbreak2",   "qWasmCalls", "qXfer:features:write",
                                      "semihosting"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(own); i++)
        assert_string_equal(meant_by(own[i]), "");
    assert_true(rsp_feature_is_known(RSP_LIT("swbreak")));
    assert_true(rsp_feature_is_known(RSP_LIT("qXfer:features:read")));
    assert_false(rsp_feature_is_known(RSP_LIT("my-feature")));
    assert_false(rsp_feature_is_known(RSP_LIT("swbraek")));
    assert_false(rsp_feature_is_known(RSP_LIT("")));
}

static void feature_append_writes_every_form(void **state) {
    (void)state;
    rsp_buf out = {0};
    rsp_buf_str(&out, "qSupported:");
    size_t start = out.len;
    rsp_feature_append(&out, start, &(rsp_feature){.kind = RSP_FEATURE_YES, .name = RSP_LIT("a")});
    rsp_feature_append(&out, start, &(rsp_feature){.kind = RSP_FEATURE_NO, .name = RSP_LIT("b")});
    rsp_feature_append(&out, start, &(rsp_feature){.kind = RSP_FEATURE_MAYBE, .name = RSP_LIT("c")});
    rsp_feature_append(&out, start, &(rsp_feature){.kind = RSP_FEATURE_BAD, .name = RSP_LIT("d")});
    rsp_feature_append(
        &out, start, &(rsp_feature){.kind = RSP_FEATURE_VALUE, .name = RSP_LIT("e"), .value = RSP_LIT("f")});
    assert_bytes_lit(rsp_buf_bytes(&out), "qSupported:a+;b-;c?;d;e=f");
    rsp_buf_free(&out);
}

static void reply_forms_are_told_apart(void **state) {
    (void)state;
    static const struct {
        const char *payload;
        rsp_reply_kind kind;
        uint8_t code;
        const char *text;
    } cases[] = {
        {"", RSP_REPLY_EMPTY, 0, ""},
        {"OK", RSP_REPLY_OK, 0, ""},
        {"E01", RSP_REPLY_ERROR, 1, ""},
        {"Eff", RSP_REPLY_ERROR, 255, ""},
        {"EFF", RSP_REPLY_ERROR, 255, ""},
        {"E1", RSP_REPLY_OTHER, 0, ""},
        {"E", RSP_REPLY_OTHER, 0, ""},
        {"E012", RSP_REPLY_OTHER, 0, ""},
        {"Eg1", RSP_REPLY_OTHER, 0, ""},
        {"E01;6869", RSP_REPLY_ERROR, 1, "6869"},
        {"E.no", RSP_REPLY_ERROR_TEXT, 0, "no"},
        {"E.", RSP_REPLY_ERROR_TEXT, 0, ""},
        {"OKx", RSP_REPLY_OTHER, 0, ""},
        {"S05", RSP_REPLY_OTHER, 0, ""},
    };
    rsp_guard guard = rsp_guard_new(16);
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_bytes payload = rsp_guard_put(&guard, rsp_bytes_str(cases[i].payload));
        rsp_reply reply = rsp_reply_classify(payload);
        assert_int_equal(reply.kind, cases[i].kind);
        assert_int_equal(reply.code, cases[i].code);
        assert_bytes(reply.text, rsp_bytes_str(cases[i].text));
        bool error = reply.kind == RSP_REPLY_ERROR || reply.kind == RSP_REPLY_ERROR_TEXT;
        assert_int_equal(rsp_reply_is_error(payload), error);
    }
    rsp_guard_free(&guard);
}

static void console_output_is_told_from_ok(void **state) {
    (void)state;
    static const struct {
        const char *payload;
        rsp_console console;
    } cases[] = {
        {"O6869", RSP_CONSOLE_TEXT}, {"O6869F", RSP_CONSOLE_BAD},  {"O", RSP_CONSOLE_TEXT},
        {"O6", RSP_CONSOLE_BAD},     {"Ozz", RSP_CONSOLE_BAD},     {"OK", RSP_CONSOLE_NONE},
        {"OKx", RSP_CONSOLE_BAD},    {"OK;E16", RSP_CONSOLE_NONE}, {"", RSP_CONSOLE_NONE},
        {"T05", RSP_CONSOLE_NONE},   {"o61", RSP_CONSOLE_NONE},
    };
    rsp_guard guard = rsp_guard_new(16);
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++)
        assert_int_equal(rsp_console_classify(rsp_guard_put(&guard, rsp_bytes_str(cases[i].payload))),
                         cases[i].console);
    rsp_guard_free(&guard);
}

static void error_reply_is_lower_case(void **state) {
    (void)state;
    rsp_buf out = {0};
    rsp_reply_error_build(&out, 0xab);
    assert_bytes_lit(rsp_buf_bytes(&out), "Eab");
    rsp_buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ptid_all_forms_parse),
        cmocka_unit_test(ptid_bad_forms_are_refused_and_change_nothing),
        cmocka_unit_test(take_ptid_leaves_the_rest),
        cmocka_unit_test(ptid_append_round_trips_in_both_syntaxes),
        cmocka_unit_test(ptid_matches_any_and_all),
        cmocka_unit_test(pid_is_bare_hex),
        cmocka_unit_test(feature_list_gives_each_item_with_its_kind),
        cmocka_unit_test(feature_check_points_at_the_bad_item),
        cmocka_unit_test(feature_list_at_limit_is_fine_beyond_is_limit),
        cmocka_unit_test(feature_find_takes_the_last_word_and_first_item_counts),
        cmocka_unit_test(feature_meant_is_the_known_name_beside_a_slip),
        cmocka_unit_test(feature_meant_is_nothing_for_known_names),
        cmocka_unit_test(feature_meant_leaves_names_of_the_stubs_own),
        cmocka_unit_test(feature_append_writes_every_form),
        cmocka_unit_test(reply_forms_are_told_apart),
        cmocka_unit_test(console_output_is_told_from_ok),
        cmocka_unit_test(error_reply_is_lower_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
