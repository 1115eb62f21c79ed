/* The client's end of a connection to a debug adapter: it sends requests and collects what comes.
 * Nothing is judged here; the log has everything, and a listener sees each entry as it is added.
 * Waits have deadlines by the link's own clock. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_SESSION_H
#define RSP_DAP_SESSION_H

#include "dap/log.h"
#include <rsp/link.h>

RSP_BEGIN_DECLS

/* Called for each new entry of the log, of both sides. */
typedef void rsp_dap_listener(void *ctx, const rsp_dap_log *log, size_t entry);

/* A connection. All-zero with a link is a fresh one. */
typedef struct rsp_dap_session {
    rsp_link *link; /* borrowed */
    rsp_dap_reader reader;
    rsp_dap_log log;
    rsp_buf piece;
    int64_t last_seq; /* of our messages */
    rsp_status ended; /* how receiving ended: RSP_CLOSED, RSP_DIED, RSP_IO, RSP_LIMIT; RSP_OK: it goes on */
    rsp_dap_listener *listener; /* NULL: nobody listens */
    void *listener_ctx;
} rsp_dap_session;

/* Frees what it has collected; the link stays open. */
void rsp_dap_session_free(rsp_dap_session *session);

/* The number of the next message of ours. */
static inline int64_t rsp_dap_session_take_seq(rsp_dap_session *session) {
    return ++session->last_seq;
}

/* Sends bytes as they are: frames, halves of them, or what is none. Notes whole frames in them in the log. */
rsp_status rsp_dap_session_send(rsp_dap_session *session, rsp_bytes bytes, uint64_t deadline_ns) RSP_MUST_USE;

/* Waits for bytes and takes them in. RSP_OK when the log has grown, RSP_TIMEOUT, or how receiving ended. */
rsp_status rsp_dap_session_receive(rsp_dap_session *session, uint64_t deadline_ns) RSP_MUST_USE;

/* The time now, by the link's clock. */
static inline uint64_t rsp_dap_session_now(const rsp_dap_session *session) {
    return rsp_link_now(session->link);
}

RSP_END_DECLS

#endif
