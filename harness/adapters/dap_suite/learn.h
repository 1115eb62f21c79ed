/* Finds out how a debug adapter wants to be launched, and what it can do at a stop: guesses that are tried.
 * What a session has shown becomes the profile's launch and facts; all else is told as comments.
 * Each guess is a session of its own. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_SUITE_LEARN_H
#define RSP_DAP_SUITE_LEARN_H

#include "dap_suite/runner.h"
#include <signal.h>

RSP_BEGIN_DECLS

/* Whom to ask, and about what. All is borrowed. */
typedef struct rsp_dap_learn_options {
    const rsp_dap_target *target; /* required; it has `profile` */
    rsp_dap_profile *profile;     /* required: takes `launch` and `extension` that led to a stop */
    const json_t *capabilities;   /* what the adapter announced; NULL: nothing */
    const char *source_folder;    /* of debuggees, which tell their language ("sample.toy"); NULL: none */
    bool runs_sources;            /* they may be what is run, as scripts are */
    bool has_programs;            /* they were compiled */
    const volatile sig_atomic_t *stop;           /* once it is not 0, nothing more is asked; NULL: never */
    void (*tell)(void *ctx, const char *asking); /* before each group of questions; NULL: nobody listens */
    void *ctx;                                   /* of `tell` */
} rsp_dap_learn_options;

/* What was found out. */
typedef struct rsp_dap_learned {
    rsp_buf facts; /* lines of YAML, "  KEY: JSON": what sessions have shown */
    rsp_buf open;  /* comments of YAML: what was not found out, and why; guesses of a launch that failed */
    bool stops;    /* a launch has led to the first stop of the debuggee */
    bool lives;    /* a session outlived its launch */
} rsp_dap_learned;

/* Asks. *out is written anew, whatever it was; without memory it lacks lines, and its buffers say so. Where
 * no guess led to a stop, the profile has the most usual one. */
void rsp_dap_learn(rsp_dap_learned *out, const rsp_dap_learn_options *options);

/* Frees the texts. */
void rsp_dap_learned_free(rsp_dap_learned *learned);

RSP_END_DECLS

#endif
