/* What a fuzz campaign has found, for machines: JSON of its own, and SARIF 2.1.0 for code scanning.
 * Both are made from the finding.json files of the campaign's folder.
 * Texts are printable by then; JSON escapes the rest. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_FUZZ_REPORT_H
#define STUBBORN_FUZZ_REPORT_H

#include "campaign.h"
#include "option.h"

typedef struct fuzz_totals {
    rsp_fuzzer_stats sum; /* of all workers */
    uint64_t duration_ns;
    uint64_t began_unix_ns;
    uint64_t messages_before; /* of earlier runs of the campaign */
    uint64_t seconds_before;
    int exit_code; /* of the command */
    unsigned jobs;
    bool interrupted;
    const char *const *merged; /* the folders that these are the sum of; NULL for those of a run */
    size_t num_merged;
} fuzz_totals;

/* Checks every json:PATH and sarif:PATH. RSP_USAGE. */
rsp_status fuzz_report_check(const option_list *outputs, rsp_error *error) RSP_MUST_USE;

/* The totals in a folder's results.json, all-zero where there is none. RSP_BAD_FILE with the reason. */
rsp_status fuzz_report_read(fuzz_totals *out, const char *folder, rsp_error *error) RSP_MUST_USE;

/* Adds all numbers, up to INT64_MAX each. */
void fuzz_totals_add(fuzz_totals *to, const fuzz_totals *more);

/* Writes all of them, and results.json into the folder. RSP_IO with the reason. */
rsp_status fuzz_report_write(const option_list *outputs, campaign *c, const campaign_about *about,
                             const fuzz_totals *totals, rsp_error *error) RSP_MUST_USE;

#endif
