/* Finds out which actions of GDB and LLDB work with a stub, from what a run judged and what the look saw.
 * The knowledge is a table from actions to the requirements, packets and manners that they rest on.
 * See harness/manners/forecast_table.c; tools/dev/forecast proves it with real debuggers. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FORECASTER_H
#define RSP_FORECASTER_H

#include "manners/manners.h"
#include "trace/result.h"

RSP_BEGIN_DECLS

/* Fills run->forecast. The run is complete, and its causes are known. `manners` all-zero: only what was
 * judged counts. RSP_NO_MEMORY leaves no forecast. */
rsp_status rsp_forecast_make(rsp_run *run, const rsp_manners *manners) RSP_MUST_USE;

RSP_END_DECLS

#endif
