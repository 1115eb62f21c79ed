/* Replies to qRegisterInfo as stubs give them: with and without an offset, damaged, and errors.
 * Texts are those of the reply.
 * See codec/register_info.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "codec/register_info.h"

static void name_size_offset_and_role_are_read(void **state) {
    (void)state;
    rsp_register_info info;
    assert_ok(rsp_register_info_parse(
        &info, RSP_LIT("name:rip;alt-name:pc;bitsize:64;offset:128;encoding:uint;generic:pc;")));
    assert_bytes_lit(info.name, "rip");
    assert_bytes_lit(info.generic, "pc");
    assert_int_equal(info.bits, 64);
    assert_int_equal(info.offset, 128);
    assert_true(info.has_offset);
}

/* Nyuzi: LLDB counts offsets itself. */
static void offset_and_role_may_be_missing(void **state) {
    (void)state;
    rsp_register_info info;
    assert_ok(rsp_register_info_parse(&info, RSP_LIT("name:s0;bitsize:32")));
    assert_bytes_lit(info.name, "s0");
    assert_false(info.has_offset);
    assert_int_equal(info.generic.len, 0);
}

static void what_describes_no_register_is_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "",
        "E45",
        "name:pc;",
        "bitsize:32;",
        "name:pc;bitsize:x;",
        "name:pc;bitsize:32;offset:-1;",
        "name:;bitsize:32;",
        "name:pc;bitsize:0;",
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(wrong); i++) {
        rsp_register_info info;
        assert_int_equal(rsp_register_info_parse(&info, rsp_bytes_str(wrong[i])), RSP_MALFORMED);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(name_size_offset_and_role_are_read),
        cmocka_unit_test(offset_and_role_may_be_missing),
        cmocka_unit_test(what_describes_no_register_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
