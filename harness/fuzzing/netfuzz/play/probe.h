/* The probe: a known good request that a stub which is alive answers, and how far the player is with it.
 * Stubs answer in order, so an answered probe settles all that was sent before it.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_PROBE_H
#define RSP_NETFUZZ_PROBE_H

#include <rsp/bytes.h>
#include <rsp/packets.h>

enum { MAX_PROBES = 4 }; /* sent before the stub is given up */

/* The request, and how its reply begins; "": like other replies. */
typedef struct probe {
    rsp_buf payload;
    const char *mark;
    rsp_packet_id packet;
} probe;

/* Sets the request, the name of the packet, and the mark. */
void probe_set(probe *p, rsp_packet_id packet, const char *mark);

/* Whether its reply looks like no other. */
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
    bool spare;                   /* one that may be lost went out first; it is not counted */
    bool heard;                   /* a packet came after the last one was sent */
    bool displaced;               /* a probe was answered before a request that needs a reply */
} probing;

/* A probe went out as this transcript entry; none may have been answered yet. */
void probing_note_sent(probing *p, uint64_t entry);

/* A '-' came: it refuses the last probe. */
void probing_note_nak(probing *p);

/* Any packet came. */
void probing_note_packet(probing *p);

/* It was the reply to a probe. */
void probing_note_answer(probing *p);

/* Whether a reply may still come, and whether any came. */
static inline bool probing_is_open(const probing *p) {
    return p->answered < p->sent;
}

static inline bool probing_is_answered(const probing *p) {
    return p->answered > 0;
}

/* Whether this transcript entry is one of the probes. */
bool probing_has_entry(const probing *p, uint64_t entry);

void probing_validate(const probing *p); /* asserts */

#endif
