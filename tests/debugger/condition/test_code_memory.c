/* Memory for trampolines from a region of the caller's: shared, within reach of a jump, by process.
 * Nothing is sent for it, so there is no client.
 * See condition/place/code_memory.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "condition/place/code_memory.h"
#include "condition/run/machine.h"

enum { GIVEN = 0x100000, BYTES = 256, REACH = 0x100000 /* of a jump: 1 MiB */ };

static code_memory given(void) {
    static const condition_machine rv64 = {.kind = RSP_KIND_RV64};
    return (code_memory){
        .machine = &rv64, .given_address = GIVEN, .given_bytes = BYTES, .no_allocation = true};
}

static void users_share_a_region_in_steps_of_16(void **state) {
    (void)state;
    code_memory memory = given();
    const code_user user = {.address = GIVEN + 0x1000};
    uint64_t first = 0;
    uint64_t second = 0;
    assert_int_equal(code_memory_reserve(&memory, &user, 20, &first), RSP_OK);
    assert_int_equal(code_memory_reserve(&memory, &user, 20, &second), RSP_OK);
    assert_int_equal(first, GIVEN);
    assert_int_equal(second, GIVEN + 32);
    assert_int_equal(memory.num_regions, 1);
    code_memory_free(&memory);
}

static void a_full_region_refuses_until_its_last_user_is_gone(void **state) {
    (void)state;
    code_memory memory = given();
    const code_user user = {.address = GIVEN + 0x1000};
    uint64_t at[2];
    uint64_t none;
    assert_int_equal(code_memory_reserve(&memory, &user, BYTES / 2, &at[0]), RSP_OK);
    assert_int_equal(code_memory_reserve(&memory, &user, BYTES / 2, &at[1]), RSP_OK);
    assert_int_equal(code_memory_reserve(&memory, &user, 4, &none), RSP_REFUSED);
    assert_int_equal(code_memory_release(&memory, &user, at[0]), RSP_OK);
    assert_int_equal(code_memory_reserve(&memory, &user, 4, &none), RSP_REFUSED);
    assert_int_equal(code_memory_release(&memory, &user, at[1]), RSP_OK);
    assert_int_equal(code_memory_reserve(&memory, &user, BYTES, &at[0]), RSP_OK);
    assert_int_equal(at[0], GIVEN);
    code_memory_free(&memory);
}

static void memory_beyond_a_jump_is_refused(void **state) {
    (void)state;
    code_memory memory = given();
    const code_user far = {.address = GIVEN + REACH + 4};
    const code_user edge = {.address = GIVEN + REACH - 2};
    const code_user near = {.address = GIVEN + REACH - 64};
    uint64_t at;
    assert_int_equal(code_memory_reserve(&memory, &far, 16, &at), RSP_REFUSED);
    assert_int_equal(code_memory_reserve(&memory, &edge, 16, &at), RSP_OK);
    assert_int_equal(code_memory_reserve(&memory, &near, 16, &at), RSP_OK);
    code_memory_free(&memory);
}

static void each_process_has_its_own_copy(void **state) {
    (void)state;
    code_memory memory = given();
    const code_user one = {.pid = 1, .address = GIVEN + 0x1000};
    const code_user two = {.pid = 2, .address = GIVEN + 0x1000};
    uint64_t at[2];
    assert_int_equal(code_memory_reserve(&memory, &one, BYTES, &at[0]), RSP_OK);
    assert_int_equal(code_memory_reserve(&memory, &two, BYTES, &at[1]), RSP_OK);
    assert_int_equal(at[0], at[1]);
    code_memory_forget(&memory, 1);
    assert_int_equal(code_memory_release(&memory, &one, at[0]), RSP_NOT_FOUND);
    assert_int_equal(code_memory_release(&memory, &two, at[1]), RSP_OK);
    code_memory_free(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(users_share_a_region_in_steps_of_16),
        cmocka_unit_test(a_full_region_refuses_until_its_last_user_is_gone),
        cmocka_unit_test(memory_beyond_a_jump_is_refused),
        cmocka_unit_test(each_process_has_its_own_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
