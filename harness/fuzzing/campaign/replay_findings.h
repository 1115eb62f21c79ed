/* Replays the findings of a campaign: does each still reproduce?
 * The oracle that found it judges the replay, so this works also where a scenario cannot show a finding.
 * Folders may come from other machines. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_REPLAY_FINDINGS_H
#define RSP_REPLAY_FINDINGS_H

#include "campaign/campaign.h"
#include "core/arena.h"
#include "netfuzz/fuzzer.h"
#include "suite/stub_supply.h"

RSP_BEGIN_DECLS

/* What to replay against, and the counts. Set the first block, all else to zero. */
typedef struct rsp_replay_findings {
    const rsp_stub_supply *stubs;
    const char *program;
    rsp_fuzzer_options options; /* .memory_bytes 0: as when it was found */
    rsp_link *kept;             /* of the look, for the first replay; owned; NULL for none */
    uint64_t end_ns;            /* of links, by the monotonic clock; 0: none */
    /* Called for each finding after its replay. May be NULL. */
    void (*replayed)(void *ctx, const rsp_finding *finding, const rsp_fuzz_replayed *seen,
                     const char *folder);
    void *ctx;

    unsigned num_findings; /* out: replayed */
    unsigned num_there;    /* out: that reproduce, or end badly in another way */
} rsp_replay_findings;

/* The campaign that a finding's folder lies in; "" when it lies in none. Text in the arena. */
const char *rsp_replay_findings_campaign(rsp_arena *arena, const char *finding_folder);

/* Replays the findings in the folders: each is a finding's, a campaign's, or one with findings in it.
 * RSP_NOT_FOUND for a folder without findings, RSP_BAD_FILE, statuses of links and of rsp_fuzzer_replay.
 * Closes r->kept. */
rsp_status rsp_replay_findings_run(rsp_replay_findings *r, const char *const *folders, size_t num,
                                   rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif
