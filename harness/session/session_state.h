/* The session's state, shared by its files: requests by stage, events, bytes to send.
 * session.c owns it, request.c moves requests, input.c reads the stub, drive.c pumps a link.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SESSION_INTERNAL_H
#define RSP_SESSION_INTERNAL_H

#include <rsp/session.h>

#include "wire/endpoint.h"

/* A queued event; its slices point into `data`. */
typedef struct rsp_item {
    struct rsp_item *next;
    rsp_session_event event;
    size_t size;
    uint8_t data[];
} rsp_item;

typedef struct rsp_request {
    struct rsp_request *next;
    rsp_request_id id;
    rsp_outcome outcome;
    bool ghost; /* given up after it was sent: its reply is swallowed */
    bool awaits_ack;
    unsigned resent;
    unsigned asked_again; /* bad replies answered with '-' */
    uint64_t timeout_ns;
    uint64_t deadline_ns;
    uint64_t sent_ns;
    uint64_t done_ns;
    bool missing_ack;
    rsp_link_end end;
    rsp_buf frame;   /* the request as sent */
    rsp_buf raw;     /* the reply as received */
    rsp_buf payload; /* and its meaning */
    rsp_buf plain;   /* and with its runs undone, where it has any */
} rsp_request;

typedef struct rsp_requests {
    rsp_request *head;
    rsp_request *tail;
    size_t num;
} rsp_requests;

/* How far the transcript is. */
typedef enum session_transcript {
    TRANSCRIPT_OPEN,
    TRANSCRIPT_IN_PIECE, /* a piece is being taken apart: the end is noted after it */
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
    rsp_requests waiting; /* not sent */
    rsp_requests flight;  /* sent, in the order of their replies */
    rsp_requests done;    /* complete, not taken */
    rsp_request *given;   /* whose slices the caller holds */
    rsp_item *events;
    rsp_item *last_event;
    rsp_item *given_event;
    size_t num_events;
    size_t num_event_bytes;
    rsp_request_id last_id;
    unsigned hand_expected; /* replies that packets sent outside the queue may have */
    uint64_t flood_used;
    uint64_t num_received; /* bytes, in all */
    uint64_t now_ns;       /* the latest time that we were told */
    rsp_status state;
    session_transcript listening;
    rsp_link_end end;
};

static inline bool rsp_session_acks(const rsp_session *s) {
    return !rsp_endpoint_is_no_ack(&s->wire) && s->options.acks == RSP_ACKS_AUTO;
}

/* --- session.c --- */

/* Queues an event made of an event of the wire and its meaning. */
void rsp_events_push(rsp_session *s, rsp_session_event_kind kind, rsp_bytes raw, rsp_bytes payload,
                     bool unsolicited);
void rsp_events_clear(rsp_session *s);

/* The end of everything: completes what is pending, keeps the first reason. */
void rsp_session_finish(rsp_session *s, rsp_status how, rsp_outcome outcome);
/* Notes the end in the transcript, once. */
void rsp_session_note_end(rsp_session *s);

/* --- request.c --- */

void rsp_requests_push(rsp_requests *list, rsp_request *request);
/* Takes one out of the list, NULL takes nothing. */
void rsp_requests_remove(rsp_requests *list, const rsp_request *request);
void rsp_requests_free(rsp_session *s, rsp_requests *list);
void rsp_request_free(rsp_session *s, rsp_request *request);
/* Ends the request at the head of `flight`, or of `waiting`. */
void rsp_request_complete(rsp_session *s, rsp_requests *from, rsp_outcome outcome);
/* Keeps what the stub sent with the request that it answers. */
void rsp_request_answer(rsp_session *s, rsp_outcome outcome, const rsp_wire_event *event);
void rsp_request_give(rsp_session *s, rsp_request *request, rsp_answer *out_answer);
void rsp_requests_complete_all(rsp_session *s, rsp_outcome outcome);

#endif
