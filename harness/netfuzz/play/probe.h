/* The probe: a known good request that a stub which is alive answers, and how far the player is with it.
 * Stubs answer in order, so an answered probe settles all that was sent before it.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_PROBE_H
#define RSP_NETFUZZ_PROBE_H

#include <rsp/bytes.h>
#include <rsp/packets.h>

enum { MAX_PROBES = 4 }; /* sent before the stub is given up */

/* The request, and how its reply begins: "" when nothing tells it from other replies. */
typedef struct probe {
    rsp_buf payload;
    const char *mark;
    rsp_packet_id packet;
} probe;

/* The request is the packet's name. */
void probe_set(probe *p, rsp_packet_id packet, const char *mark);

static inline bool probe_is_distinct(const probe *p) {
    return p->mark[0] != 0;
}

/* Since all was last settled. */
typedef enum probe_state {
    PROBE_NONE,     /* no probe was sent */
    PROBE_OUT,      /* sent, none is answered */
    PROBE_REFUSED,  /* the last one got a '-', and at least one is not answered */
    PROBE_PARTLY,   /* some are answered, some are not */
    PROBE_ANSWERED, /* all are answered */
} probe_state;

/* Changed by the functions below only. All-zero is PROBE_NONE. */
typedef struct probing {
    probe_state state;
    unsigned sent;
    unsigned answered;
    uint64_t entries[MAX_PROBES]; /* of the transcript */
    bool spare;                   /* one went out first that may be lost; it is not counted */
    bool heard;                   /* a packet came after the last one was sent */
    bool displaced;               /* one was answered in place of a request that needs a reply */
} probing;

/* One went out as this entry; none may have been answered yet. */
void probing_note_sent(probing *p, uint64_t entry);
void probing_note_nak(probing *p);
/* A packet came, whichever. */
void probing_note_packet(probing *p);
/* A packet was the reply to a probe. */
void probing_note_answer(probing *p);

/* Whether a reply may still come, and whether any came. */
static inline bool probing_is_open(const probing *p) {
    return p->answered < p->sent;
}

static inline bool probing_is_answered(const probing *p) {
    return p->answered > 0;
}

bool probing_has_entry(const probing *p, uint64_t entry);

void probing_validate(const probing *p); /* asserts */

#endif
