/* What a campaign against a debugger has found, as data: finding.json of each finding, results.json of all,
 * and state.json, from which the campaign goes on after a kill. JSON both ways.
 * Files may come from elsewhere; all texts may be a stub's or a debugger's. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUGGER_RESULTS_H
#define RSP_DEBUGGER_RESULTS_H

#include "debugger_fuzz/fuzzer.h"

RSP_BEGIN_DECLS

/* A finding. Texts are never NULL. */
typedef struct rsp_debugger_found {
    const char *kind;      /* "crash" */
    const char *signature; /* also the name of its folder */
    const char *headline;
    const char *again;  /* the command that repeats it */
    const char **lies;  /* in words */
    const char **lines; /* that were typed */
    size_t num_lies, num_lines;
    uint64_t replays, reproduced; /* of these, so many showed it */
    uint64_t session, seed;       /* that showed it first */
    bool minimised;
} rsp_debugger_found;

/* What was done. All-zero is nothing. */
typedef struct rsp_debugger_totals {
    uint64_t sessions, replays, requests;
    uint64_t again, unconfirmed;
    uint64_t duration_ns;
} rsp_debugger_totals;

/* What a campaign is about: debugger.json in its folder. Texts are NULL or "" where they are not given. */
typedef struct rsp_debugger_about {
    const char *debugger, *stub, *program, *recording;
    uint64_t seed;
    uint64_t timeout_ns, requests, memory; /* 0: the usual */
} rsp_debugger_about;

/* Where a campaign stands: state.json. */
typedef struct rsp_debugger_state {
    rsp_debugger_totals totals;
    const char *shapes; /* hexadecimal numbers with blanks between them */
} rsp_debugger_state;

/* All of it. Everything is borrowed. */
typedef struct rsp_debugger_results {
    const char *version, *started; /* of this program; UTC in ISO 8601 */
    const char *name;              /* of the debugger, for people */
    const rsp_debugger_about *about;
    uint64_t jobs;
    bool interrupted;           /* by a signal */
    rsp_debugger_totals totals; /* of this run ... */
    rsp_debugger_totals before; /* ... and of those before */
    uint64_t shapes, corpus;
    uint64_t known; /* findings of earlier runs */
    const rsp_debugger_found *findings;
    size_t num_findings;
} rsp_debugger_results;

/* Fills *out with texts of the arena. RSP_NO_MEMORY. */
rsp_status rsp_debugger_found_make(rsp_debugger_found *out, rsp_arena *arena,
                                   const rsp_debugger_finding *finding, const char *again) RSP_MUST_USE;
/* Appends one as JSON; the buffer's status. */
rsp_status rsp_debugger_found_json(rsp_buf *out, const rsp_debugger_found *found) RSP_MUST_USE;
/* Reads such JSON; texts are the arena's. RSP_BAD_FILE with what is wrong, RSP_NO_MEMORY. */
rsp_status rsp_debugger_found_read(rsp_debugger_found *out, rsp_arena *arena, rsp_bytes json,
                                   rsp_error *error) RSP_MUST_USE;

/* The same of what a campaign is about, and of where it stands. */
rsp_status rsp_debugger_about_json(rsp_buf *out, const rsp_debugger_about *about) RSP_MUST_USE;
rsp_status rsp_debugger_about_read(rsp_debugger_about *out, rsp_arena *arena, rsp_bytes json,
                                   rsp_error *error) RSP_MUST_USE;                              /* likewise */
rsp_status rsp_debugger_state_json(rsp_buf *out, const rsp_debugger_state *state) RSP_MUST_USE; /* likewise */
rsp_status rsp_debugger_state_read(rsp_debugger_state *out, rsp_arena *arena, rsp_bytes json,
                                   rsp_error *error) RSP_MUST_USE; /* likewise */

/* Appends JSON that follows reports/schema/fuzz-debugger.schema.json; the buffer's status. */
rsp_status rsp_debugger_results_json(rsp_buf *out, const rsp_debugger_results *results) RSP_MUST_USE;

RSP_END_DECLS

#endif
