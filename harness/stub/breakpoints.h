/* Breakpoints and watchpoints: one table for all processes.
 * One path for single and batched requests.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_BREAKBREAKPOINTS_H
#define STUB_BREAKBREAKPOINTS_H

#include "state.h"

rsp_status stub_breakpoints_new(rsp_stub *s);
void stub_breakpoints_free(rsp_stub *s);

/* Called by run control on a breakpoint event: true when it is to be reported. Evaluates conditions and runs
 * commands. */
bool stub_breakpoint_hit(rsp_stub *s, const rsp_target_event *event);

/* Bookkeeping when processes come and go: a fork copies, exec and exit drop, detach removes. */
void stub_breakpoints_forked(rsp_stub *s, int64_t parent, int64_t child);
void stub_breakpoints_drop(rsp_stub *s, int64_t pid);

/* The client is gone: only points with persistent commands stay. */
void stub_breakpoints_disconnect(rsp_stub *s);

/* Outcome of one Z or z request, in the terms of a reply or of an element of a batched one. */
typedef struct stub_breakpoint_answer {
    bool unsupported; /* the empty reply */
    unsigned error;   /* 0: OK */
    const char *text; /* of the error */
} stub_breakpoint_answer;

/* validate.c: the invariant of the points that is broken, in words; or NULL. */
const char *stub_breakpoints_broken(const rsp_stub *s);

/* Carries out one request, "Z0,addr,kind..." or "z0,addr,kind". */
stub_breakpoint_answer stub_breakpoint_request(rsp_stub *s, rsp_bytes request);

#endif
