/* The corpus of a campaign as files: one for each sequence of messages, named by its content.
 * The same sequence of two machines is one file.
 * Files are text, as grammar/messages.h has it. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CORPUS_FOLDER_H
#define RSP_CORPUS_FOLDER_H

#include "campaign/campaign.h"
#include "grammar/messages.h"

RSP_BEGIN_DECLS

/* Writes a sequence unless it is there. Safe from any thread. RSP_IO with the reason. */
rsp_status rsp_corpus_folder_keep(const rsp_campaign *c, const rsp_messages *list,
                                  rsp_error *error) RSP_MUST_USE;

/* Calls `each` with every sequence, in the order of the names; the list is valid during the call. Ends with
 * RSP_LIMIT when `each` returns false. RSP_IO and the like with the reason. */
rsp_status rsp_corpus_folder_each(rsp_campaign *c, bool (*each)(void *ctx, const rsp_messages *list),
                                  void *ctx, rsp_error *error) RSP_MUST_USE;

/* How many sequences there are. */
uint64_t rsp_corpus_folder_count(rsp_campaign *c);

RSP_END_DECLS

#endif
