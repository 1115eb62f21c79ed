/* The settings of the reference stub by name: each value that a row names is taken, all others are refused.
 * The table itself says what is tried.
 * See stubs/stub_option.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "needs_faults.h"
#include "stubs/stub_option.h"

static void each_word_of_each_row_is_taken(void **state) {
    (void)state;
    for (size_t i = 0; i < STUB_OPTION_COUNT; i++) {
        const char *name;
        const char *values;
        const char *help;
        stub_option_describe(i, &name, &values, &help);
        assert_true(name[0] && values[0] && help[0]);
        rsp_bytes rest = rsp_bytes_str(strchr(values, '|') ? values : "");
        while (rest.len > 0) {
            rsp_buf word = {0};
            stub_option_values set = stub_option_defaults();
            rsp_error error = {0};
            rsp_buf_append(&word, rsp_bytes_split(&rest, '|'));
            if (stub_option_apply(&set, rsp_bytes_str(name), rsp_buf_cstr(&word), &error) != RSP_OK)
                fail_msg("%s %s: %s", name, rsp_buf_cstr(&word), error.msg);
            rsp_buf_free(&word);
        }
    }
}

static void values_arrive_where_they_belong(void **state) {
    stub_option_values set = stub_option_defaults();
    (void)state;
    assert_ok(stub_option_apply_text(&set, "packet-size=0x400", NULL));
    assert_int_equal(set.stub.packet_bytes, 0x400);
    assert_ok(stub_option_apply_text(&set, "run-length=off", NULL));
    assert_false(set.stub.run_length);
    assert_ok(stub_option_apply_text(&set, "multimem=rfc", NULL));
    assert_int_equal(set.stub.multimem, RSP_MULTIMEM_RFC);
    assert_ok(stub_option_apply_text(&set, "x=lldb", NULL));
    assert_int_equal(set.stub.x_dialect, RSP_X_LLDB);
    assert_ok(stub_option_apply_text(&set, "hardware-breakpoints=7", NULL));
    assert_int_equal(set.machine.hw_breakpoints, 7);
    assert_ok(stub_option_apply_text(&set, "seed=18446744073709551615", NULL));
    assert_int_equal(set.machine.seed, UINT64_MAX);
    assert_ok(stub_option_apply_text(&set, "number-threads=on", NULL));
    assert_true(set.number_threads);
}

static void fault_is_chosen_by_its_name(void **state) {
    stub_option_values set = stub_option_defaults();
    (void)state;
    needs_faults();
    assert_ok(stub_option_apply(&set, RSP_LIT("fault"), rsp_fault_get(1)->name, NULL));
    assert_int_equal(set.stub.fault, 1);
}

static void fault_of_a_program_without_any_is_refused_as_such(void **state) {
    stub_option_values set = stub_option_defaults();
    rsp_error error = {0};
    (void)state;
    if (rsp_fault_get(1))
        skip(); /* this one has some */
    assert_int_equal(stub_option_apply_text(&set, "fault=mem-decimal-length", &error), RSP_USAGE);
    assert_non_null(strstr(error.msg, "built without faults"));
}

static void what_is_no_setting_or_value_is_refused(void **state) {
    static const struct {
        const char *text;
        rsp_status status;
        const char *message;
    } rows[] = {
        {"runlength=on", RSP_NOT_FOUND, "run-length"},
        {"zzzzzzzz=on", RSP_NOT_FOUND, "zzzzzzzz"},
        {"run-length=yes", RSP_USAGE, "run-length yes: expected on|off"},
        {"run-length=", RSP_USAGE, "expected on|off"},
        {"packet-size=many", RSP_USAGE, "expected a number, decimal or with 0x"},
        {"hardware-breakpoints=4294967296", RSP_USAGE, "expected a number"},
        {"fault=no-such-fault-at-all", RSP_USAGE, "no fault 'no-such-fault-at-all'"},
    };
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        stub_option_values set = stub_option_defaults();
        const stub_option_values before = set;
        rsp_error error = {0};
        assert_int_equal(stub_option_apply_text(&set, rows[i].text, &error), rows[i].status);
        if (!strstr(error.msg, rows[i].message))
            fail_msg("%s: got \"%s\"", rows[i].text, error.msg);
        assert_memory_equal(&set, &before, sizeof set);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_word_of_each_row_is_taken),
        cmocka_unit_test(values_arrive_where_they_belong),
        cmocka_unit_test(fault_is_chosen_by_its_name),
        cmocka_unit_test(fault_of_a_program_without_any_is_refused_as_such),
        cmocka_unit_test(what_is_no_setting_or_value_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
