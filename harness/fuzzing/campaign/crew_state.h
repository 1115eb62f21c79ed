/* What the workers of a crew share, and what each has for itself.
 * The fields of a crew below `lock`, and the campaign's arena, are used with the lock held.
 * Private to the crew. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CREW_STATE_H
#define RSP_CREW_STATE_H

#include "campaign/crew.h"
#include "campaign/journal.h"

#include <pthread.h>

enum { CREW_MAX_UNVERIFIED = 16 };

typedef struct crew {
    rsp_crew_options options;
    const char *usual[2];   /* environment of stubs; NULL ends it */
    const char *hurried[4]; /* ... while a finding is minimised */
    uint64_t started_ns;

    pthread_mutex_t lock;
    bool over;
    rsp_status status;
    rsp_error error;
    rsp_link *kept; /* not used yet */
    rsp_fuzzer_stats stats[RSP_CREW_MAX_JOBS];
    uint64_t messages_before; /* of earlier runs */
    uint64_t seconds_before;
    uint64_t num_findings; /* of this run */
    uint64_t num_known;    /* in the folder at the beginning */
    unsigned num_pending;  /* being minimised */
    uint64_t last_new_ns;
    uint64_t num_states; /* states and edges when last_new_ns was taken */
    rsp_error unkept;    /* the first thing that could not be written, which the watcher knows; or RSP_OK */
} crew;

typedef struct crew_worker {
    crew *crew;
    unsigned number;
    void *stubs; /* of the supply */
    rsp_stub_provider provider;
    rsp_fuzzer *fuzzer;
    rsp_edge_map map;
    rsp_journal journal;
    const char *unverified[CREW_MAX_UNVERIFIED]; /* folders of findings whose scenario was not run yet */
    size_t num_unverified;
    const char *pending; /* folder of the finding that is being minimised; NULL for none */
    bool resumed;        /* ... since an earlier run */
    uint64_t shared_ns;
    uint64_t findings_seen; /* minimised ones, when the worker last looked */
    bool was_there;         /* a stub, once */
} crew_worker;

/* By the crew's clock. */
uint64_t crew_now(const crew *c);

/* When links end: a little after the run, for the reply that is awaited and one more replay. 0: never. */
uint64_t crew_end(const crew *c);

/* Whether the run is to end: it is over, or somebody stops it. Takes the lock. */
bool crew_is_over(crew *c);

/* Ends the run with an error; the first one counts. Lock held. */
void crew_fail(crew *c, rsp_status status, const rsp_error *error);

/* Tells the watcher when something could not be written, once. The file store may have room again later. */
void crew_check_kept(crew *c, rsp_status status, const rsp_error *error);

#endif
