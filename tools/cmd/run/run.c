/* stubborn run: judges a stub by scenarios and reports, in as many forms as asked for.
 * The main job: load, select, open the stub, run on several workers, compare with the baseline, report.
 * A run that is cut short reports what it found. */
/* SPDX-License-Identifier: MIT */
#include "cmd/run/run.h"
#include "core/text.h"

#include "cli/data_path.h"
#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/output.h"
#include "cli/run_progress.h"
#include "cli/suite.h"
#include "cmd/loading.h"
#include "cmd/run/run_debuggers.h"
#include "cmd/run/run_end.h"
#include "cmd/run/run_options.h"
#include "reports/run/conclusion.h"
#include "stubs/host_watch.h"
#include "stubs/stub_hint.h"
#include "stubs/stub_opener.h"
#include "stubs/supply.h"
#include "suite/ending.h"
#include "suite/forecast_cause.h"
#include "suite/gate.h"
#include "suite/shard.h"
#include "suite/slowness.h"
#include "suite/worker_pool.h"

#include "core/arena.h"
#include "core/file.h"
#include "core/limits.h"
#include "core/mem.h"
#include "scenario/baseline.h"
#include "trace/cause.h"
#include <stdio.h>
#include <unistd.h>

/* A run from its command line to its report. */
typedef struct runner_job {
    const command *self;
    run_args args;
    rsp_selection suite;
    stub_config stub_config;
    early_forks forks;
    rsp_diagnostics diagnostics; /* of profile and baseline */
    rsp_baseline *baseline;
    const char *baseline_path;
    bool whole; /* all of the suite is loaded: what is not there does not exist */
    const rsp_scenario **chosen;
    size_t num_chosen;
    rsp_shard shard;
    rsp_stub_supply stubs;
    rsp_worker_pool pool;
    run_progress progress;
    rsp_gate gate;
    run_debuggers debuggers;
    rsp_run run;
    stub_opener *probe_stubs; /* what the probe found out serves the workers */
    rsp_runner *probe_runner;
    rsp_mem_budget *memory; /* of all that is played at a time */
    rsp_mem_budget *evidence;
    bool found;     /* --fail-fast: a failure has ended the run */
    run_tell *tell; /* NULL: nobody wants to know */
    void *tell_ctx;
} runner_job;

static rsp_status run_task(rsp_pool_worker *worker, size_t index, rsp_error *error) {
    const runner_job *job = worker->pool->ctx;
    const rsp_scenario *scenario = job->chosen[index];
    const uint32_t variants =
        rsp_shard_variants(&job->shard, scenario, rsp_runner_num_variants(worker->runner, scenario));
    return rsp_runner_run_variants(worker->runner, scenario, variants, worker->run, error);
}

static void draw_progress(void *ctx, const rsp_summary *summary, const char *current) {
    runner_job *job = ctx;
    run_progress_draw(&job->progress, summary, current);
}

static void judge(void *ctx, rsp_result *result) {
    runner_job *job = ctx;
    if (job->baseline)
        rsp_baseline_apply(job->baseline, result);
    const bool bad = rsp_verdict_bad(result->verdict) && result->verdict != RSP_VERDICT_ERROR;
    if (!job->args.fail_fast || !(bad || (job->args.strict && result->verdict == RSP_VERDICT_WARN)))
        return;
    job->found = true;
    interrupt_now();
}

static int fail_with(const runner_job *job, const rsp_error *error) {
    if (job->diagnostics.num_errors > 0) {
        suite_print_diagnostics(&job->diagnostics);
        return EXIT_USAGE;
    }
    return command_fail(job->self, error);
}

/* The profile names it from its own folder. NULL when it has none. */
static const char *profile_baseline(runner_job *job) {
    const rsp_profile *profile = job->stub_config.profile;
    if (!profile || !profile->baseline[0])
        return NULL;
    const char *slash = strrchr(profile->path, '/');
    if (profile->baseline[0] == '/' || !slash)
        return profile->baseline;
    return rsp_arena_printf(&job->suite.arena, "%.*s/%s", (int)(slash - profile->path), profile->path,
                            profile->baseline);
}

static int open_baseline(runner_job *job) {
    const char *path = job->args.baseline;
    if (!path)
        path = profile_baseline(job);
    if (job->args.no_baseline)
        path = NULL;
    job->baseline_path = path;
    if (!path)
        return job->args.update_baseline
                   ? command_usage(job->self, "--update-baseline: name the file by --baseline")
                   : EXIT_FINE;
    if (job->args.update_baseline && output_goes_to(&job->args.outputs, path))
        return command_usage(job->self, "--update-baseline: a report goes to %s, too", path);
    /* A baseline that is to be written for the first time need not exist. */
    const bool exists = rsp_path_exists(path);
    if (!exists && !job->args.update_baseline)
        return command_usage(job->self, "no baseline %s; --update-baseline writes what fails today", path);
    if (!exists)
        job->baseline = rsp_baseline_new(path, NULL);
    else
        job->baseline = rsp_baseline_load(path, NULL, &job->diagnostics);
    if (job->baseline)
        return EXIT_FINE;
    return fail_with(job, &(rsp_error){.status = RSP_NO_MEMORY});
}

static rsp_status init_source(runner_job *job, rsp_error *error) {
    const run_args *args = &job->args;
    if (!args->listen && !args->debugger) {
        rsp_status status = stub_config_init(&job->stub_config, args->stub, job->suite.folder,
                                             interrupt_flag(), &job->diagnostics, error);
        job->stub_config.wait_ns = args->wait_ns;
        stub_config_set_start(&job->stub_config, args->start_ns);
        if (status == RSP_OK && stub_config_loads(&job->stub_config))
            job->args.stub_is.load = true;
        return status;
    }
    return stub_config_init_debugger(
        &job->stub_config, args->listen ? STUB_CONFIG_LISTEN : STUB_CONFIG_DEBUGGER, args->stub,
        args->wait_ns, job->suite.folder, interrupt_flag(), &job->diagnostics, error);
}

static int open_source(runner_job *job) {
    rsp_error error = {0};
    rsp_status status = init_source(job, &error);
    if (status == RSP_OK && job->args.fault) {
        if (!job->stub_config.in_process)
            return command_usage(job->self, "--fault: only the reference stub has faults");
        status = stub_option_apply(&job->stub_config.stub_option_values, RSP_LIT("fault"), job->args.fault,
                                   &error);
    }
    job->stub_config.forks = &job->forks;
    return status == RSP_OK ? EXIT_FINE : fail_with(job, &error);
}

static void append_time(rsp_buf *out, const char *option, uint64_t ns) {
    bool whole = ns % RSP_NS_PER_MS == 0;
    if (ns > 0)
        rsp_text_printf(out, " --%s %llu%s", option, (unsigned long long)(whole ? ns / RSP_NS_PER_MS : ns),
                        whole ? "ms" : "ns");
}

/* How the stub is reached, quoted for a shell where needed; nothing for the default. */
static void append_stub(const runner_job *job, rsp_buf *out) {
    static const char *const options[] = {
        [STUB_CONFIG_STUB] = "stub", [STUB_CONFIG_LISTEN] = "listen", [STUB_CONFIG_DEBUGGER] = "debugger"};
    if (strcmp(job->args.stub, stub_config_default()) == 0)
        return;
    rsp_text_printf(out, " --%s ", options[job->stub_config.kind]);
    rsp_buf_shell_word(out, job->args.stub);
}

/* "stubborn"; a program with a stub linked in is started by its own name: no other one has that stub. */
static void append_program(runner_job *job, rsp_buf *out) {
    const char *program = stub_config_embedded ? data_path_here(&job->suite.arena) : NULL;
    if (program)
        rsp_buf_shell_word(out, program);
    else
        rsp_buf_str(out, "stubborn");
}

/* "stubborn run --stub profile:gdbserver", quoted for a shell where needed. */
static const char *again_command(runner_job *job) {
    rsp_buf text = {0};
    append_program(job, &text);
    rsp_buf_str(&text, " run");
    append_stub(job, &text);
    if (job->args.fault)
        rsp_text_printf(&text, " --fault %s", job->args.fault);
    if (job->args.stub_is.allow_writes)
        rsp_buf_str(&text, " --allow-writes");
    if (job->args.stub_is.load)
        rsp_buf_str(&text, " --load");
    if (job->args.stub_is.one_connection)
        rsp_buf_str(&text, " --one-connection");
    append_time(&text, "timeout", job->args.timeout_ns);
    append_time(&text, "rtt", job->args.rtt_ns);
    const char *kept = rsp_arena_str(&job->suite.arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return kept;
}

static unsigned default_jobs(const runner_job *job) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return job->stub_config.in_process && processors > 0 ? (unsigned)processors : 1;
}

/* Stubs outside share files with other runs, our own has files of its own and the same names each time. */
static uint64_t unique_number(const runner_job *job) {
    rsp_clock clock = rsp_clock_monotonic();
    return job->stub_config.in_process ? 0 : rsp_clock_now(&clock) ^ (uint64_t)getpid() << 40;
}

static int refuse_demand(runner_job *job, const char *demand) {
    const char *near = rsp_selection_nearest(&job->suite, demand);
    const bool known = near && rsp_gate_knows(&job->suite, near);
    return command_usage(
        job->self, "--require %s: no area of the suite, no requirement and no packet; %s%s%s", demand,
        known ? "did you mean '" : "see: stubborn list", known ? near : "", known ? "'?" : "");
}

static int set_up_gate(runner_job *job) {
    const run_args *args = &job->args;
    job->gate = (rsp_gate){.required = args->required.items, .num_required = args->required.num};
    if (args->min_judged && rsp_gate_parse_share(&job->gate.min_judged, args->min_judged) != RSP_OK)
        return command_usage(job->self, "--min-judged %s: a share from 1%% to 100%%", args->min_judged);
    for (size_t i = 0; i < args->required.num; i++)
        if (!rsp_gate_knows(&job->suite, args->required.items[i]))
            return refuse_demand(job, args->required.items[i]);
    return EXIT_FINE;
}

static int set_up_shard(runner_job *job) {
    const int code =
        run_end_shard(job->self, &job->shard, job->args.shard, job->num_chosen, job->args.update_baseline);
    if (code != EXIT_FINE || !job->args.shard)
        return code;
    const rsp_scenario **all =
        rsp_arena_alloc(&job->suite.arena, job->num_chosen * sizeof(const rsp_scenario *));
    if (!all)
        return fail_with(job, &(rsp_error){.status = RSP_NO_MEMORY});
    for (size_t i = 0; i < job->num_chosen; i++)
        all[i] = job->chosen[i];
    job->shard.all = all;
    job->shard.num = job->num_chosen;
    job->run.shard = (rsp_run_shard){.number = job->shard.number,
                                     .of = job->shard.of,
                                     .required = job->gate.required,
                                     .num_required = job->gate.num_required,
                                     .min_judged = job->gate.min_judged};
    return EXIT_FINE;
}

static int set_up_work(runner_job *job) {
    uint32_t matrix = 0;
    rsp_error error = {0};
    if (job->args.matrix && rsp_matrix_parse(&matrix, job->args.matrix, &error) != RSP_OK)
        return command_usage(job->self, "--matrix: %s", error.msg);
    job->memory = rsp_mem_budget_new(RSP_LIMIT_RUN_BYTES);
    job->evidence = rsp_mem_budget_new(RSP_LIMIT_RUN_EVIDENCE_BYTES);
    if (!job->memory || !job->evidence)
        return fail_with(job, &(rsp_error){.status = RSP_NO_MEMORY});
    job->stubs = stub_supply(&job->stub_config);
    job->progress.shown = job->args.progress || io_is_terminal(STDERR_FILENO);
    job->pool = (rsp_worker_pool){
        .stubs = &job->stubs,
        .options =
            {
                .seed = job->args.seed,
                .timeout_ns = job->args.timeout_ns,
                .deadline_ns = job->args.deadline_ns,
                .rtt_ns = job->args.rtt_ns,
                .unique = unique_number(job),
                .matrix = matrix,
                .allow_writes = job->args.stub_is.allow_writes || job->args.stub_is.load,
                .one_connection = job->args.stub_is.one_connection,
                .go_around = !job->stub_config.in_process,
                .keep_transcripts = job->args.verbose,
                .command = again_command(job),
                .profile = job->stub_config.profile,
                .catalogue = job->suite.catalogue,
                .stop = interrupt_flag(),
                .mem = rsp_mem_budget_mem(job->memory),
                .evidence = job->evidence,
            },
        .num_tasks = job->num_chosen,
        .num_workers =
            job->args.jobs && !job->stub_config.embedded ? (unsigned)job->args.jobs : default_jobs(job),
        .task = run_task,
        .judge = job->baseline || job->args.fail_fast ? judge : NULL,
        .progress = draw_progress,
        .ctx = job,
    };
    return EXIT_FINE;
}

/* Once for the run, whatever the number of scenarios that the axes would have been tried with. */
static void leave_axes_out(runner_job *job, rsp_runner *runner) {
    rsp_buf left_out = {0};
    if (job->stub_config.kind == STUB_CONFIG_STUB)
        job->pool.options.matrix = rsp_runner_vary(runner, &left_out);
    job->run.notes.left_out = rsp_arena_str(&job->run.arena, rsp_buf_cstr(&left_out));
    rsp_buf_free(&left_out);
}

/* Breaches of the handshake that are judged once and tolerated otherwise. */
static void tell_allowed(runner_job *job, const rsp_runner *runner) {
    rsp_buf allowed = {0};
    rsp_runner_allowed(runner, &allowed);
    job->run.notes.allowed = rsp_arena_str(&job->run.arena, rsp_buf_cstr(&allowed));
    rsp_buf_free(&allowed);
}

/* A stub that we can't start anew, or that has one connection: its clients share its program, or wait for
 * each other, so that there is one worker. Where processes are shared, the scenarios that have one of their
 * own come last, too. */
static void fit_sharing(runner_job *job, const rsp_runner *runner) {
    const bool ours = stub_config_is_ours(&job->stub_config) && !rsp_runner_shares(runner);
    if (!ours)
        job->pool.num_workers = 1;
    if (ours && !rsp_runner_saves_starts(runner))
        return;
    rsp_selection_order(job->chosen, job->num_chosen, runner, &job->run.arena);
}

/* Of a stub that no profile describes. */
static void tell_look(runner_job *job, const rsp_runner *runner, uint64_t num_registers) {
    rsp_buf look = {0};
    if (!job->stub_config.profile && !job->stub_config.in_process)
        rsp_manners_brief(&look, rsp_runner_manners(runner), num_registers);
    job->run.about.look = rsp_arena_str(&job->run.arena, rsp_buf_cstr(&look));
    rsp_buf_free(&look);
}

/* A start that somebody would have noticed. */
static void tell_start(runner_job *job, const stub_opener *stubs) {
    const uint64_t took_ns = stub_opener_slowest_ns(stubs);
    if (took_ns > RSP_NS_PER_S)
        job->run.notes.waited_for =
            rsp_arena_printf(&job->run.arena, "waited %.1f s for it to listen", (double)took_ns / 1e9);
}

/* How many results a scenario has in this run. */
static size_t num_results(const runner_job *job, const rsp_runner *runner, const rsp_scenario *scenario) {
    return rsp_shard_num_variants(&job->shard, scenario, rsp_runner_num_variants(runner, scenario));
}

/* Scenarios that have all of their variants in other shards are not of this run. */
static void leave_other_shards_out(runner_job *job, const rsp_runner *runner) {
    size_t num = 0;
    for (size_t i = 0; i < job->num_chosen; i++)
        if (num_results(job, runner, job->chosen[i]) > 0)
            job->chosen[num++] = job->chosen[i];
    job->num_chosen = job->pool.num_tasks = num;
}

/* How many results are to come. */
static void plan(runner_job *job, const rsp_runner *runner) {
    job->run.ended.planned = 0;
    for (size_t i = 0; i < job->num_chosen; i++)
        job->run.ended.planned += num_results(job, runner, job->chosen[i]);
    job->progress.planned = job->run.ended.planned;
}

/* Scenarios were played, and then there can be no client. */
static void tell_gone(rsp_error *error) {
    rsp_error why = *error;
    static const char hint[] = "; --stub exec:COMMAND starts it for each scenario";
    if (strlen(why.msg) + sizeof hint <= sizeof why.msg)
        (void)rsp_fail(error, RSP_CONNECT, "%s%s", why.msg, hint);
}

/* The look was the only client. What it has learned is all that is known. */
static void tell_spent(runner_job *job, const rsp_manners *m, rsp_error *error) {
    rsp_buf text = {0};
    if (m->line.closed_at)
        rsp_text_printf(&text, "it closed the connection at '%s' and listens no more. The look learned",
                        m->line.closed_at);
    else
        rsp_buf_str(&text,
                    "it served the look at its manners, and serves no client after it. Start it again and "
                    "say --one-connection, or let --stub exec:COMMAND start it. The look learned");
    for (size_t i = 0; i < m->num_lines; i++)
        rsp_text_printf(&text, "%s %s: %.80s", i ? ";" : ":", m->lines[i].name, m->lines[i].text);
    job->run.trouble = rsp_arena_str(&job->run.arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    rsp_error why = *error;
    if (m->line.closed_at)
        (void)rsp_fail(error, RSP_CONNECT,
                       "the stub closed the connection at '%s' and listens no more (%.60s)",
                       m->line.closed_at, why.msg);
    else
        (void)rsp_fail(error, RSP_CONNECT,
                       "the stub served the look and no client after it (%.40s); start it again and say "
                       "--one-connection",
                       why.msg);
}

static void tell_unreached(runner_job *job, const rsp_manners *m, rsp_error *error) {
    if (error->status == RSP_CONNECT && m->looked) {
        tell_spent(job, m, error);
        return;
    }
    stub_hint_silent(&job->stub_config, m, error);
    stub_hint_unreachable(&job->stub_config, STUB_HINT_WAIT, error);
}

/* Whether the whole suite is played, or the user asks: a few scenarios are no reason to keep a stub busy. */
static bool wants_forecast(const runner_job *job) {
    const bool all = job->whole && job->args.filters.num == 0;
    return job->stub_config.kind == STUB_CONFIG_STUB &&
           (all || job->args.stub_is.forecast || job->debuggers.any);
}

enum { REHEARSALS_PART = 4 }; /* of --max-time: the rest is for scenarios */

/* Before anything is judged, on a stub that nothing has been done to. Without memory there is no forecast. */
static void rehearse(runner_job *job, rsp_runner *runner) {
    const bool starts = stub_config_is_ours(&job->stub_config);
    const uint64_t budget_ns = job->args.max_time_ns / REHEARSALS_PART / RSP_DEBUGGER_COUNT;
    const uint64_t before = rsp_runner_starts(runner);
    for (unsigned d = 0; d < RSP_DEBUGGER_COUNT && !*interrupt_flag(); d++)
        (void)!rsp_runner_rehearse(runner, (rsp_debugger)d, starts, budget_ns, &job->run.forecast,
                                   &job->run.arena);
    job->run.forecast_starts = rsp_runner_starts(runner) - before;
}

/* Brings our program, when all that needs the stub's own is done. */
static void load(runner_job *job, rsp_runner *runner) {
    rsp_buf text = {0};
    if (!job->args.stub_is.load || job->stub_config.kind != STUB_CONFIG_STUB || *interrupt_flag())
        return;
    if (!loading_begin(job->self, runner, &text)) /* what is not saved is not written either */
        job->pool.options.allow_writes = job->args.stub_is.allow_writes;
    job->run.notes.loaded = rsp_arena_str(&job->run.arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
}

static void unload(runner_job *job) {
    rsp_buf left = {0};
    if (job->probe_runner && !loading_end(job->probe_runner, &job->stub_config, &left))
        job->run.notes.left_changed =
            rsp_arena_printf(&job->run.arena, "--load could not put back %s", rsp_buf_cstr(&left));
    rsp_buf_free(&left);
}

/* Asks the stub what it is (debuggers are seen when they come), and how many results are to come. RSP_OK, or
 * why it can not be reached. */
static rsp_status probe(runner_job *job, rsp_error *error) {
    rsp_arena *arena = &job->run.arena;
    stub_opener *stubs = job->probe_stubs = stub_opener_new(&job->stub_config);
    rsp_stub_provider provider = stub_opener_provider(stubs);
    rsp_runner *runner = stubs ? rsp_runner_new(&provider, &job->pool.options) : NULL;
    job->probe_runner = runner;
    rsp_status status = runner ? RSP_OK : rsp_fail(error, RSP_NO_MEMORY, "no memory");
    if (status == RSP_OK && job->stub_config.kind == STUB_CONFIG_STUB) {
        status = rsp_runner_probe(runner, error);
        job->pool.options.known = runner;
        job->stub_config.reached = status == RSP_OK;
        if (status != RSP_OK)
            tell_unreached(job, rsp_runner_manners(runner), error);
    }
    if (status == RSP_OK) {
        rsp_stub_facts facts = rsp_runner_facts(runner);
        job->run.about.target = rsp_arena_str(arena, facts.architecture);
        job->run.about.features = rsp_arena_str(arena, facts.summary);
        job->run.about.supported = rsp_arena_str(arena, facts.supported);
        tell_look(job, runner, facts.num_registers);
        leave_axes_out(job, runner);
        tell_allowed(job, runner);
        fit_sharing(job, runner);
        tell_start(job, stubs);
        job->run.look_starts = rsp_runner_starts(runner);
        if (wants_forecast(job))
            rehearse(job, runner);
        run_debuggers_observe(&job->debuggers, &job->run, stubs, runner,
                              stub_config_is_ours(&job->stub_config), job->args.stub_is.allow_writes);
        load(job, runner);
    }
    if (runner) {
        leave_other_shards_out(job, runner);
        plan(job, runner);
    }
    return status;
}

static void describe_run(runner_job *job) {
    rsp_run *run = &job->run;
    run->command = "run";
    run->tool_version = STUBBORN_VERSION;
    run->about.stub = job->args.stub;
    run->about.name = stub_config_name(&job->stub_config);
    run->about.version = stub_config_version(&job->stub_config);
    run->about.profile = job->stub_config.profile ? job->stub_config.profile->name : "";
    run->started_at = run_end_now(&run->arena);
    run->report_path = output_main_path(&job->args.outputs);
    run->seed = job->args.seed;
    run->strict = job->args.strict;
}

static bool known_scenario(void *ctx, const char *name) {
    const runner_job *job = ctx;
    return rsp_suite_find(job->suite.scenarios, name) != NULL;
}

static int finish_baseline(runner_job *job) {
    const run_end_failures failures = {.baseline = job->baseline,
                                       .path = job->baseline_path,
                                       .update = job->args.update_baseline,
                                       .known = job->whole ? known_scenario : NULL,
                                       .ctx = job,
                                       .diagnostics = &job->diagnostics};
    return run_end_baseline(job->self, &job->run, &job->shard, &failures);
}

/* Why the run was cut short. */
static const char *stop_reason(runner_job *job) {
    return job->found ? "the first cause was found (--fail-fast)"
                      : run_end_reason(&job->run.arena, job->args.max_time_ns);
}

/* Only what failed makes us ask: a process is made for it. */
static void excuse_machine(runner_job *job) {
    const char *why =
        rsp_run_rests_on_hardware(&job->run) && job->stub_config.kind == STUB_CONFIG_STUB
            ? host_watch_trouble(&job->stub_config, job->run.about.target ? job->run.about.target : "")
            : NULL;
    if (why)
        (void)rsp_run_excuse_hardware(&job->run, why);
}

/* A stub can be shown the packets alone; a fault is a setting of ours that `send` does not have. */
static void explain(runner_job *job) {
    rsp_buf send = {0};
    rsp_causes_options options = {0};
    append_program(job, &send);
    rsp_buf_str(&send, " send");
    append_stub(job, &send);
    if (job->stub_config.kind == STUB_CONFIG_STUB && !job->args.fault)
        options.send_command = rsp_arena_str(&job->run.arena, rsp_buf_cstr(&send));
    rsp_buf_free(&send);
    job->run.shard.send_command = options.send_command;
    (void)!rsp_run_explain(&job->run, &options); /* without memory: a report without causes */
    if (job->probe_runner && !rsp_run_says_nothing(&job->run))
        rsp_slowness_add(&job->run, rsp_runner_manners(job->probe_runner));
}

/* A stub that was judged for a while and then could not be had any more: what was found counts, and the run
 * was cut short. */
static bool is_gone(runner_job *job, rsp_status status) {
    const bool lost = status == RSP_CONNECT || status == RSP_DIED || status == RSP_SPAWN;
    if (!lost || !job->stub_config.reached || rsp_run_says_nothing(&job->run))
        return false;
    if (!stub_config_is_ours(&job->stub_config))
        tell_gone(&job->pool.error);
    return true;
}

static void note_cut(runner_job *job, const char *why) {
    const char **names = rsp_arena_alloc(&job->run.arena, (job->num_chosen + 1) * sizeof *names);
    for (size_t i = 0; names && i < job->num_chosen; i++)
        names[i] = job->chosen[i]->name;
    rsp_ending_stop(&job->run, why, names, names ? job->num_chosen : 0);
}

static int report(runner_job *job, rsp_status status) {
    rsp_error error = {0};
    rsp_run_sort(&job->run);
    const bool gone = is_gone(job, status);
    if (status == RSP_CANCELLED || gone)
        note_cut(job, gone ? rsp_arena_str(&job->run.arena, job->pool.error.msg) : stop_reason(job));
    excuse_machine(job);
    explain(job);
    if (!job->shard.of)
        rsp_gate_judge(&job->gate, &job->run);
    job->run.notes.conclusion = rsp_run_conclusion(&job->run);
    rsp_forecast_find_causes(&job->run);
    if (rsp_run_says_nothing(&job->run) && !job->run.trouble)
        job->run.trouble = rsp_ending_trouble(&job->run, status, &job->pool.error);
    if (job->tell)
        job->tell(job->tell_ctx, &job->run, rsp_runner_manners(job->probe_runner));
    int code = finish_baseline(job);
    rsp_status written =
        output_write(&job->args.outputs, "term", output_render_run, &job->run, job->args.verbose, &error);
    if (written != RSP_OK)
        return command_fail(job->self, &error);
    if (status != RSP_OK && status != RSP_CANCELLED) {
        code = run_end_unreached(job->self, &job->args.outputs, &job->run, &job->pool.error);
        return gone || rsp_ending_shows_failure(&job->run) ? EXIT_FINDINGS : code;
    }
    return run_end_tell(job->self, &job->run, &job->shard, "stub", status, code);
}

/* For the workers and the probe, before the scenarios are loaded. Our own stub needs no program. */
static void make_forks(runner_job *job) {
    if (strcmp(job->args.stub, stub_config_default()) != 0)
        early_forks_make(&job->forks, (job->args.jobs ? (size_t)job->args.jobs : 1) + 1);
}

static int run_job(runner_job *job, const option_list *operands) {
    rsp_error error = {0};
    job->whole = operands->num == 0;
    make_forks(job);
    int code = suite_open(&job->suite, job->self, operands, false);
    if (code == EXIT_FINE)
        code = open_source(job);
    if (code == EXIT_FINE)
        code = open_baseline(job);
    if (code != EXIT_FINE)
        return code;
    job->chosen = suite_choose(&job->suite, job->self, &job->args.filters, &job->num_chosen, &code);
    if (!job->chosen)
        return code;
    code = run_debuggers_parse(job->self, &job->debuggers, &job->run.arena, job->args.debuggers,
                               &job->stub_config);
    if (code == EXIT_FINE)
        code = set_up_gate(job);
    if (code == EXIT_FINE)
        code = set_up_shard(job);
    if (code == EXIT_FINE)
        code = set_up_work(job);
    if (code != EXIT_FINE)
        return code;
    rsp_clock clock = rsp_clock_monotonic();
    uint64_t started_ns = rsp_clock_now(&clock);
    describe_run(job);
    rsp_status status = probe(job, &error);
    if (status == RSP_OK)
        status = rsp_worker_pool_run(&job->pool, &job->run);
    else
        job->pool.error = error;
    unload(job);
    run_progress_erase(&job->progress);
    job->run.duration_ns = rsp_clock_now(&clock) - started_ns;
    return report(job, status);
}

int run_and_tell(const command *self, int argc, char **argv, run_tell *tell, void *ctx) {
    runner_job job = {.self = self, .tell = tell, .tell_ctx = ctx};
    option_list operands = {0};
    rsp_settings *settings = NULL;
    int code = EXIT_FINE;
    if (run_options_parse(self, &job.args, &operands, argc, argv, &settings, &code)) {
        interrupt_catch();
        if (job.args.max_time_ns)
            interrupt_after(job.args.max_time_ns);
        code = run_job(&job, &operands);
    }
    rsp_runner_free(job.probe_runner);
    stub_opener_free(job.probe_stubs);
    early_forks_free(&job.forks);
    rsp_mem_budget_free(job.memory);
    rsp_mem_budget_free(job.evidence);
    rsp_run_free(&job.run);
    rsp_baseline_free(job.baseline);
    stub_config_free(&job.stub_config);
    rsp_diagnostics_free(&job.diagnostics);
    rsp_selection_free(&job.suite);
    rsp_settings_free(settings);
    return code;
}

static int run_run(const command *self, int argc, char **argv) {
    return run_and_tell(self, argc, argv, NULL, NULL);
}

const command command_run = {
    .name = "run",
    .operands = "[FILE[:LINE]|FOLDER...]",
    .summary = "judge a stub by scenarios and report",
    .details =
        "Runs the suite, or the named files, folders and scenarios (FILE:LINE), against a stub and "
        "says which "
        "requirements it meets. Exit status 0: nothing unexpected, 1: failures, or a run that was cut "
        "short, 2: usage or a bad "
        "file, 3: the "
        "stub could not be reached or started, or no scenario was judged. The report begins with the causes "
        "of the failures; what --require and --min-judged demand fails the run where it is not met. Options "
        "may stand in the file stubborn.yaml of this folder, by their long names: stubborn init writes one. "
        "The command line goes first; --require, --min-judged and reports of the file are left out where "
        "it chooses scenarios.\n\n"
        "  stubborn run\n"
        "  stubborn run --stub tcp:127.0.0.1:1234 --filter framing/ -v\n"
        "  stubborn run --stub profile:gdbserver -o junit:report.xml -o html:report.html\n"
        "  stubborn run --stub exec:'./mystub --port {port}' my-scenario.yaml:12\n"
        "  stubborn run --stub tcp:127.0.0.1:1234 --max-time 10m -o json:run.json\n\n"
        "Scenarios with `role: stub` test a debugger: Stubborn plays the stub. A debugger that does not "
        "come is one that could not be reached.\n\n"
        "  stubborn run --debugger \"gdb -nx -batch -ex 'target remote :{port}' -ex 'x/i \\$pc'\" "
        "scenarios/debuggers\n"
        "  stubborn run --listen 1234 scenarios/debuggers/stops.yaml:12",
    .options = run_rows,
    .groups = run_groups,
    .completes = "file",
    .run = run_run,
};
