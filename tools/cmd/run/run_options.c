/* Settings are read first into a struct of their own; what the command line does not give is taken from it.
 * What judges the run as a whole is not taken for a part of it, which the command line has chosen.
 * See run_options.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/run/run_options.h"
#include "cli/data_path.h"
#include "cli/io.h"
#include "cli/listen.h"
#include "cli/profiles.h"

#include "cli/suite.h"
#include "stubs/stub_config.h"

#include "core/file.h"
#include "reports/report.h"
#include <stdio.h>

const option_row run_rows[] = {
    {"stub", 's', OPTION_STRING, "STUB",
     "reference (default), tcp:HOST:PORT, unix:PATH, exec:COMMAND or profile:NAME", offsetof(run_args, stub),
     "reference tcp: unix: exec: profile:@profiles"},
    {"listen", 'l', OPTION_STRING, "ADDRESS",
     "test a debugger: wait for it at PORT (of loopback), HOST:PORT or unix:PATH", offsetof(run_args, listen),
     NULL},
    {"debugger", 'd', OPTION_STRING, "COMMAND",
     "test a debugger: start it, with {port} for where to connect, or profile:NAME",
     offsetof(run_args, debugger), "profile:@profiles"},
    {"wait", 0, OPTION_SPAN, "TIME",
     "how long to try to reach a stub at tcp: or unix: (default: once); how long a debugger may take to "
     "connect (default: 60s to --listen, 20s for --debugger)",
     offsetof(run_args, wait_ns), NULL},
    {"start", 0, OPTION_SPAN, "TIME", "how long a stub that is started may take to listen (default: 30s)",
     offsetof(run_args, start_ns), NULL},
    {"timeout", 't', OPTION_SPAN, "TIME", "longest wait for an answer (default: the profile's, or 2s)",
     offsetof(run_args, timeout_ns), NULL},
    {"rtt", 0, OPTION_DURATION, "TIME", "simulated round trip", offsetof(run_args, rtt_ns), NULL},
    {"one-connection", 0, OPTION_FLAG, NULL,
     "play all scenarios on one connection: the stub serves a single client and listens no more",
     offsetof(run_args, stub_is.one_connection), NULL},
    {"allow-writes", 0, OPTION_FLAG, NULL,
     "write below the stack of a program that is not ours; else such scenarios are skipped",
     offsetof(run_args, stub_is.allow_writes), NULL},
    {"load", 0, OPTION_FLAG, NULL,
     "load a program of ours into a stub that has its own, and put everything back; writes memory and "
     "registers",
     offsetof(run_args, stub_is.load), NULL},
    {"fault", 0, OPTION_STRING, "NAME", "give the reference stub one deliberate defect",
     offsetof(run_args, fault), "@faults"},
    {"filter", 'f', OPTION_LIST, "WHAT",
     "only these: a name, a glob, a requirement id or group, tag:NAME; ! negates",
     offsetof(run_args, filters), "@scenarios"},
    {"matrix", 'm', OPTION_STRING, "AXES",
     "run each scenario in all variants: acks, write, run-length, or all", offsetof(run_args, matrix),
     "acks write run-length all"},
    {"shard", 0, OPTION_STRING, "K/N",
     "only every Nth result, from the Kth on; stubborn merge joins the N reports", offsetof(run_args, shard),
     NULL},
    {"seed", 0, OPTION_COUNT, "N", "seed of everything random (default: 1)", offsetof(run_args, seed), NULL},
    {"jobs", 'j', OPTION_COUNT, "N",
     "scenarios at a time (default: one per processor for the reference stub, else 1); 1 where the stub was "
     "started elsewhere",
     offsetof(run_args, jobs), NULL},
    {"baseline", 'b', OPTION_STRING, "FILE", "known failures (default: the profile's)",
     offsetof(run_args, baseline), "file"},
    {"no-baseline", 0, OPTION_FLAG, NULL, "judge without any baseline", offsetof(run_args, no_baseline),
     NULL},
    {"update-baseline", 0, OPTION_FLAG, NULL, "rewrite the baseline from what this run finds",
     offsetof(run_args, update_baseline), NULL},
    {"require", 0, OPTION_LIST, "WHAT",
     "an area, a requirement or a packet that must be judged and pass; may be repeated",
     offsetof(run_args, required), "@requirements"},
    {"min-judged", 0, OPTION_STRING, "N%", "least share of the scenarios that must be judged",
     offsetof(run_args, min_judged), NULL},
    {"strict", 0, OPTION_FLAG, NULL, "a should that is not followed fails the run, too",
     offsetof(run_args, strict), NULL},
    {"deadline", 0, OPTION_SPAN, "TIME",
     "longest time of a scenario (default: four times what its steps may wait)",
     offsetof(run_args, deadline_ns), NULL},
    {"max-time", 0, OPTION_SPAN, "TIME",
     "end the run after this time; the report holds what was found until then",
     offsetof(run_args, max_time_ns), NULL},
    {"fail-fast", 0, OPTION_FLAG, NULL, "end the run at the first cause of a failure",
     offsetof(run_args, fail_fast), NULL},
    {"output", 'o', OPTION_OUTPUT, RSP_REPORT_FORMATS, "write a report", offsetof(run_args, outputs), NULL},
    {"forecast", 0, OPTION_FLAG, NULL,
     "play what GDB and LLDB do, to say what will work, also when only some scenarios are chosen",
     offsetof(run_args, stub_is.forecast), NULL},
    {"debuggers", 0, OPTION_STRING, "LIST",
     "do the actions of the forecast by debuggers that are installed, too: gdb, lldb or both; gdb=PROGRAM "
     "names one",
     offsetof(run_args, debuggers), "gdb lldb gdb,lldb"},
    {"verbose", 'v', OPTION_FLAG, NULL, "show passes too, and whole transcripts", offsetof(run_args, verbose),
     NULL},
    {"progress", 0, OPTION_FLAG, NULL, "show progress although standard error is not a terminal",
     offsetof(run_args, progress), NULL},
    {"config", 0, OPTION_STRING, "FILE", "settings (default: stubborn.yaml in this folder, if there is one)",
     offsetof(run_args, config), "file"},
    {"no-config", 0, OPTION_FLAG, NULL, "read no settings", offsetof(run_args, no_config), NULL},
    {0},
};

const option_group run_groups[] = {
    {"the stub or the debugger", "stub"},
    {"which scenarios, and how", "filter"},
    {"what the run must show", "baseline"},
    {"how long it may take", "deadline"},
    {"reports", "output"},
    {"settings", "config"},
    {0},
};

/* Operands have no option, and so a setting of their own. */
static const option_row operand_rows[] = {
    {"scenarios", 0, OPTION_LIST, "PATH", "files, folders and FILE:LINE in place of the whole suite",
     offsetof(run_args, scenarios), NULL},
    {0},
};

static const option_row *const tables[] = {run_rows, operand_rows, NULL};
const settings_form run_settings_form = {.tables = tables,
                                         .of_line = "update-baseline shard config no-config debuggers"};

rsp_settings *run_settings_load(const char *path, run_args *into, rsp_diagnostics *diagnostics) {
    rsp_settings *settings = rsp_settings_load(path, NULL, diagnostics);
    if (settings && settings_apply(settings, &run_settings_form, into, diagnostics) == RSP_OK)
        return settings;
    rsp_settings_free(settings);
    return NULL;
}

void run_settings_check(const char *path, rsp_diagnostics *diagnostics) {
    run_args args = {.seed = 0};
    rsp_settings *settings = run_settings_load(path, &args, diagnostics);
    const int given = (args.stub != NULL) + (args.listen != NULL) + (args.debugger != NULL);
    if (settings && given > 1) {
        const rsp_location at = rsp_settings_get(settings, 0)->key_at;
        rsp_settings_refuse(settings, &at, diagnostics, "", "stub, listen and debugger: one of them");
    }
    rsp_settings_free(settings);
}

/* A stub or debugger of the command line takes the place of any in the settings. */
static void take_source(run_args *settings, const run_args *line) {
    if (line->stub || line->listen || line->debugger)
        settings->stub = settings->listen = settings->debugger = NULL;
}

/* Demands and reports are of the run that the settings describe. */
static void take_scope(run_args *settings, const run_args *line, const option_list *operands) {
    if (operands->num == 0 && line->filters.num == 0)
        return;
    settings->required.num = settings->outputs.num = settings->filters.num = 0;
    settings->min_judged = NULL;
}

static void take_baseline(run_args *settings, const run_args *line) {
    if (line->baseline || line->no_baseline) {
        settings->no_baseline = false;
        settings->baseline = NULL;
    }
}

/* Which file: that of --config, else the one of this folder, if there is one. */
static const char *settings_path(const run_args *line) {
    if (line->config)
        return line->config;
    return !line->no_config && rsp_path_exists(RUN_SETTINGS) ? RUN_SETTINGS : NULL;
}

static int add_settings(run_args *args, option_list *operands, rsp_settings **out_settings) {
    const char *path = settings_path(args);
    rsp_diagnostics diagnostics = {0};
    run_args settings = {.seed = 0};
    if (!path)
        return EXIT_FINE;
    *out_settings = run_settings_load(path, &settings, &diagnostics);
    (void)suite_print_diagnostics(&diagnostics);
    rsp_diagnostics_free(&diagnostics);
    if (!*out_settings)
        return EXIT_USAGE;
    take_source(&settings, args);
    io_say(stderr, "stubborn run: settings of %s%s%s\n", path,
           !rsp_settings_get(*out_settings, 0) ? ": none in it"
           : settings.stub                     ? "; the stub: "
                                               : "",
           settings.stub ? settings.stub : "");
    take_scope(&settings, args, operands);
    take_baseline(&settings, args);
    if (operands->num == 0)
        *operands = settings.scenarios;
    settings_merge(&run_settings_form, args, &settings);
    return EXIT_FINE;
}

/* args->stub names what is tested, whatever it is. False when there are several. */
static bool choose_source(run_args *args) {
    int given = (args->stub != NULL) + (args->listen != NULL) + (args->debugger != NULL);
    args->stub = args->stub       ? args->stub
                 : args->listen   ? args->listen
                 : args->debugger ? args->debugger
                                  : stub_config_default();
    return given <= 1;
}

/* "memory", or "scenarios/memory" where the suite is elsewhere: the folder of an area of the suite. */
static const char *area_of(rsp_arena *arena, const char *word) {
    const char *suite = data_path_scenarios(arena);
    const size_t above = strncmp(word, "scenarios/", 10) == 0 ? 10
                         : strncmp(word, "scenario/", 9) == 0 ? 9
                                                              : 0;
    const char *area = word + above;
    const bool plain = *area && *area != '.' && !strchr(area, '/');
    return suite && plain && rsp_path_is_folder(rsp_arena_printf(arena, "%s/%s", suite, area)) ? area : NULL;
}

/* What is no file: a stub (`stubborn run localhost:1234`), an option, an area of the suite. */
static int check_operands(const command *self, const option_list *operands) {
    rsp_arena arena = {0};
    int code = EXIT_FINE;
    for (size_t i = 0; i < operands->num && code == EXIT_FINE; i++) {
        const char *word = operands->items[i];
        const char *stub = listen_stub(&arena, word);
        const bool there = rsp_path_exists(word);
        const char *area = there ? NULL : area_of(&arena, word);
        if (stub)
            code = command_usage(self, "'%s' is no scenario; a stub is named by --stub %s", word, stub);
        else if (!there && profiles_has(&arena, data_path_scenarios(&arena), word))
            code = command_usage(self, "no file or folder '%s'; did you mean --stub profile:%s?", word, word);
        else if (!there && strchr(word, '=') && option_find(self->options, word)) /* "stub=reference" */
            code = command_usage(self, "no file or folder '%s'; did you mean --%s?", word, word);
        else if (area)
            code = command_usage(
                self, "no file or folder '%s'; an area of the suite is chosen by --filter %s/", word, area);
    }
    rsp_arena_free(&arena);
    return code;
}

static int check(const command *self, run_args *args) {
    if (!choose_source(args))
        return command_usage(self, "--stub, --listen and --debugger: one of them");
    if (args->listen && args->jobs > 1)
        return command_usage(self, "--listen: debuggers come one at a time, without --jobs");
    if (args->jobs > OPTION_MAX_JOBS)
        return command_usage(self, "--jobs %llu: at most %d", (unsigned long long)args->jobs,
                             OPTION_MAX_JOBS);
    return EXIT_FINE;
}

bool run_options_parse(const command *self, run_args *args, option_list *operands, int argc, char **argv,
                       rsp_settings **out_settings, int *out_exit) {
    if (!command_parse(self, args, operands, argc, argv, out_exit))
        return false;
    *out_exit = args->config && args->no_config ? command_usage(self, "--config and --no-config: one of them")
                                                : add_settings(args, operands, out_settings);
    if (*out_exit == EXIT_FINE)
        *out_exit = check_operands(self, operands);
    if (*out_exit == EXIT_FINE)
        *out_exit = check(self, args);
    args->seed = args->seed ? args->seed : 1;
    return *out_exit == EXIT_FINE;
}
