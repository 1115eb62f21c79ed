/* "Will my debugger work?": the forecast of a run as a section of each report.
 * Nothing where none was made.
 * Private to the reports. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_RUN_FORECAST_H
#define RSP_RUN_FORECAST_H

#include "document/json_build.h"
#include "run_document.h"

struct json_t;

/* Lines for a terminal, where actions with the same outlook and reason stand in one; else a table of actions
 * by debuggers. */
void rsp_describe_forecast(const rsp_describer *to);
/* The `write` of a field of rsp_run: a list, or NULL where none was made. */
struct json_t *rsp_json_forecast(rsp_json_build *b, const void *run);

#endif
