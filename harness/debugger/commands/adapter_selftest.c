/* First the suite without a fault, so that only scenarios and rules that pass then can kill; then one task a
 * fault. Scenarios of the fault's own requirement are tried first, and the first that notices ends the
 * search. See adapter_job.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/adapter/adapter_job.h"
#include "core/text.h"

#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/output.h"
#include "suite/fault_trial.h"
#include "suite/task_pool.h"

#include "dap_adapter/faults.h"
#include <unistd.h>

/* An adapter of ours answers at once: what takes longer than the slowest request takes for ever. */
#define MOST_WAIT_NS (4 * RSP_NS_PER_S)
/* ... unless it waits for somebody else: a terminal has 10 s. */
#define PATIENT_WAIT_NS (20 * RSP_NS_PER_S)
enum { PATIENT_TRIES = 3 };
/* ... and one that does not end by itself is not waited for. */
#define GRACE_NS (500 * RSP_NS_PER_MS)

typedef struct selftest {
    adapter_job *job;
    const rsp_dap_fault_info **faults;
    size_t num_faults;
} selftest;

static const char *const *covers_of(const rsp_dap_scenario *s) {
    return (const char *const *)(const void *)s->covers;
}

static bool has_passed(const rsp_run *run, const char *name) {
    for (size_t i = 0; i < run->num_results; i++)
        if (strcmp(run->results[i].scenario, name) == 0)
            return run->results[i].verdict == RSP_VERDICT_PASS;
    return false;
}

static void keep_passing(adapter_job *job) {
    size_t num = 0;
    for (size_t i = 0; i < job->num_chosen; i++)
        if (has_passed(&job->run, job->chosen[i]->name))
            job->chosen[num++] = job->chosen[i];
    job->num_chosen = num;
}

/* --- one fault --- */

/* A rule that is broken now and was not without the fault; its number, or RSP_DAP_RULE_COUNT. */
static unsigned broken_rule(const adapter_job *job, const rsp_dap_tally *tally) {
    unsigned i = 0;
    while (i < RSP_DAP_RULE_COUNT && !(tally->broken[i] > 0 && job->tally.broken[i] == 0))
        i++;
    return i;
}

static bool try_scenario(const adapter_job *job, const rsp_dap_target *target,
                         const rsp_dap_scenario *scenario, rsp_fault_result *row, rsp_run *into) {
    rsp_dap_tally tally = {.capabilities = NULL};
    rsp_run found = {0};
    rsp_error error = {0};
    bool noticed = false;
    if (rsp_dap_run_scenario(target, scenario, &tally, NULL, NULL, &found, &error) == RSP_OK) {
        const unsigned rule = broken_rule(job, &tally);
        noticed = rsp_fault_kills(found.results[0].verdict);
        row->killed_by = scenario->name;
        row->message = rsp_arena_str(&into->arena, found.results[0].message);
        if (!noticed && rule < RSP_DAP_RULE_COUNT) {
            noticed = true;
            row->killed_by =
                rsp_arena_printf(&into->arena, "rules/%s in %s", rsp_dap_rule_get(rule)->id, scenario->name);
            row->message = rsp_arena_str(&into->arena, tally.text[rule]);
        }
    }
    rsp_run_free(&found);
    rsp_dap_tally_free(&tally);
    return noticed;
}

/* As long as `end` is waited for. A busy machine fails a scenario, and so does a wait that is cut short. */
static bool passes_without_fault(const adapter_job *job, const adapter_end *end,
                                 const rsp_dap_scenario *scenario) {
    adapter_end right = {.job = (adapter_job *)(uintptr_t)job, .grace_ns = GRACE_NS};
    rsp_fault_result row = {.fault = ""};
    rsp_run none = {0};
    adapter_end_open(&right);
    right.target.most_wait_ns = end->target.most_wait_ns;
    const bool passes = !try_scenario(job, &right.target, scenario, &row, &none);
    adapter_end_close(&right);
    rsp_run_free(&none);
    return passes;
}

/* What fails without the fault, too, is no proof, and is tried again with time: a machine that is busy once
 * may not be so the next time. */
static bool kills(const adapter_job *job, adapter_end *end, const rsp_dap_scenario *scenario,
                  rsp_fault_result *row, rsp_run *into) {
    const uint64_t usual_ns = end->target.most_wait_ns;
    if (!try_scenario(job, &end->target, scenario, row, into))
        return false;
    if (passes_without_fault(job, end, scenario))
        return true;
    bool killed = false;
    end->target.most_wait_ns = PATIENT_WAIT_NS;
    for (int i = 0; i < PATIENT_TRIES && !killed && !*interrupt_flag(); i++)
        killed =
            try_scenario(job, &end->target, scenario, row, into) && passes_without_fault(job, end, scenario);
    end->target.most_wait_ns = usual_ns;
    return killed;
}

static rsp_status fault_task(rsp_task_worker *w, size_t index, rsp_error *error) {
    const selftest *t = w->pool->ctx;
    const adapter_job *job = t->job;
    const rsp_dap_fault_info *fault = t->faults[index];
    rsp_fault_result row = {.fault = fault->name, .requirement = fault->requirement};
    adapter_end end = {.job = t->job, .grace_ns = GRACE_NS};
    bool killed = false;
    (void)error;
    end.command = rsp_arena_printf(&w->run.arena, "%s --fault %s", job->command, fault->name);
    adapter_end_open(&end);
    rsp_task_progress(w, fault->name, NULL);
    for (int near = 0; near <= 2 && !killed; near++)
        for (size_t i = 0; i < job->num_chosen && !killed && !*interrupt_flag(); i++)
            if (rsp_fault_distance(covers_of(job->chosen[i]), job->chosen[i]->num_covers,
                                   fault->requirement) == near)
                killed = kills(job, &end, job->chosen[i], &row, &w->run);
    if (!killed)
        row.killed_by = row.message = "";
    adapter_end_close(&end);
    return rsp_run_add_fault(&w->run, &row);
}

/* --- all of them --- */

static int choose_faults(selftest *t) {
    adapter_job *job = t->job;
    const option_list *named = &job->args.faults;
    size_t num = 0;
    while (rsp_dap_fault_get(num))
        num++;
    t->faults = rsp_arena_alloc(&job->arena, (num + named->num + 1) * sizeof(const rsp_dap_fault_info *));
    if (!t->faults)
        return command_fail(job->self, &(rsp_error){.status = RSP_NO_MEMORY});
    for (size_t i = 0; i < num && named->num == 0; i++)
        t->faults[t->num_faults++] = rsp_dap_fault_get(i);
    for (size_t i = 0; i < named->num; i++) {
        const rsp_dap_fault_info *fault = rsp_dap_fault_find(named->items[i]);
        if (!fault)
            return command_usage(job->self, "no fault '%.60s'; see: stubborn adapter faults",
                                 named->items[i]);
        t->faults[t->num_faults++] = fault;
    }
    return t->num_faults > 0 ? EXIT_FINE : command_usage(job->self, "this program was built without faults");
}

static void draw(void *ctx, const rsp_summary *summary, const char *current) {
    const selftest *t = ctx;
    run_progress_draw(&t->job->progress, summary, current);
}

static rsp_status try_faults(selftest *t, rsp_error *error) {
    rsp_task_pool pool = {.num_tasks = t->num_faults,
                          .num_workers = (unsigned)t->job->args.jobs,
                          .stop = interrupt_flag(),
                          .task = fault_task,
                          .progress = draw,
                          .ctx = t};
    const rsp_status status = rsp_task_pool_run(&pool, &t->job->run);
    run_progress_erase(&t->job->progress);
    *error = pool.error;
    return status;
}

/* Whether scenarios cover the requirement, and all of them were skipped. */
static bool is_skipped(const rsp_run *run, const char *requirement) {
    bool skipped = false;
    for (size_t i = 0; i < run->num_results; i++) {
        const rsp_result *r = &run->results[i];
        if (!strstr(r->requirements, requirement))
            continue;
        if (r->verdict != RSP_VERDICT_SKIP)
            return false;
        skipped = true;
    }
    return skipped;
}

/* What a fault breaks may need a debuggee that this adapter cannot run: nothing is known of the fault then.
 */
static void leave_skipped_out(selftest *t) {
    rsp_run *run = &t->job->run;
    size_t num = 0;
    for (size_t i = 0; i < run->selftest.num_faults; i++) {
        const rsp_fault_result *row = &run->selftest.faults[i];
        if (!*row->killed_by && t->job->args.faults.num == 0 && is_skipped(run, row->requirement))
            io_say(stderr, "stubborn adapter: %s is left out: the scenarios of %s are skipped here\n",
                   row->fault, row->requirement);
        else
            run->selftest.faults[num++] = *row;
    }
    run->selftest.num_faults = num;
}

static int report(adapter_job *job, rsp_status status, const rsp_error *why) {
    rsp_error error = {0};
    job->run.ended.interrupted = status == RSP_CANCELLED;
    rsp_run_sort(&job->run);
    if (output_write(&job->args.outputs, "term", output_render_run, &job->run, job->args.verbose, &error) !=
        RSP_OK)
        return command_fail(job->self, &error);
    if (status != RSP_OK && status != RSP_CANCELLED) {
        (void)command_fail(job->self, why);
        return EXIT_UNREACHABLE;
    }
    return rsp_run_exit_code(&job->run) ? EXIT_FINDINGS : EXIT_FINE;
}

int adapter_selftest(adapter_job *job) {
    selftest t = {.job = job};
    rsp_error error = {0};
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int code = choose_faults(&t);
    if (code != EXIT_FINE)
        return code;
    if (job->args.jobs == 0) /* adapters wait more than they work */
        job->args.jobs = 2 * (uint64_t)(processors > 0 ? processors : 1);
    interrupt_catch();
    if (job->args.max_time_ns)
        interrupt_after(job->args.max_time_ns);
    adapter_run_describe(job, "selftest");
    const rsp_clock clock = rsp_clock_monotonic();
    const uint64_t started_ns = rsp_clock_now(&clock);
    rsp_status status = adapter_run_play(job, &error);
    keep_passing(job);
    job->most_wait_ns =
        MOST_WAIT_NS; /* not before: a busy machine may need all the time that scenarios give */
    if (status == RSP_OK)
        status = try_faults(&t, &error);
    leave_skipped_out(&t);
    job->run.duration_ns = rsp_clock_now(&clock) - started_ns;
    return report(job, status, &error);
}

int adapter_print_faults(void) {
    rsp_buf out = {0};
    const rsp_dap_fault_info *fault;
    for (size_t i = 0; (fault = rsp_dap_fault_get(i)); i++)
        rsp_text_printf(&out, "%-32s %-16s %s\n", fault->name, fault->requirement, fault->text);
    return io_print(&out);
}
