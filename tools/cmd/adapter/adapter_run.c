/* Scenarios that measure time are played alone, after all others; the others by as many workers as asked for.
 * Each worker has a tally of the rules of its own; all of them become one when the run is over.
 * See adapter_job.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/adapter/adapter_job.h"
#include "core/text.h"

#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/output.h"
#include "cmd/run/run_end.h"
#include "reports/run/conclusion.h"
#include "suite/ending.h"
#include "suite/task_pool.h"

#include "core/file.h"
#include "trace/cause.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int load_baseline(adapter_job *job) {
    const char *path = job->args.baseline ? job->args.baseline : job->profile->baseline;
    job->baseline_path = path;
    if (job->args.no_baseline || !*path) {
        if (job->args.update_baseline)
            return command_usage(job->self, "--update-baseline: which one? --baseline FILE");
        return EXIT_FINE;
    }
    if (job->args.update_baseline && output_goes_to(&job->args.outputs, path))
        return command_usage(job->self, "--update-baseline: a report goes to %s, too", path);
    job->baseline = job->args.update_baseline && !rsp_path_exists(path)
                        ? rsp_baseline_new(path, NULL)
                        : rsp_baseline_load(path, NULL, &job->diagnostics);
    return job->baseline ? EXIT_FINE : adapter_job_say(job);
}

static void append_option(rsp_buf *out, const char *name, const char *value) {
    if (!value)
        return;
    rsp_text_printf(out, " --%s ", name);
    rsp_buf_shell_word(out, value);
}

static const char *again_prefix(adapter_job *job) {
    rsp_buf text = {0};
    rsp_buf_str(&text, "stubborn adapter run");
    append_option(&text, "profile", job->args.profile);
    append_option(&text, "adapter", job->args.adapter);
    append_option(&text, "debuggees", job->args.program_folder);
    append_option(&text, "sources", job->args.source_folder);
    const char *prefix = rsp_arena_str(&job->arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return prefix;
}

void adapter_run_describe(adapter_job *job, const char *command_name) {
    rsp_run *run = &job->run;
    run->command = command_name;
    run->tool_version = STUBBORN_VERSION;
    run->about.kind = "adapter";
    run->about.stub = job->command;
    run->about.name = job->profile->name;
    run->about.version = job->profile->version;
    run->about.profile = job->args.profile ? job->args.profile : "";
    run->started_at = run_end_now(&run->arena);
    run->report_path = output_main_path(&job->args.outputs);
    run->strict = job->args.strict;
    run->ended.planned = job->progress.planned = job->num_chosen;
    if (job->shard.of)
        run->shard = (rsp_run_shard){.number = job->shard.number,
                                     .of = job->shard.of,
                                     .required = job->gate.required,
                                     .num_required = job->gate.num_required,
                                     .min_judged = job->gate.min_judged};
    job->progress.shown = job->args.progress || io_is_terminal(STDERR_FILENO);
    job->again = again_prefix(job);
}

/* --- what is demanded --- */

static bool is_demandable(const adapter_job *job, const char *name) {
    const size_t len = strlen(name);
    for (size_t i = 0; i < rsp_dap_suite_count(job->suite); i++)
        if (strcmp(rsp_dap_suite_get(job->suite, i)->area, name) == 0)
            return true;
    for (size_t i = 0; job->catalogue && i < rsp_catalogue_count(job->catalogue); i++) {
        const char *id = rsp_catalogue_get(job->catalogue, i)->id;
        if (strncmp(id, name, len) == 0 && (id[len] == '\0' || id[len] == '-'))
            return true;
    }
    return false;
}

static int set_up_gate(adapter_job *job) {
    const adapter_args *args = &job->args;
    job->gate = (rsp_gate){.required = args->required.items, .num_required = args->required.num};
    if (args->min_judged && rsp_gate_parse_share(&job->gate.min_judged, args->min_judged) != RSP_OK)
        return command_usage(job->self, "--min-judged %s: a share from 1%% to 100%%", args->min_judged);
    for (size_t i = 0; i < args->required.num; i++)
        if (!is_demandable(job, args->required.items[i]))
            return command_usage(job->self,
                                 "--require %s: no area of the suite and no requirement; see: stubborn "
                                 "adapter list",
                                 args->required.items[i]);
    return EXIT_FINE;
}

/* --- the run --- */

/* What a worker has: an adapter's end, and what its sessions have shown. */
typedef struct run_worker {
    adapter_end end;
    rsp_dap_tally tally;
} run_worker;

static void *new_worker(rsp_task_worker *task_worker) {
    run_worker *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->end.job = task_worker->pool->ctx;
    w->tally.capabilities = json_deep_copy(w->end.job->tally.capabilities);
    w->tally.unanswered = w->end.job->tally.unanswered;
    memcpy(w->tally.talk, w->end.job->tally.talk, sizeof w->tally.talk);
    adapter_end_open(&w->end);
    return w;
}

static void free_worker(rsp_task_worker *task_worker) {
    run_worker *w = task_worker->own;
    rsp_dap_tally_merge(&w->end.job->tally, &w->tally);
    adapter_end_close(&w->end);
    rsp_dap_tally_free(&w->tally);
    free(w);
}

static void judge_one(void *ctx, rsp_result *result) {
    rsp_task_judge(ctx, result);
}

static rsp_status play_one(rsp_task_worker *task_worker, const rsp_dap_scenario *scenario, rsp_error *error) {
    run_worker *w = task_worker->own;
    rsp_run *run = &task_worker->run;
    rsp_task_progress(task_worker, scenario->name, NULL);
    const rsp_status status =
        rsp_dap_run_scenario(&w->end.target, scenario, &w->tally, judge_one, task_worker, run, error);
    if (status == RSP_OK)
        rsp_task_progress(task_worker, scenario->name, &run->results[run->num_results - 1].verdict);
    return status;
}

static rsp_status task_beside(rsp_task_worker *w, size_t index, rsp_error *error) {
    const adapter_job *job = w->pool->ctx;
    return play_one(w, job->chosen[index], error);
}

static rsp_status task_alone(rsp_task_worker *w, size_t index, rsp_error *error) {
    const adapter_job *job = w->pool->ctx;
    return play_one(w, job->chosen[job->num_beside + index], error);
}

static void judge(void *ctx, rsp_result *result) {
    adapter_job *job = ctx;
    if (job->baseline)
        rsp_baseline_apply(job->baseline, result);
}

static void draw(void *ctx, const rsp_summary *summary, const char *current) {
    adapter_job *job = ctx;
    rsp_summary all = *summary;
    for (unsigned i = 0; i < RSP_VERDICT_COUNT; i++)
        all.count[i] += job->run.summary.count[i];
    run_progress_draw(&job->progress, &all, current);
}

static rsp_status play(adapter_job *job, rsp_task_pool pool, rsp_error *error) {
    pool.stop = interrupt_flag();
    pool.new_worker = new_worker;
    pool.free_worker = free_worker;
    pool.judge = judge;
    pool.progress = draw;
    pool.ctx = job;
    const rsp_status status = rsp_task_pool_run(&pool, &job->run);
    *error = pool.error;
    return status;
}

/* All of them, or of a part of the suite those that the filters name. */
static rsp_status add_rules(adapter_job *job) {
    const option_list *filters = &job->args.filters;
    const char **names = rsp_arena_alloc(&job->arena, (filters->num + 1) * sizeof *names);
    adapter_end end = {.job = job};
    size_t num = 0;
    for (size_t i = 0; names && i < filters->num; i++)
        if (adapter_job_names_rule(filters->items[i]))
            names[num++] = filters->items[i];
    if (!names)
        return RSP_NO_MEMORY;
    adapter_end_open(&end);
    const rsp_status status =
        rsp_dap_tally_add(&job->tally, &end.target, filters->num == 0 ? NULL : names, num, &job->run);
    adapter_end_close(&end);
    return status;
}

static void judge_rules(adapter_job *job, size_t from) {
    for (size_t i = from; i < job->run.num_results; i++) {
        rsp_result *r = &job->run.results[i];
        const rsp_verdict before = r->verdict;
        judge(job, r);
        job->run.summary.count[before]--;
        rsp_summary_add(&job->run.summary, r->verdict);
    }
}

rsp_status adapter_run_play(adapter_job *job, rsp_error *error) {
    const rsp_task_pool beside = {.num_tasks = job->num_beside,
                                  .num_workers = job->args.jobs ? (unsigned)job->args.jobs : 1,
                                  .task = task_beside};
    const rsp_task_pool alone = {
        .num_tasks = job->num_chosen - job->num_beside, .num_workers = 1, .task = task_alone};
    rsp_status status = adapter_look(job, error);
    if (status == RSP_OK)
        status = play(job, beside, error);
    if (status == RSP_OK)
        status = play(job, alone, error);
    run_progress_erase(&job->progress);
    const size_t from = job->run.num_results;
    const bool judged = status == RSP_OK || (from > 0 && status != RSP_CANCELLED && status != RSP_NO_MEMORY);
    const rsp_status added = judged ? add_rules(job) : RSP_OK;
    judge_rules(job, from);
    return status == RSP_OK ? added : status;
}

/* --- the end --- */

static void note_cut(adapter_job *job) {
    const char **names = rsp_arena_alloc(&job->arena, (job->num_chosen + 1) * sizeof *names);
    for (size_t i = 0; names && i < job->num_chosen; i++)
        names[i] = job->chosen[i]->name;
    rsp_ending_stop(&job->run, run_end_reason(&job->run.arena, job->args.max_time_ns), names,
                    names ? job->num_chosen : 0);
}

static bool known(void *ctx, const char *name) {
    const adapter_job *job = ctx;
    for (size_t i = 0; i < rsp_dap_suite_count(job->suite); i++)
        if (strcmp(rsp_dap_suite_get(job->suite, i)->name, name) == 0)
            return true;
    return adapter_job_names_rule(name);
}

static int finish_baseline(adapter_job *job) {
    const run_end_failures failures = {.baseline = job->baseline,
                                       .path = job->baseline_path,
                                       .update = job->args.update_baseline,
                                       .known = job->whole ? known : NULL,
                                       .ctx = job,
                                       .diagnostics = &job->diagnostics};
    return run_end_baseline(job->self, &job->run, &job->shard, &failures);
}

static int report(adapter_job *job, rsp_status status, const rsp_error *why) {
    rsp_error error = {0};
    rsp_run_sort(&job->run);
    if (status == RSP_CANCELLED)
        note_cut(job);
    (void)!rsp_run_explain(&job->run, NULL); /* without memory: a report without causes */
    if (!job->shard.of)
        rsp_gate_judge(&job->gate, &job->run);
    job->run.notes.conclusion = "";
    if (status != RSP_OK && status != RSP_CANCELLED)
        job->run.trouble = rsp_arena_str(&job->run.arena, why->msg);
    const int code = finish_baseline(job);
    const rsp_status written =
        output_write(&job->args.outputs, "term", output_render_run, &job->run, job->args.verbose, &error);
    if (written != RSP_OK)
        return command_fail(job->self, &error);
    if (status != RSP_OK && status != RSP_CANCELLED)
        return run_end_unreached(job->self, &job->args.outputs, &job->run, why);
    return run_end_tell(job->self, &job->run, &job->shard, "adapter", status, code);
}

int adapter_run(adapter_job *job) {
    rsp_error error = {0};
    int code = load_baseline(job);
    if (code == EXIT_FINE)
        code = set_up_gate(job);
    if (code != EXIT_FINE)
        return code;
    const rsp_clock clock = rsp_clock_monotonic();
    const uint64_t started_ns = rsp_clock_now(&clock);
    interrupt_catch();
    if (job->args.max_time_ns)
        interrupt_after(job->args.max_time_ns);
    adapter_run_describe(job, "run");
    const rsp_status status = adapter_run_play(job, &error);
    job->run.duration_ns = rsp_clock_now(&clock) - started_ns;
    return report(job, status, &error);
}
