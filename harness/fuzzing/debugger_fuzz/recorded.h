/* A recording as a stub: each request gets the reply that it got
 * when it was recorded. What was never asked gets the empty reply of
 * a stub that does not know the packet. The dialogue is borrowed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUGGER_RECORDED_H
#define RSP_DEBUGGER_RECORDED_H

#include "capture/dialogue.h"

RSP_BEGIN_DECLS

/* Where its answers have come to. All-zero but for `dialogue` is the beginning. */
typedef struct rsp_recorded {
    const rsp_dialogue *dialogue;
    size_t next; /* the turn behind the last request that was found */
} rsp_recorded;

/* The reply to a request, borrowed from the dialogue: of the same request, looked for from the last one on
 * and round; a request that resumes gets the next recorded stop. Empty where there is none. */
rsp_bytes rsp_recorded_reply(rsp_recorded *r, rsp_bytes request);

RSP_END_DECLS

#endif
