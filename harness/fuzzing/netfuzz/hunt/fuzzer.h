/* The fuzzer's state, in parts: the player, the maker of sequences, the session, the oracle, what is known.
 * One noun, the fuzzer as a whole: for files that need the host. Each part has a header of its own.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_FUZZER_H
#define RSP_NETFUZZ_FUZZER_H

#include "core/state_set.h"
#include "hunt/known.h"
#include "hunt/oracle.h"
#include "hunt/stub_session.h"
#include "hunt/stub_supply.h"
#include "hunt/timeouts.h"
#include "make/sequence.h"

enum { MAX_CANDIDATES = 8 }; /* of one sequence */

struct rsp_fuzzer {
    rsp_fuzz_host host;
    rsp_fuzzer_options options;
    uint64_t born_ns;
    rsp_player *player;
    stub_supply supply;
    sequence_maker maker;
    rsp_state_set states;
    stub_session session;
    bool deterministic; /* the current sequence is of that stage: its states do not count */
    bool news;          /* the current sequence showed a new state */
    candidate candidates[MAX_CANDIDATES];
    size_t num_candidates;
    oracle oracle;
    known_bugs known;
    timeouts timeouts;
    uint64_t avoided; /* triggers seen by avoid_known, sent ones included */
    rsp_fuzzer_stats stats;
};

/* By the clock of the options; 0 without one. */
static inline uint64_t fuzzer_now(const rsp_fuzzer *f) {
    return f->options.clock.now_ns ? rsp_clock_now(&f->options.clock) : 0;
}

/* Asserts what holds between any two public calls. */
void fuzzer_validate(const rsp_fuzzer *f);

/* Whether the end time of the options has passed: findings are no longer minimised. */
bool fuzzer_is_over(const rsp_fuzzer *f);

#endif
