/* The forecast of a run's report, read back: a row for each action of a debugger.
 * It is written in json.c, where its place in the report is.
 * See run_record.h. */
/* SPDX-License-Identifier: MIT */
#include "core/arena.h"
#include "core/limits.h"
#include "core/mem.h"
#include "document/record.h"
#include "reports/run/run_read.h"
#include "run_record.h"
#include <jansson.h>

/* One row of the forecast, as it stands in the list. */
typedef struct row {
    rsp_debugger debugger;
    const char *versions; /* of the harness that wrote it */
    rsp_debugger_action action;
    rsp_forecast_cell prospect;
    const char *program; /* the debugger itself; "" */
} row;

static const rsp_field row_fields[] = {
    RSP_FIELD(row, debugger, WORD, .limit = RSP_DEBUGGER_COUNT, .word = rsp_debugger_name),
    RSP_FIELD(row, versions, TEXT, .optional = true),
    RSP_FIELD(row, action, WORD, .limit = RSP_DEBUGGER_ACTION_COUNT, .word = rsp_debugger_action_name),
    RSP_FIELD_AS("outlook", row, prospect.prediction, WORD, .limit = RSP_PREDICTION_ABSENT + 1,
                 .word = rsp_prediction_name),
    RSP_FIELD_AS("cause", row, prospect.cause, NUMBER32, .optional = true),
    RSP_FIELD_AS("requirement", row, prospect.requirement, TEXT, .optional = true),
    RSP_FIELD_AS("why", row, prospect.why, TEXT, .optional = true),
    RSP_FIELD_AS("evidence", row, prospect.evidence, TEXT, .optional = true),
    RSP_FIELD_AS("newer", row, prospect.newer, WORD, .limit = RSP_PREDICTION_ABSENT + 1,
                 .word = rsp_prediction_name, .optional = true),
    RSP_FIELD_AS("newer_versions", row, prospect.newer_versions, TEXT, .optional = true),
    RSP_FIELD_AS("observed", row, prospect.real, WORD, .limit = RSP_PREDICTION_ABSENT + 1,
                 .word = rsp_prediction_name, .optional = true),
    RSP_FIELD_AS("printed", row, prospect.said, TEXT, .optional = true),
    RSP_FIELD(row, program, TEXT, .optional = true),
};
static const rsp_record row_record = RSP_RECORD(row, row_fields);

void rsp_run_read_forecast(rsp_record_reader *r, const json_t *list, void *into) {
    rsp_forecast *forecast = &((rsp_run *)into)->forecast;
    forecast->made = list != NULL;
    for (size_t i = 0; i < json_array_size(list); i++) {
        row one = {.debugger = 0};
        rsp_record_read(r, &row_record, json_array_get(list, i), &one);
        forecast->cells[one.debugger][one.action] = one.prospect;
        forecast->programs[one.debugger] = one.program;
    }
}
