/* The flush of site changes as a part of other jobs: prepare, then advance until it is done.
 * Batched where the stub can, one by one where not.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CLIENT_FLUSH_H
#define RSP_CLIENT_FLUSH_H

#include "queue.h"

/* One flush under way. */
typedef struct client_flush client_flush;

/* Collects the changes that are held, or with `remove_all` all sites of a process. NULL without memory. */
client_flush *client_flush_new(rsp_client *c, bool remove_all, int64_t pid);
/* Frees it. Sites whose change was sent and not answered are UNKNOWN then; the others stay held. */
void client_flush_free(rsp_client *c, client_flush *flush);
/* Sends what it can; true when everything is answered. A session that ended fails the job. */
bool client_flush_advance(rsp_client *c, client_job *job, client_flush *flush);
/* Takes the reply to the packet of `token`. */
void client_flush_answer(rsp_client *c, client_job *job, client_flush *flush, void *token,
                         const rsp_answer *answer);
/* The packet of `token` was taken back before it was sent. */
void client_flush_plucked(client_flush *flush, void *token);
/* The outcome for the job's result. */
rsp_status client_flush_result(const client_flush *flush, rsp_client_result *result);

#endif
