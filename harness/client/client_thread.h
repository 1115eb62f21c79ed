/* The names of threads, as the stub gives them.
 * Each stub has a way of its own: a list of all threads, a text for one, or the stop reply.
 * Source: GDB manual, qXfer:threads:read, qThreadExtraInfo; LLDB, jThreadsInfo, qThreadStopInfo. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CLIENT_THREAD_H
#define RSP_CLIENT_THREAD_H

#include <rsp/client.h>

RSP_BEGIN_DECLS

/* Appends the name of a thread: from the stub's list, else from what it tells of this thread. RSP_NOT_FOUND:
 * it has none, or the stub does not tell; RSP_NO_MEMORY; the session's. */
rsp_status rsp_client_thread_name(rsp_client *client, rsp_ptid thread, rsp_buf *out) RSP_MUST_USE;

/* Appends what the stub says of one thread by qThreadExtraInfo, of which most stubs make its name: at most
 * RSP_LIMIT_THREAD_TEXT_BYTES. As above. */
rsp_status rsp_client_thread_text(rsp_client *client, rsp_ptid thread, rsp_buf *out) RSP_MUST_USE;

/* The answer to what a condition asks of a thread: RSP_CONDITION_THREAD_ID, or a word of its name. As above.
 * RSP_NOT_FOUND: no such question. */
rsp_status rsp_client_thread_question(rsp_client *client, rsp_ptid thread, uint64_t number,
                                      uint64_t *out) RSP_MUST_USE;

RSP_END_DECLS

#endif
