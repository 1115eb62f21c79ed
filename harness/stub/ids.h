/* Thread ids: as negotiated, resolved to live threads, and the walk over all threads.
 * The target knows which threads there are.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_IDS_H
#define STUB_IDS_H

#include "state.h"

/* Thread-id in the form negotiated. */
void stub_append_ptid(const rsp_stub *s, rsp_buf *out, rsp_ptid id);

/* Resolves an id of a request (0: any, -1 refused) to an exact live thread. A plain id means the
 * general thread's process. RSP_NOT_FOUND, RSP_MALFORMED. */
rsp_status stub_resolve_thread(const rsp_stub *s, rsp_ptid id, rsp_ptid *out);

/* The thread that g, m, Z.. act on; picks a default one when nothing is selected yet. RSP_NOT_FOUND
 * without a process or when the selected one is gone. */
rsp_status stub_general_thread(rsp_stub *s, rsp_ptid *out);

/* LLDB's ";thread:<tid>;" suffix: takes it off *args and gives that thread, else the general thread. */
rsp_status stub_thread_of_request(rsp_stub *s, rsp_bytes *args, rsp_ptid *out);

/* True while the thread counts as running for the client (non-stop: also until its stop is
 * acknowledged). Register requests on it are errors. */
bool stub_thread_runs(const rsp_stub *s, rsp_ptid thread);

/* Whether any process is under control. */
bool stub_has_process(const rsp_stub *s);
/* The first thread of a process, with pid 0 of the first process; false: there is none. */
bool stub_first_thread(const rsp_stub *s, int64_t pid, rsp_ptid *out);
/* Each live thread once: start with {0, 0}; false at the end. */
bool stub_next_thread(const rsp_stub *s, rsp_ptid *thread);

#endif
