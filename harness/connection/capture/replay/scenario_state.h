/* A scenario that is being written: where to, from which dialogue, with which names.
 * Texts, requests, patterns and matchers are written by files of their own.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_STATE_H
#define RSP_SCENARIO_STATE_H

#include "capture/scenario_writer.h"
#include "capture/varying.h"
#include "scenario_names.h"

enum {
    MAX_GROUPS = 9,  /* that a pattern can capture */
    LONG_PIECE = 48, /* text in a pattern longer than this is passed over */
};

/* The buffers are scratch, and belong to it. */
typedef struct writer {
    rsp_buf *out;
    const rsp_dialogue *d;
    const rsp_scenario_writer_options *options;
    rsp_scenario_written *written;
    id_names names;
    rsp_varying_values values;
    rsp_buf plain;
    rsp_buf pattern;
    rsp_buf captures; /* "t1: 1, t2: 2" of the step under way */
    unsigned groups;
    bool no_ack; /* QStartNoAckMode is the connection's business */
} writer;

/* Turn `i`; NULL beyond the last one. */
static inline const rsp_turn *turn(const writer *w, size_t i) {
    return i < w->d->num_turns ? &w->d->turns[i] : NULL;
}

#endif
