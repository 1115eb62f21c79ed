/* The state of a session: its requests by stage, events, and bytes to send.
 * session.c owns it, request.c moves requests, input.c reads the stub, drive.c works a link.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SESSION_SESSION_STATE_H
#define RSP_SESSION_SESSION_STATE_H

#include "event_queue.h"
#include "request.h"

#include "wire/endpoint.h"
#include <rsp/session.h>

/* Whether the transcript has noted the end. */
typedef enum session_transcript {
    TRANSCRIPT_OPEN,
    TRANSCRIPT_IN_PIECE, /* a piece is being decoded: the end is noted after it */
    TRANSCRIPT_CLOSED,
} session_transcript;

struct rsp_session {
    rsp_session_options options;
    rsp_link *link;
    rsp_endpoint wire;
    rsp_buf input;  /* one piece from the link */
    rsp_buf output; /* to be sent */
    rsp_buf junk;   /* bytes of junk in a row */
    rsp_buf console;
    rsp_requests waiting;   /* not sent */
    rsp_requests flight;    /* sent, in the order of their replies */
    rsp_requests done;      /* complete, not taken */
    rsp_request *given;     /* the caller holds its slices */
    rsp_event_queue events; /* not taken */
    rsp_request_id last_id;
    rsp_request_id
        interrupted; /* the last request when 0x03 went to a resume: its stop may come twice; 0: none */
    bool opening;    /* with options.opens: no reply came yet on this connection */
    unsigned hand_expected; /* replies due to packets that were put by hand */
    uint64_t flood_used;
    uint64_t num_received; /* bytes, in all */
    uint64_t now_ns;       /* the latest time handed in */
    rsp_status state;
    session_transcript listening;
    rsp_link_end end;
};

static inline bool rsp_session_acks(const rsp_session *s) {
    return !rsp_endpoint_is_no_ack(&s->wire) && s->options.acks == RSP_ACKS_AUTO;
}

/* Queues an event; a full queue ends the session. */
void rsp_session_add_event(rsp_session *s, rsp_session_event_kind kind, rsp_bytes raw, rsp_bytes payload,
                           bool unsolicited);

/* The end of everything: completes what is pending, keeps the first reason. */
void rsp_session_finish(rsp_session *s, rsp_status how, rsp_outcome outcome);

/* Notes the end in the transcript, once. */
void rsp_session_note_end(rsp_session *s);

#endif
