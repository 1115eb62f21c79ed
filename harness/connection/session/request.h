/* Requests of a session on their way: waiting, in flight, done.
 * The lists are fields of the session.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SESSION_REQUEST_H
#define RSP_SESSION_REQUEST_H

#include <rsp/session.h>

#include "trace/reply_fit.h"
#include "wire/endpoint.h"

/* A request, and the reply to it once it is there. */
typedef struct rsp_request {
    struct rsp_request *next;
    rsp_request_id id;
    rsp_outcome outcome;
    bool ghost; /* given up after it was sent: its late reply is dropped */
    bool late;  /* a ghost whose deadline has passed: its late reply is an event (late.h) */
    bool held;  /* the reply is kept: it may be that of a late one */
    bool awaits_ack;
    bool early; /* a packet came before its '+': the reply, unless another one follows soon */
    unsigned resent;
    unsigned asked_again; /* bad replies answered with '-' */
    uint64_t timeout_ns;
    uint64_t deadline_ns;
    uint64_t due_ns; /* early: the deadline as it was */
    uint64_t sent_ns;
    uint64_t done_ns;
    bool missing_ack;
    rsp_link_end end;
    rsp_buf frame;   /* as sent */
    rsp_buf raw;     /* the reply, as received */
    rsp_buf payload; /* ... decoded */
    rsp_buf plain;   /* ... with its runs undone, if it has any */
} rsp_request;

/* A list in the order of sending. */
typedef struct rsp_requests {
    rsp_request *head;
    rsp_request *tail;
    size_t num;
} rsp_requests;

/* Whether its ends and its number go together. For assert. */
bool rsp_requests_is_valid(const rsp_requests *list);

/* Appends. */
void rsp_requests_push(rsp_requests *list, rsp_request *request);

/* Takes one out of the list; nothing happens when it is NULL or not there. */
void rsp_requests_remove(rsp_requests *list, const rsp_request *request);

/* Frees all of a list, and one. */
void rsp_requests_free(rsp_session *s, rsp_requests *list);
void rsp_request_free(rsp_session *s, rsp_request *request);

/* An empty one; NULL without memory. */
rsp_request *rsp_request_new(rsp_session *s);

/* Keeps a reply. False without memory. */
bool rsp_request_fill(rsp_request *request, rsp_outcome outcome, const rsp_wire_event *event);

/* Whether a reply can be this request's, judged by its form alone. */
rsp_reply_fit rsp_request_fit(const rsp_request *request, rsp_bytes reply);

/* Moves the request at the head of `flight`, or of `waiting`, to `done`. */
void rsp_request_complete(rsp_session *s, rsp_requests *from, rsp_outcome outcome);

/* Whether the first packet of a connection, `event`, is kept aside: it came before the '+' for the request,
 * as a greeting does. The request is complete when no other packet follows for a moment. */
bool rsp_request_hold(rsp_session *s, rsp_outcome outcome, const rsp_wire_event *event);

/* Its '+' came: what is held is likely to be a greeting, and the reply may take its time. */
void rsp_request_note_ack(rsp_session *s);

/* Completes the oldest request in flight with this reply. */
void rsp_request_answer(rsp_session *s, rsp_outcome outcome, const rsp_wire_event *event);

/* Hands the answer out; its slices are valid until the next one is handed out. */
void rsp_request_give(rsp_session *s, rsp_request *request, rsp_answer *out_answer);

/* Completes all requests that are waiting or in flight. */
void rsp_requests_complete_all(rsp_session *s, rsp_outcome outcome);

#endif
