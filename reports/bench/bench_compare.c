/* Budgets: each row against the row that it was, metric by metric; what got worse is told in a line.
 * The metrics of a row are those of the whole, of its latency (corrected), and of each phase,
 * "toggle.round_trips". A row that was measured before and can not be now is worse, too. */
/* SPDX-License-Identifier: MIT */
#include "core/text.h"
#include "reports/bench/bench_report.h"

#include "trace/budget_rule.h"
#include <stdio.h>

enum { MAX_METRICS = 96, NAME_BYTES = 32, COSTS = 6, LATENCIES = 5 };

typedef struct metrics {
    rsp_budget_metric items[MAX_METRICS];
    char names[MAX_METRICS][NAME_BYTES];
    size_t num;
} metrics;

static void add(metrics *m, const char *phase, const char *name, rsp_budget_unit unit, uint64_t before,
                uint64_t after) {
    (void)snprintf(m->names[m->num], NAME_BYTES, "%s%s%s", phase, phase[0] ? "." : "", name);
    m->items[m->num] = (rsp_budget_metric){m->names[m->num], unit, before, after};
    m->num++;
}

static void add_cost(metrics *m, const char *phase, const rsp_bench_cost *was, const rsp_bench_cost *is) {
    add(m, phase, "round_trips", RSP_BUDGET_COUNT, was->round_trips, is->round_trips);
    add(m, phase, "packets", RSP_BUDGET_COUNT, was->packets_out + was->packets_in,
        is->packets_out + is->packets_in);
    add(m, phase, "bytes_out", RSP_BUDGET_COUNT, was->bytes_out, is->bytes_out);
    add(m, phase, "bytes_in", RSP_BUDGET_COUNT, was->bytes_in, is->bytes_in);
    add(m, phase, "bytes", RSP_BUDGET_COUNT, was->bytes_out + was->bytes_in, is->bytes_out + is->bytes_in);
    add(m, phase, "time_ns", RSP_BUDGET_TIME, was->ns, is->ns);
}

_Static_assert(COSTS *(RSP_BENCH_PHASE_COUNT + 1) + LATENCIES <= MAX_METRICS, "room for all metrics");

static void fill(metrics *m, const rsp_bench_result *was, const rsp_bench_result *is) {
    const rsp_latency_row *a = &was->latency.corrected;
    const rsp_latency_row *b = &is->latency.corrected;
    m->num = 0;
    add_cost(m, "", &was->total, &is->total);
    add(m, "", "mean_ns", RSP_BUDGET_TIME, a->mean_ns, b->mean_ns);
    add(m, "", "p50_ns", RSP_BUDGET_TIME, a->p50_ns, b->p50_ns);
    add(m, "", "p90_ns", RSP_BUDGET_TIME, a->p90_ns, b->p90_ns);
    add(m, "", "p99_ns", RSP_BUDGET_TIME, a->p99_ns, b->p99_ns);
    add(m, "", "max_ns", RSP_BUDGET_TIME, a->max_ns, b->max_ns);
    for (int p = 0; p < RSP_BENCH_PHASE_COUNT; p++)
        add_cost(m, rsp_bench_phase_name((rsp_bench_phase)p), &was->phases[p], &is->phases[p]);
}

rsp_status rsp_bench_check_rules(const rsp_bench_rules *rules, bool have_before, rsp_error *error) {
    const rsp_bench_result none = {0};
    metrics m = {0};
    fill(&m, &none, &none);
    for (size_t i = 0; i < rules->num; i++) {
        rsp_budget_rule rule;
        const rsp_budget_metric *metric;
        rsp_status status = rsp_budget_rule_parse(&rule, rsp_bytes_str(rules->items[i]), error);
        if (status == RSP_OK)
            status = rsp_budget_rule_find(&metric, &rule, m.items, m.num, error);
        if (status == RSP_OK && rule.relative && !have_before)
            status =
                rsp_fail(error, RSP_USAGE, "budget '%s' is of a change: name the earlier run with --compare",
                         rules->items[i]);
        if (status != RSP_OK)
            return status;
    }
    return RSP_OK;
}

static const rsp_bench_row *find_row(const rsp_bench_report *report, const rsp_bench_row *row) {
    for (size_t i = 0; report && i < report->num_rows; i++) {
        const rsp_bench_row *r = &report->rows[i];
        if (strcmp(r->workload, row->workload) == 0 && r->sweep == row->sweep && r->way == row->way &&
            r->rtt_ns == row->rtt_ns)
            return r;
    }
    return NULL;
}

static void begin_line(rsp_buf *out, const char *word, const rsp_bench_row *row) {
    rsp_text_printf(out, "%s  ", word);
    rsp_bench_append_row_name(out, row);
    rsp_buf_str(out, ": ");
}

static size_t judge(rsp_buf *out, metrics *m, const rsp_bench_row *row, const rsp_bench_rules *rules,
                    bool have_before) {
    size_t broken = 0;
    for (size_t i = 0; i < rules->num; i++) {
        rsp_budget_rule rule;
        const rsp_budget_metric *metric;
        if (rsp_budget_rule_parse(&rule, rsp_bytes_str(rules->items[i]), NULL) != RSP_OK ||
            rsp_budget_rule_find(&metric, &rule, m->items, m->num, NULL) != RSP_OK ||
            (rule.relative && !have_before) || !rsp_budget_rule_broken(&rule, metric))
            continue;
        begin_line(out, "WORSE", row);
        rsp_budget_rule_append(out, &rule, metric);
        rsp_buf_push(out, '\n');
        broken++;
    }
    return broken;
}

/* What is other than before, in counts: times differ always where they are real. */
static void tell_changes(rsp_buf *out, const metrics *m, const rsp_bench_row *row,
                         const rsp_bench_rules *rules) {
    for (size_t i = 0; rules->num == 0 && i < COSTS; i++) {
        const rsp_budget_metric *metric = &m->items[i];
        if (metric->before == metric->after)
            continue;
        begin_line(out, "changed", row);
        rsp_text_printf(out, "%s %llu -> %llu, ", metric->name, (unsigned long long)metric->before,
                        (unsigned long long)metric->after);
        rsp_budget_change_append(out, metric->before, metric->after);
        rsp_buf_push(out, '\n');
    }
}

size_t rsp_bench_compare(rsp_buf *out, const rsp_bench_report *before, const rsp_bench_report *after,
                         const rsp_bench_rules *rules) {
    const rsp_bench_result none = {0};
    size_t broken = 0;
    size_t num_new = 0;
    size_t num_comparable = 0;
    for (size_t i = 0; i < after->num_rows; i++) {
        const rsp_bench_row *row = &after->rows[i];
        const rsp_bench_row *was = find_row(before, row);
        bool comparable = was && was->result.outcome == RSP_BENCH_DONE;
        metrics m;
        if (row->result.outcome == RSP_BENCH_SKIPPED && comparable) {
            begin_line(out, "WORSE", row);
            rsp_text_printf(out, "was measured before, and is skipped now: %s\n", row->result.reason);
            broken++;
        }
        if (row->result.outcome != RSP_BENCH_DONE)
            continue;
        num_new += before && !comparable;
        num_comparable += comparable;
        fill(&m, comparable ? &was->result : &none, &row->result);
        broken += judge(out, &m, row, rules, comparable);
        if (comparable)
            tell_changes(out, &m, row, rules);
    }
    if (before && num_comparable == 0 && rules->num > 0) {
        rsp_buf_str(out,
                    "WORSE  no row of this run was measured in the earlier one: nothing can be judged\n");
        broken++;
    } else if (num_new > 0) {
        rsp_buf_printf(out, "%zu of %zu rows are not in the earlier run: nothing to compare them with\n",
                       num_new, after->num_rows);
    }
    return broken;
}
