/* The results of a run and the causes that explain them, as cards of its document.
 * A result that a cause explains is one line on a terminal.
 * Private to the reports. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_RUN_RESULTS_H
#define RSP_RUN_RESULTS_H

#include "run_document.h"

/* One result with its details. */
void rsp_describe_result(const rsp_describer *to, const rsp_result *result);
/* The failures first, then the others that are worth a line; on a terminal a few of each cause. */
void rsp_describe_results(const rsp_describer *to);
/* The causes with their evidence; nothing where none was found. */
void rsp_describe_causes(const rsp_describer *to);
/* The colour of a verdict. */
rsp_tone rsp_verdict_tone(rsp_verdict verdict);

#endif
