/* One use of `stubborn adapter`: options, what was loaded, and how adapters are started.
 * Verbs load a suite and a profile; a run has workers with a target and a tally each.
 * See adapter.c for the options. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_ADAPTER_JOB_H
#define STUBBORN_ADAPTER_JOB_H

#include "cli/command.h"
#include "cli/run_progress.h"

#include "core/arena.h"
#include "dap_suite/runner.h"
#include "scenario/baseline.h"
#include "stubs/early_forks.h"
#include "suite/gate.h"
#include "suite/shard.h"

/* Options of bench. */
typedef struct adapter_bench_args {
    option_list works;
    option_list editor_rtts;
    option_list stub_rtts;
    uint64_t repeat;
    uint64_t behind;
    uint64_t pace_ns;
} adapter_bench_args;

/* Options of fuzz. */
typedef struct adapter_fuzz_args {
    const char *out;
    uint64_t for_ns;
    uint64_t runs;
    uint64_t seed;
} adapter_fuzz_args;

typedef struct adapter_args {
    const char *adapter;
    const char *profile;
    option_list filters;
    uint64_t jobs;
    option_list faults;
    option_list required;
    const char *min_judged;
    const char *shard;
    option_list outputs;
    const char *program_folder;
    const char *source_folder;
    uint64_t timeout_ns;
    uint64_t start_ns;
    uint64_t max_time_ns;
    const char *baseline;
    bool no_baseline;
    bool update_baseline;
    bool strict;
    bool schema;
    bool progress;
    bool verbose;
    adapter_bench_args bench;
    adapter_fuzz_args fuzz;
} adapter_args;

typedef struct adapter_job {
    const command *self;
    adapter_args args;
    early_forks forks;
    rsp_arena arena;
    rsp_diagnostics diagnostics;
    rsp_catalogue *catalogue;
    rsp_dap_suite *suite;
    rsp_dap_profile *profile;
    rsp_baseline *baseline;
    const char *baseline_path;
    const char *command;        /* that starts an adapter, or where it listens */
    const char *program_folder; /* NULL: there is none; so below */
    const char *source_folder;
    const char *again;     /* the command that repeats a scenario */
    uint64_t most_wait_ns; /* no wait is longer; 0: any */
    rsp_dap_tally tally;
    run_progress progress;
    rsp_gate gate;
    rsp_shard shard;
    rsp_run run;
    const rsp_dap_scenario **chosen; /* first those that can be played side by side */
    size_t num_chosen;
    size_t num_beside;
    bool whole; /* all of the suite is loaded */
} adapter_job;

/* Prints what was found in files; an exit status. */
int adapter_job_say(adapter_job *job);

/* `--adapter profile:NAME` is `--profile NAME`, as with stubs. Exit codes. */
int adapter_job_take_address(adapter_job *job);

/* Loads the suite or the named files, and the profile; exit statuses, told where they are not EXIT_FINE. */
int adapter_job_load_suite(adapter_job *job, const option_list *paths);
int adapter_job_choose(adapter_job *job);
/* A filter of the form rules/NAME selects no scenario, but what is judged beside those that others select. */
bool adapter_job_names_rule(const char *filter);
int adapter_job_load_profile(adapter_job *job);

/* An adapter as one worker sees it: a target of its own. Fill in the first line, all else zero. */
typedef struct adapter_end {
    adapter_job *job;
    const char *command;          /* NULL: the job's */
    uint64_t grace_ns;            /* how long it may take to end; 0: the usual time */
    rsp_fork_server *fork_server; /* borrowed from the job; NULL: none */
    rsp_dap_target target;
    rsp_buf path;
    rsp_buf source;
    rsp_buf mark;
    unsigned num_marks;
} adapter_end;

/* Fills its target. */
void adapter_end_open(adapter_end *end);
void adapter_end_close(adapter_end *end);

/* Asks an adapter to initialize and tells a start that takes long. RSP_OK, with its capabilities in the job's
 * tally; RSP_CANCELLED, or why there is no adapter: nothing needs to be played then. */
rsp_status adapter_look(adapter_job *job, rsp_error *error) RSP_MUST_USE;

/* The same for those who can do nothing with an adapter that sends something else: RSP_TIMEOUT, or RSP_DIED
 * where it ends then. */
rsp_status adapter_look_for_answer(adapter_job *job, rsp_error *error) RSP_MUST_USE;

/* Describes the run and plays what was chosen, the rules too where nothing was left out. RSP_OK,
 * RSP_CANCELLED, or why the adapter cannot be reached. */
void adapter_run_describe(adapter_job *job, const char *command);
rsp_status adapter_run_play(adapter_job *job, rsp_error *error);

/* Plays and reports; the exit status. */
int adapter_run(adapter_job *job);

/* Switches each fault of our own adapter on and reports which scenario notices; the exit status. */
int adapter_selftest(adapter_job *job);

/* Prints the faults. */
int adapter_print_faults(void);

#endif
