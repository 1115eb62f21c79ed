/* What `stubborn fuzz` works on: its options, the stub, the campaign, and what the fuzzer is told of them.
 * A campaign (fuzz_campaign.c) and findings that are played again (fuzz_replay.c) begin alike.
 * Options are in fuzz.c. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_FUZZ_JOB_H
#define STUBBORN_FUZZ_JOB_H

#include "cli/command.h"
#include "cmd/loader.h"
#include "reports/fuzz/fuzz_page.h"
#include "stubs/stub_config.h"

#include "campaign/campaign.h"
#include "campaign/guest_seeds.h"
#include "netfuzz/fuzzer.h"

/* Of the command line: how stubs are had. */
typedef struct fuzz_stub_args {
    bool alone; /* none is started in advance */
    bool load;  /* a program of ours is brought */
} fuzz_stub_args;

/* The longest time to minimise one finding, unless the command line says. */
#define FUZZ_CUT_NS (20 * RSP_NS_PER_S)

/* Of the command line: who is fuzzed in the stub's place. */
typedef struct fuzz_debugger_args {
    const char *debugger;
    const char *recording; /* whose replies the stub has; NULL */
    uint64_t requests;     /* of one session */
} fuzz_debugger_args;

/* The command line. */
typedef struct fuzz_args {
    fuzz_debugger_args debugger;
    const char *stub;
    const char *program;
    option_list seeds;
    option_list outputs;
    const char *folder;
    const char *node;
    const char *allow;
    const char *ignore;
    const char *fault;
    uint64_t seed;
    uint64_t jobs;
    uint64_t for_ns;
    uint64_t max_messages;
    uint64_t timeout_ns;
    uint64_t patience_ns;
    uint64_t wait_ns;
    uint64_t start_ns;
    uint64_t cut_ns;
    uint64_t pipeline;
    uint64_t session;
    uint64_t edges;
    uint64_t memory;
    bool resume;
    bool until_first;
    bool should;
    bool differences;
    fuzz_stub_args stubs;
    bool progress;
    bool no_config;
} fuzz_args;

/* All-zero but for `self` and `args` is the beginning. */
typedef struct fuzz_job {
    const command *self;
    fuzz_args args;
    bool load_by_settings; /* load: yes of stubborn.yaml, whose stub it is */
    rsp_arena arena;
    stub_config stub_config;
    rsp_diagnostics diagnostics;
    rsp_campaign campaign;
    rsp_campaign_about about;
    rsp_fuzzer_options options;
    rsp_link *kept;           /* of the look; NULL for none */
    rsp_manners manners;      /* of the stub */
    loader loader;            /* of --load; all-zero: nothing is loaded */
    rsp_guest_seeds guest;    /* what it has loaded */
    rsp_fuzz_history history; /* of the run, for a page */
} fuzz_job;

/* The command line has the last word on what a campaign is about. */
void fuzz_job_prefer_arguments(rsp_campaign_about *about, const fuzz_args *args);

/* Understands the stub that the campaign is about, and the fuzzer's options. */
rsp_status fuzz_job_open(fuzz_job *job, rsp_error *error) RSP_MUST_USE;

/* Manners are no findings. RSP_CONNECT, with the reason, where nobody listens or no packet comes. A look that
 * fails otherwise is ignored: the campaign meets the same trouble, which may be a finding. A profile with
 * manners replaces the look at a stub that others started. On a serial line modes would outlast the look. */
rsp_status fuzz_job_learn_manners(fuzz_job *job, rsp_error *error) RSP_MUST_USE;

/* Prints why it can not begin, and returns the exit status. */
int fuzz_job_fail(const fuzz_job *job, const rsp_error *error);

/* A campaign, several joined into one, and findings of one played again; all return the exit status. */
int fuzz_campaign(fuzz_job *job);
int fuzz_merge(fuzz_job *job, const option_list *operands);
int fuzz_replay(fuzz_job *job, const option_list *operands);

/* Frees all that it holds. */
void fuzz_job_free(fuzz_job *job);

#endif
