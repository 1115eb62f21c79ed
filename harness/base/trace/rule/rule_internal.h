/* What the rule files share: the entry under judgement with its surroundings, and how to report.
 * Each file has one list of checks for one part of the conversation.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_TRACE_RULE_INTERNAL_H
#define RSP_TRACE_RULE_INTERNAL_H

#include "codec/negotiated.h"
#include "core/arena.h"
#include "trace/exchange.h"
#include <rsp/rule.h>

/* Notification kinds with a queue of their own. */
enum {
    NOTIFY_STOP,
    NOTIFY_STDIO,
    NOTIFY_KINDS,
};

/* A notification that has not been acknowledged to its end. */
typedef struct notify_state {
    bool outstanding;
    bool by_query; /* the sequence was begun by '?', not by a notification */
    bool acked;    /* the first vStopped was answered */
    rsp_buf body;
} notify_state;

/* The first window of the object that was read last, and which one it was. */
typedef struct object_start {
    rsp_buf name; /* the request up to its offset */
    rsp_buf data;
} object_start;

/* The rules on one transcript. */
struct rsp_rules {
    rsp_rules_options options;
    rsp_exchanges exchanges;
    rsp_pairing last;
    uint64_t disabled; /* bit per rule */
    rsp_arena texts;
    rsp_violation *found;
    size_t num_found;
    size_t cap_found;
    uint64_t dropped;
    uint64_t count_of[RSP_RULE_COUNT];
    uint64_t unjudged;         /* answers to packets that we do not know ... */
    const char *unjudged_name; /* ... and the name of the first, in `texts` */
    rsp_status status;
    rsp_buf scratch;

    /* this connection */
    uint32_t connection;
    bool asked;           /* the debugger has sent a request */
    bool early_reported;  /* silence-before-first-request was reported */
    bool in_junk;         /* the last entry of the stub was a stray byte */
    bool after_interrupt; /* 0x03 was the last thing sent */
    rsp_buf acks_due;     /* per packet sent in ack mode and not acknowledged yet: 1 when it was damaged */
    notify_state notify[NOTIFY_KINDS];
    object_start object;
};

/* One entry from the stub with what is known around it. */
typedef struct judge {
    rsp_rules *rules;
    const rsp_transcript *transcript;
    const rsp_entry *entry;
    rsp_negotiated modes; /* before this entry */
    rsp_pairing pairing;
    bool have_request; /* a REPLY whose request is still held */
    rsp_bytes request; /* its payload ... */
    rsp_bytes args;    /* ... and what follows the packet's name */
    rsp_packet_id packet;
    rsp_bytes wire; /* PACKET, NOTIFICATION: payload as transmitted */
} judge;

/* One check of an entry; it reports what is wrong. */
typedef void (*rsp_rule_check)(judge *j);

/* Reports: `expected` may be NULL, `got` is a peer's bytes and is escaped. */
void rsp_rule_break(judge *j, rsp_rule_id rule, const char *expected, rsp_bytes got, const char *fmt, ...)
    RSP_PRINTF(5, 6);

/* The same with requirement ids narrower than the rule's. */
void rsp_rule_break_for(judge *j, rsp_rule_id rule, const char *requirements, const char *expected,
                        rsp_bytes got, const char *message);

/* Counts an answer that is not judged, since our list does not know the request. */
void rsp_rule_leave(judge *j);

/* Keeps the first trouble with memory. */
void rsp_rule_keep_status(rsp_rules *rules, rsp_status status);

/* The parts. Each looks at the kind of the entry itself. */
void rsp_rule_judge_frame(judge *j);
void rsp_rule_judge_turn(judge *j);
void rsp_rule_judge_notification(judge *j);
void rsp_rule_judge_reply(judge *j);

/* A window of an object: its letter and data. */
void rsp_rule_judge_window(judge *j, rsp_bytes payload);
/* Follows what the debugger sends, which later checks ask for. */
void rsp_rule_follow_client(rsp_rules *rules, const rsp_entry *entry, const rsp_negotiated *modes);

/* A stop reply, wherever it stands. */
void rsp_rule_judge_stop(judge *j, rsp_bytes payload);

/* Hex digits, at least one; reports upper case and a 0x prefix. False for anything else. */
bool rsp_rule_hex_number(judge *j, rsp_bytes digits);

/* A thread-id in the negotiated syntax; reports what is wrong with it. */
void rsp_rule_thread_id(judge *j, rsp_bytes id);

/* A bare process id. */
void rsp_rule_process_id(judge *j, rsp_bytes id);

#endif
