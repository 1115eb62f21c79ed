/* One conversation of a scenario: a session that acknowledges what a step takes, its transcript and passive
 * rules, and the last packet that came.
 * Knows packets and waits, nothing of steps. Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_CLIENT_END_H
#define RSP_SCENARIO_CLIENT_END_H

#include "ends/allowance.h"
#include "ends/detour.h"
#include "ends/late_reply.h"
#include "ends/patience.h"

#include "codec/escape.h"
#include "trace/exchange.h"
#include "trace/rule_pairing.h"
#include <rsp/rule.h>
#include <rsp/session.h>
#include <rsp/transcript.h>
#include <signal.h>

/* How bytes go out: in one write, one by one, or held back until the next request. */
typedef enum write_mode { WRITE_WHOLE, WRITE_BYTEWISE, WRITE_COALESCED } write_mode;

/* Which packet is waited for while the program runs. */
typedef enum taken_packet {
    TAKE_ANY,   /* console output, too */
    TAKE_REPLY, /* console output is collected */
    TAKE_STOP   /* as GDB does: OK to a resume is passed over as output, and File-I/O requests are served */
} taken_packet;

/* What acknowledgment a request must get. */
typedef enum ack_want { ACK_AUTO, ACK_PLUS, ACK_MINUS, ACK_NONE, ACK_ANY } ack_want;

/* How the last waits for replies went. */
typedef struct client_wait {
    uint64_t start_ns; /* when the last wait began, by the link's clock */
    unsigned slow;     /* the first packet whose reply came after the timeout in this conversation; 0: none */
    uint64_t slow_ns;  /* ... and how long after the request */
    uint64_t deaf_call; /* the m that had no reply while a File-I/O call was under way; 0: none */
    uint64_t late_ns; /* RSP_TIMEOUT of client_end_packet: how late the reply came after all; 0: not at all */
    uint64_t took_ns; /* the last wait without a reply took so long ... */
    bool is_short;    /* ... which is less than it would have been */
    bool heard;       /* a reply or an acknowledgment has come in this conversation */
} client_wait;

/* The last request. */
typedef struct client_sent {
    unsigned kind;  /* as patience has it */
    uint64_t bytes; /* of its payload */
    uint64_t ns;    /* when it was sent, by the link's clock */
} client_sent;

/* A packet that came where an acknowledgment was waited for. */
typedef struct client_stash {
    bool is_there; /* not taken yet */
    rsp_session_event_kind kind;
} client_stash;

/* What was served or passed over by the way. */
typedef struct client_passed {
    uint64_t num_oks;    /* replies OK to resumes that were passed over */
    uint64_t num_calls;  /* File-I/O requests that were served by the way, and ... */
    uint64_t num_unread; /* ... of them writes whose text could not be read */
} client_passed;

/* What was learned of the stub before. Borrowed. */
typedef struct client_known {
    patience *patience;         /* what is known of the stub's silences; NULL: every wait is long */
    const rsp_manners *manners; /* with it */
    const detour *detour;       /* with them: what is not sent; NULL: everything is */
} client_known;

/* The state of a conversation. Link, transcript, rules, patience and manners belong to others. */
typedef struct client_end {
    rsp_link *link;
    rsp_session *session; /* NULL while there is no connection */
    rsp_transcript *transcript;
    rsp_rules *rules;
    uint64_t timeout_ns;
    uint64_t quiet_ns;
    rsp_clock clock;   /* of the deadline: the link's may be virtual, where a flood takes no time */
    uint64_t until_ns; /* the conversation's deadline by that clock, 0 for none: beyond it every wait ends */
    const volatile sig_atomic_t *stop; /* may be NULL; non-zero: every wait ends with RSP_CANCELLED */
    write_mode write;
    allowances allowed; /* what is tolerated */
    bool no_ack;        /* in force when the conversation begins */
    bool lenient;       /* the handshake: whatever can be understood is taken */
    client_stash stash;
    bool running; /* the last request lets the program run: console packets may come before the reply */
    rsp_buf frame;
    rsp_buf request; /* last payload sent */
    rsp_buf payload; /* last packet received, decoded; as sent; with frame */
    rsp_buf wire;
    rsp_buf raw;
    uint64_t time_ns;
    rsp_buf console;
    client_passed passed;
    client_known known;
    client_sent last_sent;
    late_replies missed; /* requests that had no reply in time; theirs may come while others are waited for */
    client_wait waited;
    rsp_link_end end; /* how it ended, when it did */
} client_end;

/* One answer that is waited for: one deadline, whatever arrives before it. */
typedef struct client_end_wait {
    uint64_t deadline_ns; /* by the link's clock */
    uint64_t num_events;
    bool over; /* the deadline has passed; what had come by then was looked at */
} client_end_wait;

/* Starts waiting for at most `timeout_ns` (0: the conversation's), and no longer than the conversation lasts.
 */
client_end_wait client_end_wait_begin(client_end *t, uint64_t timeout_ns);

/* The next event of `wanted` or `noise`, which is what may come before. After the deadline there is one more
 * look, for what is wanted. RSP_OK, RSP_LIMIT beyond RSP_LIMIT_ANSWER_EVENTS, or as rsp_session_wait. */
rsp_status client_end_wait_event(client_end *t, client_end_wait *wait, uint32_t wanted, uint32_t noise,
                                 rsp_session_event *out_event);

/* How long what was sent last is waited for: `timeout_ns`, or where that is 0 the conversation's, which is
 * shorter where silence is known, and longer by what its bytes take. And what such a wait, begun at
 * `start_ns`, has shown. */
uint64_t client_end_reply_wait_ns(client_end *t, uint64_t timeout_ns);
void client_end_learn(client_end *t, rsp_status status, uint64_t timeout_ns, uint64_t start_ns);

/* Whether the conversation's deadline has passed. */
bool client_end_is_over(const client_end *t);

/* RSP_OK, or why nothing may be sent or waited for any more: RSP_CANCELLED, RSP_TIMEOUT. */
rsp_status client_end_may_go_on(const client_end *t);

/* `timeout_ns` (0: the conversation's), or what is left of the conversation where that is less. At least 1.
 */
uint64_t client_end_time_left(const client_end *t, uint64_t timeout_ns);

/* Frees everything but link, transcript and rules, which belong to others. */
void client_end_free(client_end *t);

/* A session on the open link. RSP_NO_MEMORY. */
rsp_status client_end_start(client_end *t);

/* Keeps a packet as the last one received. False without memory. */
bool client_end_keep(client_end *t, rsp_bytes payload, rsp_bytes wire, rsp_bytes raw, uint64_t time_ns);

/* Acks by hand: none is sent, none is taken for granted. Nothing while there is no connection. */
void client_end_set_manual(client_end *t, bool manual);
/* Whether steps send acknowledgments themselves; whether no-ack mode is on. False without a connection. */
bool client_end_is_manual(const client_end *t);
bool client_end_is_no_ack(const client_end *t);

/* Frames and sends. */
rsp_status client_end_send(client_end *t, rsp_bytes payload, rsp_escape_mode escape);

/* Exactly these bytes, in the pieces of the write mode; `bytewise` forces single bytes with a pause. */
rsp_status client_end_send_raw(client_end *t, rsp_bytes bytes, bool bytewise, uint64_t pause_ns);

/* The acknowledgment of what was just sent. RSP_OK when it is as wanted, RSP_UNEXPECTED when it is not (*got
 * is
 * '+', '-', or 0 for none), else why waiting ended. In no-ack mode only ACK_NONE and ACK_AUTO make sense. */
rsp_status client_end_ack(client_end *t, ack_want want, int *got);

/* The next packet, acknowledged unless acks are by hand; acks that come before it are taken silently. RSP_OK,
 * RSP_CHECKSUM or RSP_MALFORMED (the packet is damaged; payload holds what there is, and where that is
 * allowed for it was asked for again and then taken as it is), RSP_TIMEOUT, RSP_CLOSED, RSP_DIED, RSP_LIMIT
 * (flood or over-long), RSP_CANCELLED. While the program runs `take` says what is passed over. `timeout_ns` 0
 * is the conversation's. */
rsp_status client_end_packet(client_end *t, uint64_t timeout_ns, taken_packet take);

/* The next notification: payload is what stands behind the '%'. */
rsp_status client_end_notification(client_end *t, uint64_t timeout_ns);

/* Sends what is held back. */
rsp_status client_end_flush(client_end *t);

/* Frames and sends, and takes the '+' where acks are on and not by hand. RSP_UNEXPECTED: refused with '-'. */
rsp_status client_end_send_acked(client_end *t, rsp_bytes payload);

/* What another conversation on the connection has left unacknowledged is not sent again. */
rsp_status client_end_acknowledge_all(client_end *t);

/* Why a packet is not to be sent to this stub, see detour.h; NULL: it may be. */
const char *client_end_detour(const client_end *t, rsp_bytes payload);

/* Whether that is because the stub is silent on whatever it does not know. */
bool client_end_leaves_unknowns(const client_end *t, rsp_bytes payload);

/* Request and reply in one, acks included: for helpers and facts. RSP_UNEXPECTED: refused with '-'.
 * RSP_UNSUPPORTED: nothing was sent, for client_end_detour has a reason. */
rsp_status client_end_request(client_end *t, rsp_bytes payload);

/* What comes before the first request of a connection is taken, up to `len` bytes or the quiet time. It is
 * appended to `out` (may be NULL), and a packet is acknowledged. */
rsp_status client_end_take_greeting(client_end *t, size_t len, rsp_buf *out);

/* Whether what came is to be passed over: bytes between packets, surplus acknowledgments. */
bool client_end_passes_over(const client_end *t, rsp_session_event_kind kind);

/* How long nothing must come before it is quiet: the quiet time, or longer where this stub's replies take it.
 */
static inline uint64_t client_end_quiet_ns(const client_end *t) {
    return t->known.patience ? patience_quiet_ns(t->known.patience, t->quiet_ns) : t->quiet_ns;
}

/* Nothing comes for the time, but for what is passed over. RSP_UNEXPECTED and *event otherwise. */
rsp_status client_end_quiet(client_end *t, uint64_t period_ns, rsp_session_event *event);

/* After a close: the same link again. */
rsp_status client_end_reconnect(client_end *t, rsp_error *error);

/* The payload of the packet that came last, decoded. Valid until the next one. */
static inline rsp_bytes client_end_payload(const client_end *t) {
    return rsp_buf_bytes(&t->payload);
}

/* Requests and replies of the conversation so far. */
static inline const rsp_exchanges *client_end_exchanges(const client_end *t) {
    return rsp_rules_exchanges(t->rules);
}

#endif
