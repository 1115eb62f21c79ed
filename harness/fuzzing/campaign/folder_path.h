/* Paths in a campaign's folder, and names made from content.
 * Paths live in the campaign's arena; whoever calls from several threads holds a lock.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CAMPAIGN_FOLDER_PATH_H
#define RSP_CAMPAIGN_FOLDER_PATH_H

#include "campaign/campaign.h"
#include "core/hash.h"

/* "FOLDER/..." with the formatted text behind the slash. */
const char *folder_path(rsp_campaign *c, const char *format, ...) RSP_PRINTF(2, 3);

/* The name of a file with this content. */
static inline uint64_t folder_content_name(rsp_bytes content) {
    return rsp_fnv_bytes(RSP_FNV, content);
}

/* Loads a JSON file; a new reference. NULL with path and reason in *error (may be NULL). */
struct json_t;
struct json_t *folder_load_json(const char *path, rsp_error *error);

#endif
