/* The fuzzer's state, in parts: the player, the maker of sequences, the session, the oracle, what is known.
 * Each part has its own header; this one has what needs the host.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_FUZZER_H
#define RSP_NETFUZZ_FUZZER_H

#include "hunt/known.h"
#include "hunt/oracle.h"
#include "hunt/stub_session.h"
#include "hunt/timeouts.h"
#include "make/sequence.h"
#include "make/state_set.h"

enum { MAX_CANDIDATES = 8 }; /* of one sequence */

/* The state of a stub after the lists that were played to it. */
typedef enum stub_health {
    STUB_WELL,
    STUB_IN_DOUBT, /* it fell silent or closed the connection; it may still serve a new client */
    STUB_GONE,
} stub_health;

struct rsp_fuzzer {
    rsp_fuzz_host host;
    rsp_fuzzer_options options;
    uint64_t born_ns;
    rsp_player *player;
    rsp_link *link;     /* of the session; NULL between two */
    rsp_link *kept;     /* a stub that is slow to start, and alive between two sessions or replays; NULL */
    stub_health health; /* of the stub of the link */
    stub_health kept_health; /* ... and of the one that is kept */
    bool reused;             /* it was played to before */
    bool unused;             /* the link is open, and the next open takes it: there may be no other */
    bool want_fresh;         /* the next one must not have been */
    bool calibrated;         /* the player is */
    bool one_client;         /* the stub ends, or is deaf, after a connection */
    sequence_maker maker;
    state_set states;
    stub_session session;
    bool deterministic; /* the current sequence is: its states are left for others to find */
    bool news;          /* it showed a new state */
    candidate candidates[MAX_CANDIDATES];
    size_t num_candidates;
    oracle oracle;
    known_bugs known;
    timeouts timeouts;
    uint64_t avoided;        /* triggers that avoid_known saw, sent ones included */
    uint64_t first_start_ns; /* start time of the first stub; 0 before it */
    rsp_fuzzer_stats stats;
};

static inline uint64_t fuzzer_now(const rsp_fuzzer *f) {
    return f->options.clock.now_ns ? rsp_clock_now(&f->options.clock) : 0;
}

/* A stub for the player, which is started again when it fails to start; and the end of it. It is a fresh one,
 * unless one is kept and `want_fresh` is not set. */
rsp_status fuzzer_open(rsp_fuzzer *f, rsp_error *error);
void fuzzer_close(rsp_fuzzer *f);

/* The stub is not needed any more. One that takes long to start, and is well, is kept for the next open. */
void fuzzer_leave(rsp_fuzzer *f);

/* Whether stubs take so long to start that they are kept alive between sessions. */
bool fuzzer_starts_slowly(const rsp_fuzzer *f);

/* After each list: what it came to decides whether the stub can be kept. */
void fuzzer_note_played(rsp_fuzzer *f, rsp_played played);

/* The first stub is asked what it answers, unless that is known. */
rsp_status fuzzer_calibrate(rsp_fuzzer *f, rsp_error *error);

/* Asserts what holds between any two calls from outside. */
void fuzzer_validate(const rsp_fuzzer *f);

/* Time is over: findings are no longer minimised. */
bool fuzzer_is_over(const rsp_fuzzer *f);

#endif
