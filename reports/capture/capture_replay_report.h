/* A recorded conversation that was played to a live stub: what is not as it was, then latencies side by side.
 * For people and as JSON.
 * What was played is in playback/playback.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CAPTURE_REPLAY_REPORT_H
#define RSP_CAPTURE_REPLAY_REPORT_H

#include "capture/capture_dialogue.h"
#include "playback/playback.h"

RSP_BEGIN_DECLS

/* What the report is made from; everything is borrowed. */
typedef struct rsp_replay_report {
    const rsp_capture_dialogue *chosen; /* the recording */
    const rsp_playback *played;
    const char *stub;     /* as it was given */
    const char *end;      /* of a program of ours: "exit 7"; "" where there is none */
    rsp_bytes last_words; /* its stderr */
    bool virtual_time;    /* latencies of the live stub are */
} rsp_replay_report;

/* Appends the report for a terminal. `verbose` shows all differences and kinds, else a dozen. The buffer's
 * status, or RSP_NO_MEMORY. */
rsp_status rsp_capture_replay_text(rsp_buf *out, const rsp_replay_report *r, bool verbose) RSP_MUST_USE;

/* Appends it as JSON, as reports/schema/capture-replay.schema.json says. As above. */
rsp_status rsp_capture_replay_json(rsp_buf *out, const rsp_replay_report *r) RSP_MUST_USE;

RSP_END_DECLS

#endif
