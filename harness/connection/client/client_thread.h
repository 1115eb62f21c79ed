/* The names of threads, as the stub gives them.
 * Each stub has a way of its own: a list of all threads, a text for one, or the stop reply.
 * Source: GDB manual, qXfer:threads:read, qThreadExtraInfo; LLDB, `name:` in stop replies. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CLIENT_THREAD_H
#define RSP_CLIENT_THREAD_H

#include "codec/thread_list.h"
#include <rsp/client.h>

RSP_BEGIN_DECLS

/* The stub's list of all threads, in the arena; at most RSP_LIMIT_LISTED_THREADS. RSP_UNSUPPORTED: the stub
 * has none; the other errors of rsp_client_read_object and rsp_thread_list_read. */
rsp_status rsp_client_thread_list(rsp_client *client, rsp_arena *arena, rsp_listed_thread **out,
                                  size_t *out_num) RSP_MUST_USE;

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
