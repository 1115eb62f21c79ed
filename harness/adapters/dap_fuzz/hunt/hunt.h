/* The fuzzer's inside: its corpus, what it knows, and one symptom under way.
 * Sequences are JSON and owned by whoever holds them.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_FUZZ_HUNT_H
#define RSP_DAP_FUZZ_HUNT_H

#include "core/rng.h"
#include "play/play.h"

struct rsp_dap_fuzzer {
    rsp_dap_fuzzer_options options;
    rsp_dap_target target; /* the options', with a wait that suits a fuzzer */
    rsp_rng rng;
    json_t *corpus;  /* array of sequences */
    json_t *known;   /* signature -> true */
    json_t *avoided; /* array of steps that alone are a finding: no sequence has them again */
    rsp_state_set states;
    bool manners[RSP_DAP_RULE_COUNT];
    bool has_manners;
    rsp_dap_fuzzer_stats stats;
    fuzz_play play; /* of the last play */
    outcome outcome;
    outcome shown; /* of the last play that showed what is looked for, with its texts */
    rsp_buf shown_transcript;
    rsp_buf shown_words;
};

/* Plays a sequence once. `feeds`: its states count. */
rsp_status hunt_play(rsp_dap_fuzzer *f, const json_t *sequence, bool feeds, rsp_error *error);

/* Whether somebody wants it to end. */
bool hunt_is_over(const rsp_dap_fuzzer *f);

/* A copy (a new reference) with fewer steps, and fewer members in them, that still shows the signature. */
json_t *hunt_minimise(rsp_dap_fuzzer *f, const json_t *sequence, const char *signature);

#endif
