/* The debugger's half of a recorded conversation, said again to a stub that lives.
 * Goes on after differences, so that one report names them all; ends where the stub does, or is silent.
 * Knows no report: see capture_replay.c. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_REPLAY_H
#define STUBBORN_REPLAY_H

#include "capture/dialogue.h"
#include "capture/value_map.h"
#include <rsp/session.h>

enum { REPLAY_DIFFERENCES = 1000 }; /* kept; more are counted */

/* One reply, notification or piece of output that is not as recorded. Slices lie in the dialogues
 * and in the replay. */
typedef struct replay_difference {
    size_t turn;    /* in the recorded dialogue */
    size_t request; /* the recorded request, RSP_NO_TURN for none */
    bool missing;   /* nothing came */
    bool output;    /* the program's output */
    rsp_bytes expected;
    rsp_bytes got;
    rsp_difference what;
} replay_difference;

/* Set the first block, the rest to zero. */
typedef struct replay {
    const rsp_dialogue *recorded;
    rsp_session *session; /* its transcript must be observed by `live` */
    rsp_dialogue *live;
    uint64_t timeout_ns; /* for one reply, the time that the program took in the recording not counted */
    bool pauses;         /* wait as long as the debugger did */

    /* results */
    size_t sent; /* requests */
    size_t alike;
    size_t num_differences; /* all of them */
    replay_difference *differences;
    size_t done;       /* turns of the recording that were played */
    size_t unexpected; /* packets and notifications that the recording does not have */
    rsp_status status; /* RSP_OK: to the end; RSP_CLOSED, RSP_DIED, RSP_TIMEOUT, ...: up to `done` */
    rsp_value_map parts;

    /* private */
    size_t *live_of; /* by recorded turn: the live request */
    bool *claimed;   /* by live turn */
    size_t cap_claimed;
    size_t seen[3];    /* live turns looked at: by notifications, File-I/O requests, output */
    rsp_buf output[2]; /* recorded, live: since the last stop */
    rsp_buf request;
    rsp_arena texts;
} replay;

/* Plays all of it. RSP_NO_MEMORY; all else is in `status`. */
rsp_status replay_run(replay *r) RSP_MUST_USE;
void replay_free(replay *r);

#endif
