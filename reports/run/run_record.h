/* The fields of a run in JSON, for the one that writes and the one that reads.
 * json.c has the tables.
 * Private to the reports. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_RUN_RECORD_H
#define RSP_RUN_RECORD_H

#include "document/record.h"

/* All of an rsp_run. Counts that follow from the results are written only. */
extern const rsp_record rsp_run_record;

/* The `read` of a run's forecast. */
void rsp_run_read_forecast(rsp_record_reader *r, const struct json_t *list, void *run);

#endif
