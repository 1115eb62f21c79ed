/* Breakpoints and watchpoints: one table for all processes.
 * One path for single and batched requests.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_POINTS_H
#define STUB_POINTS_H

#include "stub_internal.h"

/* Outcome of one Z or z request, in the terms of a reply or of an element of a batched one. */
typedef struct stub_point_answer {
    bool unsupported; /* the empty reply */
    unsigned error;   /* 0: OK */
    const char *text; /* of the error */
} stub_point_answer;

/* validate.c: the invariant of the points that is broken, in words; or NULL. */
const char *stub_points_broken(const rsp_stub *s);

/* Carries out one request, "Z0,addr,kind..." or "z0,addr,kind". */
stub_point_answer stub_point_request(rsp_stub *s, rsp_bytes request);

#endif
