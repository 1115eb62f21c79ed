/* What debuggers send before their user's first command, on a session that no client has: for packets by
 * hand. GDB's opening as far as the stub goes along, or LLDB's where the stub announces LLDB's packets.
 * Source: GDB manual, General Query Packets (qSupported, qXfer); LLDB, docs/resources/lldbgdbremote. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CLIENT_OPENING_H
#define RSP_CLIENT_OPENING_H

#include <rsp/packet_ids.h>
#include <rsp/session.h>

RSP_BEGIN_DECLS

/* All-zero gives the defaults in brackets. */
typedef struct rsp_opening_options {
    bool no_ack;             /* [false] acknowledgments are switched off, as rsp_session_start_no_ack does */
    const bool *own_packets; /* [none] RSP_PACKET_MOST by id: what the user sends, and the opening does not */
    const rsp_mem *mem;      /* [malloc] */
} rsp_opening_options;

/* What was sent. All-zero is valid. */
typedef struct rsp_opening {
    rsp_buf sent;    /* the requests, separated by blanks; printable. Windows of an object but the first are
                        counted */
    bool is_lldbs;   /* the stub has LLDB's packets, and the opening is LLDB's */
    bool keeps_acks; /* no_ack was asked for, and the stub refuses it */
} rsp_opening;

/* Opens the connection: qSupported, no-ack mode, LLDB's way to name threads in stops or the first thread,
 * target.xml with what it includes, and `?`. Nothing where the user sends qSupported, and so opens it
 * himself. A refused request is no failure; after two without a reply no more is asked. RSP_OK, the session's
 * end, RSP_NO_MEMORY. `opening` is freed by rsp_opening_free in each case. */
rsp_status rsp_opening_play(rsp_opening *opening, rsp_session *session,
                            const rsp_opening_options *options) RSP_MUST_USE;

/* Frees texts; it can be played anew. */
void rsp_opening_free(rsp_opening *opening);

RSP_END_DECLS

#endif
