/* One packet and its reply for calls that wait, and the thread that packets mean (Hg).
 * Payloads are built in the client's own buffer.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CLIENT_PACKET_H
#define RSP_CLIENT_PACKET_H

#include "queue.h"

/* The thread of Hg. All-zero is valid. */
typedef struct client_selection {
    rsp_ptid selected; /* as far as the stub told; {0, 0} unknown */
    rsp_ptid wanted;   /* by the Hg under way */
    bool sure;         /* non-stop: nothing has run, and no stop has come, since it was selected */
} client_selection;

/* rsp_client_packet without looking at the reply: RSP_OK for any. */
rsp_status client_ask(rsp_client *c, rsp_bytes payload, uint64_t timeout_ns, rsp_bytes *out_reply);
/* Builds into the client's buffer, emptied. */
rsp_buf *client_request(rsp_client *c);

/* Whether Hg must be sent to work in this process (pid 0: any one), or with this thread. In non-stop a stub
 * has no thread by itself, and one that runs may be gone: one that stands is selected then. */
bool client_must_select(const rsp_client *c, rsp_ptid thread);
/* Appends the request (Hg) that selects a thread. */
void client_select_build(rsp_client *c, rsp_buf *out, rsp_ptid thread);
/* What the answer to it says. */
rsp_status client_selected(rsp_client *c, const rsp_answer *answer, rsp_error *error);

#endif
