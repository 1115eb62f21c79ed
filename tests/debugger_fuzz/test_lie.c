/* Lists of lies: found by packet and number, written and
 * read back with any bytes, and kept from harm. Files of
 * lies come from strangers. See debugger_fuzz/lie.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "debugger_fuzz/lie.h"
#include <stdlib.h>

static const rsp_lie say = {
    .kind = RSP_LIE_SAY, .packet = "qSupported", .nth = 2, .bytes = {(const uint8_t *)"x", 1}};

static void a_lie_is_found_by_packet_and_number(void **state) {
    (void)state;
    rsp_lies lies = {0};
    const unsigned any = (1u << RSP_LIE_KINDS) - 1;
    rsp_lie after = {.kind = RSP_LIE_AFTER, .packet = "", .nth = 1, .every = true};
    assert_true(rsp_lies_add(&lies, &say));
    assert_true(rsp_lies_add(&lies, &after));
    assert_null(rsp_lies_find(&lies, "qSupported", 0, any));
    assert_int_equal(rsp_lies_find(&lies, "qSupported", 1, any)->kind, RSP_LIE_AFTER);
    assert_int_equal(rsp_lies_find(&lies, "qSupported", 2, any)->kind, RSP_LIE_SAY);
    assert_int_equal(rsp_lies_find(&lies, "qSupported", 3, any)->kind, RSP_LIE_AFTER);
    assert_int_equal(rsp_lies_find(&lies, "g", 2, any)->kind, RSP_LIE_AFTER);
    assert_null(rsp_lies_find(&lies, "g", 2, 1u << RSP_LIE_SAY));
    rsp_lies_free(&lies);
}

static void what_is_written_reads_back(void **state) {
    (void)state;
    uint8_t bytes[256];
    rsp_lies lies = {0};
    rsp_lies back;
    rsp_buf json = {0};
    rsp_error error = {0};
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)i;
    for (unsigned kind = 0; kind < RSP_LIE_KINDS; kind++)
        assert_true(rsp_lies_add(&lies, &(rsp_lie){.kind = (rsp_lie_kind)kind,
                                                   .packet = "g",
                                                   .nth = kind,
                                                   .every = kind % 2,
                                                   .bytes = rsp_bytes_make(bytes, kind ? sizeof bytes : 0)}));
    assert_true(rsp_lies_add_line(&lies, "target remote {address} \"x\""));
    assert_int_equal(rsp_lies_write(&json, &lies), RSP_OK);
    assert_int_equal(rsp_lies_read(&back, rsp_buf_bytes(&json), &error), RSP_OK);
    assert_int_equal(back.num, lies.num);
    for (size_t i = 0; i < lies.num; i++) {
        assert_int_equal(back.items[i].kind, lies.items[i].kind);
        assert_int_equal(back.items[i].nth, lies.items[i].nth);
        assert_int_equal(back.items[i].every, lies.items[i].every);
        assert_true(rsp_bytes_equal(back.items[i].bytes, lies.items[i].bytes));
    }
    assert_string_equal(back.lines[0], lies.lines[0]);
    rsp_lies_free(&back);
    rsp_lies_free(&lies);
    rsp_buf_free(&json);
}

static void a_damaged_file_is_refused(void **state) {
    (void)state;
    static const char *const wrong[][2] = {
        {"", ""},
        {"[", ""},
        {"{}", "no list of lies"},
        {"{\"lies-version\":2,\"lines\":[],\"lies\":[]}", "version 1"},
        {"{\"lies-version\":1,\"lines\":[1],\"lies\":[]}", "line 1"},
        {"{\"lies-version\":1,\"lines\":[\"a\\nshell x\"],\"lies\":[]}", "line 1"},
        {"{\"lies-version\":1,\"lines\":[],\"lies\":[1]}", "lie 1"},
        {"{\"lies-version\":1,\"lines\":[],\"lies\":[{\"packet\":\"g\",\"kind\":\"sing\",\"bytes\":\"\"}]}",
         "lie 1"},
        {"{\"lies-version\":1,\"lines\":[],\"lies\":[{\"packet\":\"g\",\"kind\":\"say\",\"nth\":-1,\"bytes\":"
         "\"\"}]}",
         "lie 1"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(wrong); i++) {
        rsp_lies lies;
        rsp_error error = {0};
        assert_int_equal(rsp_lies_read(&lies, rsp_bytes_str(wrong[i][0]), &error), RSP_BAD_FILE);
        assert_non_null(strstr(error.msg, wrong[i][1]));
        assert_int_equal(lies.num + lies.num_lines, 0);
    }
}

static void lists_have_limits(void **state) {
    (void)state;
    rsp_lies lies = {0};
    rsp_lies less;
    for (size_t i = 0; i < RSP_LIES_MOST; i++)
        assert_true(rsp_lies_add(&lies, &say));
    assert_false(rsp_lies_add(&lies, &say));
    for (size_t i = 0; i < RSP_LIES_MOST_LINES; i++)
        assert_true(rsp_lies_add_line(&lies, "x"));
    assert_false(rsp_lies_add_line(&lies, "x"));
    assert_true(rsp_lies_without(&less, &lies, 1, 3, 0, RSP_LIES_MOST_LINES));
    assert_int_equal(less.num, RSP_LIES_MOST - 3);
    assert_int_equal(less.num_lines, 0);
    rsp_lies_free(&less);
    rsp_lies_free(&lies);
    uint8_t *long_one = calloc(1, RSP_LIE_MOST_BYTES + 1);
    assert_true(rsp_lies_add(&lies, &(rsp_lie){.packet = "", .bytes = {long_one, RSP_LIE_MOST_BYTES}}));
    assert_false(rsp_lies_add(&lies, &(rsp_lie){.packet = "", .bytes = {long_one, RSP_LIE_MOST_BYTES + 1}}));
    rsp_lies_free(&lies);
    free(long_one);
}

static void a_call_to_the_debuggers_machine_is_harmful(void **state) {
    (void)state;
    static const char *const harmful[] = {"Fsystem,1000/5",
                                          "$Funlink,1000/5#00",
                                          "xFrename,1/1,2/2",
                                          "Fopen,1000/5,1,1b6",
                                          "Fopen,1000/5,601,0",
                                          "Fopen",
                                          "Fopen,1000/5,0,0Fopen,1/1,2"};
    static const char *const harmless[] = {"", "OK", "Fopen,1000/5,0,0", "Fread,0,1000,5", "Fwrite,1,1000,5",
                                           "F"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(harmful); i++)
        assert_true(rsp_lie_is_harmful(rsp_bytes_str(harmful[i])));
    for (size_t i = 0; i < RSP_ARRAY_LEN(harmless); i++)
        assert_false(rsp_lie_is_harmful(rsp_bytes_str(harmless[i])));
}

static void kinds_have_names(void **state) {
    (void)state;
    for (unsigned i = 0; i < RSP_LIE_KINDS; i++) {
        assert_string_not_equal(rsp_lie_kind_name(i), "?");
        assert_string_not_equal(rsp_lie_kind_text(i), "?");
    }
    assert_string_equal(rsp_lie_kind_name(RSP_LIE_KINDS), "?");
    assert_string_equal(rsp_lie_kind_text(RSP_LIE_KINDS), "?");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_lie_is_found_by_packet_and_number),
                                       cmocka_unit_test(what_is_written_reads_back),
                                       cmocka_unit_test(a_damaged_file_is_refused),
                                       cmocka_unit_test(lists_have_limits),
                                       cmocka_unit_test(a_call_to_the_debuggers_machine_is_harmful),
                                       cmocka_unit_test(kinds_have_names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
