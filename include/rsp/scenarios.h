/* Scenarios: files of the suite, or of your own, checked when they are loaded and played to a stub. You open
 * links to the stub, the judgements come back one by one, and rsp/report.h makes a report of them.
 * Source: docs/scenarios.md describes the files. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIOS_H
#define RSP_SCENARIOS_H

#include <rsp/link.h>
#include <rsp/verdict.h>

RSP_BEGIN_DECLS

/* Scenarios of one file or folder, in the order of their files. Playing changes nothing in them. */
typedef struct rsp_scenarios rsp_scenarios;

/* Loads a file, "FILE:LINE" for the scenario there, or every *.yaml below a folder. A folder with a
 * requirements.yaml is a suite: `covers:` is looked up in it. *out is NULL where it fails: RSP_NOT_FOUND for
 * no such path; RSP_SYNTAX, RSP_SCHEMA, RSP_DUPLICATE and RSP_BAD_FILE for the first error in a file, with
 * its message in `error` (may be NULL); RSP_NO_MEMORY. */
rsp_status rsp_scenarios_load(rsp_scenarios **out, const char *path, rsp_error *error) RSP_MUST_USE;

/* Frees them. NULL is fine. */
void rsp_scenarios_free(rsp_scenarios *scenarios);

/* How many there are. */
size_t rsp_scenarios_count(const rsp_scenarios *scenarios);

/* The name of scenario `i`, below that count: "area/name", or "area/name.case". As long as the scenarios. */
const char *rsp_scenarios_name(const rsp_scenarios *scenarios, size_t i);

/* How to play. All-zero gives the defaults in brackets; `open` is required. */
typedef struct rsp_scenarios_options {
    /* Opens a link to a stub, as fresh as can be had, for each scenario; the link is closed afterwards.
     * `program` names the debuggee that the scenario needs; "" is any. RSP_NOT_FOUND and RSP_UNSUPPORTED skip
     * the scenario with error->msg as the reason. */
    rsp_status (*open)(void *ctx, rsp_link **out_link, const char *program, rsp_error *error);
    /* Takes each judgement; its texts are valid during the call. [dropped] */
    void (*judged)(void *ctx, const rsp_judgement *judgement);
    void *ctx;

    const char *only; /* [all] a name or glob of names ("framing/"), a requirement, "tag:NAME"; '!' negates */
    uint64_t seed;    /* [1] of everything that a scenario draws */
    uint64_t timeout_ns; /* [2 s] for one reply */
    uint64_t quiet_ns;   /* [50 ms] in which nothing may come where a scenario expects silence */
    bool allow_writes;   /* [no] into memory of programs, not only of those that the suite knows */
    const volatile sig_atomic_t *stop; /* [none] non-zero ends it soon, with RSP_CANCELLED */
    const rsp_mem *mem;                /* [malloc] */
} rsp_scenarios_options;

/* Looks at the stub once, then plays the scenarios; those that may end the stub come last. RSP_OK, whatever
 * the verdicts are; what `open` says where the stub cannot be reached; RSP_CANCELLED; RSP_NO_MEMORY. */
rsp_status rsp_scenarios_play(const rsp_scenarios *scenarios, const rsp_scenarios_options *options,
                              rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif
