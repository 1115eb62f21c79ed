/* What a run judged, as one list: results, faults of a selftest, demands, scenarios that were not played. For
 * the forms that programs read: each has a case per item, and the same rules for what fails.
 * Private to the reports. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_JUDGED_H
#define RSP_JUDGED_H

#include "trace/result.h"

/* What kind of thing was judged. */
typedef enum rsp_judged_kind {
    RSP_JUDGED_RESULT,
    RSP_JUDGED_FAULT,      /* of a selftest: passes when a scenario noticed it */
    RSP_JUDGED_NOT_PLAYED, /* of a run that was cut short */
    RSP_JUDGED_DEMAND,     /* that is not met */
    RSP_JUDGED_NOTHING,    /* the run says nothing of the stub */
} rsp_judged_kind;

/* How a program that reads the report is to take it. */
typedef enum rsp_outcome {
    RSP_OUTCOME_PASS,
    RSP_OUTCOME_FAILURE,
    RSP_OUTCOME_ERROR,
    RSP_OUTCOME_SKIPPED,
    RSP_OUTCOME_COUNT
} rsp_outcome;

/* One of them. Texts are never NULL; they are the run's or live in its arena. */
typedef struct rsp_judged {
    rsp_judged_kind kind;
    rsp_outcome outcome;
    const char *suite;        /* the area, or "faults", "not played", "demands", "run" */
    const char *name;         /* "memory/read [no-ack]" */
    const char *type;         /* "fail", "hang", "survived", "unmet", "nothing" */
    const char *message;      /* of what went wrong, or why it was skipped */
    const char *requirement;  /* the first of them; "" for none */
    const rsp_result *result; /* RESULT; else NULL */
} rsp_judged;

/* All that a run judged: results in their order, then the rest by kind. In the run's arena. */
typedef struct rsp_judged_list {
    rsp_judged *items;
    size_t num;
} rsp_judged_list;

/* RSP_NO_MEMORY. */
rsp_status rsp_judged_of(rsp_run *run, rsp_judged_list *out) RSP_MUST_USE;

#endif
