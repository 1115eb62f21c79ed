/* One conversation of a scenario: a session whose acknowledgments are kept in our own hands, its transcript
 * and passive rules, and the last packet that came.
 * Knows packets and waits, nothing of steps. Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_TALK_H
#define RSP_SCENARIO_TALK_H

#include <rsp/rule.h>
#include <rsp/session.h>
#include <rsp/transcript.h>

typedef enum write_mode { WRITE_WHOLE, WRITE_BYTEWISE, WRITE_COALESCED } write_mode;
typedef enum escape_mode { ESCAPE_FULL, ESCAPE_MINIMAL, ESCAPE_NONE } escape_mode;

/* What acknowledgment a request must get. */
typedef enum ack_want { ACK_AUTO, ACK_PLUS, ACK_MINUS, ACK_NONE, ACK_ANY } ack_want;

typedef struct talk {
    rsp_link *link;
    rsp_session *session; /* NULL while there is no connection */
    rsp_transcript *transcript;
    rsp_rules *rules;
    uint64_t timeout_ns;
    uint64_t quiet_ns;
    write_mode write;
    bool no_ack;
    bool manual;  /* acks by hand: none is sent, none is taken for granted */
    bool stashed; /* the last packet came where an acknowledgment was waited for, and was not taken yet */
    rsp_session_event_kind stashed_kind;
    bool running; /* the last request lets the program run: console packets may come before the reply */
    rsp_buf held; /* '+' that waits for the next request (coalesced) */
    rsp_buf frame;
    rsp_buf request; /* last payload sent */
    rsp_buf payload; /* last packet received, decoded; as sent; with frame */
    rsp_buf wire;
    rsp_buf raw;
    uint64_t time_ns;
    rsp_buf console;
    rsp_link_end end; /* how it ended, when it did */
} talk;

/* Frees everything but link, transcript and rules, which belong to others. */
void talk_free(talk *t);

/* A session on the open link. RSP_NO_MEMORY. */
rsp_status talk_start(talk *t);

/* Frames and sends. */
rsp_status talk_send(talk *t, rsp_bytes payload, escape_mode escape);

/* Exactly these bytes, in the pieces of the write mode; `bytewise` forces single bytes with a pause. */
rsp_status talk_send_raw(talk *t, rsp_bytes bytes, bool bytewise, uint64_t pause_ns);

/* The acknowledgment of what was just sent. RSP_OK when it is as wanted, RSP_UNEXPECTED when it is not (*got
 * is
 * '+', '-', or 0 for none), else why waiting ended. In no-ack mode only ACK_NONE and ACK_AUTO make sense. */
rsp_status talk_ack(talk *t, ack_want want, int *got);

/* The next packet, acknowledged unless acks are by hand; acks that come before it are taken silently. RSP_OK,
 * RSP_CHECKSUM or RSP_MALFORMED (the packet is damaged; payload holds what there is), RSP_TIMEOUT,
 * RSP_CLOSED, RSP_DIED, RSP_LIMIT (flood or over-long), RSP_CANCELLED. Console packets go to `console` while
 * the program runs, unless `keep_console`. `timeout_ns` 0 is the talk's. */
rsp_status talk_packet(talk *t, uint64_t timeout_ns, bool keep_console);

/* The next notification: payload is what stands behind the '%'. */
rsp_status talk_notification(talk *t, uint64_t timeout_ns);

/* Sends what is held back. */
rsp_status talk_flush(talk *t);

/* Request and reply in one, acks included: for helpers and facts. RSP_UNEXPECTED: refused with '-'. */
rsp_status talk_request(talk *t, rsp_bytes payload);

/* Nothing comes for the time. RSP_UNEXPECTED and *event otherwise. */
rsp_status talk_quiet(talk *t, uint64_t period_ns, rsp_session_event *event);

/* After a close: the same link again. */
rsp_status talk_reconnect(talk *t, rsp_error *error);

static inline rsp_bytes talk_payload(const talk *t) {
    return rsp_buf_bytes(&t->payload);
}

static inline const rsp_exchanges *talk_exchanges(const talk *t) {
    return rsp_rules_exchanges(t->rules);
}

#endif
