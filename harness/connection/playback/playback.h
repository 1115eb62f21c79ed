/* Plays the debugger's half of a recorded conversation to a live stub and compares the replies.
 * Continues after a difference, so one report has them all. Ends when the stub ends or stops answering.
 * Knows neither files nor reports: `stubborn capture replay` reads the recording and renders the result. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PLAYBACK_H
#define RSP_PLAYBACK_H

#include "capture/dialogue.h"
#include "capture/value_map.h"
#include "core/arena.h"
#include <rsp/session.h>

RSP_BEGIN_DECLS

/* So many differences are kept; all are counted. */
enum { RSP_PLAYBACK_DIFFERENCES = 1000 };

/* One reply, notification or piece of output that is not as recorded. Slices lie in the dialogues
 * and in the playback. */
typedef struct rsp_playback_difference {
    size_t turn;    /* in the recorded dialogue */
    size_t request; /* the recorded request, RSP_NO_TURN for none */
    bool missing;   /* nothing came */
    bool output;    /* the program's output */
    rsp_bytes expected;
    rsp_bytes got;
    rsp_difference what;
} rsp_playback_difference;

/* A playback: what to play, set by the caller, and its result. Set the first block, all else to zero. */
typedef struct rsp_playback {
    const rsp_dialogue *recorded;
    rsp_session *session; /* its transcript must be observed by `live` */
    rsp_dialogue *live;
    uint64_t timeout_ns; /* for one reply; twice the reply's recorded latency is added */
    bool pauses;         /* wait as long as the debugger did */

    /* results */
    size_t sent; /* requests */
    size_t alike;
    size_t num_differences; /* all of them */
    rsp_playback_difference *differences;
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
} rsp_playback;

/* Plays all turns. RSP_OK, with the stub's end in `status`; RSP_NO_MEMORY. */
rsp_status rsp_playback_run(rsp_playback *r) RSP_MUST_USE;

/* Frees what rsp_playback_run allocated; the caller's session and dialogues stay. All-zero is fine. */
void rsp_playback_free(rsp_playback *r);

RSP_END_DECLS

#endif
