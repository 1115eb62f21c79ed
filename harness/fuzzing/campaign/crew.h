/* The workers of a fuzz campaign: each has stubs, a fuzzer and a journal of its own; they share the folder.
 * What they find is written at once, and a finding's scenario is run to see whether it fails.
 * A watcher hears of findings and progress; the crew itself prints nothing. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CREW_H
#define RSP_CREW_H

#include "campaign/campaign.h"
#include "campaign/guest_seeds.h"
#include "campaign/seed_files.h"
#include "campaign/totals.h"
#include "suite/stub_supply.h"
#include <signal.h>

RSP_BEGIN_DECLS

/* The most workers of a crew. */
enum { RSP_CREW_MAX_JOBS = 64 };

/* How it goes, for a status line. */
typedef struct rsp_crew_progress {
    uint64_t elapsed_ns;
    uint64_t since_new_ns;    /* since a state or an edge was new */
    uint64_t messages;        /* of this run */
    uint64_t messages_before; /* of earlier runs */
    uint64_t states;          /* the most that a worker has */
    uint64_t edges;
    uint64_t findings; /* in the folder */
    unsigned pending;  /* being minimised */
    bool has_edges;    /* the stub has a coverage map */
} rsp_crew_progress;

/* Who is told. All functions may be NULL. Calls come from any worker, one at a time. */
typedef struct rsp_crew_watcher {
    /* A finding was confirmed (`pending`) or is whole. `folder` NULL: it could not be written. */
    void (*found)(void *ctx, const rsp_finding *finding, const char *folder);
    /* The pending finding in `folder` did not reproduce (NULL), or has the signature of a known one. */
    void (*withdrawn)(void *ctx, const char *folder, const char *known_as);
    /* Something could not be written, for the first time. The crew goes on: no finding is lost yet. */
    void (*not_kept)(void *ctx, const rsp_error *error);
    /* After each step of a worker. */
    void (*progress)(void *ctx, const rsp_crew_progress *progress);
    void *ctx;
} rsp_crew_watcher;

/* What to do. All but the campaign, what it is about, and stubs may be zero. */
typedef struct rsp_crew_options {
    rsp_campaign *campaign; /* open */
    const rsp_campaign_about *about;
    const rsp_stub_supply *stubs;
    const rsp_seed_stubs *seed_stubs; /* for seeds that are scenarios; NULL: there can be none */
    const char *const *seeds;         /* paths; none: the fuzzer's own */
    size_t num_seeds;
    const rsp_guest_seeds *guest;      /* a program of ours for each session; NULL: the stub's own */
    rsp_fuzzer_options fuzzer;         /* seed, first_index, map, clock and end_ns are set by the crew */
    rsp_clock clock;                   /* [monotonic] */
    rsp_link *kept;                    /* of the look, for the first session; owned; NULL for none */
    unsigned jobs;                     /* [1] workers, at most RSP_CREW_MAX_JOBS */
    size_t edges;                      /* size of the coverage map; 0 for none */
    uint64_t for_ns;                   /* [no end] */
    uint64_t wait_ns;                  /* for a stub that others start, when it is gone */
    uint64_t max_messages;             /* [no end] */
    bool until_first;                  /* ends with the first finding */
    bool alone;                        /* no stub is started in advance */
    bool resume;                       /* goes on where the journals end */
    const volatile sig_atomic_t *stop; /* non-zero ends the run; NULL: nobody stops it */
    rsp_crew_watcher watcher;
} rsp_crew_options;

/* What came of it. */
typedef struct rsp_crew_outcome {
    rsp_totals totals;     /* all but began_unix_ns and exit_code */
    uint64_t num_findings; /* of this run */
    uint64_t num_known;    /* that were in the folder before it */
    rsp_error error;       /* why the crew ended, unless it is RSP_OK */
    rsp_error unkept; /* what of journal and corpus could not be written first, as the watcher was told */
} rsp_crew_outcome;

/* Fuzzes until it is time to end. RSP_OK, also when interrupted; RSP_CONNECT, RSP_SPAWN and the like when
 * there is no stub; RSP_IO when a finding could not be written; with out->error. Closes options->kept. */
rsp_status rsp_crew_run(const rsp_crew_options *options, rsp_crew_outcome *out) RSP_MUST_USE;

RSP_END_DECLS

#endif
