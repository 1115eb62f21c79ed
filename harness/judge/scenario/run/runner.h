/* The runner's own state: what it keeps from one scenario to the next.
 * Transcript and rules are made once and reset; knowledge of the stub is kept for the run.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_RUNNER_H
#define RSP_SCENARIO_RUNNER_H

#include "connect/kept.h"
#include "play/play.h"

#include "guest/guest_load.h"

/* What a play does with the guest before it begins: comes to it, loads it, puts back what was there. */
typedef enum guest_errand { GUEST_PLAYS, GUEST_BEGINS, GUEST_ENDS } guest_errand;

struct rsp_runner {
    rsp_runner_options options;
    rsp_mem mem;  /* the options' allocator, watched */
    bool starved; /* it failed since the scenario began: nothing that was seen can be trusted */
    bool probing;
    guest_errand visit;   /* what a play does with the guest before it begins */
    rsp_guest_load guest; /* what stub.guest points to where it was loaded */
    rsp_buf guest_left;   /* what of it could not be put back */
    bool asked;           /* the stub was asked what it is, or another runner knows it */

    rsp_stub_provider provider;
    rsp_transcript *transcript;
    rsp_rules *rules;
    stub_knowledge stub;
    kept_line kept;      /* what stub.kept points to, in the same way */
    rsp_manners manners; /* what stub.manners points to, unless another runner knows the stub */
    patience patience;   /* learned from scenario to scenario */
    detour detour;       /* ... */
    rsp_buf supported;   /* the last one seen, for facts */
    rsp_buf summary;
    uint64_t packet_size;
    uint64_t starts_before;   /* of the stub, before the scenario that is being played */
    unsigned num_not_started; /* scenarios since the stub was last there */
    const char *last;         /* the scenario that was played last; NULL */
    bool last_closed;         /* the stub ended its connection */
};

/* Plays the variants of a scenario of which `which` has the bit, and asks nothing before. */
rsp_status runner_play(rsp_runner *runner, const rsp_scenario *scenario, uint32_t which, rsp_run *run,
                       rsp_error *error);

#endif
