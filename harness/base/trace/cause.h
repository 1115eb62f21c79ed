/* One cause, once: failed results are grouped by what explains them, and each group is told once.
 * Runs when all results are there and sorted, so that neither order nor number of workers matters.
 * Verdicts stay as they are. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CAUSE_H
#define RSP_CAUSE_H

#include "trace/result.h"

RSP_BEGIN_DECLS

/* All-zero is valid. */
typedef struct rsp_causes_options {
    const char *send_command; /* "stubborn send --stub tcp:127.0.0.1:1234"; NULL: none is offered */
} rsp_causes_options;

/* Fills causes and num_causes of the run, the gravest first, and `cause` of its results: those that failed
 * and are not the baseline's, warnings included. What was found before is forgotten. options may be NULL.
 * RSP_NO_MEMORY: no cause is known, and the run is as valid as before. */
rsp_status rsp_run_explain(rsp_run *run, const rsp_causes_options *options) RSP_MUST_USE;

/* Appends one that no result shows: measured beside the scenarios. After rsp_run_explain, which forgets it.
 * Texts that are NULL become "". RSP_NO_MEMORY: the run stays as it was. */
rsp_status rsp_run_add_cause(rsp_run *run, const rsp_cause *cause) RSP_MUST_USE;

/* How many results that make the run fail have a cause. */
uint64_t rsp_run_explained(const rsp_run *run);

/* Whether the last words of a program are those of a crash: an assertion, a panic, a trace back, a
 * sanitizer's line. A program that ends by itself says something else, or nothing. */
bool rsp_words_tell_death(rsp_bytes words);

/* Whether `ids` (separated by blanks, ranges as in "STOP-001..023" allowed) have one of `others` (without
 * ranges). */
bool rsp_requirements_share(rsp_bytes ids, rsp_bytes others);

RSP_END_DECLS

#endif
