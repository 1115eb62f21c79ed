/* Calls of functions: what a call is, the arguments and the result of one, and registers as they were before.
 * The functions are those of the program "shapes".
 * See debuggee/function_call.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "debuggee/function_call.h"
#include "shapes_world.h"

static void calls_are_told_from_other_expressions(void **state) {
    static const struct {
        const char *source;
        size_t num;
        const char *last;
    } cases[] = {
        {"f()", 0, NULL},
        {" f ( ) ", 0, NULL},
        {"f(1)", 1, "1"},
        {"a::f(1, x[2, 3])", 2, "x[2, 3]"},
        {"f((1, 2), g(3, 4))", 2, "g(3, 4)"},
        {"f(',', \")\")", 2, "\")\""},
        {"f(1, )", 2, ""},
    };
    static const char *const others[] = {"",     "f",       "f(",   "f(1", "f(1))", "f(1) + 1", "(f)(1)",
                                         "1(2)", "f(1)(2)", "f[1]", ")",   "f(\"",  "f(]",      "f)("};
    rsp_call_text text;
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        assert_true(rsp_call_parse(&text, rsp_bytes_str(cases[i].source)));
        assert_int_equal(text.num, cases[i].num);
        if (cases[i].last)
            assert_true(rsp_bytes_equal(text.arguments[text.num - 1], rsp_bytes_str(cases[i].last)));
    }
    for (size_t i = 0; i < RSP_ARRAY_LEN(others); i++)
        if (rsp_call_parse(&text, rsp_bytes_str(others[i])))
            fail_msg("%s is no call", others[i]);
    assert_true(rsp_call_parse(&text, RSP_LIT("f(1,2,3,4,5,6,7,8)")));
    assert_int_equal(text.num, 8);
}

static rsp_status prepare(shapes *s, rsp_function_call *call, const char *source, rsp_error *error) {
    rsp_call_text text;
    assert_true(rsp_call_parse(&text, rsp_bytes_str(source)));
    return rsp_function_call_prepare(call, &s->stack, shapes_frame(s, SHAPES_MAIN), &text, error);
}

static void what_cannot_be_called_is_refused(void **state) {
    static const struct {
        const char *source;
        rsp_status status;
        const char *text;
    } cases[] = {
        {"nosuch(1)", RSP_NOT_FOUND, "no function 'nosuch'"},
        {"twice(1)", RSP_NOT_FOUND, "code of its own"}, /* inlined everywhere */
        {"look()", RSP_UNSUPPORTED, "it takes 1 arguments, not 0"},
        {"look(1, 2)", RSP_UNSUPPORTED, "it takes 1 arguments, not 2"},
        {"look(item)", RSP_UNSUPPORTED, "argument 1 is neither"},
        {"look(item.weight)", RSP_UNSUPPORTED, "argument 1 is neither"},
        {"look(zzz)", RSP_NOT_FOUND, "zzz"},
    };
    shapes s;
    (void)state;
    shapes_begin(&s);
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_function_call call = {0};
        rsp_error error = {0};
        assert_int_equal(prepare(&s, &call, cases[i].source, &error), cases[i].status);
        if (!strstr(error.msg, cases[i].text))
            fail_msg("%s: %s", cases[i].source, error.msg);
        rsp_function_call_free(&call);
    }
    shapes_end(&s);
}

static void take_registers(shapes *s, rsp_buf *out) {
    rsp_bytes digits;
    assert_ok(rsp_client_read_registers(s->w.client, s->stack.thread, &digits));
    rsp_buf_append(out, digits);
}

static void run_back(shapes *s, const rsp_function_call *call) {
    rsp_conditional_stop stop;
    const rsp_conditional_request request = {
        .address = call->back, .condition = RSP_LIT("1"), .way = RSP_WAY_HOST};
    assert_ok(rsp_conditionals_remove_all(s->set));
    assert_ok(rsp_conditional_breakpoint(s->set, NULL, &request));
    assert_ok(rsp_conditionals_run(s->set, NULL, 0, &stop));
    assert_int_equal(stop.pc, call->back);
}

static void a_call_has_a_result_and_leaves_registers_alone(void **state) {
    shapes s;
    rsp_function_call call = {0};
    rsp_error error = {0};
    rsp_buf before = {0};
    rsp_buf after = {0};
    rsp_value value;
    (void)state;
    shapes_begin(&s);
    take_registers(&s, &before);
    assert_ok(prepare(&s, &call, "deep(item.small + 10, &item)", &error));
    assert_int_equal(call.arguments[0], 1);
    assert_ok(rsp_function_call_enter(&call, &error));
    run_back(&s, &call);
    assert_ok(rsp_function_call_result(&call, &value, &error));
    assert_int_equal(value.number, 42 + 1 + 42 + 10);
    assert_int_equal(value.type.size, 8);
    assert_ok(rsp_function_call_leave(&call));
    take_registers(&s, &after);
    assert_true(rsp_bytes_equal(rsp_buf_bytes(&before), rsp_buf_bytes(&after)));
    rsp_function_call_free(&call);
    assert_ok(prepare(&s, &call, "look(-2)", &error));
    assert_int_equal(call.arguments[0], UINT64_MAX - 1);
    rsp_function_call_free(&call);
    rsp_buf_free(&before);
    rsp_buf_free(&after);
    shapes_end(&s);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_are_told_from_other_expressions),
        cmocka_unit_test(what_cannot_be_called_is_refused),
        cmocka_unit_test(a_call_has_a_result_and_leaves_registers_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
