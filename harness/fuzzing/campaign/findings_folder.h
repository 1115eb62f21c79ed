/* The findings of a campaign as folders, named after their signature.
 * A folder is made under a hidden name and takes its own when it is whole, so readers never see a part of
 * one. Unless said otherwise one thread at a time may call these with the same campaign. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FINDINGS_FOLDER_H
#define RSP_FINDINGS_FOLDER_H

#include "campaign/campaign.h"
#include "netfuzz/finding.h"

RSP_BEGIN_DECLS

/* Writes a finding. *out_folder (in the campaign's arena) is its path, or NULL when the signature is there
 * already. `pending` is the folder of the same finding before it was minimised, or NULL: the new one replaces
 * it. RSP_IO. */
rsp_status rsp_findings_folder_write(rsp_campaign *c, const rsp_finding *finding,
                                     const rsp_campaign_about *about, const char *pending,
                                     const char **out_folder, rsp_error *error) RSP_MUST_USE;

/* Removes the folder of a finding that did not reproduce. RSP_IO. */
rsp_status rsp_findings_folder_withdraw(rsp_campaign *c, const char *finding_folder,
                                        rsp_error *error) RSP_MUST_USE;

/* Adds the verdict of the finding's scenario to its page. A scenario that `passes` gets a note, too: it does
 * not show the finding. RSP_IO. */
rsp_status rsp_findings_folder_note(const char *finding_folder, bool passes, const char *verdict,
                                    rsp_error *error) RSP_MUST_USE;

/* Whether there is a finding with this signature. Safe from any thread. */
bool rsp_findings_folder_has(const rsp_campaign *c, const char *signature);

/* Calls `each` with the signature and the folder of every finding, in the order of the names, until it
 * returns false. The folder is in the campaign's arena. */
void rsp_findings_folder_each(rsp_campaign *c,
                              bool (*each)(void *ctx, const char *signature, const char *folder), void *ctx);

/* Calls `each` with the folders of findings that are not minimised yet, in the campaign's arena. */
void rsp_findings_folder_each_pending(rsp_campaign *c, void (*each)(void *ctx, const char *folder),
                                      void *ctx);

struct json_t;

/* The finding.json of all findings as a JSON array; a new reference, NULL without memory. */
struct json_t *rsp_findings_folder_json(rsp_campaign *c);

/* How many findings there are; reads none. */
uint64_t rsp_findings_folder_count(rsp_campaign *c);

RSP_END_DECLS

#endif
