/* What the figures of a benchmark are held against: earlier figures, and budgets.
 * Both are read and checked before anything is measured.
 * See reports/bench/bench_report.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_BENCH_GATE_H
#define STUBBORN_BENCH_GATE_H

#include "cli/command.h"
#include "reports/bench/bench_report.h"
#include <stdio.h>

typedef struct bench_gate_options {
    const char *compare; /* a file of -o json; NULL: none */
    option_list budgets; /* "round_trips>+0" */
} bench_gate_options;

/* All-zero is valid: nothing to hold against. */
typedef struct bench_gate {
    const bench_gate_options *options; /* borrowed */
    rsp_bench_report before;
} bench_gate;

/* Reads the earlier figures and checks the budgets. Returns an exit status; what is wrong has been said. */
int bench_gate_open(bench_gate *out, const command *self, const bench_gate_options *options);

/* Prints for people what got worse and which budgets are broken. EXIT_FINDINGS where one is, and where no row
 * was measured: CI must not take that for well. */
int bench_gate_judge(const bench_gate *gate, const rsp_bench_report *report, FILE *out);

/* Frees the earlier figures; all-zero is fine. */
void bench_gate_close(bench_gate *gate);

#endif
