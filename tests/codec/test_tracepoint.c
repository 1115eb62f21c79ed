/* QTDP requests: definitions, continuations, and what is no good.
 * Source: GDB manual, Tracepoint Packets (QTDP).
 * See codec/tracepoint.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "codec/tracepoint.h"

static rsp_tracepoint parse(const char *text) {
    rsp_tracepoint point = {0};
    rsp_error error = {0};
    if (rsp_tracepoint_parse(&point, rsp_bytes_str(text), &error) != RSP_OK)
        fail_msg("%s: %s", text, error.msg);
    return point;
}

static void a_definition_has_its_parts(void **state) {
    (void)state;
    rsp_tracepoint p = parse("1f:0000000000400500:E:3:a:X3,220127-");
    assert_false(p.continues);
    assert_int_equal(p.number, 0x1f);
    assert_int_equal(p.addr, 0x400500);
    assert_true(p.enabled);
    assert_int_equal(p.steps, 3);
    assert_int_equal(p.passes, 10);
    assert_int_equal(p.way, RSP_TRACEPOINT_TRAP);
    assert_bytes_lit(p.condition, "220127");
    assert_true(p.more);
    p = parse("1:400:D:0:0");
    assert_false(p.enabled);
    assert_false(p.more);
    assert_int_equal(p.condition.len, 0);
    assert_int_equal(parse("1:400:E:0:0:F5").way, RSP_TRACEPOINT_FAST);
    assert_int_equal(parse("1:400:E:0:0:S:X3,220127").way, RSP_TRACEPOINT_STATIC);
}

static void a_continuation_has_actions(void **state) {
    (void)state;
    rsp_tracepoint p = parse("-1:400:SR03M2,fffffffffffffff8,10X3,220127-");
    assert_true(p.continues);
    assert_true(p.stepping);
    assert_true(p.more);
    rsp_trace_action a;
    assert_ok(rsp_trace_action_next(&a, &p.actions));
    assert_int_equal(a.kind, RSP_TRACE_REGISTERS);
    assert_bytes_lit(a.mask, "03");
    assert_ok(rsp_trace_action_next(&a, &p.actions));
    assert_int_equal(a.kind, RSP_TRACE_MEMORY);
    assert_true(a.based);
    assert_int_equal(a.base, 2);
    assert_int_equal(a.offset, UINT64_MAX - 7);
    assert_int_equal(a.length, 16);
    assert_ok(rsp_trace_action_next(&a, &p.actions));
    assert_int_equal(a.kind, RSP_TRACE_EXPRESSION);
    assert_bytes_lit(a.code, "220127");
    assert_int_equal(rsp_trace_action_next(&a, &p.actions), RSP_NOT_FOUND);
}

static void an_address_is_no_register(void **state) {
    (void)state;
    static const char *const none[] = {"-1:400:MFFFFFFFF,1000,8", "-1:400:M-1,1000,8",
                                       "-1:400:M80000000,1000,8"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(none); i++) {
        rsp_trace_action a;
        rsp_tracepoint p = parse(none[i]);
        assert_ok(rsp_trace_action_next(&a, &p.actions));
        assert_false(a.based);
    }
}

static void a_mask_is_read_from_its_end(void **state) {
    (void)state;
    assert_true(rsp_trace_mask_has(RSP_LIT("0400"), 10));
    assert_false(rsp_trace_mask_has(RSP_LIT("0400"), 2));
    assert_true(rsp_trace_mask_has(RSP_LIT("1"), 0));
    assert_false(rsp_trace_mask_has(RSP_LIT("F"), 4));
    assert_false(rsp_trace_mask_has(RSP_LIT("F"), UINT64_MAX));
}

static void what_is_malformed_is_refused(void **state) {
    (void)state;
    static const char *const bad[] = {"",
                                      "-",
                                      "1",
                                      "1:",
                                      "1:400",
                                      "1:400:",
                                      "1:400:Q:0:0",
                                      "1:400:E",
                                      "1:400:E:0",
                                      "1:400:E:0:0x",
                                      "1:400:E:0:0:",
                                      "1:400:E:0:0:Q",
                                      "1:400:E:0:0:X0,",
                                      "1:400:E:0:0:X3,2201",
                                      "1:400:E:0:0:X3,220127:X3,220127",
                                      "11111111111111111:400:E:0:0",
                                      "-1:400:",
                                      "-1:400:R",
                                      "-1:400:RG",
                                      "-1:400:M1,2",
                                      "-1:400:M1,2,",
                                      "-1:400:M100000000,2,3",
                                      "-1:400:L",
                                      "-1:400:R03S",
                                      "-1:400:X3,22zz27"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++) {
        rsp_tracepoint p;
        if (rsp_tracepoint_parse(&p, rsp_bytes_str(bad[i]), NULL) == RSP_OK)
            fail_msg("%s is taken", bad[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_definition_has_its_parts),   cmocka_unit_test(a_continuation_has_actions),
        cmocka_unit_test(an_address_is_no_register),    cmocka_unit_test(a_mask_is_read_from_its_end),
        cmocka_unit_test(what_is_malformed_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
