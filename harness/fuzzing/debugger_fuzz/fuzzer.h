/* The fuzzer of debuggers: lets a debugger talk to a stub that lies, session after session, keeps
 * the lies that make it print something new, and turns symptoms into findings: confirmed by fresh
 * debuggers, minimised to the lies that they need. No files: a host opens stubs and keeps findings. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUGGER_FUZZER_H
#define RSP_DEBUGGER_FUZZER_H

#include "debugger_fuzz/watch.h"

RSP_BEGIN_DECLS

/* A finding. All is borrowed from the giver. */
typedef struct rsp_debugger_finding {
    const rsp_debugger_symptom *symptom;
    const rsp_lies *lies;     /* minimised */
    const rsp_watched *shown; /* the last session that showed it */
    unsigned replays;         /* of the minimised lies */
    unsigned reproduced;
    uint64_t index; /* of the session that showed it first */
    uint64_t seed;
    bool minimised; /* false: not yet. The same signature comes again when it is */
} rsp_debugger_finding;

/* How to fuzz. `debugger`, `command`, `facts` and one of `open` and `recorded` are required; 0 gives the
 * defaults in brackets. All is borrowed. */
typedef struct rsp_debugger_fuzzer_options {
    const rsp_script_debugger *debugger;
    const char *command;
    const rsp_script_facts *facts;
    const rsp_dialogue *recorded;
    /* A link to a fresh stub, and its end. */
    rsp_status (*open)(void *ctx, rsp_link **out_stub, rsp_error *error);
    void (*close)(void *ctx, rsp_link *stub);
    /* A finding is confirmed, and later the same one minimised. */
    void (*found)(void *ctx, const rsp_debugger_finding *finding);
    void *ctx;       /* of all three */
    uint64_t seed;   /* [1] */
    uint64_t cut_ns; /* [60 s] the longest time to minimise one finding */
    rsp_watch_limits limits;
    const volatile sig_atomic_t *stop; /* no session begins after it is set; NULL: nobody stops it */
} rsp_debugger_fuzzer_options;

/* Counts since new. */
typedef struct rsp_debugger_fuzzer_stats {
    uint64_t sessions; /* with new lies */
    uint64_t replays;
    uint64_t requests; /* of debuggers, in all of them */
    uint64_t shapes;   /* lines that differ by more than their numbers */
    uint64_t corpus;
    uint64_t findings;
    uint64_t again;       /* symptoms with a known signature */
    uint64_t unconfirmed; /* symptoms that no second debugger showed */
} rsp_debugger_fuzzer_stats;

/* One worker. */
typedef struct rsp_debugger_fuzzer rsp_debugger_fuzzer;

/* NULL without memory. Options are copied. */
rsp_debugger_fuzzer *rsp_debugger_fuzzer_new(const rsp_debugger_fuzzer_options *options);
/* NULL is fine. */
void rsp_debugger_fuzzer_free(rsp_debugger_fuzzer *f);

/* A signature that is known already: symptoms under it are not followed. */
void rsp_debugger_fuzzer_know(rsp_debugger_fuzzer *f, const char *signature);

/* Plays one more session and follows its symptom. The first step plays all lines without a lie:
 * RSP_UNEXPECTED with the symptom where the debugger shows one by itself. RSP_OK, RSP_CANCELLED,
 * RSP_NO_MEMORY, or why no session begins.
 */
rsp_status rsp_debugger_fuzzer_step(rsp_debugger_fuzzer *f, rsp_error *error) RSP_MUST_USE;

/* Plays the lies of a finding once; *out is the caller's to free. Statuses of rsp_watch, and of `open`. */
rsp_status rsp_debugger_fuzzer_replay(rsp_debugger_fuzzer *f, const rsp_lies *lies, rsp_watched *out,
                                      rsp_error *error) RSP_MUST_USE;

/* The counts so far. */
rsp_debugger_fuzzer_stats rsp_debugger_fuzzer_count(const rsp_debugger_fuzzer *f);

/* Appends a page for people; `again` is the command that repeats it, `debugger` what was started. The
 * buffer's status.
 */
rsp_status rsp_debugger_finding_summary(rsp_buf *out, const rsp_debugger_finding *finding,
                                        const char *debugger, const char *again) RSP_MUST_USE;

RSP_END_DECLS

#endif
