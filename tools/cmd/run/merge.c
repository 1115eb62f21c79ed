/* stubborn merge: the JSON reports of a run's shards, joined into the report of the whole run; and matrices.
 * What the run demands (--require, --min-judged, --strict) stands in the shards and is judged here.
 * Exit status as `run` has it. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/io.h"
#include "cli/output.h"
#include "cli/suite.h"
#include "cmd/interop/interop_output.h"
#include "scenario/baseline.h"
#include "suite/gate.h"
#include "suite/shard.h"

#include "core/arena.h"
#include "core/mem.h"
#include "reports/report.h"
#include "reports/run/run_read.h"
#include <stdio.h>

typedef struct merge_args {
    option_list outputs;
    bool verbose;
    const char *baseline;
    const char *captures;
} merge_args;

static const option_row rows[] = {
    {"output", 'o', OPTION_OUTPUT, RSP_REPORT_FORMATS, "write a report", offsetof(merge_args, outputs), NULL},
    {"baseline", 'b', OPTION_STRING, "FILE", "of the shards: report entries that no shard met",
     offsetof(merge_args, baseline), "file"},
    {"out", 'O', OPTION_STRING, "FOLDER",
     "of 'interop': where all captures are (default: where each report says, else interop)",
     offsetof(merge_args, captures), "file"},
    {"verbose", 'v', OPTION_FLAG, NULL, "show passes too, and whole transcripts",
     offsetof(merge_args, verbose), NULL},
    {0},
};

/* The shards, and what they are together. */
typedef struct merger {
    const command *self;
    const merge_args *args;
    rsp_run *shards;
    size_t num;
    rsp_run whole;
} merger;

static int read_shard(merger *m, const char *path) {
    rsp_buf json = {0};
    rsp_error error = {0};
    rsp_status status = io_read_file(&json, path, &error);
    if (status == RSP_OK) {
        status = rsp_run_read(&m->shards[m->num++], rsp_buf_bytes(&json), &error);
        error.where = path;
    }
    rsp_buf_free(&json);
    return status == RSP_OK ? EXIT_FINE : command_fail(m->self, &error);
}

/* Each shard has the same demands: those of the first are judged. */
static void judge(merger *m) {
    const rsp_run_shard *first = &m->shards[0].shard;
    const rsp_gate gate = {.required = first->required,
                           .num_required = first->num_required,
                           .min_judged = (unsigned)first->min_judged};
    rsp_gate_judge(&gate, &m->whole);
    m->whole.report_path = output_main_path(&m->args->outputs);
}

static bool has_result(void *ctx, const char *scenario) {
    const merger *m = ctx;
    for (size_t i = 0; i < m->whole.num_results; i++)
        if (strcmp(m->whole.results[i].scenario, scenario) == 0)
            return true;
    return false;
}

/* Entries that nothing meets any more are findings, as of a run without shards. */
static int finish_baseline(merger *m) {
    const char *path = m->args->baseline;
    rsp_diagnostics diagnostics = {0};
    if (!path || m->whole.ended.interrupted)
        return EXIT_FINE;
    rsp_baseline *b = rsp_baseline_load(path, NULL, &diagnostics);
    size_t stale = 0;
    if (b) {
        rsp_baseline_recognise(b, &m->whole);
        stale = rsp_baseline_stale(b, &m->whole, has_result, m, &diagnostics);
    }
    (void)suite_print_diagnostics(&diagnostics);
    if (stale > 0)
        io_say(stderr, "%zu stale entr%s in %s\n", stale, stale == 1 ? "y" : "ies", path);
    const int code = !b ? EXIT_USAGE : stale > 0 ? EXIT_FINDINGS : EXIT_FINE;
    rsp_baseline_free(b);
    rsp_diagnostics_free(&diagnostics);
    return code;
}

static int join(merger *m) {
    rsp_error error = {0};
    rsp_status status = rsp_run_join(&m->whole, m->shards, m->num, &error);
    if (status == RSP_OK) {
        judge(m);
        status =
            output_write(&m->args->outputs, "term", output_render_run, &m->whole, m->args->verbose, &error);
    }
    if (status != RSP_OK)
        return command_fail(m->self, &error);
    if (rsp_run_says_nothing(&m->whole))
        fprintf(stderr, "stubborn merge: no scenario was judged, so that nothing is known of the stub\n");
    const int code = finish_baseline(m);
    return rsp_run_exit_code(&m->whole) != EXIT_FINE ? rsp_run_exit_code(&m->whole) : code;
}

/* What can not be read is told by whoever reads it next. */
static bool is_matrix(const char *path) {
    rsp_buf json = {0};
    rsp_error ignored = {0};
    const bool is =
        io_read_file(&json, path, &ignored) == RSP_OK && interop_output_is_matrix(rsp_buf_bytes(&json));
    rsp_buf_free(&json);
    return is;
}

static int run_merge(const command *self, int argc, char **argv) {
    static option_list operands;
    merge_args args = {0};
    int code = EXIT_FINE;
    if (!command_parse(self, &args, &operands, argc, argv, &code))
        return code;
    if (operands.num == 0)
        return command_usage(self, "no report is named; 'stubborn run --shard K/N -o json:PATH' writes one");
    if (operands.num > RSP_SHARDS_MAX)
        return command_usage(self, "%zu reports; a run has at most %d shards", operands.num, RSP_SHARDS_MAX);
    if (is_matrix(operands.items[0]))
        return interop_output_merge(self, &operands, &args.outputs, args.captures);
    merger m = {.self = self, .args = &args};
    m.shards = rsp_mem_calloc(NULL, operands.num, sizeof *m.shards);
    if (!m.shards)
        return command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    for (size_t i = 0; i < operands.num && code == EXIT_FINE; i++)
        code = read_shard(&m, operands.items[i]);
    if (code == EXIT_FINE)
        code = join(&m);
    for (size_t i = 0; i < m.num; i++)
        rsp_run_free(&m.shards[i]);
    rsp_mem_free(NULL, m.shards);
    rsp_run_free(&m.whole);
    return code;
}

const command command_merge = {
    .name = "merge",
    .operands = "REPORT.json...",
    .summary = "join the reports of a run's shards",
    .details =
        "Reads the JSON reports that the shards of one run wrote, and reports the run as one machine would: "
        "all results, causes found among all of them, and the demands of --require, --min-judged and "
        "--strict. Each shard must be named once. Shards don't look for entries of a baseline that nothing "
        "meets; "
        "--baseline does.\n\n"
        "  stubborn run --stub profile:gdbserver --shard 1/2 -o json:1.json\n"
        "  stubborn run --stub profile:gdbserver --shard 2/2 -o json:2.json\n"
        "  stubborn merge 1.json 2.json -o junit:report.xml\n\n"
        "Reports of 'stubborn interop --shard K/N' become one matrix, and so do whole reports of other stubs "
        "and debuggers, which must not contradict each other; -o takes html, json, markdown and term.",
    .options = rows,
    .completes = "file",
    .run = run_merge,
};
