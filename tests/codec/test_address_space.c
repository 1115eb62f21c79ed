/* LLDB's suffix that names an address space: both orders of its keys, and what is no suffix.
 * What follows no form is refused, flush against a guard page.
 * See codec/address_space.h. */
/* SPDX-License-Identifier: MIT */
#include "guard.h"

#include "codec/address_space.h"

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

static rsp_status parse(rsp_address_space *space, const char *suffix) {
    return rsp_address_space_parse(space, rsp_guard_put(&guard, rsp_bytes_str(suffix)));
}

static void a_suffix_names_a_space_and_maybe_a_thread(void **state) {
    (void)state;
    rsp_address_space space = {0};
    assert_ok(parse(&space, ";address_space:1a;"));
    assert_int_equal(space.id, 0x1a);
    assert_false(space.has_thread);
    assert_ok(parse(&space, ";address_space:2;thread:7f;"));
    assert_int_equal(space.id, 2);
    assert_true(space.has_thread);
    assert_int_equal(space.thread.tid, 0x7f);
    assert_ok(parse(&space, ";thread:p1.2;address_space:ffffffffffffffff;"));
    assert_int_equal(space.id, UINT64_MAX);
    assert_int_equal(space.thread.pid, 1);
    assert_int_equal(space.thread.tid, 2);
}

static void anything_else_is_refused_and_changes_nothing(void **state) {
    (void)state;
    static const char *const bad[] = {";",
                                      ";;",
                                      "address_space:1;",
                                      ";address_space:1",
                                      ";address_space:;",
                                      ";address_space:x;",
                                      ";address_space:-1;",
                                      ";thread:1;",
                                      ";address_space:1;address_space:1;",
                                      ";address_space:1;thread:1;thread:1;",
                                      ";address_space:1;thread:;",
                                      ";address_space:1;x",
                                      ";address_space:1;x;",
                                      ";address_space:1;;"};
    rsp_address_space space = {.id = 5};
    assert_int_equal(parse(&space, ""), RSP_NOT_FOUND);
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++)
        assert_int_equal(parse(&space, bad[i]), RSP_MALFORMED);
    assert_int_equal(parse(&space, ";address_space:10000000000000000;"), RSP_RANGE);
    assert_int_equal(space.id, 5);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_suffix_names_a_space_and_maybe_a_thread),
        cmocka_unit_test(anything_else_is_refused_and_changes_nothing),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
