/* Verdicts: the values that a judgement can have, in one list, how they count, and what else it says.
 * An empty reply is never confused with a fault: there are more than two.
 * Source: docs/architecture.md, Verdicts. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_VERDICT_H
#define RSP_VERDICT_H

#include <rsp/status.h>
#include <stdbool.h>
#include <stdint.h>

RSP_BEGIN_DECLS

/* X(name, text, bad: makes the run fail, meaning). Order is the order of summaries. */
#define RSP_VERDICT_LIST(X)                                         \
    X(PASS, "pass", false, "as required")                           \
    X(FAIL, "fail", true, "a must is broken")                       \
    X(WARN, "warn", false, "a should is not followed")              \
    X(SKIP, "skip", false, "not judged, for a reason")              \
    X(XFAIL, "xfail", false, "fails, as the baseline says")         \
    X(XPASS, "xpass", true, "passes, though the baseline says not") \
    X(CRASH, "crash", true, "the stub died")                        \
    X(HANG, "hang", true, "no answer before the deadline")          \
    X(ERROR, "error", true, "our own trouble")

/* RSP_VERDICT_PASS and so on. */
typedef enum rsp_verdict {
#define RSP_VERDICT_ENUM(name, text, bad, meaning) RSP_VERDICT_##name,
    RSP_VERDICT_LIST(RSP_VERDICT_ENUM)
#undef RSP_VERDICT_ENUM
        RSP_VERDICT_COUNT,
} rsp_verdict;

/* "pass"; "?" for an unknown value. */
const char *rsp_verdict_name(rsp_verdict verdict);

/* What it means, in words; "?" for an unknown value. */
const char *rsp_verdict_meaning(rsp_verdict verdict);

/* Whether the verdict makes the exit status of a run 1. */
bool rsp_verdict_bad(rsp_verdict verdict);

/* How binding a requirement is (RFC 2119). A broken must fails, a broken should warns. */
typedef enum rsp_level {
    RSP_LEVEL_MUST,
    RSP_LEVEL_SHOULD,
    RSP_LEVEL_MAY,
} rsp_level;

/* "must", "should", "may"; "?" for an unknown value. */
const char *rsp_level_name(rsp_level level);

/* One judgement. All-zero is a pass without a name. NULL texts count as "". */
typedef struct rsp_judgement {
    const char *name; /* "framing/checksum": the part before '/' is the area by which reports count */
    const char *title;
    const char *requirements; /* ids separated by spaces (scenarios/requirements.yaml) */
    rsp_level level;          /* of the requirement at stake */
    rsp_verdict verdict;
    const char *message; /* what is wrong, one line */
    const char *expected;
    const char *got;
    const char *evidence; /* lines around it, as rsp_transcript_render writes them */
    const char *reason;   /* why it was skipped */
    const char *path;     /* of the file that was judged */
    uint32_t line;        /* in that file; 0 is unknown */
    uint64_t duration_ns;
} rsp_judgement;

/* A count per verdict. All-zero is empty. */
typedef struct rsp_summary {
    uint64_t count[RSP_VERDICT_COUNT];
} rsp_summary;

/* Counts one verdict. */
static inline void rsp_summary_add(rsp_summary *summary, rsp_verdict verdict) {
    summary->count[verdict]++;
}

/* How many were counted. */
uint64_t rsp_summary_total(const rsp_summary *summary);

/* How many of them are bad (rsp_verdict_bad). */
uint64_t rsp_summary_bad(const rsp_summary *summary);

/* How many judge the stub: all but skips and our own errors. */
uint64_t rsp_summary_judged(const rsp_summary *summary);

RSP_END_DECLS

#endif
