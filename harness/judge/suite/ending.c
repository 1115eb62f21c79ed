/* Scenarios are compared by name: a scenario with several variants was played when one of them was.
 * Errors of ours are no failures of the stub.
 * See ending.h. */
/* SPDX-License-Identifier: MIT */
#include "suite/ending.h"

#include "core/arena.h"

#include <assert.h>

static bool has_result(const rsp_run *run, const char *scenario) {
    for (size_t i = 0; i < run->num_results; i++)
        if (strcmp(run->results[i].scenario, scenario) == 0)
            return true;
    return false;
}

void rsp_ending_stop(rsp_run *run, const char *why, const char *const *chosen, size_t num) {
    assert(chosen || num == 0);
    run->ended.interrupted = true;
    run->ended.stopped = why;
    run->ended.num_not_played = 0;
    run->ended.not_played = rsp_arena_alloc(&run->arena, (num + 1) * sizeof *run->ended.not_played);
    for (size_t i = 0; run->ended.not_played && i < num; i++)
        if (!has_result(run, chosen[i]))
            run->ended.not_played[run->ended.num_not_played++] = chosen[i];
}

const char *rsp_ending_trouble(rsp_run *run, rsp_status status, const rsp_error *error) {
    if (status != RSP_OK && status != RSP_CANCELLED)
        return rsp_arena_str(&run->arena, error->msg[0] ? error->msg : rsp_status_text(status));
    for (size_t i = 0; i < run->num_results; i++) {
        const rsp_result *r = &run->results[i];
        if (r->verdict == RSP_VERDICT_ERROR)
            return r->message;
        if (r->verdict == RSP_VERDICT_SKIP)
            return rsp_arena_printf(&run->arena, "%llu of %zu were skipped, the first because: %s",
                                    (unsigned long long)run->summary.count[RSP_VERDICT_SKIP],
                                    run->num_results, r->reason);
    }
    return "";
}

bool rsp_ending_shows_failure(const rsp_run *run) {
    for (size_t i = 0; i < run->num_results; i++)
        if (rsp_verdict_bad(run->results[i].verdict) && run->results[i].verdict != RSP_VERDICT_ERROR)
            return true;
    return false;
}
