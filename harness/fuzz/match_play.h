/* A scenario with one expectation and the reply that it is held against, without a stub.
 * For the fuzz target of matchers. Facts that are measured have no values.
 * See harness/scenario/play/match.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_MATCH_PLAY_H
#define FUZZ_MATCH_PLAY_H

#include "fuzz.h"

#include "play/match.h"

typedef struct match_play {
    play play;
    stub_knowledge stub;
    rsp_suite *suite;
    const matcher_spec *matcher; /* NULL when the text is none */
    bool plain;                  /* the text may be shown as it is */
} match_play;

/* `matcher`: what stands behind `expect:`. `choice`: byte order and dialect of the stub. */
void match_play_begin(match_play *m, uint8_t choice, rsp_bytes request, rsp_bytes wire, rsp_bytes matcher);
void match_play_end(match_play *m);

/* Whether the reply is as expected; else `why` says why not, and nothing of it that a terminal would obey
 * came from the stub. What was captured lies in the reply. */
bool match_play_holds(match_play *m, rsp_buf *why);

#endif
