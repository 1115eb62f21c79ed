/* What a run and a look say about the actions of debuggers.
 * Each row of the table names requirements that there are.
 * See forecaster.h. */
/* SPDX-License-Identifier: MIT */
#include "forecast_table.h"
#include "rsp_test.h"

#include "manners/forecaster.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>
#include <stdlib.h>

static rsp_manners sound(void) {
    rsp_manners m = {.looked = true,
                     .acks = RSP_ACKS_FIRST,
                     .unknowns = RSP_UNKNOWNS_EMPTY,
                     .supported = "PacketSize=400;qXfer:features:read+",
                     .arch = "x86-64",
                     .g_bytes = 132,
                     .memory_at_pc = RSP_HABIT_YES,
                     .steps = RSP_HABIT_YES,
                     .interrupt = RSP_HABIT_YES,
                     .breakpoints = 1};
    m.packets[RSP_PACKET_REASON] = RSP_HABIT_YES;
    return m;
}

static void add(rsp_run *run, const char *scenario, const char *requirements, rsp_verdict verdict) {
    assert_ok(rsp_run_add(run, &(rsp_result){.scenario = scenario,
                                             .requirements = requirements,
                                             .verdict = verdict,
                                             .message = "as it should not be"}));
}

static const rsp_forecast_cell *find(const rsp_run *run, rsp_debugger debugger, rsp_debugger_action action) {
    return &run->forecast.cells[debugger][action];
}

static void passes_and_the_look_show_what_works(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_manners m = sound();
    add(&run, "a/b", "BRK-001 STOP-005", RSP_VERDICT_PASS);
    assert_ok(rsp_forecast_make(&run, &m));
    assert_true(run.forecast.made);
    assert_int_equal(find(&run, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_ATTACH)->prediction,
                     RSP_PREDICTION_WORKS);
    assert_int_equal(find(&run, RSP_DEBUGGER_LLDB, RSP_DEBUGGER_ACTION_STEP)->prediction,
                     RSP_PREDICTION_WORKS);
    assert_int_equal(find(&run, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_BREAKPOINTS)->prediction,
                     RSP_PREDICTION_WORKS);
    assert_int_equal(find(&run, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_WATCHPOINTS)->prediction,
                     RSP_PREDICTION_ABSENT);
    assert_int_equal(find(&run, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_DETACH)->prediction,
                     RSP_PREDICTION_UNKNOWN);
    rsp_run_free(&run);
}

/* A Z2 that is confirmed and does nothing looks like one that works. */
static void watchpoints_work_where_one_was_seen_to_fire(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_manners m = sound();
    m.breakpoints = 1 | 1u << 2;
    add(&run, "a/b", "BRK-001 BRK-007", RSP_VERDICT_PASS);
    assert_ok(rsp_forecast_make(&run, &m));
    const rsp_forecast_cell *watch = find(&run, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_WATCHPOINTS);
    assert_int_equal(watch->prediction, RSP_PREDICTION_UNKNOWN);
    assert_string_equal(watch->why, "no watchpoint was seen to fire");
    assert_ok(rsp_run_add(&run, &(rsp_result){.scenario = "a/c",
                                              .requirements = "BRK-010",
                                              .verdict = RSP_VERDICT_SKIP,
                                              .reason = "the machine has none",
                                              .symptom = {.beside = RSP_BESIDE_HARDWARE}}));
    assert_ok(rsp_forecast_make(&run, &m));
    assert_int_equal(watch->prediction, RSP_PREDICTION_UNKNOWN);
    assert_string_equal(watch->why, "the machine has none");
    add(&run, "a/d", "BRK-010", RSP_VERDICT_PASS);
    assert_ok(rsp_forecast_make(&run, &m));
    assert_int_equal(watch->prediction, RSP_PREDICTION_WORKS);
    rsp_run_free(&run);
}

/* It has no cause in the report, and counts by the cause that it would have. */
static void a_failure_that_was_expected_stands_for_its_cause(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_manners m = sound();
    add(&run, "a/b", "BRK-001 STOP-005", RSP_VERDICT_PASS);
    add(&run, "a/c", "FRAME-001", RSP_VERDICT_XFAIL);
    assert_ok(rsp_forecast_make(&run, &m));
    assert_int_equal(find(&run, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_BREAKPOINTS)->prediction,
                     RSP_PREDICTION_WORKS);
    add(&run, "a/e", "BRK-002", RSP_VERDICT_XFAIL);
    assert_ok(rsp_forecast_make(&run, &m));
    assert_int_equal(find(&run, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_BREAKPOINTS)->prediction,
                     RSP_PREDICTION_BREAKS);
    assert_int_equal(run.num_causes, 0);
    for (size_t i = 0; i < run.num_results; i++)
        assert_int_equal(run.results[i].cause, 0);
    rsp_run_free(&run);
}

static void what_no_debugger_sends_breaks_none(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_manners m = sound();
    add(&run, "a/b", "BRK-001 STOP-005", RSP_VERDICT_PASS);
    assert_ok(rsp_run_add(&run, &(rsp_result){.scenario = "a/c",
                                              .requirements = "BRK-001",
                                              .verdict = RSP_VERDICT_FAIL,
                                              .message = "a malformed request",
                                              .hostile = true}));
    assert_ok(rsp_forecast_make(&run, &m));
    assert_int_equal(find(&run, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_BREAKPOINTS)->prediction,
                     RSP_PREDICTION_WORKS);
    rsp_run_free(&run);
}

static void a_requirement_beside_it_explains_the_failure(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_manners m = sound();
    add(&run, "detach/a", "DET-001", RSP_VERDICT_PASS);
    add(&run, "detach/b", "DET-001 DET-003", RSP_VERDICT_FAIL);
    assert_ok(rsp_forecast_make(&run, &m));
    assert_int_equal(find(&run, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_DETACH)->prediction,
                     RSP_PREDICTION_WORKS);
    add(&run, "detach/c", "DET-001", RSP_VERDICT_FAIL);
    assert_ok(rsp_forecast_make(&run, &m));
    assert_int_equal(find(&run, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_DETACH)->prediction,
                     RSP_PREDICTION_BREAKS);
    rsp_run_free(&run);
}

static void without_a_description_gdb_must_be_told(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_manners m = sound();
    m.packets[RSP_PACKET_QXFER_FEATURES_READ] = RSP_HABIT_YES;
    assert_ok(rsp_forecast_make(&run, &m));
    assert_null(find(&run, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_ATTACH)->why);
    m.packets[RSP_PACKET_QXFER_FEATURES_READ] = RSP_HABIT_NO;
    assert_ok(rsp_forecast_make(&run, &m));
    assert_non_null(strstr(find(&run, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_ATTACH)->why,
                           "'set architecture i386:x86-64':"));
    m.arch = "m68k";
    m.big_endian = RSP_HABIT_YES;
    assert_ok(rsp_forecast_make(&run, &m));
    assert_non_null(strstr(find(&run, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_ATTACH)->why,
                           "'set architecture m68k' and 'set endian big'"));
    rsp_run_free(&run);
}

/* Without leave to write, M is only shown to be answered. */
static void writes_that_were_left_out_are_told(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_manners m = sound();
    add(&run, "memory/any-written-back", "MEM-006", RSP_VERDICT_PASS);
    assert_ok(rsp_forecast_make(&run, &m));
    assert_null(find(&run, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_WRITE_MEMORY)->why);
    assert_ok(rsp_run_add(&run, &(rsp_result){.scenario = "memory/write-then-read",
                                              .requirements = "MEM-006",
                                              .verdict = RSP_VERDICT_SKIP,
                                              .reason = "writes memory: --allow-writes"}));
    assert_ok(rsp_forecast_make(&run, &m));
    assert_int_equal(find(&run, RSP_DEBUGGER_LLDB, RSP_DEBUGGER_ACTION_WRITE_MEMORY)->prediction,
                     RSP_PREDICTION_WORKS);
    assert_non_null(find(&run, RSP_DEBUGGER_LLDB, RSP_DEBUGGER_ACTION_WRITE_MEMORY)->why);
    rsp_run_free(&run);
}

static void lldb_needs_registers_in_the_description(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_manners m = sound();
    m.described = "riscv:rv32";
    m.packets[RSP_PACKET_QREGISTER_INFO] = RSP_HABIT_NO;
    m.supported = "qXfer:features:read+";
    assert_ok(rsp_forecast_make(&run, &m));
    assert_int_equal(find(&run, RSP_DEBUGGER_LLDB, RSP_DEBUGGER_ACTION_REGISTERS)->prediction,
                     RSP_PREDICTION_ABSENT);
    assert_int_equal(find(&run, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_REGISTERS)->prediction,
                     RSP_PREDICTION_WORKS);
    m.described_registers = 33;
    assert_ok(rsp_forecast_make(&run, &m));
    assert_int_equal(find(&run, RSP_DEBUGGER_LLDB, RSP_DEBUGGER_ACTION_REGISTERS)->prediction,
                     RSP_PREDICTION_WORKS);
    rsp_run_free(&run);
}

static void nothing_known_is_nothing_said(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_manners m = {0};
    assert_ok(rsp_forecast_make(&run, &m));
    for (unsigned d = 0; d < RSP_DEBUGGER_COUNT; d++)
        for (unsigned a = 0; a < RSP_DEBUGGER_ACTION_COUNT; a++)
            assert_int_equal(run.forecast.cells[d][a].prediction, RSP_PREDICTION_UNKNOWN);
    rsp_run_free(&run);
}

static void a_breach_stops_what_rests_on_it(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_manners m = sound();
    add(&run, "a/passes", "BRK-001", RSP_VERDICT_PASS);
    add(&run, "a/fails", "BRK-001 BRK-009", RSP_VERDICT_FAIL);
    assert_ok(rsp_forecast_make(&run, &m));
    const rsp_forecast_cell *p = find(&run, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_BREAKPOINTS);
    assert_int_equal(p->prediction, RSP_PREDICTION_BREAKS);
    assert_string_equal(p->requirement, "BRK-001");
    assert_string_equal(p->why, "as it should not be");
    /* x86-64 steps by the stub, RISC-V by breakpoints. */
    assert_int_equal(find(&run, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_STEP)->prediction,
                     RSP_PREDICTION_WORKS);
    m.arch = "riscv32";
    assert_ok(rsp_forecast_make(&run, &m));
    assert_int_equal(find(&run, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_STEP)->prediction,
                     RSP_PREDICTION_BREAKS);
    assert_int_equal(find(&run, RSP_DEBUGGER_LLDB, RSP_DEBUGGER_ACTION_STEP)->prediction,
                     RSP_PREDICTION_WORKS);
    rsp_run_free(&run);
}

static void a_cause_names_the_requirement_for_all_of_its_results(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_manners m = sound();
    rsp_cause causes[] = {{.what = "something else", .requirement = "FRAME-001"},
                          {.what = "Z0 is confirmed and never hit", .requirement = "BRK-001"}};
    run.causes = causes;
    run.num_causes = 2;
    add(&run, "a/one", "INT-001", RSP_VERDICT_FAIL);
    add(&run, "a/two", "DET-001", RSP_VERDICT_FAIL);
    run.results[0].cause = 1;
    run.results[1].cause = 2;
    assert_ok(rsp_forecast_make(&run, &m));
    const rsp_forecast_cell *p = find(&run, RSP_DEBUGGER_LLDB, RSP_DEBUGGER_ACTION_BREAKPOINTS);
    assert_int_equal(p->prediction, RSP_PREDICTION_BREAKS);
    assert_int_equal(p->cause, 2);
    assert_string_equal(p->why, "Z0 is confirmed and never hit");
    assert_int_equal(find(&run, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_INTERRUPT)->prediction,
                     RSP_PREDICTION_WORKS);
    assert_int_equal(find(&run, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_DETACH)->prediction,
                     RSP_PREDICTION_UNKNOWN);
    rsp_run_free(&run);
}

static void what_stops_the_attach_stops_everything(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_manners m = sound();
    m.line_noise = RSP_HABIT_YES;
    assert_ok(rsp_forecast_make(&run, &m));
    for (unsigned a = 0; a < RSP_DEBUGGER_ACTION_COUNT; a++)
        assert_int_equal(find(&run, RSP_DEBUGGER_LLDB, (rsp_debugger_action)a)->prediction,
                         RSP_PREDICTION_BREAKS);
    assert_int_equal(find(&run, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_ATTACH)->prediction,
                     RSP_PREDICTION_WORKS);
    rsp_run_free(&run);
}

static void packets_that_a_debugger_has_no_other_way_for_are_not_offered(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_manners m = sound();
    m.supported = "PacketSize=400";
    m.packets[RSP_PACKET_CONTINUE] = RSP_HABIT_NO;
    assert_ok(rsp_forecast_make(&run, &m));
    assert_int_equal(find(&run, RSP_DEBUGGER_LLDB, RSP_DEBUGGER_ACTION_REGISTERS)->prediction,
                     RSP_PREDICTION_ABSENT);
    assert_int_equal(find(&run, RSP_DEBUGGER_LLDB, RSP_DEBUGGER_ACTION_INTERRUPT)->prediction,
                     RSP_PREDICTION_ABSENT);
    assert_int_equal(find(&run, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_REGISTERS)->prediction,
                     RSP_PREDICTION_WORKS);
    assert_int_equal(find(&run, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_INTERRUPT)->prediction,
                     RSP_PREDICTION_WORKS);
    rsp_run_free(&run);
}

/* --- the table --- */

static void assert_known(const char *catalogue, const char *ids) {
    rsp_bytes rest = rsp_bytes_str(ids);
    while (rest.len > 0) {
        rsp_bytes id = rsp_bytes_split(&rest, ' ');
        char line[64];
        (void)snprintf(line, sizeof line, "- id: %.*s\n", (int)id.len, (const char *)id.ptr);
        if (!strstr(catalogue, line))
            fail_msg("no requirement %.*s", (int)id.len, (const char *)id.ptr);
    }
}

static void rows_name_requirements_that_there_are(void **state) {
    (void)state;
    enum { MOST = 1 << 20 };
    char *catalogue = calloc(1, MOST);
    FILE *file = fopen("scenarios/requirements.yaml", "rb");
    assert_non_null(file);
    assert_non_null(catalogue);
    size_t len = fread(catalogue, 1, MOST - 1, file);
    assert_true(len > 0 && len < MOST - 1);
    (void)fclose(file);
    unsigned proven = 0;
    for (size_t i = 0; i < rsp_num_forecast_rests; i++) {
        const forecast_rest *rest = &rsp_forecast_rests[i];
        assert_known(catalogue, rest->requirements);
        assert_known(catalogue, rest->beside ? rest->beside : "");
    }
    for (size_t i = 0; i < rsp_num_forecast_signs; i++)
        assert_known(catalogue, rsp_forecast_signs[i].requirement);
    for (size_t i = 0; i < rsp_num_forecast_proofs; i++) {
        assert_known(catalogue, rsp_forecast_proofs[i].requirements);
        proven |= rsp_forecast_proofs[i].actions;
    }
    assert_int_equal(proven, (1u << RSP_DEBUGGER_ACTION_COUNT) - 1);
    free(catalogue);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_and_the_look_show_what_works),
        cmocka_unit_test(watchpoints_work_where_one_was_seen_to_fire),
        cmocka_unit_test(a_failure_that_was_expected_stands_for_its_cause),
        cmocka_unit_test(what_no_debugger_sends_breaks_none),
        cmocka_unit_test(a_requirement_beside_it_explains_the_failure),
        cmocka_unit_test(without_a_description_gdb_must_be_told),
        cmocka_unit_test(writes_that_were_left_out_are_told),
        cmocka_unit_test(lldb_needs_registers_in_the_description),
        cmocka_unit_test(nothing_known_is_nothing_said),
        cmocka_unit_test(a_breach_stops_what_rests_on_it),
        cmocka_unit_test(a_cause_names_the_requirement_for_all_of_its_results),
        cmocka_unit_test(what_stops_the_attach_stops_everything),
        cmocka_unit_test(packets_that_a_debugger_has_no_other_way_for_are_not_offered),
        cmocka_unit_test(rows_name_requirements_that_there_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
