/* One candidate under way, from the first replay to the finding.
 * replay.c plays lists, confirm.c leads; minimise.c, deduplicate.c and culprit.c each answer one question.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_HUNT_H
#define RSP_NETFUZZ_HUNT_H

#include "hunt/fuzzer.h"

enum { MAX_VAIN = 2048 }; /* lists that are known not to show the symptom */

/* How replays are judged. */
typedef enum hunt_mode {
    HUNT_FULLY,
    HUNT_MINIMISING,     /* a trial that takes too long is given up */
    HUNT_PART_OF_GROWTH, /* the same; MEMORY: a part of the growth will do */
} hunt_mode;

/* The stubs of the replays. */
typedef struct hunt_stubs {
    unsigned replays;      /* to fresh stubs, */
    unsigned trials;       /* ... and to those that had survived others */
    unsigned on_this_stub; /* of them, since it was fresh */
    unsigned misled;       /* trials whose reused stub misled: a fresh one did not show it, or it was gone */
    bool only_fresh;       /* reused stubs are no longer used, except one that starts slowly, */
    bool fresh;            /* ... and not that one either */
} hunt_stubs;

/* MEMORY: the quickest replay that showed it. */
typedef struct hunt_growth {
    unsigned rounds;   /* that the last one took; 0 for none yet */
    uint64_t messages; /* after its first round; 0 for none yet */
} hunt_growth;

/* The state of following up one candidate. */
typedef struct hunt {
    rsp_fuzzer *f;
    candidate want;
    candidate got; /* of the last replay that showed it */
    uint64_t until_ns;
    uint64_t seen_ns;
    uint64_t confirmed_ns;
    uint64_t begun_ns;
    size_t messages_before; /* it was seen after so many */
    uint64_t index;         /* of the sequence, and the seed, */
    uint64_t seed;          /* that showed it */
    bool pending;           /* handed out as confirmed, under this signature: */
    char pending_as[RSP_SIGNATURE_BYTES];
    hunt_mode mode;
    hunt_stubs stubs;
    hunt_growth growth;
    bool proved;                       /* a replay with the whole timeout has shown that `best` reproduces */
    size_t settled;                    /* messages of the last replay that had all answers before its end */
    size_t end;                        /* culprit_end of `best` as it was confirmed */
    rsp_messages *before[MAX_HISTORY]; /* played before `best`: the part that does not fit into one list */
    size_t num_before;
    rsp_messages *best; /* the shortest list that shows it */
    rsp_messages *trial;
    uint64_t vain[MAX_VAIN]; /* hashes of lists that did not show it, the last of them */
    size_t num_vain;
    rsp_status status; /* failures of our own, sticky */
    rsp_error *error;
} hunt;

/* The trial reproduces: it becomes the best list. */
static inline void hunt_take_trial(hunt *h) {
    rsp_messages *taken = h->trial;
    h->trial = h->best;
    h->best = taken;
}

/* Whether the time for this finding, or for the fuzzer, is over. */
bool hunt_is_late(const hunt *h);

#endif
