/* A broken action of the forecast gets the cause that explains it, and keeps all that was said of it.
 * Actions that work get none.
 * See suite/forecast_cause.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "suite/forecast_cause.h"
#include "trace/cause.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cause_changes_nothing_that_was_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
