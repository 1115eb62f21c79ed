/* Copies one campaign's files into another: what is there already stays.
 * Runs' numbers are not files that are copied; see merge.h.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CAMPAIGN_MERGE_FOLDER_H
#define RSP_CAMPAIGN_MERGE_FOLDER_H

#include "campaign/campaign.h"

/* RSP_NOT_FOUND for a folder without a campaign, RSP_BAD_FILE, RSP_IO with the reason. */
rsp_status merge_folder(rsp_campaign *into, const char *from, rsp_error *error) RSP_MUST_USE;

#endif
