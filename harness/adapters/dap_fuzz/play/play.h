/* Plays a sequence to a fresh adapter and looks for symptoms: oracles over the session's end, log and rules.
 * A good request after the sequence shows whether the adapter still answers.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_FUZZ_PLAY_H
#define RSP_DAP_FUZZ_PLAY_H

#include "core/state_set.h"
#include "play/outcome.h"

/* How to play. */
/* What a play has shown. Buffers are the caller's, and freed by it. */
typedef struct fuzz_shown {
    size_t num_new;     /* states that were not in `states` */
    rsp_buf transcript; /* of the session, when there is a symptom */
    rsp_buf words;      /* likewise */
    bool beyond;        /* more came than a session may hold; set, never cleared */
    bool *broken;       /* rules that were broken; NULL: not wanted */
} fuzz_shown;

typedef struct fuzz_play {
    const rsp_dap_target *target;
    uint64_t deaf_ns;
    bool should;      /* rules of that level count */
    bool hostile;     /* only rules about bytes and seq count */
    bool out_of_step; /* ... and silence does not count: a header has lied */
    const bool
        *manners; /* rules that are broken by sessions without a sequence; RSP_DAP_RULE_COUNT of them */
    rsp_state_set *states; /* NULL: they are not noted */
    fuzz_shown shown;      /* out */
} fuzz_play;

/* RSP_OK with the outcome; RSP_CANCELLED, RSP_NO_MEMORY, or why there is no session. */
rsp_status fuzz_play_sequence(fuzz_play *how, const json_t *steps, bool stopped, outcome *out,
                              rsp_error *error);

#endif
