/* stubborn bench: workloads against a stub, in every way that fits, at every round-trip time.
 * -o writes the figures; --compare and --fail-if judge them for CI.
 * Exit status: 0 fine, 1 a workload failed, a budget broke, nothing was measured, 2 usage, 3 no stub. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/data_path.h"
#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/output.h"
#include "cmd/bench/bench_gate.h"
#include "cmd/bench/bench_plan.h"
#include "cmd/bench/bench_workloads.h"
#include "cmd/debugger_house.h"
#include "cmd/default_stub.h"
#include "cmd/loader.h"
#include "reports/bench/bench_report.h"
#include "stubs/running_stub.h"
#include "stubs/stub_opener.h"

#include "core/arena.h"
#include "core/file.h"
#include "core/text.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct bench_args {
    const char *stub;
    const char *debuggees;
    bench_lists lists;
    uint64_t repeat;
    uint64_t pace_ns;
    uint64_t timeout_ns;
    uint64_t seed;
    bool acks;
    bool load;
    bool load_by_settings; /* no option */
    bool verbose;
    option_list outputs;
    bench_gate_options gate;
    bool no_config;
} bench_args;

static const option_row rows[] = {
    {"stub", 's', OPTION_STRING, "STUB",
     "reference, profile:NAME, exec:COMMAND with {program} in it, tcp:HOST:PORT" DEFAULT_STUB_WORDS,
     offsetof(bench_args, stub), "reference tcp: unix: exec: profile:@profiles"},
    {"debuggees", 0, OPTION_STRING, "host|riscv|FOLDER",
     "a stub at tcp:, unix: or pty: runs the workload's program, whose file is there",
     offsetof(bench_args, debuggees), "host riscv"},
    {"load", 0, OPTION_FLAG, NULL,
     "load a program of ours into a stub that has its own, and put everything back; writes memory and "
     "registers",
     offsetof(bench_args, load), NULL},
    {"batch", 'b', OPTION_LIST, "WAY,...",
     "none, hex, pipelined, rfc, lldb, held, range; of conditions: host, stub, inferior, best (default: all "
     "that "
     "fit)",
     offsetof(bench_args, lists.ways), "none hex pipelined rfc lldb held host stub inferior best"},
    {"rtt", 0, OPTION_LIST, "TIME,...",
     "round-trip times: virtual with the reference stub (default: 0,1ms,20ms,100ms), else a shaped link "
     "(default: 0)",
     offsetof(bench_args, lists.rtts), NULL},
    {"values", 0, OPTION_LIST, "N,...", "values for the workload's sweep (default: those of the workload)",
     offsetof(bench_args, lists.values), NULL},
    {"repeat", 'n', OPTION_COUNT, "N", "operations per run (default: the workload's)",
     offsetof(bench_args, repeat), NULL},
    {"pace", 0, OPTION_SPAN, "TIME",
     "one operation is due every TIME; percentiles are corrected for it (default: the workload's, or the "
     "median)",
     offsetof(bench_args, pace_ns), NULL},
    {"acks", 0, OPTION_FLAG, NULL, "keep acknowledgments although the stub supports no-ack mode",
     offsetof(bench_args, acks), NULL},
    {"timeout", 't', OPTION_SPAN, "TIME",
     "how long to wait for an answer, beyond the round trip (default: 10s)", offsetof(bench_args, timeout_ns),
     NULL},
    {"seed", 0, OPTION_COUNT, "N", "seed of the reference stub's scheduler", offsetof(bench_args, seed),
     NULL},
    {"output", 'o', OPTION_OUTPUT, "text|json|csv|html", "write the figures; --compare reads json",
     offsetof(bench_args, outputs), NULL},
    {"format", 'f', OPTION_GONE, NULL, "use -o text, -o json or -o csv", 0, NULL},
    {"save", 0, OPTION_GONE, NULL, "use -o json:FILE", 0, NULL},
    {"compare", 0, OPTION_STRING, "FILE", "compare with figures that -o json:FILE has kept",
     offsetof(bench_args, gate.compare), "file"},
    {"fail-if", 0, OPTION_LIST, "BUDGET",
     "exit 1 if so in any row, e.g. 'round_trips>+0', 'toggle.time_ns>+5%', 'p99_ns>50ms' (may be repeated)",
     offsetof(bench_args, gate.budgets), NULL},
    {"verbose", 'v', OPTION_FLAG, NULL, "percentiles at every round-trip time, uncorrected ones too",
     offsetof(bench_args, verbose), NULL},
    DEFAULT_STUB_NO_CONFIG(bench_args),
    {0},
};

/* What the subcommand works with. */
typedef struct bencher {
    const command *self;
    const bench_args *args;
    rsp_arena arena;
    rsp_diagnostics diagnostics;
    stub_config stub_config;
    stub_opener *worker;
    rsp_stub_provider provider; /* the worker's, or one that takes the stub as it is */
    running_stub running;
    const char *debuggees; /* of a stub that runs the program already */
    bench_workloads workloads;
    bench_plan plan;
    rsp_bench_report report;
    bench_gate gate;
    loader loader;
    rsp_bench_loaded loaded; /* by it; no load: nothing */
    bool failed;
    bool interrupted;
} bencher;

/* --- a stub that runs the program already --------------------------------------------------------------- */

static int assume_program(bencher *b) {
    const bench_args *a = b->args;
    if (b->stub_config.in_process || b->stub_config.profile || strstr(a->stub, "{program}"))
        return command_usage(
            b->self, "--debuggees is for a stub that runs a program already; %s is given one", a->stub);
    b->debuggees = data_path_debuggees(&b->arena, a->debuggees);
    if (!b->debuggees || !rsp_path_is_folder(b->debuggees))
        return command_usage(b->self, "--debuggees %s: no such folder; expected host, riscv or a path",
                             a->debuggees);
    b->running = (running_stub){.stubs = b->provider, .debuggees = b->debuggees};
    b->provider = running_stub_provider(&b->running);
    return EXIT_FINE;
}

/* --- running -------------------------------------------------------------------------------------------- */

static void show_progress(const rsp_bench_row *row) {
    if (!io_is_terminal(2))
        return;
    rsp_buf name = {0};
    rsp_bench_append_row_name(&name, row);
    io_say(stderr, "\r\033[K%s", rsp_buf_cstr(&name));
    rsp_buf_free(&name);
}

static int run_row(bencher *b, const rsp_workload *w, rsp_bench_row *row) {
    const bench_args *a = b->args;
    rsp_error error = {0};
    const rsp_bench_options options = {
        .workload = w,
        .profile = b->stub_config.profile,
        .loaded = b->loaded.load ? &b->loaded : NULL,
        .way = row->way,
        .sweep = row->sweep,
        .repeat = a->repeat,
        .rtt_ns = row->rtt_ns,
        .pace_ns = a->pace_ns,
        .timeout_ns = a->timeout_ns,
        .settable = b->stub_config.in_process,
        .acks = a->acks,
        .seed = a->seed,
        .run_to_condition = debugger_run_to_condition,
    };
    show_progress(row);
    rsp_status status = rsp_bench_run(&row->result, &b->provider, &options, &error);
    if (status == RSP_CANCELLED) {
        b->interrupted = true;
        return EXIT_FINDINGS;
    }
    /* A death while it worked is a failed row: this one never listened. */
    if (status == RSP_DIED) {
        error.where = b->report.stub;
        (void)command_fail(b->self, &error);
        return EXIT_UNREACHABLE;
    }
    if (status != RSP_OK)
        return command_fail(b->self, &error);
    b->failed = b->failed || row->result.outcome == RSP_BENCH_FAILED;
    return rsp_bench_report_add(&b->report, row) ? EXIT_FINE
                                                 : command_fail(b->self, &(rsp_error){.status = RSP_LIMIT});
}

static int run_value(bencher *b, const rsp_workload *w, uint64_t value) {
    rsp_bench_row row = {.workload = w->name, .title = w->title, .sweep_name = w->sweep_name, .sweep = value};
    int code = EXIT_FINE;
    for (size_t i = 0; i < b->plan.num_ways && code == EXIT_FINE; i++) {
        row.way = b->plan.ways[i];
        for (size_t r = 0; r < b->plan.num_rtts && code == EXIT_FINE && rsp_bench_way_fits(row.way, w); r++) {
            row.rtt_ns = b->plan.rtts[r];
            code = run_row(b, w, &row);
        }
    }
    return code;
}

static int run_workloads(bencher *b) {
    int code = EXIT_FINE;
    for (size_t i = 0; i < b->workloads.num && code == EXIT_FINE; i++) {
        const rsp_workload *w = b->workloads.items[i];
        bool own = b->plan.num_values > 0 && w->sweep_name[0];
        const uint64_t *values = own ? b->plan.values : w->sweep_values;
        size_t num = own ? b->plan.num_values : w->num_sweep_values;
        for (size_t v = 0; v < num && code == EXIT_FINE; v++)
            code = run_value(b, w, values[v]);
    }
    if (io_is_terminal(2))
        fputs("\r\033[K", stderr);
    return code;
}

/* --- what came of it ------------------------------------------------------------------------------------ */

/* Whether the stub has a program of its own, of which nothing is known. */
static bool has_other_program(const bencher *b) {
    const stub_config *s = &b->stub_config;
    return !s->in_process && !s->profile && !strstr(b->args->stub, "{program}") && !b->debuggees &&
           !b->loaded.load;
}

static const char *way_to_a_program(const bencher *b) {
    return strncmp(b->args->stub, "exec:", 5) == 0
               ? "a stub that can be given the workload's program: write {program} into its command; --load "
                 "brings one into the target's memory"
               : "a stub that runs the workload's program already: --debuggees host, riscv or a folder; "
                 "--load "
                 "brings one into the target's memory";
}

static bool all_skipped(const rsp_bench_report *report) {
    size_t num = 0;
    while (num < report->num_rows && report->rows[num].result.outcome == RSP_BENCH_SKIPPED)
        num++;
    return num > 0 && num == report->num_rows;
}

/* Each reason once. */
static void print_skips(const bencher *b, rsp_buf *out) {
    const rsp_bench_report *r = &b->report;
    if (has_other_program(b)) {
        rsp_text_printf(out, "%s has a program of its own, and workloads need theirs; they run on %s\n",
                        b->args->stub, way_to_a_program(b));
        return;
    }
    for (size_t i = 0; i < r->num_rows; i++) {
        size_t num = 0;
        for (size_t k = 0; k < r->num_rows; k++) {
            const bool same = strcmp(r->rows[k].result.reason, r->rows[i].result.reason) == 0;
            num += same && k < i ? r->num_rows + 1 : same; /* told before */
        }
        if (num <= r->num_rows)
            rsp_text_printf(out, "%s: %zu row%s skipped: %s\n", b->args->stub, num, num == 1 ? "" : "s",
                            r->rows[i].result.reason);
    }
}

/* The next thing to try: a program for a stub that is not given one, a link that is not next door. */
static void hint(const bencher *b, rsp_buf *out) {
    uint64_t round_trips = 0;
    for (size_t i = 0; i < b->report.num_rows; i++)
        if (b->report.rows[i].result.outcome == RSP_BENCH_DONE)
            round_trips += b->report.rows[i].result.total.round_trips;
    if (has_other_program(b))
        rsp_text_printf(out, "%s\n", way_to_a_program(b));
    if (b->stub_config.in_process || b->args->lists.rtts.num > 0 || round_trips == 0)
        return;
    rsp_buf_str(out, "over a slow link: stubborn bench --rtt 20ms ... shapes it (this would take about ");
    rsp_bench_append_time(out, round_trips * 20 * RSP_NS_PER_MS);
    rsp_buf_str(out, ")\n");
}

static rsp_status render(rsp_buf *out, void *report, rsp_bytes format, const rsp_report_options *style) {
    const bencher *b = report;
    if (rsp_bytes_equal(format, RSP_LIT("json")))
        return rsp_bench_print_json(out, &b->report);
    if (rsp_bytes_equal(format, RSP_LIT("html")))
        return rsp_bench_print_html(out, &b->report);
    if (rsp_bytes_equal(format, RSP_LIT("csv"))) {
        rsp_bench_print_csv(out, &b->report);
    } else if (all_skipped(&b->report) && !style->verbose) {
        print_skips(b, out);
    } else {
        rsp_bench_print_text(out, &b->report, style->verbose);
        hint(b, out);
    }
    return out->status;
}

static int write_report(bencher *b) {
    rsp_error error = {0};
    io_flush();
    rsp_status status = output_write(&b->args->outputs, "text", render, b, b->args->verbose, &error);
    return status == RSP_OK ? EXIT_FINE : command_fail(b->self, &error);
}

static int open_source(bencher *b, const char *scenarios) {
    rsp_error error = {0};
    rsp_status status = stub_config_init(&b->stub_config, b->args->stub, scenarios, interrupt_flag(),
                                         &b->diagnostics, &error);
    if (status == RSP_OK) {
        b->worker = stub_opener_new(&b->stub_config);
        status = b->worker ? RSP_OK : rsp_fail(&error, RSP_NO_MEMORY, "no memory");
    }
    if (status != RSP_OK)
        return command_fail(b->self, &error);
    b->provider = stub_opener_provider(b->worker);
    b->report.stub = stub_config_name(&b->stub_config);
    b->report.version = stub_config_version(&b->stub_config);
    return EXIT_FINE;
}

static void close_all(bencher *b) {
    loader_end(&b->loader);
    bench_workloads_free(&b->workloads);
    rsp_bench_report_free(&b->report);
    bench_gate_close(&b->gate);
    stub_opener_free(b->worker);
    stub_config_free(&b->stub_config);
    rsp_diagnostics_free(&b->diagnostics);
    running_stub_free(&b->running);
    rsp_arena_free(&b->arena);
}

static int load(bencher *b) {
    const int code = loader_begin(&b->loader, b->self, &b->stub_config);
    if (code == EXIT_FINE)
        b->loaded = (rsp_bench_loaded){.load = rsp_runner_guest(b->loader.runner),
                                       .target = rsp_runner_target(b->loader.runner)};
    return code;
}

static int bench_all(bencher *b, const option_list *operands) {
    const char *scenarios = data_path_scenarios(&b->arena);
    int code = open_source(b, scenarios);
    if (code == EXIT_FINE && b->args->debuggees)
        code = assume_program(b);
    if (code == EXIT_FINE)
        code = bench_plan_take(&b->plan, b->self, &b->args->lists, b->stub_config.in_process, &b->arena);
    if (code == EXIT_FINE)
        code = bench_workloads_load(&b->workloads, b->self, scenarios, operands, &b->arena, &b->diagnostics);
    if (code == EXIT_FINE && loader_is_wanted(&b->stub_config, b->args->load, b->args->load_by_settings))
        code = load(b);
    if (code == EXIT_FINE)
        code = bench_gate_open(&b->gate, b->self, &b->args->gate);
    if (code != EXIT_FINE)
        return code;
    code = run_workloads(b);
    /* What was measured is printed whatever ended it. */
    int printed = b->report.num_rows > 0 ? write_report(b) : EXIT_FINE;
    if (b->interrupted)
        io_say(stderr, "stubborn bench: interrupted%s\n",
               b->report.num_rows > 0 ? "; what is above is complete" : " before anything was measured");
    if (code == EXIT_FINE)
        code = printed;
    if (code == EXIT_FINE)
        code = bench_gate_judge(&b->gate, &b->report, output_to_stdout(&b->args->outputs) ? stderr : stdout);
    return code == EXIT_FINE && b->failed ? EXIT_FINDINGS : code;
}

static int run_bench(const command *self, int argc, char **argv) {
    bench_args args = {0};
    option_list operands = {0};
    int code = EXIT_FINE;
    if (!command_parse(self, &args, &operands, argc, argv, &code))
        return code;
    interrupt_catch();
    default_stub stub = {0};
    bencher b = {.self = self, .args = &args};
    stub.no_config = args.no_config;
    args.stub = default_stub_choose(&stub, self, args.stub, &code);
    args.load_by_settings = stub.load;
    if (code == EXIT_FINE)
        code = bench_all(&b, &operands);
    close_all(&b);
    default_stub_free(&stub);
    return code;
}

const command command_bench = {
    .name = "bench",
    .operands = "[WORKLOAD...]",
    .summary = "measure what debugging costs: round trips, bytes, time",
    .details =
        "Runs WORKLOADs (names below scenarios/workloads, or files; default: all) against a stub, in every "
        "way that "
        "fits and at every round-trip time. The reference stub runs in virtual time: exact, and over at "
        "once. See "
        "docs/bench.md. Exit status: 0 fine, 1 a workload failed, a budget is broken or nothing was "
        "measured, 2 usage, 3 no stub.\n\n"
        "  stubborn bench library-events\n"
        "  stubborn bench --stub profile:gdbserver --rtt 0,20ms thread-reads --values 10,100\n"
        "  stubborn bench -o json:was.json && stubborn bench --compare was.json --fail-if 'round_trips>+0'",
    .options = rows,
    .completes = "@workloads file",
    .run = run_bench,
};
