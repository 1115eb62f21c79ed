/* What a campaign's runs have done, in numbers: results.json in its folder.
 * A campaign that was merged from others keeps the numbers of each, by its id, so that none is added twice.
 * Files may come from other machines: bad numbers count as far as they make sense. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_TOTALS_H
#define RSP_TOTALS_H

#include "campaign/campaign.h"
#include "netfuzz/fuzzer.h"

RSP_BEGIN_DECLS

/* Numbers of one run, or sums over several. */
typedef struct rsp_totals {
    rsp_fuzzer_stats sum; /* of all workers */
    uint64_t duration_ns;
    uint64_t began_unix_ns;
    uint64_t messages_before; /* of earlier runs of the campaign */
    uint64_t seconds_before;
    int exit_code; /* of the command */
    unsigned jobs;
    bool interrupted;
    const char *const *merged; /* the folders that were merged; NULL for a run's totals */
    size_t num_merged;
    const struct rsp_totals_part *parts; /* of merged ones: the campaigns whose sum this is */
    size_t num_parts;
} rsp_totals;

/* The totals of one campaign, by its id. */
typedef struct rsp_totals_part {
    const char *id;
    rsp_totals totals;
} rsp_totals_part;

/* Messages of this run and of earlier ones. */
uint64_t rsp_totals_messages(const rsp_totals *totals);

/* Adds all numbers, up to INT64_MAX each. */
void rsp_totals_add(rsp_totals *to, const rsp_totals *more);

/* Reads from a folder's results.json the totals of campaign `id` itself, all-zero where there are none. Calls
 * `each` with the campaigns that were merged into it; their texts live as long as the call. RSP_BAD_FILE with
 * the reason, and the status of `each`. */
rsp_status rsp_totals_read(rsp_totals *out, const char *folder, const char *id,
                           rsp_status (*each)(void *ctx, const rsp_totals_part *other), void *ctx,
                           rsp_error *error) RSP_MUST_USE;

/* Appends the text of results.json: the totals, and all findings of the folder. `version` is the tool's.
 * RSP_NO_MEMORY. */
rsp_status rsp_totals_text(rsp_buf *out, rsp_campaign *c, const rsp_campaign_about *about,
                           const rsp_totals *totals, const char *version, rsp_error *error) RSP_MUST_USE;

/* Writes that text as results.json into the folder. RSP_IO, RSP_NO_MEMORY. */
rsp_status rsp_totals_write(rsp_campaign *c, const rsp_campaign_about *about, const rsp_totals *totals,
                            const char *version, rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif
