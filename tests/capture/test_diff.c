/* Two recordings of the same work: what is common, what only one has, and how actions find each other.
 * Dialogues are written down here, and counted by hand.
 * See capture/capture_diff.h. */
/* SPDX-License-Identifier: MIT */
#include "dialogue_script.h"

#include "capture/capture_diff.h"
#include "core/limits.h"

static const char *const single[] = {
    "> qC",
    "< QCp1.1",
    "> vCont;s:p1.1",
    "< T05thread:p1.1;",
    "> m1000,8",
    "< 0000000000000000",
    "> m2000,8",
    "< 00",
    "> vCont;c",
    "< T05thread:p1.1;",
    "> g",
    "< 00",
    "> m3000,8",
    "< 00",
    "> c",
    "< W00",
};
static const char *const batched[] = {
    "> qC",
    "< QCp7.9",
    "> vCont;s:p7.9",
    "< T05thread:p7.9;",
    "> MultiMemRead:ranges:5000,8,6000,8;",
    "< 8,8;0",
    "> vCont;c",
    "< T05thread:p7.9;",
    "> g",
    "< 00",
    "> m9000,8",
    "< 00",
    "> c",
    "< W00",
};

static void compare(rsp_capture_diff *diff, const char *const *a, size_t num_a, const char *const *b,
                    size_t num_b) {
    rsp_dialogue first = {0};
    rsp_dialogue second = {0};
    dialogue_script(&first, a, num_a);
    dialogue_script(&second, b, num_b);
    assert_ok(rsp_capture_diff_make(diff, &first, &second));
    rsp_dialogue_free(&first);
    rsp_dialogue_free(&second);
}

static void same_work_has_no_rows(void **state) {
    (void)state;
    rsp_capture_diff diff;
    compare(&diff, single, RSP_ARRAY_LEN(single), single, RSP_ARRAY_LEN(single));
    assert_int_equal(diff.num_rows, 0);
    assert_int_equal(diff.common, 8);
    assert_int_equal(diff.aligned, 4);
    rsp_capture_diff_free(&diff);
}

static void what_only_one_has_is_told_without_ids(void **state) {
    (void)state;
    rsp_capture_diff diff;
    compare(&diff, single, RSP_ARRAY_LEN(single), batched, RSP_ARRAY_LEN(batched));
    assert_int_equal(diff.actions[0], 4); /* attach, step, stop, exit */
    assert_int_equal(diff.aligned, 4);
    assert_int_equal(diff.num_rows, 2);
    assert_bytes_lit(diff.rows[0].signature, "m<address>,8");
    assert_int_equal(diff.rows[0].only[0], 2);
    assert_int_equal(diff.rows[0].only[1], 0);
    assert_int_equal(diff.rows[0].actions, 1);
    assert_int_equal(diff.rows[0].first_place[0], 5);
    assert_bytes_lit(diff.rows[1].signature, "MultiMemRead:ranges:<address>,8,<address>,8;");
    assert_int_equal(diff.rows[1].only[1], 1);
    assert_int_equal(diff.common, 6);
    rsp_capture_diff_free(&diff);
}

static void action_more_does_not_shift_the_others(void **state) {
    (void)state;
    static const char *const one[] = {"> s", "< S05", "> m1,1", "< 00", "> c", "< S05", "> g", "< 00"};
    static const char *const two[] = {"> s",  "< S05", "> m1,1", "< 00",  "> s", "< S05",
                                      "> p1", "< 00",  "> c",    "< S05", "> g", "< 00"};
    rsp_capture_diff diff;
    compare(&diff, one, RSP_ARRAY_LEN(one), two, RSP_ARRAY_LEN(two));
    assert_int_equal(diff.actions[0], 3);
    assert_int_equal(diff.actions[1], 4);
    assert_int_equal(diff.aligned, 3);
    assert_int_equal(diff.num_rows, 2); /* s and p1 */
    assert_int_equal(diff.common, 4);
    rsp_capture_diff_free(&diff);
    compare(&diff, one, 0, two, RSP_ARRAY_LEN(two));
    assert_int_equal(diff.common, 0);
    assert_int_equal(diff.requests[0], 0);
    assert_int_equal(diff.requests[1], 6);
    rsp_capture_diff_free(&diff);
}

static void actions_without_partner_share_no_requests(void **state) {
    (void)state;
    static const char *const one[] = {"> c", "< S05", "> m1,1", "< 00"};
    static const char *const two[] = {"> s", "< S05", "> m1,1", "< 00"};
    rsp_capture_diff diff;
    compare(&diff, one, RSP_ARRAY_LEN(one), two, RSP_ARRAY_LEN(two));
    assert_int_equal(diff.aligned, 1); /* attach */
    assert_int_equal(diff.common, 0);
    assert_int_equal(diff.num_rows, 3);
    assert_bytes_lit(diff.rows[0].signature, "m<address>,1");
    assert_int_equal(diff.rows[0].only[0], 1);
    assert_int_equal(diff.rows[0].only[1], 1);
    assert_int_equal(diff.rows[0].actions, 2);
    rsp_capture_diff_free(&diff);
}

/* Steps without end: at the limit they are aligned as a whole, beyond it one by one from the start. */
static void very_many_actions_are_aligned_by_number(void **state) {
    (void)state;
    enum { SIDE = 4096 }; /* SIDE * SIDE cells are the limit */
    assert_int_equal(RSP_LIMIT_DIFF_CELLS, SIDE * SIDE);
    static const char *lines[2 * SIDE + 4];
    size_t num = 0;
    lines[num++] = "> c"; /* aligned with nothing by number, for the other begins with a step */
    lines[num++] = "< S05";
    for (size_t i = 0; i < SIDE; i++) {
        lines[num++] = "> s";
        lines[num++] = "< S05";
    }
    rsp_capture_diff diff;
    /* actions and one: SIDE - 1 steps give SIDE + 1 with attach and c; SIDE - 2 without the c. */
    compare(&diff, lines, (size_t)(SIDE - 2) * 2, lines + 2, (size_t)(SIDE - 2) * 2);
    assert_int_equal(diff.aligned, SIDE - 2);
    rsp_capture_diff_free(&diff);
    compare(&diff, lines, (size_t)(SIDE - 1) * 2, lines + 2, (size_t)(SIDE - 1) * 2);
    assert_int_equal(diff.aligned, SIDE - 1);
    rsp_capture_diff_free(&diff);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_work_has_no_rows),
        cmocka_unit_test(what_only_one_has_is_told_without_ids),
        cmocka_unit_test(action_more_does_not_shift_the_others),
        cmocka_unit_test(actions_without_partner_share_no_requests),
        cmocka_unit_test(very_many_actions_are_aligned_by_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
