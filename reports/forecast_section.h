/* "Will my debugger work?": the forecast of a run as a section of each report.
 * Nothing where none was made.
 * Private to the reports. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FORECAST_SECTION_H
#define RSP_FORECAST_SECTION_H

#include "document/json_build.h"
#include "term_parts.h"

struct json_t;

/* Lines of the terminal's report: actions with the same outlook and reason stand in one. */
void rsp_term_forecast(const rsp_term *t, const rsp_run *run);
/* The `write` of a field of rsp_run: a list, or NULL where none was made. */
struct json_t *rsp_json_forecast(rsp_json_build *b, const void *run);
/* A table of actions by debuggers. */
void rsp_html_forecast(rsp_buf *out, const rsp_run *run);

#endif
