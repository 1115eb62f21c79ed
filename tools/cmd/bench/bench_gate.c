/* The comparison itself is in reports/bench/bench_compare.c.
 * What is printed goes where the caller says, for standard output may be for programs.
 * See bench_gate.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/bench/bench_gate.h"
#include "core/text.h"

#include "cli/io.h"

static rsp_bench_rules rules_of(const bench_gate *g) {
    return (rsp_bench_rules){g->options->budgets.items, g->options->budgets.num};
}

static const rsp_bench_report *earlier(const bench_gate *g) {
    return g->options->compare ? &g->before : NULL;
}

int bench_gate_open(bench_gate *out, const command *self, const bench_gate_options *options) {
    *out = (bench_gate){.options = options};
    const rsp_bench_rules rules = rules_of(out);
    rsp_error error = {0};
    rsp_buf text = {0};
    rsp_status status = RSP_OK;
    if (options->compare) {
        status = io_read_file(&text, options->compare, &error);
        if (status == RSP_OK)
            status = rsp_bench_read_json(&out->before, options->compare, rsp_buf_bytes(&text), &error);
    }
    rsp_buf_free(&text);
    if (status == RSP_OK)
        status = rsp_bench_check_rules(&rules, options->compare != NULL, &error);
    return status == RSP_OK      ? EXIT_FINE
           : status == RSP_USAGE ? command_usage(self, "--fail-if: %s", error.msg)
                                 : command_fail(self, &error);
}

static int judge_figures(const bench_gate *g, const rsp_bench_report *report, FILE *out) {
    const rsp_bench_rules rules = rules_of(g);
    rsp_buf text = {0};
    if (!earlier(g) && rules.num == 0)
        return EXIT_FINE;
    size_t broken = rsp_bench_compare(&text, earlier(g), report, &rules);
    if (broken > 0)
        rsp_text_printf(&text, "%zu budget%s broken\n", broken, broken == 1 ? " is" : "s are");
    else if (rules.num > 0)
        rsp_text_printf(&text, "within %s\n", rules.num == 1 ? "the budget" : "all budgets");
    else if (text.len == 0)
        rsp_buf_str(&text, "no change\n");
    io_put(out, &text);
    return broken > 0 ? EXIT_FINDINGS : EXIT_FINE;
}

static int check_measured(const rsp_bench_report *report) {
    for (size_t i = 0; i < report->num_rows; i++)
        if (report->rows[i].result.outcome != RSP_BENCH_SKIPPED)
            return EXIT_FINE;
    io_flush();
    fputs(report->num_rows > 0 ? "stubborn bench: nothing was measured: all rows were skipped\n"
                               : "stubborn bench: nothing was measured: no way of --batch fits\n",
          stderr);
    return EXIT_FINDINGS;
}

int bench_gate_judge(const bench_gate *g, const rsp_bench_report *report, FILE *out) {
    int code = judge_figures(g, report, out);
    return code == EXIT_FINE ? check_measured(report) : code;
}

void bench_gate_close(bench_gate *g) {
    rsp_bench_report_free(&g->before);
}
