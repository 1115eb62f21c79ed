/* What a fuzz campaign has found, for machines: JSON of its own, and SARIF 2.1.0 for code scanning.
 * Both are made from the finding.json files of the campaign's folder.
 * Texts are printable by then; JSON escapes the rest. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_FUZZ_REPORT_H
#define STUBBORN_FUZZ_REPORT_H

#include "campaign/campaign.h"
#include "cli/option.h"

typedef struct fuzz_totals {
    rsp_fuzzer_stats sum; /* of all workers */
    uint64_t duration_ns;
    uint64_t began_unix_ns;
    uint64_t messages_before; /* of earlier runs of the campaign */
    uint64_t seconds_before;
    int exit_code; /* of the command */
    unsigned jobs;
    bool interrupted;
    const char *const *merged; /* the folders that were joined; NULL for those of a run */
    size_t num_merged;
    const struct fuzz_part *parts; /* of merged ones, what these are the sum of */
    size_t num_parts;
} fuzz_totals;

/* What one campaign has done, by its id. */
typedef struct fuzz_part {
    const char *id;
    fuzz_totals totals;
} fuzz_part;

/* What a folder's results.json says that the campaign `id` itself has done, all-zero where there is none;
 * `each` is called with what others have done that it was joined with, whose texts live as long as the call.
 * RSP_BAD_FILE with the reason, and the status of `each`. */
rsp_status fuzz_report_read(fuzz_totals *out, const char *folder, const char *id,
                            rsp_status (*each)(void *ctx, const fuzz_part *other), void *ctx,
                            rsp_error *error) RSP_MUST_USE;

/* Adds all numbers, up to INT64_MAX each. */
void fuzz_totals_add(fuzz_totals *to, const fuzz_totals *more);

/* Writes all of them, and results.json into the folder. RSP_IO with the reason. */
rsp_status fuzz_report_write(const option_list *outputs, campaign *c, const campaign_about *about,
                             const fuzz_totals *totals, rsp_error *error) RSP_MUST_USE;

#endif
