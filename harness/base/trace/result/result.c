/* The run's results: deep copies into its arena, arrays that grow, counts that follow.
 * A failed append leaves the run as it was, so that a report of what is there can still be written.
 * See result.h. */
/* SPDX-License-Identifier: MIT */
#include "trace/result.h"
#include "core/arena.h"
#include "core/limits.h"
#include "core/mem.h"
#include "trace/exchange.h"

#include <assert.h>
#include <stdlib.h>

const char *rsp_gravity_name(rsp_gravity gravity) {
    static const char *const names[] = {
#define GRAVITY_NAME(name, text) text,
        RSP_GRAVITY_LIST(GRAVITY_NAME)
#undef GRAVITY_NAME
    };
    return (unsigned)gravity < RSP_ARRAY_LEN(names) ? names[gravity] : "?";
}

void rsp_run_free(rsp_run *run) {
    if (!run)
        return;
    rsp_mem_free(run->arena.mem, run->results);
    rsp_mem_free(run->arena.mem, run->selftest.faults);
    rsp_arena_free(&run->arena);
    *run = (rsp_run){.arena = {.mem = run->arena.mem, .limit = run->arena.limit}};
}

/* Doubles an array of `size`-byte items when it is full. */
static rsp_status make_room(const rsp_mem *mem, void **array, size_t num, size_t *cap, size_t size) {
    if (num < *cap)
        return RSP_OK;
    if (num >= RSP_LIMIT_RESULTS)
        return RSP_LIMIT;
    size_t wanted = *cap ? *cap * 2 : 64;
    void *bigger = rsp_mem_realloc(mem, *array, wanted * size);
    if (!bigger)
        return RSP_NO_MEMORY;
    *array = bigger;
    *cap = wanted;
    return RSP_OK;
}

/* The arena's error is sticky; here it ends one append and not the run. */
static rsp_status take_status(rsp_arena *arena) {
    rsp_status status = arena->status;
    arena->status = RSP_OK;
    return status;
}

static const char *area_of(rsp_arena *arena, const char *scenario) {
    const char *slash = strchr(scenario, '/');
    size_t len = slash ? (size_t)(slash - scenario) : strlen(scenario);
    rsp_bytes area = rsp_arena_bytes(arena, rsp_bytes_make(scenario, len));
    return area.ptr ? (const char *)area.ptr : "";
}

static void copy_texts(rsp_arena *arena, rsp_result *r) {
    const char **texts[] = {&r->scenario,
                            &r->title,
                            &r->place.path,
                            &r->requirements,
                            &r->message,
                            &r->expected,
                            &r->got,
                            &r->remark,
                            &r->reason,
                            &r->again,
                            &r->manual,
                            &r->breaks,
                            &r->variant,
                            &r->shown.window,
                            &r->shown.transcript,
                            &r->shown.last_words,
                            &r->symptom.send,
                            &r->symptom.asked,
                            &r->breach,
                            &r->common,
                            &r->fresh};
    for (size_t i = 0; i < RSP_ARRAY_LEN(texts); i++)
        *texts[i] = *texts[i] && **texts[i] ? rsp_arena_str(arena, *texts[i]) : "";
    r->area = r->area ? rsp_arena_str(arena, r->area) : area_of(arena, r->scenario);
}

static void copy_violations(rsp_arena *arena, rsp_result *r) {
    rsp_violation *copy = NULL;
    if (r->num_violations)
        copy = rsp_arena_alloc(arena, r->num_violations * sizeof *copy);
    if (!copy)
        r->num_violations = 0;
    for (size_t i = 0; i < r->num_violations; i++) {
        copy[i] = r->violations[i];
        copy[i].requirements = rsp_arena_str(arena, copy[i].requirements);
        copy[i].message = rsp_arena_str(arena, copy[i].message);
        copy[i].expected = rsp_arena_str(arena, copy[i].expected);
        copy[i].got = rsp_arena_str(arena, copy[i].got);
    }
    r->violations = copy;
}

static bool is_for_others(const rsp_result *r) {
    return r->verdict == RSP_VERDICT_SKIP && r->other;
}

rsp_status rsp_run_add(rsp_run *run, const rsp_result *result) {
    assert(result);
    void *array = run->results;
    rsp_status status =
        make_room(run->arena.mem, &array, run->num_results, &run->cap_results, sizeof *result);
    run->results = array;
    if (status != RSP_OK)
        return status;
    rsp_result copy = *result;
    copy_texts(&run->arena, &copy);
    copy_violations(&run->arena, &copy);
    status = take_status(&run->arena);
    if (status != RSP_OK)
        return status;
    run->results[run->num_results++] = copy;
    rsp_summary_add(&run->summary, copy.verdict);
    run->others += is_for_others(&copy);
    return RSP_OK;
}

rsp_status rsp_run_add_fault(rsp_run *run, const rsp_fault_result *fault) {
    void *array = run->selftest.faults;
    rsp_status status =
        make_room(run->arena.mem, &array, run->selftest.num_faults, &run->selftest.cap_faults, sizeof *fault);
    run->selftest.faults = array;
    if (status != RSP_OK)
        return status;
    rsp_fault_result copy = {
        .fault = rsp_arena_str(&run->arena, fault->fault),
        .requirement = rsp_arena_str(&run->arena, fault->requirement),
        .killed_by = rsp_arena_str(&run->arena, fault->killed_by),
        .message = rsp_arena_str(&run->arena, fault->message),
    };
    status = take_status(&run->arena);
    if (status != RSP_OK)
        return status;
    run->selftest.faults[run->selftest.num_faults++] = copy;
    run->selftest.killed += copy.killed_by[0] != '\0';
    return RSP_OK;
}

static bool rests_on_hardware(const rsp_result *r) {
    const bool failed =
        r->verdict == RSP_VERDICT_FAIL || r->verdict == RSP_VERDICT_WARN || r->verdict == RSP_VERDICT_HANG;
    /* BRK-009: after a Z1 that did not stop the program it was looked whether it comes there at all. */
    const bool hardware = r->symptom.beside & RSP_BESIDE_HARDWARE || strcmp(r->requirements, "BRK-009") == 0;
    return failed && r->num_violations == 0 && hardware;
}

bool rsp_run_rests_on_hardware(const rsp_run *run) {
    size_t i = 0;
    while (i < run->num_results && !rests_on_hardware(&run->results[i]))
        i++;
    return i < run->num_results;
}

size_t rsp_run_excuse_hardware(rsp_run *run, const char *reason) {
    size_t num = 0;
    for (size_t i = 0; i < run->num_results; i++) {
        rsp_result *r = &run->results[i];
        if (!rests_on_hardware(r))
            continue;
        run->summary.count[r->verdict]--;
        r->verdict = RSP_VERDICT_SKIP;
        r->reason = reason;
        rsp_summary_add(&run->summary, r->verdict);
        num++;
    }
    return num;
}

rsp_status rsp_run_merge(rsp_run *run, const rsp_run *more) {
    assert(run != more);
    rsp_metrics_merge(&run->metrics, &more->metrics);
    run->ended.interrupted |= more->ended.interrupted;
    if (more->notes.waited_for && *more->notes.waited_for &&
        !(run->notes.waited_for && *run->notes.waited_for))
        run->notes.waited_for = rsp_arena_str(&run->arena, more->notes.waited_for);
    if (more->notes.left_changed && *more->notes.left_changed &&
        !(run->notes.left_changed && *run->notes.left_changed))
        run->notes.left_changed = rsp_arena_str(&run->arena, more->notes.left_changed);
    for (size_t i = 0; i < more->num_results; i++) {
        rsp_status status = rsp_run_add(run, &more->results[i]);
        if (status != RSP_OK)
            return status;
    }
    for (size_t i = 0; i < more->selftest.num_faults; i++) {
        rsp_status status = rsp_run_add_fault(run, &more->selftest.faults[i]);
        if (status != RSP_OK)
            return status;
    }
    return RSP_OK;
}

static int compare_results(const void *left, const void *right) {
    const rsp_result *a = left;
    const rsp_result *b = right;
    int order = strcmp(a->scenario, b->scenario);
    if (order == 0)
        order = strcmp(a->variant, b->variant);
    return order ? order : (a->place.line > b->place.line) - (a->place.line < b->place.line);
}

static int compare_faults(const void *left, const void *right) {
    return strcmp(((const rsp_fault_result *)left)->fault, ((const rsp_fault_result *)right)->fault);
}

void rsp_run_sort(rsp_run *run) {
    if (run->num_results)
        qsort(run->results, run->num_results, sizeof *run->results, compare_results);
    if (run->selftest.num_faults)
        qsort(run->selftest.faults, run->selftest.num_faults, sizeof *run->selftest.faults, compare_faults);
}

/* The row of `area`, new at the end when it is not there. Results of one area mostly come together, so
 * that looking from the end is short. */
static rsp_area_summary *area_row(rsp_area_summary *areas, size_t *num, const char *area) {
    for (size_t i = *num; i-- > 0;)
        if (strcmp(areas[i].area, area) == 0)
            return &areas[i];
    areas[*num].area = area;
    return &areas[(*num)++];
}

/* The common reason stands only while every result so far was a skip for it. */
static void note_skip(rsp_area_summary *row, const rsp_result *r) {
    bool first = rsp_summary_total(&row->summary) == 0;
    bool same = r->verdict == RSP_VERDICT_SKIP && (first || strcmp(row->skip_reason, r->reason) == 0);
    row->skip_reason = same ? r->reason : "";
}

rsp_status rsp_run_areas(rsp_run *run, rsp_area_summary **out_areas, size_t *out_num) {
    assert(out_areas && out_num);
    size_t num_names = 0;
    for (size_t i = 0; i < run->num_results; i++)
        num_names += i == 0 || strcmp(run->results[i].area, run->results[i - 1].area) != 0;
    rsp_area_summary *areas = rsp_arena_alloc(&run->arena, (num_names + 1) * sizeof *areas);
    *out_areas = areas;
    *out_num = 0;
    if (!areas)
        return take_status(&run->arena);
    for (size_t i = 0; i < run->num_results; i++) {
        rsp_area_summary *row = area_row(areas, out_num, run->results[i].area);
        note_skip(row, &run->results[i]);
        rsp_summary_add(&row->summary, run->results[i].verdict);
        row->others += is_for_others(&run->results[i]);
    }
    return RSP_OK;
}

uint64_t rsp_run_total(const rsp_run *run) {
    const uint64_t total = rsp_summary_total(&run->summary);
    const uint64_t planned =
        run->ended.interrupted && run->ended.planned > total ? run->ended.planned : total;
    return planned - run->others;
}

bool rsp_run_says_nothing(const rsp_run *run) {
    return !run->ended.interrupted && run->selftest.num_faults == 0 && rsp_summary_judged(&run->summary) == 0;
}

int rsp_run_exit_code(const rsp_run *run) {
    enum { NOTHING_JUDGED = 3 };
    if (rsp_run_says_nothing(run))
        return NOTHING_JUDGED;
    const bool warned = run->strict && (run->summary.count[RSP_VERDICT_WARN] > 0 || run->num_causes > 0);
    return run->ended.interrupted || warned || run->ended.num_unmet > 0 ||
           rsp_summary_bad(&run->summary) > 0 || run->selftest.killed < run->selftest.num_faults;
}
