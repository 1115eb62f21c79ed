/* Runs read back from their JSON reports, and the reports of shards joined into the run that they are of.
 * What a file says is checked: it may come from anywhere.
 * Texts belong to the run that was read. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_RUN_READ_H
#define RSP_RUN_READ_H

#include "trace/result.h"

RSP_BEGIN_DECLS

/* Reads what rsp_report_json wrote into `run`, which is all-zero but for its arena's memory. RSP_BAD_FILE
 * with what is wrong, RSP_NO_MEMORY; the run is to be freed in each case. */
rsp_status rsp_run_read(rsp_run *run, rsp_bytes json, rsp_error *error) RSP_MUST_USE;

/* Joins shards, in any order, into `whole`, which is all-zero but for its arena's memory: results, counts,
 * causes and forecast of all of them. `shards` stay as they were. Each shard must be there exactly once, of
 * one version of the program: RSP_BAD_FILE names what is missing or twice. RSP_LIMIT, RSP_NO_MEMORY. */
rsp_status rsp_run_join(rsp_run *whole, const rsp_run *shards, size_t num, rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif
