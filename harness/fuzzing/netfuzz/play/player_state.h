/* The player's state, in parts, and the transitions that concern more than one part.
 * One noun, the player as a whole, for the files that move it: send, watch, wait, settle, connect.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_PLAYER_STATE_H
#define RSP_NETFUZZ_PLAYER_STATE_H

#include "play/cross_check.h"
#include "play/doubt.h"
#include "play/guest_watch.h"
#include "play/learnt.h"
#include "play/pace.h"
#include "play/probe.h"
#include "play/program.h"
#include "play/trail.h"
#include "play/write_log.h"

#include "trace/exchange.h"
#include "trace/rule_pairing.h"
#include "wire/endpoint.h"

typedef enum connection_state {
    CONNECTION_IN_STEP,     /* which reply belongs to which request is known */
    CONNECTION_OUT_OF_STEP, /* ... no longer, until there is a new one */
    CONNECTION_CLOSED,      /* by the stub */
} connection_state;

typedef struct connection {
    connection_state state;
    bool unheard;      /* a second connection, on which nothing has come yet */
    bool greeting_due; /* the stub greets, and has not yet */
} connection;

/* How stubs of this program treat clients; kept from stub to stub. */
typedef struct clients {
    unsigned refused;  /* second connections, in a row */
    bool several;      /* a stub has answered on a second one */
    unsigned greeting; /* packets with which a stub greets a client */
} clients;

/* What the stub sends, and the acknowledgments that we owe it. */
typedef struct acks {
    rsp_endpoint wire; /* its mode is that of the last entry that was looked at */
    rsp_buf due;       /* to be written before the next message, or as soon as something is waited for */
    bool withheld;     /* raw bytes replaced a '+' that the stub may wait for */
} acks;

/* Facts about what was sent since all was last settled: a set. */
typedef enum unsettled_fact {
    UNSETTLED_PROBE_NEEDED = 1, /* something was sent that need not be answered: only a probe tells */
    UNSETTLED_MODES = 2,        /* it may change modes, selections, or what runs */
    UNSETTLED_FILE_REPLY = 4,   /* the stub waits for the reply to its File-I/O request */
} unsettled_fact;

/* All is settled when every request has its reply, or when the probe after it has: stubs answer in order. */
typedef struct unsettled {
    doubt doubt;
    unsigned facts; /* set of unsettled_fact */
    probing probing;
    uint64_t received;     /* bytes */
    unsigned acks_awaited; /* packets of ours that were neither acknowledged nor refused */
} unsettled;

struct rsp_player {
    rsp_player_options options;
    rsp_link *link;
    rsp_transcript *transcript;
    rsp_rules *rules;
    rsp_unsafe_filter unsafe;
    rsp_buf in;
    rsp_buf out;  /* to be written, already in the transcript */
    rsp_buf wire; /* of one message */
    acks acks;
    connection connection;
    unsettled unsettled;
    program program;
    probe probe;

    clients clients;
    pace pace;
    learnt learnt;
    cross_check check;
    guest_watch guest;
    trail trail;
    write_log log;

    bool silent[RSP_PACKET_MOST]; /* packets that the stub is known to leave without a reply */
    uint64_t late_for_ns;         /* the deadline after which one more piece was taken; 0 for none */
    uint64_t last_class;          /* of the reply before, roughly; 0 for none */
    size_t num_judged;            /* violations looked at */
    rsp_buf last_request;         /* payload */
    rsp_link_end end;             /* of the stub */
    rsp_player_stats stats;
};

/* --- state --- */

/* Requests that have no reply yet. */
static inline size_t player_owed(const rsp_player *p) {
    return rsp_exchanges_outstanding(rsp_rules_exchanges(p->rules));
}

static inline bool player_no_ack(const rsp_player *p) {
    return rsp_endpoint_is_no_ack(&p->acks.wire);
}

static inline bool player_in_step(const rsp_player *p) {
    return p->connection.state == CONNECTION_IN_STEP;
}

static inline bool player_has(const rsp_player *p, unsettled_fact fact) {
    return (p->unsettled.facts & (unsigned)fact) != 0;
}

/* The stub is known to lose the second packet of a write. */
static inline bool player_loses_second(const rsp_player *p) {
    return p->options.manners && p->options.manners->bytes.loses_second == RSP_HABIT_YES;
}

/* The rules judge what the stub sends now. */
static inline bool player_judges(const rsp_player *p) {
    return p->unsettled.doubt == DOUBT_NONE;
}

/* The number of replies to come is open. */
static inline bool player_is_ambiguous(const rsp_player *p) {
    return p->unsettled.doubt >= DOUBT_RECEPTION;
}

/* The oldest open exchange resumed the program, in all-stop mode. */
bool player_runs(const rsp_player *p);

/* The same, by a request that the stub need not answer. */
bool player_may_run(const rsp_player *p);

/* --- transitions --- */

/* Raises the doubt; only settling lowers it. */
static inline void player_doubt(rsp_player *p, doubt to) {
    doubt_raise(&p->unsettled.doubt, to);
}

/* Adds a fact about what was sent. */
static inline void player_note(rsp_player *p, unsettled_fact fact) {
    p->unsettled.facts |= (unsigned)fact;
}

/* The connection is out of step: which reply belongs to which request is no longer known. */
void player_lose_step(rsp_player *p);

/* Sets a probe for which any reply counts: an unknown packet, or '?' if the stub ignores those. */
void player_set_plain_probe(rsp_player *p);

/* Everything is settled on this connection. */
void player_note_settled(rsp_player *p);

/* A new connection, the stub's first or another. Knowledge of the stub stays. */
void player_note_connection(rsp_player *p, bool first);

/* Asserts what holds between any two calls of the player. */
void player_validate(const rsp_player *p);

#endif
