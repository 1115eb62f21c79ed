/* What stands out in a recorded session: Nagle's algorithm, memory read twice, files and symbols asked for
 * over the link, samples that are missing. The text, the page and Markdown show the same sentences. The
 * figures are those of rsp_analysis. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CAPTURE_FINDING_H
#define RSP_CAPTURE_FINDING_H

#include "capture/analysis.h"
#include "core/arena.h"
#include "document/document.h"

RSP_BEGIN_DECLS

/* One of them. */
typedef struct rsp_capture_finding {
    rsp_tone tone;
    const char *label;  /* one word */
    const char *text;   /* in the arena */
    const char *advice; /* what to do, a constant; "" for nothing */
} rsp_capture_finding;

/* The most that there are. */
enum { RSP_CAPTURE_FINDINGS = 5 };

/* Fills `out` and returns how many. Texts live as long as the arena. */
size_t rsp_capture_findings(rsp_capture_finding out[RSP_CAPTURE_FINDINGS], rsp_arena *arena,
                            const rsp_analysis *analysis);

RSP_END_DECLS

#endif
