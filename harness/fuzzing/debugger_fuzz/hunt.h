/* The fuzzer's inside: what all workers of a campaign share, behind a lock, and what each
 * has for itself. Lists of lies are owned by whoever holds them.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUGGER_HUNT_H
#define RSP_DEBUGGER_HUNT_H

#include "debugger_fuzz/fuzzer.h"
#include "debugger_fuzz/make.h"

#include "core/state_set.h"
#include <pthread.h>

enum { HUNT_CORPUS = RSP_DEBUGGER_CORPUS, HUNT_KNOWN = 1024, HUNT_AVOIDED = 64 };

/* What the workers of a campaign share: the corpus, and what is known. */
typedef struct hunt_common {
    pthread_mutex_t lock;    /* of all that follows */
    pthread_mutex_t telling; /* the host is told one thing at a time */
    rsp_state_set shapes;
    rsp_arena arena; /* of names */
    rsp_lies *corpus[HUNT_CORPUS];
    size_t num_corpus;
    const char *known[HUNT_KNOWN];
    size_t num_known;
    rsp_lie avoided[HUNT_AVOIDED]; /* that alone are a finding: packet and kind */
    size_t num_avoided;
    rsp_debugger_fuzzer_stats stats;
} hunt_common;

/* One worker. */
struct rsp_debugger_fuzzer {
    rsp_debugger_fuzzer_options options;
    rsp_clock clock;
    maker maker;
    rsp_samples samples;
    hunt_common *common;
    uint64_t index; /* of the session that showed the symptom under way ... */
    uint64_t seed;  /* ... and its seed, which may be an earlier run's */
    bool is_first;  /* it owns `common` */
    bool has_begun;
};

/* Plays lies once; *out is the caller's to free. `samples` and the shapes of what is printed grow if `feeds`.
 */
rsp_status lying_play(rsp_debugger_fuzzer *f, const rsp_lies *lies, bool feeds, rsp_watched *out,
                      rsp_error *error);

/* Whether somebody wants it to end. */
bool lying_is_over(const rsp_debugger_fuzzer *f);

/* Whether lies show a signature in one play; then *shown, the caller's to free, is what was seen, else it is
 * left. */
bool lying_shows(rsp_debugger_fuzzer *f, const rsp_lies *lies, const char *signature, rsp_watched *shown);

/* Makes *lies smaller, in place, as long as they show the signature. */
void lying_minimise(rsp_debugger_fuzzer *f, rsp_lies *lies, const char *signature, rsp_watched *shown);

#endif
