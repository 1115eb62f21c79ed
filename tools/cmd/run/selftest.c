/* stubborn selftest: switches every fault of the reference stub on, and expects a scenario to notice.
 * First the suite without a fault, so that only scenarios that pass then can kill; then one task per fault.
 * Scenarios of the fault's own requirement are tried first, and the first that fails ends the search. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/output.h"
#include "cli/run_progress.h"
#include "cli/suite.h"
#include "core/text.h"
#include "stubs/stub_opener.h"
#include "stubs/supply.h"
#include "suite/fault_trial.h"
#include "suite/worker_pool.h"

#include "core/arena.h"
#include "stub/faults/fault_list.h"
#include <unistd.h>

typedef struct selftest_args {
    option_list faults;
    option_list filters;
    option_list outputs;
    uint64_t jobs;
    uint64_t seed;
    bool list;
    bool progress;
    bool verbose;
} selftest_args;

static const option_row rows[] = {
    {"fault", 'F', OPTION_LIST, "NAME", "only this fault; may be repeated (default: all)",
     offsetof(selftest_args, faults), "@faults"},
    {"filter", 'f', OPTION_LIST, "WHAT", "only scenarios that this selects, as in run",
     offsetof(selftest_args, filters), "@scenarios"},
    {"list", 'l', OPTION_FLAG, NULL, "print the faults and do nothing", offsetof(selftest_args, list), NULL},
    {"output", 'o', OPTION_OUTPUT, RSP_REPORT_FORMATS, "write a report", offsetof(selftest_args, outputs),
     NULL},
    {"jobs", 'j', OPTION_COUNT, "N", "faults at a time (default: one per processor)",
     offsetof(selftest_args, jobs), NULL},
    {"seed", 0, OPTION_COUNT, "N", "seed of everything random (default: 1)", offsetof(selftest_args, seed),
     NULL},
    {"progress", 0, OPTION_FLAG, NULL, "show progress although standard error is not a terminal",
     offsetof(selftest_args, progress), NULL},
    {"verbose", 'v', OPTION_FLAG, NULL, "show passes too", offsetof(selftest_args, verbose), NULL},
    {0},
};

/* One fault and the scenarios in the order in which they are tried. */
typedef struct selftest {
    const command *self;
    selftest_args args;
    rsp_selection suite;
    run_progress *progress; /* of the job under way */
    stub_config stub_config;
    rsp_diagnostics diagnostics;
    const rsp_scenario **scenarios; /* those that pass without a fault */
    size_t num_scenarios;
    rsp_fault faults[RSP_FAULT_COUNT];
    size_t num_faults;
    rsp_runner_options options;
    rsp_run run;
} selftest;

static rsp_status fault_task(rsp_pool_worker *worker, size_t index, rsp_error *error) {
    const selftest *t = worker->pool->ctx;
    const rsp_fault_trial trial = {
        .scenarios = t->scenarios, .num_scenarios = t->num_scenarios, .stop = interrupt_flag()};
    const rsp_fault_info *fault = rsp_fault_get(t->faults[index]);
    stub_opener_set_fault(worker->stubs, fault->fault);
    /* A runner of its own: what is known of a stub with a fault is of no use for the next. */
    rsp_runner *runner = rsp_runner_new(&worker->provider, &t->options);
    if (!runner)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for a runner");
    rsp_status status = rsp_fault_trial_run(&trial, fault, runner, worker->run);
    rsp_runner_free(runner);
    return status;
}

static rsp_status scenario_task(rsp_pool_worker *worker, size_t index, rsp_error *error) {
    const selftest *t = worker->pool->ctx;
    return rsp_runner_run(worker->runner, t->scenarios[index], worker->run, error);
}

static void draw_progress(void *ctx, const rsp_summary *summary, const char *current) {
    const selftest *t = ctx;
    run_progress_draw(t->progress, summary, current);
}

static rsp_status do_work(selftest *t, size_t num_tasks,
                          rsp_status (*task)(rsp_pool_worker *, size_t, rsp_error *), rsp_error *error) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    run_progress progress = {.shown = t->args.progress || io_is_terminal(STDERR_FILENO)};
    const rsp_stub_supply stubs = stub_supply(&t->stub_config);
    rsp_worker_pool w = {
        .stubs = &stubs,
        .options = t->options,
        .num_tasks = num_tasks,
        .num_workers = t->args.jobs ? (unsigned)t->args.jobs : (unsigned)(processors > 0 ? processors : 1),
        .task = task,
        .progress = draw_progress,
        .ctx = t,
    };
    t->progress = &progress;
    rsp_status status = rsp_worker_pool_run(&w, &t->run);
    run_progress_erase(&progress);
    *error = w.error;
    return status;
}

static int choose_faults(selftest *t) {
    for (rsp_fault i = 1; rsp_fault_get(i) && t->args.faults.num == 0; i++)
        t->faults[t->num_faults++] = i;
    for (size_t i = 0; i < t->args.faults.num && t->num_faults < RSP_FAULT_COUNT; i++) {
        stub_option_values set = stub_option_defaults();
        rsp_error error = {0};
        if (stub_option_apply(&set, RSP_LIT("fault"), t->args.faults.items[i], &error) != RSP_OK)
            return command_usage(t->self, "%s", error.msg);
        t->faults[t->num_faults++] = set.stub.fault;
    }
    return t->num_faults > 0 ? EXIT_FINE : command_usage(t->self, "this program was built without faults");
}

static int report(selftest *t, rsp_status status, rsp_error *error) {
    t->run.command = "selftest";
    t->run.tool_version = STUBBORN_VERSION;
    t->run.about.stub = "reference";
    t->run.about.name = stub_config_name(&t->stub_config);
    t->run.report_path = output_main_path(&t->args.outputs);
    t->run.seed = t->args.seed;
    t->run.ended.interrupted = status == RSP_CANCELLED;
    rsp_run_sort(&t->run);
    rsp_error why = {0};
    if (output_write(&t->args.outputs, "term", output_render_run, &t->run, t->args.verbose, &why) != RSP_OK)
        return command_fail(t->self, &why);
    if (status != RSP_OK && status != RSP_CANCELLED) {
        (void)command_fail(t->self, error);
        return EXIT_UNREACHABLE;
    }
    return rsp_run_exit_code(&t->run) ? EXIT_FINDINGS : EXIT_FINE;
}

static int test_faults(selftest *t, const option_list *operands) {
    rsp_error error = {0};
    int code = suite_open(&t->suite, t->self, operands, false);
    if (code == EXIT_FINE)
        code = choose_faults(t);
    if (code != EXIT_FINE)
        return code;
    rsp_status status = stub_config_init(&t->stub_config, "reference", t->suite.folder, interrupt_flag(),
                                         &t->diagnostics, &error);
    if (status != RSP_OK)
        return command_fail(t->self, &error);
    t->scenarios = suite_choose(&t->suite, t->self, &t->args.filters, &t->num_scenarios, &code);
    if (!t->scenarios)
        return code;
    t->options = (rsp_runner_options){
        .seed = t->args.seed,
        .profile = t->stub_config.profile,
        .catalogue = t->suite.catalogue,
        .stop = interrupt_flag(),
        .command = "stubborn run",
    };
    rsp_clock clock = rsp_clock_monotonic();
    uint64_t started_ns = rsp_clock_now(&clock);
    t->run.ended.planned = t->num_scenarios;
    status = do_work(t, t->num_scenarios, scenario_task, &error);
    t->num_scenarios = rsp_fault_trial_keep_passing(t->scenarios, t->num_scenarios, &t->run);
    if (status == RSP_OK)
        status = do_work(t, t->num_faults, fault_task, &error);
    t->run.duration_ns = rsp_clock_now(&clock) - started_ns;
    return report(t, status, &error);
}

static int print_faults(void) {
    rsp_buf out = {0};
    const rsp_fault_info *fault;
    for (rsp_fault i = 1; (fault = rsp_fault_get(i)); i++) {
        rsp_text_printf(&out, "%-36s %-12s %s\n", fault->name, fault->requirement, fault->text);
    }
    return io_print(&out);
}

static int run_selftest(const command *self, int argc, char **argv) {
    selftest t = {.self = self, .args = {.seed = 1}};
    option_list operands = {0};
    int code = EXIT_FINE;
    if (!command_parse(self, &t.args, &operands, argc, argv, &code))
        return code;
    if (t.args.list)
        return print_faults();
    if (t.args.jobs > OPTION_MAX_JOBS)
        return command_usage(self, "--jobs %llu: at most %d", (unsigned long long)t.args.jobs,
                             OPTION_MAX_JOBS);
    interrupt_catch();
    code = test_faults(&t, &operands);
    rsp_run_free(&t.run);
    stub_config_free(&t.stub_config);
    rsp_diagnostics_free(&t.diagnostics);
    rsp_selection_free(&t.suite);
    return code;
}

const command command_selftest = {
    .name = "selftest",
    .operands = "[FILE|FOLDER...]",
    .summary = "check the suite itself: every fault of the reference stub must be noticed",
    .details = "Runs the suite against the reference stub with each of its deliberate faults, and prints "
               "which scenario "
               "noticed it. A fault that survives is a requirement that nothing covers.\n\n"
               "  stubborn selftest\n"
               "  stubborn selftest --fault mem-decimal-length scenarios/memory",
    .options = rows,
    .completes = "file",
    .run = run_selftest,
};
