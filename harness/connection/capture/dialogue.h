/* A conversation as a list of turns: requests, replies, interrupts, and which reply answers which.
 * Acknowledgments, resends and damage are left out, so that a dialogue can be replayed to another stub.
 * An observer of a transcript, for captures and live sessions alike. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DIALOGUE_H
#define RSP_DIALOGUE_H

#include "core/arena.h"
#include "trace/exchange.h"

RSP_BEGIN_DECLS

/* X(name, from the stub, text) */
#define RSP_TURN_LIST(X)                                   \
    X(REQUEST, false, "request")                           \
    X(INTERRUPT, false, "interrupt")                       \
    X(FILE_REPLY, false, "File-I/O reply of the debugger") \
    X(REPLY, true, "reply")                                \
    X(OUTPUT, true, "console output")                      \
    X(FILE_REQUEST, true, "File-I/O request of the stub")  \
    X(NOTIFICATION, true, "notification")                  \
    X(UNSOLICITED, true, "packet without a request")

/* What a turn is. */
typedef enum rsp_turn_kind {
#define RSP_TURN_ENUM(name, from_stub, text) RSP_TURN_##name,
    RSP_TURN_LIST(RSP_TURN_ENUM)
#undef RSP_TURN_ENUM
} rsp_turn_kind;

/* The text above; "?" for an unknown value. */
const char *rsp_turn_name(rsp_turn_kind kind);
/* Whether the stub sent it. */
bool rsp_turn_is_stubs(rsp_turn_kind kind);

/* The index of no turn: a request without a reply. */
#define RSP_NO_TURN SIZE_MAX

/* One message with its time and place. */
typedef struct rsp_turn {
    rsp_turn_kind kind;
    rsp_packet_id packet; /* REQUEST, and REPLY, OUTPUT, FILE_REQUEST of it; 0 for unknown names */
    uint64_t time_ns;
    uint64_t place;      /* as rsp_dialogue.place was: the frame in the capture */
    uint64_t entry;      /* in the transcript */
    size_t other;        /* REQUEST: its reply; REPLY and OUTPUT: the request; RSP_NO_TURN for none */
    uint64_t latency_ns; /* REPLY */
    bool owed;           /* REPLY: its latency is the stub's, and not the program's that ran meanwhile */
    rsp_bytes payload;   /* runs expanded, escapes in place; in the dialogue's memory */
} rsp_turn;

/* All-zero is valid. */
typedef struct rsp_dialogue {
    uint64_t place;          /* set before each feed */
    rsp_exchanges exchanges; /* `midstream` may be set before the first entry; `negotiated` is for reading */
    rsp_turn *turns;
    size_t num_turns;
    uint64_t damaged;  /* bad checksums, cut packets and gaps, which are no turns */
    rsp_status status; /* RSP_LIMIT (RSP_LIMIT_DIALOGUE_TURNS, _BYTES), RSP_NO_MEMORY: the rest is missing */

    /* private */
    size_t cap_turns;
    rsp_arena arena;
} rsp_dialogue;

/* Frees the turns; the dialogue is empty then. */
void rsp_dialogue_free(rsp_dialogue *d);

/* Has the shape of rsp_transcript_observer. */
void rsp_dialogue_observe(void *dialogue, const rsp_transcript *transcript, const rsp_entry *entry);

RSP_END_DECLS

#endif
