/* Judges broken rules and bad ends: while fuzzing each becomes a candidate, while replaying one is wanted.
 * The first other symptom of a replay is kept.
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
    rsp_buf culprit;   /* the request at which a replay showed the wanted symptom */
} oracle;

void oracle_init(oracle *o, const rsp_mem *mem);
void oracle_free(oracle *o);

/* A replay begins: `want` is borrowed until oracle_stop. */
void oracle_seek(oracle *o, const candidate *want);

/* It ends. The symptom seen instead is kept until oracle_forget. */
void oracle_stop(oracle *o);
void oracle_forget(oracle *o);

/* A broken rule while replaying; `request` was sent last. */
void oracle_note_violation(oracle *o, const rsp_violation *v, rsp_packet_id packet, rsp_bytes request);

/* A bad end while replaying; `wanted`: it is the wanted one. `request` was sent last. */
void oracle_note_end(oracle *o, const candidate *seen, bool wanted, rsp_bytes request);

/* Whether a replay is under way. */
static inline bool oracle_is_seeking(const oracle *o) {
    return o->state != ORACLE_FUZZING;
}

void oracle_validate(const oracle *o); /* asserts */

#endif
