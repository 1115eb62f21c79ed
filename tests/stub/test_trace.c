/* Traces on the built-in machine: what scenarios can not see, because nobody is connected, or in what order.
 * Source: GDB manual, Tracepoint Packets.
 * The packets one by one are in scenarios/tracing. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "ask.h"

#include "core/limits.h"
#include <inttypes.h>
#include <stdio.h>

static int setup(void **state) {
    return ask_setup(state, "/bin/scratch");
}

static bool status_has(ask *a, const char *text) {
    rsp_bytes status = ask_for(a, "qTStatus");
    return rsp_bytes_search(status, rsp_bytes_str(text)) < status.len;
}

static void trace_function(ask *a, const char *name) {
    assert_reply(a, "QTinit", "OK");
    assert_bytes_lit(ask_for(a, "QTDP:1:%" PRIx64 ":E:0:0", ask_symbol(a, name)), "OK");
    assert_reply(a, "QTStart", "OK");
}

static void leave(ask *a) {
    rsp_stub_disconnect(a->stub);
    rsp_buf_clear(&a->out);
}

static void run_alone(ask *a) {
    assert_true(rsp_stub_unattended(a->stub));
    while (rsp_stub_busy(a->stub))
        assert_ok(rsp_stub_run(a->stub, 1000, &a->out));
    assert_int_equal(a->out.len, 0);
}

static void come_back(ask *a) {
    rsp_stub_connect(a->stub);
    (void)ask_for(a, "QStartNoAckMode");
}

static void a_program_that_runs_goes_on_for_its_trace(void **state) {
    ask *a = *state;
    assert_reply(a, "QTDisconnected:1", "OK");
    trace_function(a, "work");
    assert_ok(rsp_stub_input(a->stub, RSP_LIT("$vCont;c#a8"), &a->out));
    leave(a);
    run_alone(a);
    come_back(a);
    assert_true(status_has(a, "T1;"));
    assert_true(status_has(a, ";tframes:a;"));
}

static void a_program_that_stands_still_stays_so(void **state) {
    ask *a = *state;
    assert_reply(a, "QTDisconnected:1", "OK");
    trace_function(a, "work");
    leave(a);
    run_alone(a);
    come_back(a);
    assert_true(status_has(a, "T1;"));
    assert_true(status_has(a, ";tframes:0;"));
    assert_bytes_lit(ask_resume(a, "c"), "W00");
    assert_true(status_has(a, ";tframes:a;"));
}

static void a_detached_program_goes_on_for_its_trace(void **state) {
    ask *a = *state;
    assert_reply(a, "QTDisconnected:1", "OK");
    trace_function(a, "work");
    assert_reply(a, "D", "OK");
    assert_true(rsp_stub_finished(a->stub));
    leave(a);
    assert_false(rsp_stub_finished(a->stub));
    run_alone(a);
    come_back(a);
    assert_true(status_has(a, ";tframes:a;"));
}

static void without_the_wish_the_trace_ends_and_the_program_stands(void **state) {
    ask *a = *state;
    trace_function(a, "work");
    assert_ok(rsp_stub_input(a->stub, RSP_LIT("$vCont;c#a8"), &a->out));
    leave(a);
    assert_false(rsp_stub_unattended(a->stub));
    come_back(a);
    assert_true(status_has(a, "T0;tdisconnected:0;"));
    assert_bytes_lit(ask_resume(a, "c"), "W00");
}

static void steps_keep_to_the_client_s_wish(void **state) {
    ask *a = *state;
    uint64_t work = ask_symbol(a, "work");
    assert_bytes_lit(ask_for(a, "QTDP:1:%" PRIx64 ":E:3:0", work), "OK");
    assert_reply(a, "QTStart", "OK");
    assert_bytes_lit(ask_for(a, "Z0,%" PRIx64 ",4", work), "OK");
    (void)ask_resume(a, "c");
    assert_true(status_has(a, ";tframes:1;"));
    assert_bytes_lit(ask_for(a, "z0,%" PRIx64 ",4", work), "OK");
    for (unsigned frames = 2; frames <= 4; frames++) {
        char text[24];
        (void)snprintf(text, sizeof text, ";tframes:%x;", frames);
        (void)ask_resume(a, "s");
        assert_true(status_has(a, text));
    }
    (void)ask_resume(a, "s");
    assert_true(status_has(a, ";tframes:4;"));
}

static void a_range_ends_where_it_does(void **state) {
    ask *a = *state;
    uint64_t work = ask_symbol(a, "work");
    assert_bytes_lit(ask_for(a, "QTDP:1:%" PRIx64 ":E:40:0", work), "OK");
    assert_bytes_lit(ask_for(a, "Z0,%" PRIx64 ",4", work), "OK");
    (void)ask_resume(a, "c");
    assert_bytes_lit(ask_for(a, "z0,%" PRIx64 ",4", work), "OK");
    assert_reply(a, "QTStart", "OK");
    rsp_bytes stop = ask_resume(a, "vCont;r%" PRIx64 ",%" PRIx64, work, work + 12);
    assert_true(rsp_bytes_starts(stop, RSP_LIT("T05")));
    assert_true(status_has(a, ";tframes:4;")); /* the hit, and three instructions */
}

static void two_at_an_address_are_hit_in_the_order_of_definition(void **state) {
    ask *a = *state;
    uint64_t work = ask_symbol(a, "work");
    for (unsigned number = 1; number <= 3; number++)
        assert_bytes_lit(ask_for(a, "QTDP:%u:%" PRIx64 ":E:0:0", number, work), "OK");
    assert_reply(a, "QTStart", "OK");
    assert_bytes_lit(ask_resume(a, "c"), "W00");
    assert_reply(a, "QTStop", "OK");
    assert_reply(a, "QTFrame:0", "F0T1");
    assert_reply(a, "QTFrame:1", "F1T2");
    assert_reply(a, "QTFrame:2", "F2T3");
    assert_reply(a, "QTFrame:3", "F3T1");
}

/* An expression that collects a variable, sets it to 7 and collects it again. */
static void a_variable_collected_twice_has_its_last_value(void **state) {
    ask *a = *state;
    uint64_t work = ask_symbol(a, "work");
    assert_reply(a, "QTDV:3:5:0:76", "OK");
    assert_bytes_lit(ask_for(a, "QTDP:1:%" PRIx64 ":E:0:0-", work), "OK");
    assert_bytes_lit(ask_for(a, "QTDP:-1:%" PRIx64 ":XC,2e000322072d00032e000327", work), "OK");
    assert_reply(a, "QTStart", "OK");
    (void)ask_resume(a, "c");
    assert_reply(a, "QTStop", "OK");
    assert_reply(a, "QTFrame:0", "F0T1");
    assert_reply(a, "qTV:3", "V7");
}

static void definitions_are_bounded(void **state) {
    ask *a = *state;
    for (unsigned i = 0; i < RSP_LIMIT_STUB_TRACEPOINTS; i++)
        assert_bytes_lit(ask_for(a, "QTDP:1:%x:E:0:0", i), "OK");
    assert_error_reply(ask_for(a, "QTDP:1:%x:E:0:0", RSP_LIMIT_STUB_TRACEPOINTS));
    for (unsigned i = 2; i <= RSP_LIMIT_STUB_TRACE_VARIABLES; i++)
        assert_bytes_lit(ask_for(a, "QTDV:%x:0:0:", i), "OK");
    assert_error_reply(ask_for(a, "QTDV:%x:0:0:", RSP_LIMIT_STUB_TRACE_VARIABLES + 1));
    assert_reply(a, "QTinit", "OK");
    assert_reply(a, "QTDP:1:0:E:0:0", "OK");
}

static void a_place_without_memory_starts_nothing(void **state) {
    ask *a = *state;
    uint64_t work = ask_symbol(a, "work");
    assert_bytes_lit(ask_for(a, "QTDP:1:%" PRIx64 ":E:0:0", work), "OK");
    assert_reply(a, "QTDP:2:0:E:0:0", "OK");
    assert_reply(a, "QTStart", "E0e");
    assert_true(status_has(a, "T0;tnotrun:0;"));
    assert_bytes_lit(ask_resume(a, "c"), "W00");
}

/* A trace frame is the past: what would write registers or memory of the program is refused, and has done
 * nothing when the present is selected again. */
static void nothing_is_written_while_a_frame_is_selected(void **state) {
    static const char *const writes[] = {"QRestoreRegisterState:1", "QMemTags:3100000ff0,10:1:07",
                                         "vFlashErase:3000000000,1000", "vFlashWrite:3000000000:x",
                                         "vFlashDone"};
    ask *a = *state;
    const uint64_t tail = ask_symbol(a, "tail");
    trace_function(a, "work");
    assert_reply(a, "QSaveRegisterState", "1");
    assert_bytes_lit(ask_for(a, "Z0,%" PRIx64 ",4", tail), "OK");
    assert_true(rsp_bytes_starts(ask_resume(a, "c"), RSP_LIT("T05")));
    rsp_buf before = {0};
    rsp_buf_append(&before, ask_for(a, "g"));
    assert_reply(a, "QTFrame:0", "F0T1");
    for (size_t i = 0; i < RSP_ARRAY_LEN(writes); i++)
        assert_error_reply(ask_for(a, "%s", writes[i]));
    assert_error_reply(ask_for(a, "M%" PRIx64 ",1:00", tail));
    assert_error_reply(ask_for(a, "X%" PRIx64 ",1:a", tail));
    assert_error_reply(ask_for(a, "P20=%016x", 0));
    assert_error_reply(ask_for(a, "G%s", rsp_buf_cstr(&before)));
    assert_reply(a, "QTFrame:ffffffff", "OK");
    assert_bytes(ask_for(a, "g"), rsp_buf_bytes(&before));
    assert_reply(a, "qMemTags:3100000ff0,10:1", "m00");
    assert_reply(a, "m3000000000,1", "ff");
    assert_reply(a, "QRestoreRegisterState:1", "OK"); /* it is still there */
    assert_false(rsp_bytes_equal(ask_for(a, "g"), rsp_buf_bytes(&before)));
    rsp_buf_free(&before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_program_that_runs_goes_on_for_its_trace, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(a_program_that_stands_still_stays_so, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(a_detached_program_goes_on_for_its_trace, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(without_the_wish_the_trace_ends_and_the_program_stands, setup,
                                        ask_teardown),
        cmocka_unit_test_setup_teardown(steps_keep_to_the_client_s_wish, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(a_range_ends_where_it_does, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(two_at_an_address_are_hit_in_the_order_of_definition, setup,
                                        ask_teardown),
        cmocka_unit_test_setup_teardown(a_variable_collected_twice_has_its_last_value, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(definitions_are_bounded, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(a_place_without_memory_starts_nothing, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(nothing_is_written_while_a_frame_is_selected, setup, ask_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
