/* Thread ids of requests and replies: written as negotiated, and resolved to live threads.
 * One noun; the walk over threads is live_threads.h, the selected one selected_thread.h.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_IDS_H
#define STUB_IDS_H

#include <rsp/payload.h>
#include <rsp/stub.h>

/* Thread-id in the form negotiated. */
void stub_append_ptid(const rsp_stub *s, rsp_buf *out, rsp_ptid id);

/* Resolves an id of a request (0: any, -1 refused) to an exact live thread. A plain id means the
 * general thread's process. RSP_NOT_FOUND, RSP_MALFORMED. */
rsp_status stub_resolve_thread(const rsp_stub *s, rsp_ptid id, rsp_ptid *out);

/* The thread that is selected, else the one that stopped last, else the first, of process `pid`, 0 for any.
 * RSP_NOT_FOUND. */
rsp_status stub_any_thread(const rsp_stub *s, int64_t pid, rsp_ptid *out);

#endif
