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
    /* Lies that made the debugger print something new have this place in the corpus, below
     * RSP_DEBUGGER_CORPUS. Neither is called for two workers at a time. NULL: nobody wants to know. */
    void (*kept)(void *ctx, size_t place, const rsp_lies *lies);
    void *ctx;       /* of all four */
    uint64_t seed;   /* [1] */
    uint64_t cut_ns; /* [60 s] the longest time to minimise one finding */
    rsp_watch_limits limits;
    const volatile sig_atomic_t *stop; /* no session begins after it is set; NULL: nobody stops it */
} rsp_debugger_fuzzer_options;

/* The most lies of a corpus; newer ones take the places of others. */
enum { RSP_DEBUGGER_CORPUS = 128 };

/* Counts of all workers since new. */
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
/* Another worker of the campaign of `first`, with another seed and perhaps another `ctx`: corpus, findings
 * and counts are those of both, and each may be stepped in a thread of its own. Free it before `first`. NULL
 * without memory. */
rsp_debugger_fuzzer *rsp_debugger_fuzzer_join(rsp_debugger_fuzzer *first,
                                              const rsp_debugger_fuzzer_options *options);
/* NULL is fine. */
void rsp_debugger_fuzzer_free(rsp_debugger_fuzzer *f);

/* A signature that is known already: symptoms under it are not followed. */
void rsp_debugger_fuzzer_know(rsp_debugger_fuzzer *f, const char *signature);

/* What an earlier run has left: lies of its corpus, of which a copy is taken, and shapes of lines. */
void rsp_debugger_fuzzer_add(rsp_debugger_fuzzer *f, const rsp_lies *lies);
void rsp_debugger_fuzzer_add_shape(rsp_debugger_fuzzer *f, uint64_t shape); /* one that is known already */
/* Appends the shapes that are known, as hexadecimal numbers with a blank before each. */
void rsp_debugger_fuzzer_shapes(rsp_debugger_fuzzer *f, rsp_buf *out);

/* Plays one more session and follows its symptom. The first step plays all lines without a lie:
 * RSP_UNEXPECTED with the symptom where the debugger shows one by itself. RSP_OK, RSP_CANCELLED,
 * RSP_NO_MEMORY, or why no session begins.
 */
rsp_status rsp_debugger_fuzzer_step(rsp_debugger_fuzzer *f, rsp_error *error) RSP_MUST_USE;

/* Minimises a finding of an earlier run that was cut short, and calls `found` with it and with the session
 * and the seed that showed it first. False: its lies do not show it any more. */
bool rsp_debugger_fuzzer_minimise(rsp_debugger_fuzzer *f, const rsp_lies *lies, const char *signature,
                                  uint64_t index, uint64_t seed);

/* Plays the lies of a finding once; *out is the caller's to free. Statuses of rsp_watch, and of `open`. */
rsp_status rsp_debugger_fuzzer_replay(rsp_debugger_fuzzer *f, const rsp_lies *lies, rsp_watched *out,
                                      rsp_error *error) RSP_MUST_USE;

/* The counts so far, of all workers. */
rsp_debugger_fuzzer_stats rsp_debugger_fuzzer_count(rsp_debugger_fuzzer *f);

/* Appends a lie in words, harmless and on one line: whose reply, which of them, and what comes instead. */
void rsp_debugger_lie_words(rsp_buf *out, const rsp_lie *lie);

/* Appends a page for people; `again` is the command that repeats it, `debugger` what was started. The
 * buffer's status.
 */
rsp_status rsp_debugger_finding_summary(rsp_buf *out, const rsp_debugger_finding *finding,
                                        const char *debugger, const char *again) RSP_MUST_USE;

RSP_END_DECLS

#endif
