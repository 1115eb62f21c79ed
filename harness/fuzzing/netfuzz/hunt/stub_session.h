/* The session with one stub: the sequences played to it, and the trail of its beginning.
 * It goes on from sequence to sequence, so that states add up.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_STUB_SESSION_H
#define RSP_NETFUZZ_STUB_SESSION_H

#include "grammar/messages.h"
#include "netfuzz/player.h"

enum { MAX_HISTORY = 1024 };

typedef struct stub_session {
    const rsp_mem *mem;
    rsp_messages **history; /* MAX_HISTORY of them */
    size_t num_history;
    uint64_t sent_before;                     /* messages of the player before it */
    rsp_trail_entry trail[RSP_TRAIL_ENTRIES]; /* of its first sequences */
    size_t num_trail;
    size_t num_compared; /* sequences that the trail covers */
    bool trail_over;
    uint64_t baseline_bytes; /* resident memory after the first sequence; 0: not measured */
    unsigned times_gone;     /* new connections because the program was gone */
    unsigned gone_for;       /* sequences in a row without a program */
} stub_session;

bool stub_session_init(stub_session *s, const rsp_mem *mem); /* false without memory */
void stub_session_free(stub_session *s);

/* Begins with another stub. */
void stub_session_restart(stub_session *s, uint64_t sent_before);

/* Appends a copy of a sequence that was played, unless the session is full. */
void stub_session_add(stub_session *s, const rsp_messages *list);

/* Copies the trail of the player. */
void stub_session_keep_trail(stub_session *s, const rsp_player *player);

/* The same, as long as it is of the first sequences and not over. */
void stub_session_extend_trail(stub_session *s, const rsp_player *player);

void stub_session_validate(const stub_session *s); /* asserts */

/* Whether its history is full: then it must end. */
static inline bool stub_session_is_full(const stub_session *s) {
    return s->num_history == MAX_HISTORY;
}

#endif
