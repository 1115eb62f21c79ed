/* The options of `stubborn run`, from the command line and from the settings of stubborn.yaml.
 * One table says what both may give. Where both do, the command line goes first.
 * Used by run; lint and init know the settings by it. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_RUN_OPTIONS_H
#define STUBBORN_RUN_OPTIONS_H

#include "cli/command.h"
#include "cli/settings.h"

/* The name of the settings, in the folder where `run` is called. */
#define RUN_SETTINGS "stubborn.yaml"

/* Options about a stub without a profile. */
typedef struct stub_terms {
    bool allow_writes;
    bool load;
    bool one_connection;
    bool forecast; /* also when only some scenarios are chosen */
} stub_terms;

typedef struct run_args {
    const char *stub;
    const char *listen;
    const char *debugger;
    uint64_t wait_ns;
    uint64_t start_ns;
    option_list filters;
    option_list outputs;
    uint64_t jobs;
    uint64_t seed;
    uint64_t timeout_ns;
    uint64_t deadline_ns;
    uint64_t max_time_ns;
    uint64_t rtt_ns;
    const char *matrix;
    const char *baseline;
    const char *fault;
    option_list required;
    const char *min_judged;
    const char *shard;
    bool strict;
    bool fail_fast;
    bool no_baseline;
    bool update_baseline;
    stub_terms stub_is;
    const char *debuggers; /* that do the actions of the forecast themselves */
    bool progress;
    bool verbose;
    const char *config;
    bool no_config;
    option_list scenarios; /* of the settings, where the command line names none */
} run_args;

/* The table of the command line, ended by a NULL name; and what settings may say. */
extern const option_row run_rows[];

/* Their headings in help. */
extern const option_group run_groups[];
extern const settings_form run_settings_form;

/* Reads the command line and the settings. The arguments borrow from *out_settings, which is to be freed in
 * each case. False with *out_exit, when help was printed or something is wrong, which was said. */
bool run_options_parse(const command *self, run_args *args, option_list *operands, int argc, char **argv,
                       rsp_settings **out_settings, int *out_exit) RSP_MUST_USE;

/* Reads a file of settings into `into`, with all options that it names. NULL when it is wrong, with the
 * reasons in `diagnostics`. Free the result when `into` is no longer used: its texts are borrowed. */
rsp_settings *run_settings_load(const char *path, run_args *into, rsp_diagnostics *diagnostics);

/* Checks settings as `run` would, without the stub: errors in `diagnostics`. */
void run_settings_check(const char *path, rsp_diagnostics *diagnostics);

#endif
