/* stubborn adapter: judges a debug adapter by scenarios of its own protocol, and reports as `run` does.
 * A fresh adapter is started, or connected to, for each scenario. Verbs: run, list, lint, and selftest and
 * faults for the proof of the suite; bench and fuzz are in files of their own. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/io.h"
#include "cli/output.h"
#include "cmd/adapter/adapter_bench.h"
#include "cmd/adapter/adapter_fuzz.h"
#include "cmd/adapter/adapter_init.h"
#include "core/suggest.h"
#include "core/text.h"

#include "reports/report.h"
#include <stdio.h>

static const option_row rows[] = {
    {"adapter", 'a', OPTION_STRING, "ADAPTER",
     "exec:COMMAND (it speaks on standard input and output), tcp:HOST:PORT or profile:NAME",
     offsetof(adapter_args, adapter), "exec: tcp: profile:"},
    {"profile", 'p', OPTION_STRING, "NAME|FILE", "how the adapter is started, and what launch wants",
     offsetof(adapter_args, profile), "file"},
    {"fault", 'F', OPTION_LIST, "NAME", "selftest: only this fault; may be repeated (default: all)",
     offsetof(adapter_args, faults), NULL},
    {"filter", 'f', OPTION_LIST, "WHAT",
     "only these: a name, a glob, AREA/, a requirement id or group; ! negates",
     offsetof(adapter_args, filters), NULL},
    {"output", 'o', OPTION_OUTPUT, RSP_REPORT_FORMATS, "write a report", offsetof(adapter_args, outputs),
     NULL},
    {"jobs", 'j', OPTION_COUNT, "N",
     "scenarios at a time (default: 1); those that measure time are played alone",
     offsetof(adapter_args, jobs), NULL},
    {"debuggees", 0, OPTION_STRING, "FOLDER", "where the debuggees are (default: ours)",
     offsetof(adapter_args, program_folder), "file"},
    {"sources", 0, OPTION_STRING, "FOLDER",
     "where their sources are, as the debug information has it (default: ours)",
     offsetof(adapter_args, source_folder), "file"},
    {"timeout", 't', OPTION_SPAN, "TIME", "longest wait for an answer (default: the profile's, or 5s)",
     offsetof(adapter_args, timeout_ns), NULL},
    {"start", 0, OPTION_SPAN, "TIME",
     "longest wait for the adapter to listen and to answer initialize (default: the profile's, or 30s)",
     offsetof(adapter_args, start_ns), NULL},
    {"max-time", 0, OPTION_SPAN, "TIME",
     "end the run after this time; the report holds what was found until then",
     offsetof(adapter_args, max_time_ns), NULL},
    {"baseline", 'b', OPTION_STRING, "FILE", "known failures (default: the profile's)",
     offsetof(adapter_args, baseline), "file"},
    {"no-baseline", 0, OPTION_FLAG, NULL, "judge without any baseline", offsetof(adapter_args, no_baseline),
     NULL},
    {"update-baseline", 0, OPTION_FLAG, NULL, "rewrite the baseline from what this run finds",
     offsetof(adapter_args, update_baseline), NULL},
    {"require", 0, OPTION_LIST, "WHAT", "an area or a requirement that must be judged and pass",
     offsetof(adapter_args, required), NULL},
    {"min-judged", 0, OPTION_STRING, "N%", "least share of the scenarios that must be judged",
     offsetof(adapter_args, min_judged), NULL},
    {"shard", 0, OPTION_STRING, "K/N", "only the K-th of N parts; merge joins the JSON reports of all parts",
     offsetof(adapter_args, shard), NULL},
    {"strict", 0, OPTION_FLAG, NULL, "a should that is not followed fails the run, too",
     offsetof(adapter_args, strict), NULL},
    {"schema", 0, OPTION_FLAG, NULL, "lint: print the JSON Schema of scenarios for adapters",
     offsetof(adapter_args, schema), NULL},
    {"progress", 0, OPTION_FLAG, NULL, "show progress although standard error is not a terminal",
     offsetof(adapter_args, progress), NULL},
    {"verbose", 'v', OPTION_FLAG, NULL, "show passes too, and whole transcripts",
     offsetof(adapter_args, verbose), NULL},
    {"work", 0, OPTION_LIST, "WORK,...", "bench: only these (default: all that fit)",
     offsetof(adapter_args, bench.works), NULL},
    {"editor-rtt", 0, OPTION_LIST, "TIME,...",
     "bench: round-trip times between editor and adapter (default: 0)",
     offsetof(adapter_args, bench.editor_rtts), NULL},
    {"stub-rtt", 0, OPTION_LIST, "TIME,...",
     "bench: round-trip times between adapter and stub, for profiles with a wire (default: 0)",
     offsetof(adapter_args, bench.stub_rtts), NULL},
    {"repeat", 'n', OPTION_COUNT, "N", "bench: operations of each work (default: 20)",
     offsetof(adapter_args, bench.repeat), NULL},
    {"behind", 0, OPTION_COUNT, "N",
     "bench: slow requests that a step, continue or pause waits behind (default: 10)",
     offsetof(adapter_args, bench.behind), NULL},
    {"pace", 0, OPTION_SPAN, "TIME",
     "bench: one operation is due every TIME; percentiles are corrected for it (default: as measured)",
     offsetof(adapter_args, bench.pace_ns), NULL},
    {"for", 0, OPTION_SPAN, "TIME", "fuzz: end after this time", offsetof(adapter_args, fuzz.for_ns), NULL},
    {"runs", 0, OPTION_COUNT, "N", "fuzz: end after so many sequences", offsetof(adapter_args, fuzz.runs),
     NULL},
    {"out", 0, OPTION_STRING, "FOLDER", "fuzz: keep findings there; those that are there are known",
     offsetof(adapter_args, fuzz.out), "file"},
    {"seed", 0, OPTION_COUNT, "N", "fuzz: seed of the sequences (default: 1)",
     offsetof(adapter_args, fuzz.seed), NULL},
    {0},
};

/* --- verbs --- */

static int choose_scenarios(adapter_job *job, const option_list *paths) {
    const int code = adapter_job_load_suite(job, paths);
    return code == EXIT_FINE ? adapter_job_choose(job) : code;
}

/* What plays the chosen scenarios with the adapter of the profile. */
static int play(adapter_job *job, const option_list *paths, int (*with)(adapter_job *job)) {
    int code = choose_scenarios(job, paths);
    if (code == EXIT_FINE)
        code = adapter_job_load_profile(job);
    return code == EXIT_FINE ? with(job) : code;
}

static int verb_run(adapter_job *job, const option_list *paths) {
    return play(job, paths, adapter_run);
}

static int verb_list(adapter_job *job, const option_list *paths) {
    rsp_buf out = {0};
    const int code = choose_scenarios(job, paths);
    for (size_t i = 0; code == EXIT_FINE && i < job->num_chosen; i++) {
        const rsp_dap_scenario *s = job->chosen[i];
        rsp_text_printf(&out, "%-56s %-6s %s\n", s->name, rsp_level_name(s->level), s->requirements);
    }
    return code == EXIT_FINE ? io_print(&out) : code;
}

static int verb_lint(adapter_job *job, const option_list *paths) {
    rsp_buf out = {0};
    if (job->args.schema) {
        rsp_dap_suite_schema(&out);
        return io_print(&out);
    }
    const int code = adapter_job_load_suite(job, paths);
    if (code == EXIT_FINE)
        printf("%zu scenarios, no errors\n", rsp_dap_suite_count(job->suite));
    return code;
}

/* Our own adapter, in front of the built-in machine, unless another profile says how it is started. */
static int verb_selftest(adapter_job *job, const option_list *paths) {
    if (!job->args.profile)
        job->args.profile = "stubborn-dap";
    return play(job, paths, adapter_selftest);
}

static int verb_faults(adapter_job *job, const option_list *paths) {
    return paths->num == 0 ? adapter_print_faults() : command_usage(job->self, "faults: no operands");
}

static const struct {
    const char *name;
    int (*run)(adapter_job *job, const option_list *paths);
    bool starts_many; /* adapters */
} verbs[] = {{"run", verb_run, true},         {"list", verb_list, false},   {"lint", verb_lint, false},
             {"bench", adapter_bench, false}, {"fuzz", adapter_fuzz, true}, {"selftest", verb_selftest, true},
             {"faults", verb_faults, false},  {"init", adapter_init, false}};

static void free_job(adapter_job *job) {
    early_forks_free(&job->forks);
    rsp_dap_tally_free(&job->tally);
    rsp_run_free(&job->run);
    rsp_baseline_free(job->baseline);
    rsp_dap_profile_free(job->profile);
    rsp_dap_suite_free(job->suite);
    rsp_catalogue_free(job->catalogue);
    rsp_diagnostics_free(&job->diagnostics);
    rsp_arena_free(&job->arena);
}

/* Each worker has at most two adapters at a time. */
static void make_forks(adapter_job *job) {
    early_forks_make(&job->forks, 2 * (job->args.jobs ? (size_t)job->args.jobs : 4));
}

static int refuse_verb(const command *self, const char *verb) {
    static const char all[] = "run, init, list, lint, bench, fuzz, selftest or faults";
    rsp_suggestion nearest = {.word = rsp_bytes_str(verb)};
    for (size_t i = 0; i < RSP_ARRAY_LEN(verbs); i++)
        rsp_suggest_offer(&nearest, verbs[i].name);
    if (!*verb)
        return command_usage(self, "name an action: %s", all);
    return nearest.best
               ? command_usage(self, "unknown action '%.40s'; did you mean '%s'?", verb, nearest.best)
               : command_usage(self, "unknown action '%.40s'; expected %s", verb, all);
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
    if (job.args.jobs > OPTION_MAX_JOBS)
        return command_usage(self, "--jobs %llu: at most %d", (unsigned long long)job.args.jobs,
                             OPTION_MAX_JOBS);
    code = adapter_job_take_address(&job);
    if (code != EXIT_FINE)
        return code;
    code = -1;
    for (size_t i = 0; i < RSP_ARRAY_LEN(verbs); i++) {
        if (strcmp(verbs[i].name, verb) != 0)
            continue;
        if (verbs[i].starts_many)
            make_forks(&job);
        code = verbs[i].run(&job, &operands);
    }
    if (code < 0)
        code = refuse_verb(self, verb);
    free_job(&job);
    return code;
}

const command command_adapter = {
    .name = "adapter",
    .operands = "run|init|list|lint|bench|fuzz|selftest|faults [FILE|FOLDER|PROFILE...]",
    .summary = "judge a debug adapter (DAP) by scenarios and report",
    .details =
        "Plays the scenarios for the Debug Adapter Protocol, or those of the named files and folders, "
        "to an adapter: "
        "one that is started for each scenario and speaks on its standard input and output, or one "
        "that listens. "
        "Reports, baselines and exit status are those of `stubborn run`.\n\n"
        "  stubborn adapter run --profile lldb-dap\n"
        "  stubborn adapter run --adapter exec:'myadapter --stdio' --filter cancel/ -v\n"
        "  stubborn adapter run --adapter tcp:127.0.0.1:4711 -o html:report.html\n"
        "  stubborn adapter list --filter DAP-CANCEL\n"
        "  stubborn adapter lint my-scenarios.yaml\n\n"
        "init asks an adapter that has no profile what launch wants and which facts it has, and writes "
        "one.\n\n"
        "  stubborn adapter init --adapter exec:'myadapter --stdio' myadapter.yaml\n\n"
        "bench measures how long users wait after a stop, and behind requests that take long, of one or "
        "several profiles side by side.\n\n"
        "  stubborn adapter bench lldb-dap lldb-dap-remote --editor-rtt 0,20ms --stub-rtt 0,20ms,100ms\n"
        "  stubborn adapter bench --profile lldb-dap --work after-stop,step -o html:waits.html\n\n"
        "selftest switches each deliberate fault of our own adapter on and prints which scenario notices; "
        "faults lists them.",
    .options = rows,
    .completes = "file",
    .run = run_adapter,
};
