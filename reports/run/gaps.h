/* Why scenarios were not judged: a few reasons in place of hundreds of results.
 * Each has how many, what they lack most, and what would let them be judged.
 * Private to the reports. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_GAPS_H
#define RSP_GAPS_H

#include "trace/result.h"

/* Why scenarios were not judged. */
typedef struct rsp_gap {
    const char *text; /* cleaned: "not offered by the stub: MultiMemRead 44, qRcmd 5" */
    const char *hint; /* what would let them be judged; "" is nothing */
    uint64_t num;     /* results */
} rsp_gap;

enum { RSP_REPORT_GAPS = 64 };

/* At most `most` of them, the largest first; in the run's arena. */
size_t rsp_report_gaps(rsp_run *run, rsp_gap *out, size_t most);

#endif
