/* The workers of a fuzz campaign: each has a stub, a fuzzer and a journal of its own, and shares the folder.
 * Says what is found as soon as it is, on standard output, and how it goes, on standard error.
 * A finding's scenario is run at once, to see whether it fails. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_FUZZ_CREW_H
#define STUBBORN_FUZZ_CREW_H

#include "fuzz_report.h"
#include "stubs/stub_config.h"

#include <pthread.h>

enum { CREW_MAX_JOBS = 64 };

/* What a campaign is to do. Fill in the first part, then crew_run. */
typedef struct crew {
    stub_config *stub_config; /* crew_run sets when its links end */
    const char *program;
    campaign *campaign;
    const campaign_about *about;
    rsp_fuzzer_options options;
    option_list seeds;
    rsp_link
        *kept; /* of the look, for the first session: the stub may serve no other; NULL for none, owned */
    unsigned jobs;
    size_t edges;          /* of the coverage map; 0 for none */
    uint64_t for_ns;       /* 0: no end */
    uint64_t wait_ns;      /* for a stub that others start, when it is gone */
    uint64_t max_messages; /* 0: no end */
    bool until_first;
    bool alone; /* never two stubs of a worker at a time */
    bool resume;
    bool show_status;
    const volatile sig_atomic_t *stop;

    const char *usual[2];   /* environment of stubs, set by crew_run; NULL ends it */
    const char *hurried[4]; /* ... while a list is cut down */

    pthread_mutex_t lock; /* of all that follows, and of the campaign's arena */
    bool over;
    rsp_status status;
    rsp_error error;
    rsp_fuzzer_stats stats[CREW_MAX_JOBS];
    uint64_t messages_before; /* of earlier runs */
    uint64_t seconds_before;
    uint64_t num_findings; /* of this run */
    uint64_t num_known;    /* in the folder at the beginning */
    unsigned num_pending;  /* being cut down */
    uint64_t started_ns;
    uint64_t drawn_ns;
    uint64_t drawn_messages;
    uint64_t last_new_ns;
    uint64_t num_states; /* the most that a worker had when last_new_ns was taken */
    bool line_shown;
    bool unkept_told; /* that something could not be written */
} crew;

/* Fuzzes until it is time to end. RSP_OK, also when interrupted; RSP_CONNECT, RSP_SPAWN and the like with
 * crew->error when no stub could be had. */
rsp_status crew_run(crew *c, fuzz_totals *out_totals) RSP_MUST_USE;

#endif
