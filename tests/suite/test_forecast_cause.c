/* A broken action of the forecast gets the cause that explains it, and keeps all that was said of it.
 * Actions that work get none.
 * See suite/forecast_cause.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "suite/forecast_cause.h"
#include "trace/cause.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static void a_cause_changes_nothing_that_was_said(void **state) {
    (void)state;
    rsp_cause causes[] = {{.requirement = "MEM-001"}, {.requirement = "BRK-001"}};
    rsp_run run = {.causes = causes, .num_causes = RSP_ARRAY_LEN(causes)};
    rsp_forecast_cell *row = run.forecast.cells[RSP_DEBUGGER_LLDB];
    for (unsigned a = 0; a < RSP_DEBUGGER_ACTION_COUNT; a++)
        row[a] = (rsp_forecast_cell){.prediction = RSP_PREDICTION_WORKS, .requirement = ""};
    rsp_forecast_cell *broken = &row[RSP_DEBUGGER_ACTION_BREAKPOINTS];
    *broken = (rsp_forecast_cell){.prediction = RSP_PREDICTION_BREAKS,
                                  .requirement = "",
                                  .why = "it stops behind",
                                  .real = RSP_PREDICTION_WORKS,
                                  .newer = RSP_PREDICTION_WORKS,
                                  .newer_versions = "21 to 23"};
    rsp_forecast_find_causes(&run);
    assert_int_equal(broken->cause, 2);
    assert_string_equal(broken->requirement, "BRK-001");
    assert_string_equal(broken->why, "it stops behind");
    assert_int_equal(broken->real, RSP_PREDICTION_WORKS);
    assert_int_equal(broken->newer, RSP_PREDICTION_WORKS);
    assert_string_equal(broken->newer_versions, "21 to 23");
    assert_int_equal(row[RSP_DEBUGGER_ACTION_MEMORY].cause, 0);
}

/* unidbg: "Truncated register 16 in remote 'g' packet", and packets that are not acknowledged in time. */
static void registers_that_break_an_attach_are_no_matter_of_other_packets(void **state) {
    (void)state;
    static const struct {
        const char *evidence;
        uint32_t cause;
    } cases[] = {
        {"-> $qC#b4\n<- $QC1#c5\n-> $g#67\n<- $0000#c0\n", 2},
        {"-> $g#67\n<- $0000#c0\n-> $qC#b4\n<- $QC1#c5\n", 1},
        {"-> $qC#b4\n<- $QC1#c5\n-> $g#67\n", 1},
        {"-> $m1000,200#8e\n<- $0000#c0\n", 0}, /* OpenOCD: LLDB looks for a kernel, for 99 s */
        {NULL, 1},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_cause causes[] = {{.requirement = "ACK-001"}, {.requirement = "REG-001"}};
        rsp_run run = {.causes = causes, .num_causes = RSP_ARRAY_LEN(causes)};
        rsp_forecast_cell *attach = &run.forecast.cells[RSP_DEBUGGER_GDB][RSP_DEBUGGER_ACTION_ATTACH];
        *attach = (rsp_forecast_cell){
            .prediction = RSP_PREDICTION_BREAKS, .requirement = "", .evidence = cases[i].evidence};
        rsp_forecast_find_causes(&run);
        assert_int_equal(attach->cause, cases[i].cause);
    }
}

/* lldb-server 19: a packet without payload gets no reply, which has nothing to do with an attach. */
static void what_no_debugger_sends_breaks_no_action(void **state) {
    (void)state;
    for (int hostile = 0; hostile < 2; hostile++) {
        rsp_cause causes[] = {{.requirement = "STD-001", .num_results = 1}};
        rsp_result results[] = {{.cause = 1, .hostile = hostile}};
        rsp_run run = {.causes = causes, .num_causes = 1, .results = results, .num_results = 1};
        rsp_forecast_cell *attach = &run.forecast.cells[RSP_DEBUGGER_GDB][RSP_DEBUGGER_ACTION_ATTACH];
        *attach = (rsp_forecast_cell){.prediction = RSP_PREDICTION_BREAKS, .requirement = ""};
        rsp_forecast_find_causes(&run);
        assert_int_equal(attach->cause, hostile ? 0 : 1);
    }
}

/* x86driver's gdbstub: it ends at packets that it does not know, and a cause of STOP-001 stands before. */
static void the_exchange_that_broke_it_names_the_cause(void **state) {
    (void)state;
    static const struct {
        const char *evidence;
        rsp_came came;
        uint32_t cause;
    } cases[] = {
        {"-> $vMustReplyEmpty#3a\n", RSP_CAME_CLOSED, 2},
        {"-> $vMustReplyEmpty#3a\n<- $OK#9a\n", RSP_CAME_OK, 2},
        {"-> $vMustReplyEmpty#3a\n<- $OK#9a\n", RSP_CAME_CLOSED, 1},
        {"-> $?#3f\n", RSP_CAME_CLOSED, 1},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_cause causes[] = {{.requirement = "STOP-001"}, {.requirement = "QSUP-005"}};
        rsp_result results[] = {
            {.cause = 1, .symptom = {.came = RSP_CAME_STOP, .asked = "?", .packet = RSP_PACKET_REASON}},
            {.cause = 2,
             .symptom = {.came = cases[i].came, .asked = "vMustReplyEmpty", .beside = RSP_BESIDE_NAMELESS}}};
        rsp_run run = {.causes = causes,
                       .num_causes = RSP_ARRAY_LEN(causes),
                       .results = results,
                       .num_results = RSP_ARRAY_LEN(results)};
        rsp_forecast_cell *attach = &run.forecast.cells[RSP_DEBUGGER_GDB][RSP_DEBUGGER_ACTION_ATTACH];
        *attach = (rsp_forecast_cell){
            .prediction = RSP_PREDICTION_BREAKS, .requirement = "", .evidence = cases[i].evidence};
        rsp_forecast_find_causes(&run);
        assert_int_equal(attach->cause, cases[i].cause);
    }
}

/* firefox-lldb closes the connection at "vCont;s:p-1.-1", and reads no 0x03 while a program runs. */
static void an_interrupt_that_is_lost_is_no_matter_of_the_resume(void **state) {
    (void)state;
    rsp_cause causes[] = {{.requirement = "VCONT-021"}, {.requirement = "INT-001"}};
    rsp_result results[] = {
        {.cause = 1,
         .symptom = {.came = RSP_CAME_CLOSED, .packet = RSP_PACKET_VCONT, .asked = "vCont;s:p-1.-1"}}};
    for (size_t num = 1; num <= RSP_ARRAY_LEN(causes); num++) {
        rsp_run run = {
            .causes = causes, .num_causes = num, .results = results, .num_results = RSP_ARRAY_LEN(results)};
        rsp_forecast_cell *cell = &run.forecast.cells[RSP_DEBUGGER_LLDB][RSP_DEBUGGER_ACTION_INTERRUPT];
        *cell = (rsp_forecast_cell){
            .prediction = RSP_PREDICTION_BREAKS, .requirement = "", .evidence = "-> $vCont;c#a8\n"};
        rsp_forecast_find_causes(&run);
        assert_int_equal(cell->cause, num == 1 ? 0 : 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_that_break_an_attach_are_no_matter_of_other_packets),
        cmocka_unit_test(what_no_debugger_sends_breaks_no_action),
        cmocka_unit_test(the_exchange_that_broke_it_names_the_cause),
        cmocka_unit_test(an_interrupt_that_is_lost_is_no_matter_of_the_resume),
        cmocka_unit_test(a_cause_changes_nothing_that_was_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
