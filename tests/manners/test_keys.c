/* Manners by name: every key has values that can be set and read back, and nothing else.
 * What a profile says goes through here.
 * See manners/manners.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "manners/manners.h"

static void every_key_takes_its_words_only(void **state) {
    (void)state;
    static const char *const words[] = {"no", "yes", "first", "next", "empty", "digits", "loops"};
    for (size_t i = 0; rsp_manners_key(i); i++) {
        rsp_manners m = {0};
        unsigned taken = 0;
        rsp_error error = {0};
        assert_string_equal(rsp_manners_value(&m, i), "");
        for (size_t k = 0; k < RSP_ARRAY_LEN(words); k++) {
            if (rsp_manners_set(&m, rsp_bytes_str(rsp_manners_key(i)), rsp_bytes_str(words[k]), NULL) !=
                RSP_OK)
                continue;
            taken++;
            assert_string_equal(rsp_manners_value(&m, i), words[k]);
        }
        assert_true(taken == 1 || taken == 2);
        assert_int_equal(rsp_manners_set(&m, rsp_bytes_str(rsp_manners_key(i)), RSP_LIT(""), &error),
                         RSP_RANGE);
        assert_int_equal(rsp_manners_set(&m, rsp_bytes_str(rsp_manners_key(i)), RSP_LIT("maybe"), &error),
                         RSP_RANGE);
    }
}

static void members_are_the_named_ones(void **state) {
    (void)state;
    rsp_manners m = {0};
    assert_ok(rsp_manners_set(&m, RSP_LIT("acks"), RSP_LIT("late"), NULL));
    assert_ok(rsp_manners_set(&m, RSP_LIT("clients"), RSP_LIT("one"), NULL));
    assert_ok(rsp_manners_set(&m, RSP_LIT("program"), RSP_LIT("ends"), NULL));
    assert_ok(rsp_manners_set(&m, RSP_LIT("delayed-acks"), RSP_LIT("yes"), NULL));
    assert_int_equal(m.line.acks, RSP_ACKS_LATE);
    assert_int_equal(m.clients.life, RSP_LIFE_EXITS);
    assert_int_equal(m.runs.kind, RSP_PROGRAM_ENDS);
    assert_int_equal(m.replies.delayed_acks, RSP_HABIT_YES);
    assert_int_equal(rsp_manners_set(&m, RSP_LIT("akcs"), RSP_LIT("late"), NULL), RSP_NOT_FOUND);
}

static void habits_are_asked_by_their_key(void **state) {
    (void)state;
    rsp_manners m = {.runs.steps = RSP_HABIT_YES, .bytes.loses_second = RSP_HABIT_NO};
    assert_int_equal(rsp_manners_has(&m, RSP_LIT("steps")), RSP_HABIT_YES);
    assert_int_equal(rsp_manners_has(&m, RSP_LIT("loses-second")), RSP_HABIT_NO);
    assert_int_equal(rsp_manners_has(&m, RSP_LIT("upper-hex")), RSP_HABIT_UNKNOWN);
}

static void values_stand_behind_a_dash(void **state) {
    (void)state;
    rsp_manners m = {.line.acks = RSP_ACKS_LATE, .runs.kind = RSP_PROGRAM_LOOPS};
    assert_int_equal(rsp_manners_has(&m, RSP_LIT("acks-late")), RSP_HABIT_YES);
    assert_int_equal(rsp_manners_has(&m, RSP_LIT("acks-never")), RSP_HABIT_NO);
    assert_int_equal(rsp_manners_has(&m, RSP_LIT("program-loops")), RSP_HABIT_YES);
    assert_int_equal(rsp_manners_has(&m, RSP_LIT("errors-text")), RSP_HABIT_UNKNOWN);
}

static void only_names_of_manners_exist(void **state) {
    (void)state;
    static const char *const good[] = {
        "steps", "interrupt", "interrupt-beside", "acks-first", "unknown-packets-silent", "program-stuck"};
    static const char *const bad[] = {"",         "step",       "steps-yes", "acks", "acks-", "acks-lately",
                                      "program-", "interrupt-", "gdbserver"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(good); i++)
        assert_true(rsp_manner_exists(rsp_bytes_str(good[i])));
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++)
        assert_false(rsp_manner_exists(rsp_bytes_str(bad[i])));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_key_takes_its_words_only), cmocka_unit_test(members_are_the_named_ones),
        cmocka_unit_test(habits_are_asked_by_their_key),  cmocka_unit_test(values_stand_behind_a_dash),
        cmocka_unit_test(only_names_of_manners_exist),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
