/* One Z or z request, alone or as an element of a batch.
 * breakpoint.c serves both packets with it, multibreak.c batches.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_BREAKPOINT_H
#define STUB_BREAKPOINT_H

#include "state.h"

/* The outcome, in the terms of a reply or of an element of a batched one. */
typedef struct stub_breakpoint_answer {
    bool unsupported; /* the empty reply */
    unsigned error;   /* 0: OK */
    const char *text; /* of the error */
} stub_breakpoint_answer;

/* Carries out one request, "Z0,addr,kind..." or "z0,addr,kind". */
stub_breakpoint_answer stub_breakpoint_request(rsp_stub *s, rsp_bytes request);

#endif
