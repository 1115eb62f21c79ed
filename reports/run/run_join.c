/* Shards become one run: results side by side, causes found anew among all of them, forecasts put together.
 * An action breaks when one shard shows that it does, and works when one shows that and none contradicts.
 * See run_read.h. */
/* SPDX-License-Identifier: MIT */
#include "reports/run/run_read.h"

#include "reports/run/conclusion.h"

#include "core/arena.h"
#include "trace/cause.h"
#include "trace/shards.h"
#include "words.h"

static rsp_shard_name name_of(const void *reports, size_t i) {
    const rsp_run *run = (const rsp_run *)reports + i;
    return (rsp_shard_name){.number = run->shard.number, .of = run->shard.of, .version = run->tool_version};
}

static rsp_shard_list list_of(const rsp_run *shards, size_t num) {
    return (rsp_shard_list){.reports = shards, .num = num, .name = name_of, .what = "run"};
}

/* One that is there. */
static const rsp_run *shard_of(const rsp_run *shards, size_t num, uint64_t number) {
    const rsp_shard_list list = list_of(shards, num);
    return &shards[rsp_shards_find(&list, number)];
}

static rsp_status check(const rsp_run *shards, size_t num, rsp_error *error) {
    const rsp_shard_list list = list_of(shards, num);
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < num && status == RSP_OK; i++)
        status = rsp_shards_check_one(&list, i, error);
    return status == RSP_OK ? rsp_shards_check_all(&list, error) : status;
}

/* What is known of the stub, as the first shard saw it. */
static void join_head(rsp_run *whole, const rsp_run *first) {
    const char **to[] = {&whole->command,         &whole->tool_version,  &whole->about.stub,
                         &whole->about.name,      &whole->about.version, &whole->about.profile,
                         &whole->about.target,    &whole->about.look,    &whole->about.features,
                         &whole->about.supported, &whole->started_at,    &whole->notes.left_out,
                         &whole->notes.allowed,   &whole->about.kind,    &whole->notes.loaded};
    const char *const from[] = {first->command,         first->tool_version,  first->about.stub,
                                first->about.name,      first->about.version, first->about.profile,
                                first->about.target,    first->about.look,    first->about.features,
                                first->about.supported, first->started_at,    first->notes.left_out,
                                first->notes.allowed,   first->about.kind,    first->notes.loaded};
    for (size_t i = 0; i < RSP_ARRAY_LEN(to); i++)
        *to[i] = rsp_arena_str(&whole->arena, from[i] ? from[i] : "");
    whole->seed = first->seed;
    whole->strict = first->strict;
}

/* Shards run beside each other: the longest is how long all of them took. */
static rsp_status join_results(rsp_run *whole, const rsp_run *shards, size_t num) {
    rsp_status status = RSP_OK;
    for (uint64_t n = 1; n <= num && status == RSP_OK; n++) {
        const rsp_run *shard = shard_of(shards, num, n);
        status = rsp_run_merge(whole, shard);
        whole->ended.planned += shard->ended.planned;
        if (shard->duration_ns > whole->duration_ns)
            whole->duration_ns = shard->duration_ns;
        if (shard->ended.interrupted && !whole->ended.stopped)
            whole->ended.stopped = rsp_arena_str(&whole->arena, shard->ended.stopped);
        if (shard->trouble && *shard->trouble && !whole->trouble)
            whole->trouble = rsp_arena_str(&whole->arena, shard->trouble);
        whole->ended.num_not_played += shard->ended.num_not_played;
    }
    return status;
}

static void join_not_played(rsp_run *whole, const rsp_run *shards, size_t num) {
    size_t at = 0;
    whole->ended.not_played =
        rsp_arena_alloc(&whole->arena, (whole->ended.num_not_played + 1) * sizeof *whole->ended.not_played);
    for (uint64_t n = 1; n <= num && whole->ended.not_played; n++) {
        const rsp_run *shard = shard_of(shards, num, n);
        for (size_t i = 0; i < shard->ended.num_not_played; i++)
            whole->ended.not_played[at++] = rsp_arena_str(&whole->arena, shard->ended.not_played[i]);
    }
    whole->ended.num_not_played = at;
}

/* --- causes and forecast --- */

static bool has_measured(const rsp_run *run, const rsp_cause *c) {
    for (size_t i = 0; i < run->num_causes; i++)
        if (run->causes[i].num_results == 0 && strcmp(run->causes[i].what, c->what) == 0)
            return true;
    return false;
}

/* Those that no result shows are not found in the results. */
static void join_measured(rsp_run *whole, const rsp_run *shards, size_t num) {
    for (uint64_t n = 1; n <= num; n++) {
        const rsp_run *shard = shard_of(shards, num, n);
        for (size_t i = 0; i < shard->num_causes; i++)
            if (shard->causes[i].num_results == 0 && !has_measured(whole, &shard->causes[i]))
                (void)!rsp_run_add_cause(whole, &shard->causes[i]); /* without memory: a report without it */
    }
}

/* The number of a shard's cause among those of the whole; 0 where the whole has none. */
static uint32_t renumber(const rsp_run *whole, const rsp_run *shard, uint32_t cause) {
    if (cause == 0 || cause > shard->num_causes)
        return 0;
    const rsp_cause *c = &shard->causes[cause - 1];
    for (size_t i = 0; i < whole->num_results; i++)
        if (strcmp(whole->results[i].scenario, c->scenario) == 0 &&
            strcmp(whole->results[i].variant, c->variant) == 0)
            return whole->results[i].cause;
    return 0;
}

/* Less is what decides: a breach before what works, and that before what nobody offers or knows. */
static unsigned rank_of(const rsp_forecast_cell *p) {
    static const unsigned ranks[] = {[RSP_PREDICTION_BREAKS] = 0,
                                     [RSP_PREDICTION_WORKS] = 1,
                                     [RSP_PREDICTION_ABSENT] = 2,
                                     [RSP_PREDICTION_UNKNOWN] = 3};
    return ranks[p->prediction];
}

/* What newer versions make of the same outlook. */
static void join_newer(rsp_run *whole, rsp_forecast_cell *into, const rsp_forecast_cell *from) {
    if (from->newer == RSP_PREDICTION_UNKNOWN || into->newer != RSP_PREDICTION_UNKNOWN ||
        into->prediction != from->prediction)
        return;
    into->newer = from->newer;
    into->newer_versions = rsp_arena_str(&whole->arena, from->newer_versions ? from->newer_versions : "");
}

static void join_cell(rsp_run *whole, const rsp_run *shard, rsp_forecast_cell *into,
                      const rsp_forecast_cell *from) {
    rsp_forecast_cell one = *from;
    one.cause = renumber(whole, shard, from->cause);
    if (!rsp_report_given(into->said) && into->real == RSP_PREDICTION_UNKNOWN) {
        into->real = from->real;
        into->said = rsp_arena_str(&whole->arena, from->said ? from->said : "");
    }
    const bool graver =
        rank_of(&one) == rank_of(into) && one.cause > 0 && (into->cause == 0 || one.cause < into->cause);
    if (rank_of(&one) >= rank_of(into) && !graver) {
        join_newer(whole, into, from);
        return;
    }
    one.requirement = rsp_arena_str(&whole->arena, one.requirement ? one.requirement : "");
    one.why =
        one.cause ? whole->causes[one.cause - 1].what : rsp_arena_str(&whole->arena, one.why ? one.why : "");
    one.evidence = rsp_arena_str(&whole->arena, one.evidence ? one.evidence : "");
    one.real = into->real;
    one.said = into->said;
    one.newer = RSP_PREDICTION_UNKNOWN;
    one.newer_versions = NULL;
    *into = one;
    join_newer(whole, into, from);
}

static void join_forecast(rsp_run *whole, const rsp_run *shards, size_t num) {
    for (uint64_t n = 1; n <= num; n++) {
        const rsp_run *shard = shard_of(shards, num, n);
        const bool first = !whole->forecast.made;
        for (unsigned d = 0; d < RSP_DEBUGGER_COUNT && shard->forecast.made; d++)
            for (unsigned a = 0; a < RSP_DEBUGGER_ACTION_COUNT; a++) {
                rsp_forecast_cell *into = &whole->forecast.cells[d][a];
                const rsp_forecast_cell *from = &shard->forecast.cells[d][a];
                if (first)
                    into->why = rsp_arena_str(&whole->arena, from->why ? from->why : "");
                join_cell(whole, shard, into, from);
            }
        for (unsigned d = 0; d < RSP_DEBUGGER_COUNT; d++)
            if (!whole->forecast.programs[d] && rsp_report_given(shard->forecast.programs[d]))
                whole->forecast.programs[d] = rsp_arena_str(&whole->arena, shard->forecast.programs[d]);
        whole->forecast.made = whole->forecast.made || shard->forecast.made;
    }
}

rsp_status rsp_run_join(rsp_run *whole, const rsp_run *shards, size_t num, rsp_error *error) {
    rsp_status status = check(shards, num, error);
    if (status != RSP_OK)
        return status;
    const rsp_run *first = shard_of(shards, num, 1);
    const char *send = first->shard.send_command;
    const rsp_causes_options options = {.send_command = send && *send ? send : NULL};
    join_head(whole, first);
    status = join_results(whole, shards, num);
    if (status == RSP_OK) {
        join_not_played(whole, shards, num);
        rsp_run_sort(whole);
        (void)!rsp_run_explain(whole, &options); /* without memory: a report without causes */
        join_measured(whole, shards, num);
        join_forecast(whole, shards, num);
        whole->notes.conclusion = rsp_run_conclusion(whole);
        status = whole->arena.status;
    }
    return status == RSP_OK ? RSP_OK : rsp_fail(error, status, "%s", rsp_status_text(status));
}
