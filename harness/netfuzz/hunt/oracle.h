/* What broken rules and bad ends are held against: all of them become candidates while fuzzing, one of them
 * is wanted while replaying.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_ORACLE_H
#define RSP_NETFUZZ_ORACLE_H

#include "hunt/candidate.h"

typedef enum oracle_state {
    ORACLE_FUZZING,
    ORACLE_SEEKING, /* one candidate is wanted */
    ORACLE_CAUGHT,  /* ... and a rule was broken in the same way */
} oracle_state;

typedef struct oracle {
    oracle_state state;
    const candidate *want; /* borrowed; NULL while fuzzing */
    bool have_instead;
    candidate instead; /* the first other symptom that replays showed, when have_instead */
    rsp_buf culprit;   /* the request at which a replay showed what is wanted */
} oracle;

void oracle_init(oracle *o, const rsp_mem *mem);
void oracle_free(oracle *o);

/* A replay begins and ends. What was seen instead is kept until oracle_forget. */
void oracle_seek(oracle *o, const candidate *want);
void oracle_stop(oracle *o);
void oracle_forget(oracle *o);

/* A broken rule while replaying; `request` was sent last. */
void oracle_note_violation(oracle *o, const rsp_violation *v, rsp_packet_id packet, rsp_bytes request);

/* A bad end while replaying, which is what is wanted, or not. */
void oracle_note_end(oracle *o, const candidate *seen, bool wanted, rsp_bytes request);

static inline bool oracle_is_seeking(const oracle *o) {
    return o->state != ORACLE_FUZZING;
}

void oracle_validate(const oracle *o); /* asserts */

#endif
