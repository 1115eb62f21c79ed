/* Exchanges and actions of recorded conversations, kept for a page: the table, the time line, what-if per
 * action. Bounded: beyond its limits rows are counted and left out, and their savings are in a rest. See
 * capture/exchange_list.h and capture/whatif.h, which it observes by. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CAPTURE_SESSION_H
#define RSP_CAPTURE_SESSION_H

#include "capture/exchange_list.h"
#include "capture/whatif.h"

RSP_BEGIN_DECLS

struct rsp_capture_report;

/* What is kept of all conversations. */
typedef struct rsp_capture_session rsp_capture_session;

/* `packet_size` as that of rsp_whatif. NULL without memory. */
rsp_capture_session *rsp_capture_session_new(uint64_t packet_size);

/* NULL is fine. */
void rsp_capture_session_free(rsp_capture_session *session);

/* Sets begin, end and ctx of `options`, so that every conversation is kept. The session outlives them. */
void rsp_capture_session_collect(rsp_capture_session *session, rsp_conversations_options *options);

/* When the recording begins, in nanoseconds since 1970: times are since then. Borrowed; set before the first
 * conversation. */
void rsp_capture_session_begin(rsp_capture_session *session, const uint64_t *origin_ns);

/* What batches would save, of all conversations that have ended. Owned by the session. */
rsp_whatif *rsp_capture_session_whatif(rsp_capture_session *session);

/* How many exchanges and actions are kept, and how many were too many. */
typedef struct rsp_capture_kept {
    uint64_t exchanges;
    uint64_t exchanges_left_out;
    uint64_t actions;
    uint64_t actions_left_out;
} rsp_capture_kept;

/* The counts so far. */
rsp_capture_kept rsp_capture_session_kept(const rsp_capture_session *session);

/* Appends the data for the page's scripts, as elements with the ids "exchanges", "actions" and "session".
 * RSP_NO_MEMORY: something is missing. */
rsp_status rsp_capture_session_data(rsp_buf *out, const rsp_capture_session *session,
                                    const struct rsp_capture_report *report) RSP_MUST_USE;

RSP_END_DECLS

#endif
