/* Holds replies against what a loaded guest does: code and constants are the image's, each step in its
 * straight code leads one instruction on, `work` counts and marks, and is not passed where it has a
 * breakpoint. Silent as soon as a message may have spoilt the guest. Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_GUEST_WATCH_H
#define RSP_NETFUZZ_GUEST_WATCH_H

#include "netfuzz/player.h"
#include "trace/exchange.h"

/* What a request is to the watch. */
typedef enum watched_kind {
    WATCHED_OTHER,
    WATCHED_NEUTRAL, /* it changes nothing */
    WATCHED_REGISTERS,
    WATCHED_STEP,
    WATCHED_ARM, /* inserts the breakpoint at work */
} watched_kind;

/* A request that has no reply yet. */
typedef struct watched {
    uint64_t entry;
    watched_kind kind;
    unsigned breaks;  /* interrupts and the like before it */
    int index;        /* of the opening's message; -1 */
    bool block;       /* a known G */
    bool disarms;     /* may take the breakpoint at work out */
    uint64_t order;   /* from 1 on */
    bool zeroes;      /* brings the counter's part of the image */
    uint64_t resumes; /* before it */
    uint64_t read_at;
    size_t read_len; /* 0: it is no read */
} watched;

/* What the last replies were, for the next one to be held against. */
typedef enum stepping {
    STEPPING_NOT,
    STEPPING_AT,   /* pc is known */
    STEPPING_DONE, /* and steps from there were answered by stops */
} stepping;

enum { MOST_WATCHED = 64 };

/* What is known of the counter. */
typedef struct guest_count {
    bool known;
    uint64_t value;   /* at the last read, or where it was brought */
    uint64_t resumes; /* that had been sent then */
    uint64_t armed;   /* the order of the request that gave work a breakpoint; 0 */
} guest_count;

/* All-zero knows no guest. */
typedef struct guest_watch {
    const rsp_player_guest *guest;  /* borrowed; NULL: nothing is checked */
    uint64_t written;               /* messages of the opening that were confirmed, a bit each */
    bool dirty;                     /* registers are not those of a program's beginning */
    bool spoilt;                    /* there is a breakpoint in the middle of an instruction */
    watched requests[MOST_WATCHED]; /* a ring */
    uint64_t num;                   /* that were sent */
    unsigned breaks;
    stepping stepping;
    unsigned breaks_then; /* when pc was read */
    unsigned steps;       /* since pc was read */
    uint64_t pc;
    uint64_t resumes; /* that were sent */
    guest_count count;
} guest_watch;

/* A fresh stub, or a new connection to one. */
void guest_watch_begin(guest_watch *w);

/* A payload went out as this transcript entry; `plain`: in a good packet that the stub surely received. */
void guest_watch_note_sent(guest_watch *w, uint64_t entry, rsp_bytes payload, bool plain);

/* A reply came, and its request is certain. False: it contradicts the guest, *out says how. */
bool guest_watch_note_reply(guest_watch *w, const rsp_exchange *done, rsp_bytes reply,
                            rsp_contradiction *out);

#endif
