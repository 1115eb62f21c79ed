/* A broken must is a failure; a dead or hanging stub and our own trouble are errors; a should is only said.
 * A selftest's fault that survives is a failure, and so is a demand that is not met.
 * See judged.h. */
/* SPDX-License-Identifier: MIT */
#include "judged.h"

#include "words.h"

static rsp_outcome outcome_of(rsp_verdict verdict) {
    static const rsp_outcome outcomes[RSP_VERDICT_COUNT] = {
        [RSP_VERDICT_FAIL] = RSP_OUTCOME_FAILURE,  [RSP_VERDICT_SKIP] = RSP_OUTCOME_SKIPPED,
        [RSP_VERDICT_XFAIL] = RSP_OUTCOME_SKIPPED, [RSP_VERDICT_XPASS] = RSP_OUTCOME_FAILURE,
        [RSP_VERDICT_CRASH] = RSP_OUTCOME_ERROR,   [RSP_VERDICT_HANG] = RSP_OUTCOME_ERROR,
        [RSP_VERDICT_ERROR] = RSP_OUTCOME_ERROR,
    };
    return (unsigned)verdict < RSP_VERDICT_COUNT ? outcomes[verdict] : RSP_OUTCOME_ERROR;
}

static const char *first_of(rsp_arena *arena, const char *ids) {
    rsp_bytes rest = rsp_bytes_str(ids);
    const rsp_bytes id = rsp_bytes_split(&rest, ' ');
    return id.len > 0 ? rsp_arena_printf(arena, "%.*s", (int)id.len, (const char *)id.ptr) : "";
}

static rsp_judged judge_result(rsp_arena *arena, const rsp_result *r) {
    const rsp_outcome outcome = outcome_of(r->verdict);
    const char *message = outcome == RSP_OUTCOME_SKIPPED ? r->reason : r->message;
    const bool says = *message || outcome == RSP_OUTCOME_SKIPPED;
    return (rsp_judged){
        .kind = RSP_JUDGED_RESULT,
        .outcome = outcome,
        .suite = r->area,
        .name = *r->variant ? rsp_arena_printf(arena, "%s [%s]", r->scenario, r->variant) : r->scenario,
        .type = rsp_verdict_name(r->verdict),
        .message = says ? message : rsp_verdict_meaning(r->verdict),
        .requirement = first_of(arena, r->requirements),
        .result = r,
    };
}

static rsp_judged judge_fault(rsp_arena *arena, const rsp_fault_result *f) {
    const bool killed = rsp_report_given(f->killed_by);
    return (rsp_judged){
        .kind = RSP_JUDGED_FAULT,
        .outcome = killed ? RSP_OUTCOME_PASS : RSP_OUTCOME_FAILURE,
        .suite = "faults",
        .name = f->fault,
        .type = killed ? "killed" : "survived",
        .message =
            killed ? f->killed_by
                   : rsp_arena_printf(arena, "no scenario that passes without it fails (%s)", f->requirement),
        .requirement = f->requirement,
    };
}

static rsp_judged judge_nothing(rsp_run *run) {
    rsp_buf why = {.mem = run->arena.mem};
    rsp_report_nothing(&why, run);
    const char *kept = rsp_arena_str(&run->arena, rsp_buf_cstr(&why));
    rsp_buf_free(&why);
    return (rsp_judged){.kind = RSP_JUDGED_NOTHING,
                        .outcome = RSP_OUTCOME_ERROR,
                        .suite = "run",
                        .name = "judged",
                        .type = "nothing",
                        .message = kept,
                        .requirement = ""};
}

rsp_status rsp_judged_of(rsp_run *run, rsp_judged_list *out) {
    const size_t most =
        run->num_results + run->selftest.num_faults + run->ended.num_not_played + run->ended.num_unmet + 1;
    rsp_judged *items = rsp_arena_alloc(&run->arena, most * sizeof *items);
    size_t num = 0;
    for (size_t i = 0; items && i < run->num_results; i++)
        items[num++] = judge_result(&run->arena, &run->results[i]);
    for (size_t i = 0; items && i < run->selftest.num_faults; i++)
        items[num++] = judge_fault(&run->arena, &run->selftest.faults[i]);
    for (size_t i = 0; items && i < run->ended.num_not_played; i++)
        items[num++] = (rsp_judged){.kind = RSP_JUDGED_NOT_PLAYED,
                                    .outcome = RSP_OUTCOME_SKIPPED,
                                    .suite = "not played",
                                    .name = run->ended.not_played[i],
                                    .type = "skip",
                                    .message = rsp_report_given(run->ended.stopped) ? run->ended.stopped : "",
                                    .requirement = ""};
    for (size_t i = 0; items && i < run->ended.num_unmet; i++)
        items[num++] = (rsp_judged){.kind = RSP_JUDGED_DEMAND,
                                    .outcome = RSP_OUTCOME_FAILURE,
                                    .suite = "demands",
                                    .name = run->ended.unmet[i],
                                    .type = "unmet",
                                    .message = run->ended.unmet[i],
                                    .requirement = ""};
    if (items && rsp_run_says_nothing(run))
        items[num++] = judge_nothing(run);
    *out = (rsp_judged_list){.items = items, .num = num};
    return run->arena.status;
}
