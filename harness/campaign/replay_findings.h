/* Findings of a campaign, played again to a stub: is each still there?
 * What judges is what judged when they were found, so that this holds where a scenario can not tell.
 * Reads the files of a finding's folder, which anybody may have written. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_FUZZ_REPLAY_H
#define STUBBORN_FUZZ_REPLAY_H

#include "campaign/campaign.h"
#include "cli/option.h"
#include "core/arena.h"
#include "stubs/stub_config.h"

typedef struct fuzz_replay {
    const stub_config *stub_config;
    const char *program;
    rsp_fuzzer_options options; /* .memory_bytes 0: as when it was found */
    rsp_link *kept;        /* for the first replay: the stub may serve no other; NULL once it was taken */
    unsigned num_findings; /* out: played */
    unsigned num_there;    /* out: that the stub still has, or that now end badly otherwise */
} fuzz_replay;

/* A finding as it was read from its folder. */
typedef struct fuzz_loaded fuzz_loaded;

/* NULL is freed as well. RSP_NOT_FOUND, RSP_BAD_FILE, RSP_LIMIT with the place. */
rsp_status fuzz_loaded_read(fuzz_loaded **out, const char *folder, rsp_error *error) RSP_MUST_USE;
/* The same from what finding.json and messages.txt hold; `folder` is for errors. */
rsp_status fuzz_loaded_parse(fuzz_loaded **out, const char *folder, rsp_bytes about, rsp_bytes messages,
                             rsp_error *error) RSP_MUST_USE;
const rsp_finding *fuzz_loaded_finding(const fuzz_loaded *loaded);
void fuzz_loaded_free(fuzz_loaded *loaded);

/* The campaign that a finding's folder lies in: "" when it lies in none. Text in the arena. */
const char *fuzz_replay_campaign(rsp_arena *arena, const char *finding_folder);

/* Plays each of the folders: a finding's, or one whose sub-folders, or those of `findings`, are. Says of each
 * on standard output whether it is there. RSP_NOT_FOUND, RSP_BAD_FILE with the place; statuses of links. */
rsp_status fuzz_replay_run(fuzz_replay *r, const option_list *folders, size_t first,
                           rsp_error *error) RSP_MUST_USE;

#endif
