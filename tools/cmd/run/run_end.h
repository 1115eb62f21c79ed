/* What `run` and `adapter run` have in common beside the playing: their shard, when a run began and why it
 * was cut short, the baseline afterwards, the last words and the exit status. Messages begin with the
 * command's name. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_RUN_END_H
#define STUBBORN_RUN_END_H

#include "cli/command.h"

#include "scenario/baseline.h"
#include "suite/shard.h"
#include "trace/result.h"

/* Reads --shard, of a run that has chosen so many scenarios; NULL is none. An exit status. */
int run_end_shard(const command *self, rsp_shard *out, const char *text, size_t num_chosen,
                  bool update_baseline);

/* The time of day, as reports have it. In the arena. */
const char *run_end_now(rsp_arena *arena);

/* Why a run was cut short from outside: Ctrl-C, or --max-time. In the arena. */
const char *run_end_reason(rsp_arena *arena, uint64_t max_time_ns);

/* The known failures of a run; all borrowed. */
typedef struct run_end_failures {
    rsp_baseline *baseline;                         /* NULL: none */
    const char *path;                               /* its file */
    bool update;                                    /* --update-baseline: the file is written anew */
    bool (*known)(void *ctx, const char *scenario); /* rsp_baseline_stale's */
    void *ctx;
    rsp_diagnostics *diagnostics;
} run_end_failures;

/* Stale entries are findings, of a run that is no shard: what meets them may be in another one. An exit
 * status. */
int run_end_baseline(const command *self, const rsp_run *run, const rsp_shard *shard,
                     const run_end_failures *failures);

/* Says why nothing could be judged, on standard error; not again where the report in the format "term" has
 * just said so on the same terminal. EXIT_UNREACHABLE. */
int run_end_unreached(const command *self, const option_list *outputs, const rsp_run *run,
                      const rsp_error *why);

/* The last words, of a run of a `judged` ("stub") that `status` ended, RSP_OK or RSP_CANCELLED: the exit
 * status, which is `code` where nothing else is wrong. */
int run_end_tell(const command *self, const rsp_run *run, const rsp_shard *shard, const char *judged,
                 rsp_status status, int code);

#endif
