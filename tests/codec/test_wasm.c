/* LLDB's dialect for WebAssembly: queries are taken apart, addresses are put into words.
 * What follows no form is refused, flush against a guard page.
 * See codec/wasm.h. */
/* SPDX-License-Identifier: MIT */
#include "guard.h"

#include "codec/wasm.h"

static rsp_guard guard;

static int set_up(void **state) {
    (void)state;
    guard = rsp_guard_new(4096);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    rsp_guard_free(&guard);
    return 0;
}

static rsp_status parse(rsp_wasm_query *q, const char *args, bool may_name_instance) {
    return rsp_wasm_query_parse(q, rsp_guard_put(&guard, rsp_bytes_str(args)), may_name_instance);
}

static void a_query_names_a_frame_or_an_instance(void **state) {
    (void)state;
    rsp_wasm_query q = {0};
    assert_ok(parse(&q, "3;12", false));
    assert_false(q.of_instance);
    assert_int_equal(q.frame, 3);
    assert_int_equal(q.index, 12);
    assert_ok(parse(&q, "12;instance:10;", true));
    assert_true(q.of_instance);
    assert_int_equal(q.instance, 10);
    assert_int_equal(q.index, 12);
}

static void what_follows_no_form_is_refused(void **state) {
    (void)state;
    static const char *const bad[] = {"",
                                      "1",
                                      "1;",
                                      ";1",
                                      "a;1",
                                      "1;a",
                                      "1;2;",
                                      "-1;0",
                                      "1;2,",
                                      "1;instance:",
                                      "1;instance:1",
                                      "1;instance:;",
                                      "1:2",
                                      "1;2;3",
                                      ";instance:1;",
                                      "1;instance:1;2",
                                      "0x1;2",
                                      "1;instance:a;"};
    rsp_wasm_query q = {.index = 7};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++)
        assert_int_equal(parse(&q, bad[i], true), RSP_MALFORMED);
    assert_int_equal(parse(&q, "1;instance:1;", false), RSP_MALFORMED);
    assert_int_equal(parse(&q, "18446744073709551616;0", true), RSP_RANGE);
    assert_int_equal(q.index, 7);
}

static void an_address_is_space_instance_and_offset(void **state) {
    (void)state;
    static const struct {
        uint64_t address;
        const char *words;
    } cases[] = {{0x20, "memory, instance 0, offset 0x20"},
                 {0x400000010000002c, "code, instance 1, offset 0x2c"},
                 {0x8000000200000003, "global, instance 2, index 0x3"},
                 {UINT64_MAX, "nowhere, instance 1073741823, offset 0xffffffff"}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_buf out = {0};
        rsp_wasm_address_append(&out, cases[i].address);
        assert_string_equal(rsp_buf_cstr(&out), cases[i].words);
        assert_int_equal(rsp_wasm_join(rsp_wasm_split(cases[i].address)), cases[i].address);
        rsp_buf_free(&out);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_query_names_a_frame_or_an_instance),
        cmocka_unit_test(what_follows_no_form_is_refused),
        cmocka_unit_test(an_address_is_space_instance_and_offset),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
