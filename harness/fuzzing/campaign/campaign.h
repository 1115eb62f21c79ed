/* The folder of a fuzz campaign: what it is about, and parts for the corpus, findings and journals.
 * Files are named by their content, so folders can be merged and machines can share one by any file store.
 * An end at any moment, kill -9 included, loses only the sequence being played. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CAMPAIGN_H
#define RSP_CAMPAIGN_H

#include "core/arena.h"
#include <rsp/status.h>

RSP_BEGIN_DECLS

/* campaign.json: how the campaign was begun. Texts are borrowed. */
typedef struct rsp_campaign_about {
    const char *stub;    /* as the user named it */
    const char *program; /* debuggee; "" for the stub's default */
    uint64_t seed;
    const char *id; /* unique, so that merges count each campaign once; NULL: not made yet */
    const char
        *options; /* not written: " --allow hostio", which a replay of a finding needs; NULL for none */
} rsp_campaign_about;

/* An open folder. Fields are for reading. All-zero but for `folder` is enough to read it. */
typedef struct rsp_campaign {
    const char *folder; /* borrowed */
    const char *node;   /* names this machine's journals; borrowed */
    int lock_fd;        /* 0 for none */
    rsp_arena arena;    /* paths, until rsp_campaign_close */
} rsp_campaign;

/* How many parts the folder has. */
enum { RSP_CAMPAIGN_PARTS = 3 };

/* Their names: corpus, findings, journal. */
extern const char *const rsp_campaign_parts[RSP_CAMPAIGN_PARTS];

/* Whether `node` can name journals: letters and digits, later also ._-. RSP_USAGE with what was expected. */
rsp_status rsp_campaign_check_node(const char *node, rsp_error *error) RSP_MUST_USE;

/* Makes the folder and its parts where they are missing. Folder and node are borrowed until the close.
 * RSP_USAGE for a folder with other content and for a bad node; RSP_IO with the reason. */
rsp_status rsp_campaign_open(rsp_campaign *c, const char *folder, const char *node,
                             rsp_error *error) RSP_MUST_USE;

/* Unlocks and frees. All-zero is fine. */
void rsp_campaign_close(rsp_campaign *c);

/* Allows one program at a time under a node's name, until the close or the end of this program. RSP_USAGE
 * while another one holds the lock; RSP_IO. Does nothing where the file store has no locks. */
rsp_status rsp_campaign_lock(rsp_campaign *c, rsp_error *error) RSP_MUST_USE;

/* Whether the folder has a campaign.json. */
bool rsp_campaign_exists(const char *folder);

/* Whether something was played: else the campaign can be begun again with another stub. */
bool rsp_campaign_has_begun(rsp_campaign *c);

/* Reads campaign.json; texts are in the campaign's arena. Campaigns of early versions have no id: their
 * folder stands for it. RSP_BAD_FILE with the reason. */
rsp_status rsp_campaign_read_about(rsp_campaign *c, rsp_campaign_about *out, rsp_error *error) RSP_MUST_USE;

/* Writes campaign.json, and makes the id where there is none. RSP_IO, RSP_NO_MEMORY. */
rsp_status rsp_campaign_write_about(rsp_campaign *c, rsp_campaign_about *about,
                                    rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif
