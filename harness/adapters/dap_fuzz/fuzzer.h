/* The fuzzer of debug adapters: makes sequences of requests and worse, plays each to a fresh adapter, keeps
 * those that show new states, and turns symptoms into findings: confirmed by other adapters, minimised. No
 * files and no clock of its own: a host opens adapters and keeps findings. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_FUZZER_H
#define RSP_DAP_FUZZER_H

#include "dap_suite/runner.h"

RSP_BEGIN_DECLS

/* X(NAME, "name", "what is wrong"), the heaviest first. */
#define RSP_DAP_SYMPTOM_LIST(X)                                                                 \
    X(CRASH, "crash", "a signal or a sanitizer ends the adapter")                               \
    X(CLOSED, "closed", "the adapter ends though nobody asked it to")                           \
    X(DEAF, "deaf", "the adapter lives and does not answer a good request")                     \
    X(TWICE, "twice", "a request has more than one response, or one that was not sent has one") \
    X(NO_RESPONSE, "no-response", "a good request has no response though later ones have")      \
    X(RULE, "rule", "a rule of the protocol is broken")

/* RSP_DAP_SYMPTOM_CRASH and so on. */
typedef enum rsp_dap_symptom {
#define RSP_DAP_SYMPTOM_ENUM(name, text, title) RSP_DAP_SYMPTOM_##name,
    RSP_DAP_SYMPTOM_LIST(RSP_DAP_SYMPTOM_ENUM)
#undef RSP_DAP_SYMPTOM_ENUM
        RSP_DAP_SYMPTOM_COUNT,
} rsp_dap_symptom;

/* "crash"; "?" for an unknown value. */
const char *rsp_dap_symptom_name(rsp_dap_symptom symptom);
/* The title of a finding; "?" for an unknown value. */
const char *rsp_dap_symptom_title(rsp_dap_symptom symptom);

/* Room for texts of a finding, each with its final NUL. */
enum { RSP_DAP_SIGNATURE_BYTES = 72, RSP_DAP_HEADLINE_BYTES = 200 };

/* A finding. All is borrowed from the giver. */
typedef struct rsp_dap_finding {
    rsp_dap_symptom symptom;
    const char *signature; /* "crash-SIGABRT-noSuchRequest": letters and '-', a name for a folder */
    const char *headline;
    const json_t *sequence; /* minimised: {"start": ..., "steps": [...]} with the steps of scenarios */
    unsigned replays;       /* of the minimised sequence */
    unsigned reproduced;
    const char *transcript; /* of the last replay that showed it */
    rsp_bytes words;        /* the adapter's last bytes on standard error, as they came */
    uint64_t index;         /* of the sequence that showed it first */
    uint64_t seed;
} rsp_dap_finding;

/* How to fuzz. `target` is required, 0 gives the defaults in brackets. All is borrowed. */
typedef struct rsp_dap_fuzzer_options {
    const rsp_dap_target *target;
    uint64_t seed;                     /* [1] */
    unsigned most_steps;               /* [24] of a sequence */
    uint64_t deaf_ns;                  /* [5 s] without an answer to a good request */
    unsigned trials;                   /* [60] of minimising one finding */
    bool should;                       /* rules of the level should are findings, too */
    const volatile sig_atomic_t *stop; /* no trial begins after it is set; NULL: nobody stops it */
    /* A finding is whole. */
    void (*found)(void *ctx, const rsp_dap_finding *finding);
    void *ctx;
} rsp_dap_fuzzer_options;

/* Counts since new. */
typedef struct rsp_dap_fuzzer_stats {
    uint64_t sequences; /* played; replays do not count */
    uint64_t messages;
    uint64_t sessions; /* adapters started, replays included */
    uint64_t states;
    uint64_t corpus;
    uint64_t findings;
    uint64_t again;       /* symptoms with a known signature */
    uint64_t unconfirmed; /* symptoms that no second adapter showed, or was asked for before the end */
    uint64_t beyond;      /* sessions in which more came than one may hold: judged up to there */
} rsp_dap_fuzzer_stats;

/* One worker. */
typedef struct rsp_dap_fuzzer rsp_dap_fuzzer;

/* NULL without memory. Options are copied. */
rsp_dap_fuzzer *rsp_dap_fuzzer_new(const rsp_dap_fuzzer_options *options);

/* NULL is fine. */
void rsp_dap_fuzzer_free(rsp_dap_fuzzer *fuzzer);

/* A signature that is known already: symptoms under it are not followed. */
void rsp_dap_fuzzer_know(rsp_dap_fuzzer *fuzzer, const char *signature);

/* Plays one more sequence and follows its symptom. The first step also plays sessions without any, whose
 * broken rules are no findings. RSP_OK, RSP_CANCELLED, RSP_NO_MEMORY, or why no session begins. */
rsp_status rsp_dap_fuzzer_step(rsp_dap_fuzzer *fuzzer, rsp_error *error) RSP_MUST_USE;

/* Plays a sequence of a finding once. True with its symptom and signature in the finding's texts, which are
 * the fuzzer's until the next call; false: it shows nothing. */
bool rsp_dap_fuzzer_replay(rsp_dap_fuzzer *fuzzer, const json_t *sequence, rsp_dap_finding *out_finding,
                           rsp_status *out_status, rsp_error *error);

/* The counts so far. */
rsp_dap_fuzzer_stats rsp_dap_fuzzer_count(const rsp_dap_fuzzer *fuzzer);

/* Appends a scenario that shows the finding; `name` is the part after "fuzz/". The buffer's status. */
rsp_status rsp_dap_finding_scenario(rsp_buf *out, const rsp_dap_finding *finding,
                                    const char *name) RSP_MUST_USE;

/* Appends a page for people; `again` is the command that repeats it. The buffer's status. */
rsp_status rsp_dap_finding_summary(rsp_buf *out, const rsp_dap_finding *finding, const char *adapter,
                                   const char *again) RSP_MUST_USE;

RSP_END_DECLS

#endif
