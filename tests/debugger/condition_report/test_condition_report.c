/* What `condition` found, as text and as JSON: texts of programs and stubs in it are hostile.
 * What is not known is left out or null, never made up.
 * See condition_report/condition_report.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "condition_report/condition_report.h"
#include <jansson.h>
#include <string.h>

static rsp_condition_value values[] = {{"n", "int", "5"}, {"item.name", "char *", "\"x\x1b[2J\ny\""}};
static const char *callers[] = {"main at a.c:7", "start\n::error::planted"};

static rsp_condition_stop usual_stop(void) {
    return (rsp_condition_stop){.thread = "p1.2",
                                .path = "/src/deep/a.c",
                                .line = 12,
                                .function = "work",
                                .address = 0x1000,
                                .values = values,
                                .num_values = 2,
                                .callers = callers,
                                .num_callers = 2};
}

static rsp_condition_report report_of(const rsp_condition_stop *stop) {
    return (rsp_condition_report){.stub = "tcp:127.0.0.1:1",
                                  .program = "a.out",
                                  .place = "a.c:12",
                                  .condition = "n == 5",
                                  .stops = stop,
                                  .num_stops = stop ? 1 : 0,
                                  .round_trips = 3};
}

static void expect_text(const rsp_condition_report *r, const char *wanted, bool there) {
    rsp_buf out = {0};
    assert_ok(rsp_condition_report_text(&out, r));
    if ((strstr(rsp_buf_cstr(&out), wanted) != NULL) != there)
        fail_msg("%s '%s' in:\n%s", there ? "no" : "there is", wanted, rsp_buf_cstr(&out));
    rsp_buf_free(&out);
}

/* The whole document; the caller's to release. */
static json_t *json_of(const rsp_condition_report *r) {
    rsp_buf out = {0};
    json_error_t error;
    assert_ok(rsp_condition_report_json(&out, r));
    json_t *root = json_loads(rsp_buf_cstr(&out), JSON_REJECT_DUPLICATES, &error);
    if (!root)
        fail_msg("%s: %s", error.text, rsp_buf_cstr(&out));
    rsp_buf_free(&out);
    return root;
}

static void stop_has_its_place_and_values(void **state) {
    (void)state;
    const rsp_condition_stop stop = usual_stop();
    const rsp_condition_report r = report_of(&stop);
    expect_text(&r, "a.c:12 in work, 0x1000, thread p1.2\n", true);
    expect_text(&r, "  n          int     5\n", true); /* columns as wide as the widest */
    expect_text(&r, "/src/deep", false);
}

static void texts_from_outside_are_shown_and_not_obeyed(void **state) {
    (void)state;
    const rsp_condition_stop stop = usual_stop();
    const rsp_condition_report r = report_of(&stop);
    expect_text(&r, "\"x\\x1b[2J\\x0ay\"\n", true);
    expect_text(&r, "\x1b", false);
    expect_text(&r, "\n::error", false);
    json_t *root = json_of(&r);
    assert_int_equal(json_array_size(json_object_get(root, "stops")), 1);
    json_decref(root);
}

static void what_is_not_known_is_left_out(void **state) {
    (void)state;
    rsp_condition_stop stop = {.thread = "1", .address = UINT64_MAX};
    rsp_condition_report r = report_of(&stop);
    expect_text(&r, "0xffffffffffffffff, thread 1\n", true);
    expect_text(&r, "(null)", false);
    stop.function = "work";
    expect_text(&r, "work, 0xffffffffffffffff, thread 1\n", true);
    stop.function = NULL;
    stop.path = "no-slash.c";
    expect_text(&r, "no-slash.c:0, 0xffffffffffffffff, thread 1\n", true);
    stop.trouble = "division by zero";
    expect_text(&r, "  the condition has no value: division by zero\n", true);
    json_t *root = json_of(&r);
    assert_null(strstr(json_string_value(json_object_get(root, "format")), "(null)"));
    json_decref(root);
}

/* A value of a megabyte is cut in the text, and says so. */
static void long_values_are_cut(void **state) {
    (void)state;
    enum { LONG = 1 << 20 };
    char *text = malloc(LONG + 1);
    assert_non_null(text);
    if (!text)
        return;
    memset(text, 'v', LONG);
    text[LONG] = '\0';
    rsp_condition_value one = {text, "char *", text};
    rsp_condition_stop stop = usual_stop();
    stop.values = &one;
    stop.num_values = 1;
    const rsp_condition_report r = report_of(&stop);
    rsp_buf out = {0};
    assert_ok(rsp_condition_report_text(&out, &r));
    assert_non_null(strstr(rsp_buf_cstr(&out), "v...\n"));
    rsp_buf_free(&out);
    free(text);
}

static void run_without_a_stop_says_why(void **state) {
    (void)state;
    rsp_condition_report r = report_of(NULL);
    r.end = "the program ended";
    r.passed = 1;
    expect_text(&r, "the program ended\n", true);
    expect_text(&r, "passed at 1 other stop where it held", true);
    r.passed = 2;
    expect_text(&r, "passed at 2 other stops where it held", true);
    json_t *root = json_of(&r);
    assert_int_equal(json_array_size(json_object_get(root, "stops")), 0);
    assert_string_equal(json_string_value(json_object_get(root, "end")), "the program ended");
    assert_int_equal(json_integer_value(json_object_get(root, "passed")), 2);
    json_decref(root);
}

static void each_way_that_was_not_taken_has_its_reason(void **state) {
    (void)state;
    rsp_condition_site site = {.address = 0x2000,
                               .library = "/lib/x\n.so",
                               .translated = "reg 5 == 5",
                               .info = {.way = RSP_WAY_HOST}};
    site.info.reason[RSP_WAY_INFERIOR] = "no room\nfor it";
    site.info.counts.hits = 7;
    site.info.counts.false_hits = 6;
    rsp_condition_report r = report_of(NULL);
    r.sites = &site;
    r.num_sites = 1;
    expect_text(&r, "  hits    7 came to this host, 6 of them false\n", true);
    expect_text(&r, ": no room\\x0afor it\n", true);
    expect_text(&r, "  of      /lib/x\\x0a.so\n", true);
    expect_text(&r, "had called true", false);
    site.info.counts.lies = 2;
    expect_text(&r, "  2 of them the host had called true\n", true);
    json_t *root = json_of(&r);
    const json_t *one = json_array_get(json_object_get(root, "breakpoints"), 0);
    assert_int_equal(json_integer_value(json_object_get(one, "lies")), 2);
    json_decref(root);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stop_has_its_place_and_values),
        cmocka_unit_test(texts_from_outside_are_shown_and_not_obeyed),
        cmocka_unit_test(what_is_not_known_is_left_out),
        cmocka_unit_test(long_values_are_cut),
        cmocka_unit_test(run_without_a_stop_says_why),
        cmocka_unit_test(each_way_that_was_not_taken_has_its_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
