/* How a run ended: cut short, in trouble, or with failures.
 * Fills or reads a run that has all its results.
 * Texts are in the run's arena. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_ENDING_H
#define RSP_ENDING_H

#include "trace/result.h"

RSP_BEGIN_DECLS

/* The run was cut short: sets interrupted and stopped (to `why`, borrowed), and lists the chosen scenarios
 * (names, borrowed) that have no result as not played. */
void rsp_ending_stop(rsp_run *run, const char *why, const char *const *chosen, size_t num);

/* Why a run says nothing about the stub: it could not be reached (`status` and `error`), or the first
 * scenario's error, or all were skipped. "" when none of these. */
const char *rsp_ending_trouble(rsp_run *run, rsp_status status, const rsp_error *error);

/* Whether a result shows a failure of the stub. A stub that is gone was often ended by it. */
bool rsp_ending_shows_failure(const rsp_run *run);

RSP_END_DECLS

#endif
