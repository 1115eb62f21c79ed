/* stubborn adapter: judges a debug adapter by scenarios of its own protocol, and reports as `run` does.
 * A fresh adapter is started, or connected to, for each scenario; one at a time.
 * Verbs: run, list, lint. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/data_path.h"
#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/output.h"
#include "cli/run_progress.h"
#include "cli/suite.h"

#include "core/arena.h"
#include "core/file.h"
#include "dap_suite/runner.h"
#include "reports/conclusion.h"
#include "scenario/baseline.h"
#include "trace/cause.h"
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* How long an adapter may take to end once it has closed its output. */
#define END_GRACE_NS (5 * RSP_NS_PER_S)

typedef struct adapter_args {
    const char *adapter;
    const char *profile;
    option_list filters;
    option_list outputs;
    const char *program_folder;
    const char *source_folder;
    uint64_t timeout_ns;
    uint64_t max_time_ns;
    const char *baseline;
    bool no_baseline;
    bool update_baseline;
    bool strict;
    bool schema;
    bool progress;
    bool verbose;
} adapter_args;

static const option_row rows[] = {
    {"adapter", 'a', OPTION_STRING, "ADAPTER",
     "exec:COMMAND (it speaks on standard input and output) or tcp:HOST:PORT",
     offsetof(adapter_args, adapter), "exec: tcp:"},
    {"profile", 'p', OPTION_STRING, "NAME|FILE", "how the adapter is started, and what launch wants",
     offsetof(adapter_args, profile), "file"},
    {"filter", 'f', OPTION_LIST, "WHAT",
     "only these: a name, a glob, AREA/, a requirement id or group; ! negates",
     offsetof(adapter_args, filters), NULL},
    {"output", 'o', OPTION_OUTPUT, RSP_REPORT_FORMATS, "write a report", offsetof(adapter_args, outputs),
     NULL},
    {"debuggees", 0, OPTION_STRING, "FOLDER", "where the debuggees are (default: ours)",
     offsetof(adapter_args, program_folder), "file"},
    {"sources", 0, OPTION_STRING, "FOLDER",
     "where their sources are, as the debug information has it (default: ours)",
     offsetof(adapter_args, source_folder), "file"},
    {"timeout", 't', OPTION_SPAN, "TIME", "longest wait for an answer (default: the profile's, or 5s)",
     offsetof(adapter_args, timeout_ns), NULL},
    {"max-time", 0, OPTION_SPAN, "TIME",
     "end the run after this time; the report holds what was found until then",
     offsetof(adapter_args, max_time_ns), NULL},
    {"baseline", 'b', OPTION_STRING, "FILE", "known failures (default: the profile's)",
     offsetof(adapter_args, baseline), "file"},
    {"no-baseline", 0, OPTION_FLAG, NULL, "judge without any baseline", offsetof(adapter_args, no_baseline),
     NULL},
    {"update-baseline", 0, OPTION_FLAG, NULL, "rewrite the baseline from what this run finds",
     offsetof(adapter_args, update_baseline), NULL},
    {"strict", 0, OPTION_FLAG, NULL, "a should that is not followed fails the run, too",
     offsetof(adapter_args, strict), NULL},
    {"schema", 0, OPTION_FLAG, NULL, "lint: print the JSON Schema of scenarios for adapters",
     offsetof(adapter_args, schema), NULL},
    {"progress", 0, OPTION_FLAG, NULL, "show progress although standard error is not a terminal",
     offsetof(adapter_args, progress), NULL},
    {"verbose", 'v', OPTION_FLAG, NULL, "show passes too, and whole transcripts",
     offsetof(adapter_args, verbose), NULL},
    {0},
};

typedef struct adapter_job {
    const command *self;
    adapter_args args;
    rsp_arena arena;
    rsp_diagnostics diagnostics;
    rsp_catalogue *catalogue;
    rsp_dap_suite *suite;
    rsp_dap_profile *profile;
    rsp_baseline *baseline;
    const char *baseline_path;
    rsp_dap_target target;
    rsp_dap_tally tally;
    run_progress progress;
    rsp_run run;
    const rsp_dap_scenario **chosen;
    size_t num_chosen;
    bool whole;
} adapter_job;

/* --- files --- */

static const char *suite_folder(adapter_job *job) {
    const char *root = data_path_root(&job->arena);
    return root ? rsp_arena_printf(&job->arena, "%s/scenarios/adapters", root) : NULL;
}

static int say(adapter_job *job) {
    return suite_print_diagnostics(&job->diagnostics) > 0 ? EXIT_USAGE : EXIT_FINE;
}

static int load_suite(adapter_job *job, const option_list *paths) {
    const char *folder = suite_folder(job);
    const char *ids = folder ? rsp_arena_printf(&job->arena, "%s/requirements.yaml", folder) : NULL;
    if (ids && rsp_path_exists(ids))
        job->catalogue = rsp_catalogue_load(ids, NULL, &job->diagnostics);
    job->suite = rsp_dap_suite_new(job->catalogue);
    job->whole = paths->num == 0;
    if (!job->suite || (job->whole && !folder))
        return command_usage(job->self,
                             "the scenarios for adapters are not installed; name a file or folder");
    if (job->whole)
        (void)!rsp_dap_suite_load(job->suite, folder, &job->diagnostics);
    for (size_t i = 0; i < paths->num; i++)
        (void)!rsp_dap_suite_load(job->suite, paths->items[i], &job->diagnostics);
    return say(job);
}

static bool is_chosen(const adapter_job *job, const rsp_dap_scenario *scenario) {
    bool positive = false;
    bool chosen = false;
    for (size_t i = 0; i < job->args.filters.num; i++) {
        const char *filter = job->args.filters.items[i];
        const bool selected = rsp_dap_scenario_selected(scenario, filter);
        if (filter[0] == '!' && !selected)
            return false;
        positive = positive || filter[0] != '!';
        chosen = chosen || (filter[0] != '!' && selected);
    }
    return chosen || !positive;
}

static int choose(adapter_job *job) {
    const size_t num = rsp_dap_suite_count(job->suite);
    job->chosen = rsp_arena_alloc(&job->arena, (num + 1) * sizeof(const rsp_dap_scenario *));
    for (size_t i = 0; job->chosen && i < num; i++)
        if (is_chosen(job, rsp_dap_suite_get(job->suite, i)))
            job->chosen[job->num_chosen++] = rsp_dap_suite_get(job->suite, i);
    return job->num_chosen > 0 ? EXIT_FINE : command_usage(job->self, "no scenario is selected");
}

static int load_profile(adapter_job *job) {
    const char *name = job->args.profile;
    const char *folder = suite_folder(job);
    const bool is_path = name && (strchr(name, '/') || rsp_bytes_ends(rsp_bytes_str(name), RSP_LIT(".yaml")));
    if (name && !is_path)
        name = rsp_arena_printf(&job->arena, "%s/profiles/%s.yaml", folder ? folder : ".", name);
    job->profile = name ? rsp_dap_profile_load(name, &job->diagnostics) : rsp_dap_profile_new();
    if (!job->profile)
        return say(job) ? EXIT_USAGE : EXIT_UNREACHABLE;
    if (!job->args.adapter && !*job->profile->adapter)
        return command_usage(job->self, "which adapter? --adapter exec:COMMAND, or --profile NAME");
    return EXIT_FINE;
}

static int load_baseline(adapter_job *job) {
    const char *path = job->args.baseline ? job->args.baseline : job->profile->baseline;
    job->baseline_path = path;
    if (job->args.no_baseline || !*path) {
        if (job->args.update_baseline)
            return command_usage(job->self, "--update-baseline: which one? --baseline FILE");
        return EXIT_FINE;
    }
    job->baseline = job->args.update_baseline && !rsp_path_exists(path)
                        ? rsp_baseline_new(path, NULL)
                        : rsp_baseline_load(path, NULL, &job->diagnostics);
    return job->baseline ? EXIT_FINE : say(job);
}

/* --- the target --- */

static rsp_status open_adapter(void *ctx, rsp_link **out_link, rsp_error *error) {
    adapter_job *job = ctx;
    const rsp_link_options options = {.stop = interrupt_flag(), .end_grace_ns = END_GRACE_NS};
    return rsp_link_open(out_link, job->run.stub, &options, error);
}

static const char *below(adapter_job *job, const char *folder, const char *name, const char *ending) {
    const char *path = folder ? rsp_arena_printf(&job->arena, "%s/%s%s", folder, name, ending) : NULL;
    return path && rsp_path_is_file(path) ? path : NULL;
}

static const char *program_of(void *ctx, const char *name) {
    adapter_job *job = ctx;
    const char *folder =
        job->args.program_folder ? job->args.program_folder : data_path_debuggees(&job->arena, "adapters");
    return below(job, folder, name, "");
}

static const char *source_of(void *ctx, const char *name) {
    adapter_job *job = ctx;
    const char *root = data_path_root(&job->arena);
    const char *folder = job->args.source_folder;
    if (!folder && root)
        folder = rsp_arena_printf(&job->arena, "%s/corpora/adapters", root);
    return below(job, folder, name, ".c");
}

static const char *again_prefix(adapter_job *job) {
    rsp_buf text = {0};
    rsp_buf_str(&text, "stubborn adapter run");
    if (job->args.profile) {
        rsp_buf_str(&text, " --profile ");
        rsp_buf_shell_word(&text, job->args.profile);
    }
    if (job->args.adapter) {
        rsp_buf_str(&text, " --adapter ");
        rsp_buf_shell_word(&text, job->args.adapter);
    }
    const char *prefix = rsp_arena_str(&job->arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return prefix;
}

static void describe(adapter_job *job) {
    rsp_run *run = &job->run;
    char text[32] = "";
    struct tm parts;
    const time_t now = time(NULL);
    if (gmtime_r(&now, &parts))
        (void)strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    run->command = "run";
    run->tool_version = STUBBORN_VERSION;
    run->stub = job->args.adapter ? job->args.adapter : job->profile->adapter;
    run->stub_name = job->profile->name;
    run->stub_version = job->profile->version;
    run->profile = job->args.profile ? job->args.profile : "";
    run->started_at = rsp_arena_str(&run->arena, text);
    run->report_path = output_main_path(&job->args.outputs);
    run->strict = job->args.strict;
    run->planned = job->progress.planned = job->num_chosen;
    job->progress.shown = job->args.progress || isatty(STDERR_FILENO);
    job->target = (rsp_dap_target){.open = open_adapter,
                                   .program = program_of,
                                   .source = source_of,
                                   .ctx = job,
                                   .profile = job->profile,
                                   .timeout_ns = job->args.timeout_ns,
                                   .again_prefix = again_prefix(job)};
}

/* --- the run --- */

static void judge(void *ctx, rsp_result *result) {
    adapter_job *job = ctx;
    if (job->baseline)
        rsp_baseline_apply(job->baseline, result);
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

static rsp_status play_all(adapter_job *job, rsp_error *error) {
    rsp_status status = RSP_OK;
    for (size_t i = 0; status == RSP_OK && i < job->num_chosen; i++) {
        run_progress_draw(&job->progress, &job->run.summary, job->chosen[i]->name);
        status = *interrupt_flag() ? RSP_CANCELLED
                                   : rsp_dap_run_scenario(&job->target, job->chosen[i], &job->tally, judge,
                                                          job, &job->run, error);
    }
    run_progress_erase(&job->progress);
    const size_t from = job->run.num_results;
    if (status == RSP_OK && job->args.filters.num == 0)
        status = rsp_dap_tally_add(&job->tally, &job->target, &job->run);
    judge_rules(job, from);
    return status;
}

static bool has_result(const rsp_run *run, const char *name) {
    for (size_t i = 0; i < run->num_results; i++)
        if (strcmp(run->results[i].scenario, name) == 0)
            return true;
    return false;
}

static void note_cut(adapter_job *job) {
    rsp_run *run = &job->run;
    run->interrupted = true;
    run->stopped = interrupt_by_time() ? "the time of --max-time is over" : "interrupted";
    run->not_played = rsp_arena_alloc(&run->arena, (job->num_chosen + 1) * sizeof *run->not_played);
    for (size_t i = 0; run->not_played && i < job->num_chosen; i++)
        if (!has_result(run, job->chosen[i]->name))
            run->not_played[run->num_not_played++] = job->chosen[i]->name;
}

static bool known(void *ctx, const char *name) {
    const adapter_job *job = ctx;
    for (size_t i = 0; i < rsp_dap_suite_count(job->suite); i++)
        if (strcmp(rsp_dap_suite_get(job->suite, i)->name, name) == 0)
            return true;
    return strncmp(name, "rules/", 6) == 0;
}

static int finish_baseline(adapter_job *job) {
    if (!job->baseline || job->run.interrupted || rsp_run_says_nothing(&job->run))
        return EXIT_FINE;
    if (!job->args.update_baseline) {
        const size_t stale =
            rsp_baseline_stale(job->baseline, &job->run, job->whole ? known : NULL, job, &job->diagnostics);
        (void)say(job);
        if (stale > 0)
            fprintf(stderr, "%zu stale entries in %s; --update-baseline rewrites it\n", stale,
                    job->baseline_path);
        return stale > 0 ? EXIT_FINDINGS : EXIT_FINE;
    }
    rsp_buf out = {0};
    rsp_error error = {0};
    rsp_baseline_update(job->baseline, &job->run, "not looked at yet", &out);
    const rsp_status status =
        out.status == RSP_OK ? io_write_file(job->baseline_path, rsp_buf_bytes(&out), &error) : out.status;
    rsp_buf_free(&out);
    error.status = status;
    return status == RSP_OK ? EXIT_FINE : command_fail(job->self, &error);
}

static int report(adapter_job *job, rsp_status status, const rsp_error *why) {
    rsp_error error = {0};
    rsp_run_sort(&job->run);
    if (status == RSP_CANCELLED)
        note_cut(job);
    (void)!rsp_run_explain(&job->run, NULL); /* without memory: a report without causes */
    job->run.conclusion = "";
    if (status != RSP_OK && status != RSP_CANCELLED)
        job->run.trouble = rsp_arena_str(&job->run.arena, why->msg);
    const int code = finish_baseline(job);
    const rsp_status written =
        output_write(&job->args.outputs, "term", output_render_run, &job->run, job->args.verbose, &error);
    if (written != RSP_OK)
        return command_fail(job->self, &error);
    if (status != RSP_OK && status != RSP_CANCELLED) {
        (void)command_fail(job->self, why);
        return EXIT_UNREACHABLE;
    }
    if (rsp_run_says_nothing(&job->run)) {
        fprintf(stderr,
                "stubborn adapter: no scenario was judged, so that nothing is known of the adapter\n");
        return EXIT_UNREACHABLE;
    }
    return rsp_run_exit_code(&job->run) ? EXIT_FINDINGS : code;
}

static int run_all(adapter_job *job) {
    rsp_error error = {0};
    const rsp_clock clock = rsp_clock_monotonic();
    const uint64_t started_ns = rsp_clock_now(&clock);
    interrupt_catch();
    if (job->args.max_time_ns)
        interrupt_after(job->args.max_time_ns);
    describe(job);
    const rsp_status status = play_all(job, &error);
    job->run.duration_ns = rsp_clock_now(&clock) - started_ns;
    return report(job, status, &error);
}

static int verb_run(adapter_job *job, const option_list *paths) {
    int code = load_suite(job, paths);
    if (code == EXIT_FINE)
        code = choose(job);
    if (code == EXIT_FINE)
        code = load_profile(job);
    if (code == EXIT_FINE)
        code = load_baseline(job);
    return code == EXIT_FINE ? run_all(job) : code;
}

/* --- the other verbs --- */

static int verb_list(adapter_job *job, const option_list *paths) {
    rsp_buf out = {0};
    int code = load_suite(job, paths);
    if (code == EXIT_FINE)
        code = choose(job);
    for (size_t i = 0; code == EXIT_FINE && i < job->num_chosen; i++) {
        const rsp_dap_scenario *s = job->chosen[i];
        rsp_buf_printf(&out, "%-56s %-6s %s\n", s->name, rsp_level_name(s->level), s->requirements);
    }
    return code == EXIT_FINE ? io_print(&out) : code;
}

static int verb_lint(adapter_job *job, const option_list *paths) {
    rsp_buf out = {0};
    if (job->args.schema) {
        rsp_dap_suite_schema(&out);
        return io_print(&out);
    }
    const int code = load_suite(job, paths);
    if (code == EXIT_FINE)
        printf("%zu scenarios, no errors\n", rsp_dap_suite_count(job->suite));
    return code;
}

static const struct {
    const char *name;
    int (*run)(adapter_job *job, const option_list *paths);
} verbs[] = {{"run", verb_run}, {"list", verb_list}, {"lint", verb_lint}};

static void free_job(adapter_job *job) {
    rsp_dap_tally_free(&job->tally);
    rsp_run_free(&job->run);
    rsp_baseline_free(job->baseline);
    rsp_dap_profile_free(job->profile);
    rsp_dap_suite_free(job->suite);
    rsp_catalogue_free(job->catalogue);
    rsp_diagnostics_free(&job->diagnostics);
    rsp_arena_free(&job->arena);
}

static int run_adapter(const command *self, int argc, char **argv) {
    adapter_job job = {.self = self};
    option_list operands = {0};
    int code = EXIT_FINE;
    if (!command_parse(self, &job.args, &operands, argc, argv, &code))
        return code;
    const char *verb = operands.num > 0 ? operands.items[0] : "";
    for (size_t i = 0; i + 1 < operands.num; i++)
        operands.items[i] = operands.items[i + 1];
    operands.num -= operands.num > 0 ? 1 : 0;
    code = -1;
    for (size_t i = 0; i < RSP_ARRAY_LEN(verbs); i++)
        if (strcmp(verbs[i].name, verb) == 0)
            code = verbs[i].run(&job, &operands);
    if (code < 0)
        code = command_usage(self, "run, list or lint, not '%.40s'", verb);
    free_job(&job);
    return code;
}

const command command_adapter = {
    .name = "adapter",
    .operands = "run|list|lint [FILE|FOLDER...]",
    .summary = "judge a debug adapter (DAP) by scenarios and report",
    .details = "Plays the scenarios for the Debug Adapter Protocol, or those of the named files and folders, "
               "to an adapter: "
               "one that is started for each scenario and speaks on its standard input and output, or one "
               "that listens. "
               "Reports, baselines and exit status are those of `stubborn run`.\n\n"
               "  stubborn adapter run --profile lldb-dap\n"
               "  stubborn adapter run --adapter exec:'myadapter --stdio' --filter cancel/ -v\n"
               "  stubborn adapter run --adapter tcp:127.0.0.1:4711 -o html:report.html\n"
               "  stubborn adapter list --filter DAP-CANCEL\n"
               "  stubborn adapter lint my-scenarios.yaml",
    .options = rows,
    .completes = "file",
    .run = run_adapter,
};
