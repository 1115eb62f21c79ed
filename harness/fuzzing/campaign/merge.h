/* Merges the folders of several campaigns into one.
 * Corpus, findings, states and edges that two campaigns have are there once; numbers of runs are added up.
 * Each campaign counts once, by its id, also when it comes in by several merges. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CAMPAIGN_MERGE_H
#define RSP_CAMPAIGN_MERGE_H

#include "campaign/campaign.h"
#include "campaign/totals.h"

RSP_BEGIN_DECLS

/* Copies into the folder `into` what it lacks of each of the `num` folders, and writes its results.json.
 * `into` is made where it is missing. `version` is the tool's. `out_totals` gets the sums without the parts;
 * NULL: not wanted. RSP_NOT_FOUND for a folder without a campaign, RSP_BAD_FILE, RSP_USAGE, RSP_IO,
 * RSP_NO_MEMORY with the reason. */
rsp_status rsp_campaign_merge(const char *into, const char *const *folders, size_t num, const char *version,
                              rsp_totals *out_totals, rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif
