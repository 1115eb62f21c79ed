/* The table for people: a block for each workload, a line for each way, below it what the time goes for.
 * Counts do not depend on the round-trip time, so they stand once and times in columns.
 * Then percentiles, corrected for coordinated omission. */
/* SPDX-License-Identifier: MIT */
#include "reports/bench/bench_report.h"

#include "core/arena.h"
#include "document/text.h"
#include <rsp/clock.h>
#include <stdio.h>

enum { MAX_COLUMNS = 16 };

void rsp_bench_report_free(rsp_bench_report *r) {
    rsp_arena_free(&r->arena);
    *r = (rsp_bench_report){0};
}

bool rsp_bench_report_add(rsp_bench_report *r, const rsp_bench_row *row) {
    if (r->num_rows == r->cap_rows) {
        size_t cap = r->cap_rows ? r->cap_rows * 2 : 64;
        rsp_bench_row *grown =
            cap <= RSP_BENCH_MAX_ROWS ? rsp_arena_alloc(&r->arena, cap * sizeof *grown) : NULL;
        if (!grown)
            return false;
        if (r->num_rows > 0)
            memcpy(grown, r->rows, r->num_rows * sizeof *grown);
        r->rows = grown;
        r->cap_rows = cap;
    }
    r->rows[r->num_rows++] = *row;
    return true;
}

void rsp_bench_append_time(rsp_buf *out, uint64_t ns) {
    static const struct {
        uint64_t from_ns;
        double unit;
        const char *format;
    } units[] = {
        {1000 * RSP_NS_PER_S, 1e9, "%.1f s"},
        {RSP_NS_PER_S, 1e9, "%.3f s"},
        {RSP_NS_PER_MS, 1e6, "%.2f ms"},
        {RSP_NS_PER_US, 1e3, "%.1f us"},
        {1, 1, "%.0f ns"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(units); i++) {
        if (ns < units[i].from_ns)
            continue;
        char text[40];
        (void)snprintf(text, sizeof text, units[i].format, (double)ns / units[i].unit);
        rsp_buf_str(out, text);
        return;
    }
    rsp_buf_str(out, "0");
}

/* "0", "20 ms", "1.5 ms": as it was asked for. */
static void append_rtt(rsp_buf *out, uint64_t ns) {
    double ms = (double)ns / (double)RSP_NS_PER_MS;
    if (ns == 0)
        rsp_buf_str(out, "0");
    else
        rsp_buf_printf(out, "%.4g ms", ms);
}

void rsp_bench_append_row_name(rsp_buf *out, const rsp_bench_row *row) {
    rsp_text_shown(out, rsp_bytes_str(row->workload));
    if (row->sweep_name[0])
        rsp_text_printf(out, " %s=%llu", row->sweep_name, (unsigned long long)row->sweep);
    rsp_text_printf(out, " %s at RTT ", rsp_bench_way_name(row->way));
    append_rtt(out, row->rtt_ns);
}

/* Right-aligned: whatever `cell` holds, which is emptied. */
static void put_cell(rsp_buf *out, rsp_buf *cell, int width) {
    rsp_text_printf(out, "%*s", width, rsp_buf_cstr(cell));
    rsp_buf_clear(cell);
}

static void put_count(rsp_buf *out, uint64_t count, int width) {
    rsp_buf cell = {0};
    rsp_text_count(&cell, count);
    put_cell(out, &cell, width);
    rsp_buf_free(&cell);
}

static void put_time(rsp_buf *out, uint64_t ns, int width) {
    rsp_buf cell = {0};
    rsp_bench_append_time(&cell, ns);
    put_cell(out, &cell, width);
    rsp_buf_free(&cell);
}

static bool same_group(const rsp_bench_row *a, const rsp_bench_row *b) {
    return strcmp(a->workload, b->workload) == 0 && a->sweep == b->sweep;
}

/* The rows of one way: the report has them side by side, one per round-trip time. */
static size_t way_rows(const rsp_bench_row *rows, size_t num) {
    size_t n = 1;
    while (n < num && rows[n].way == rows[0].way && same_group(&rows[n], &rows[0]))
        n++;
    return n < MAX_COLUMNS ? n : MAX_COLUMNS;
}

static const rsp_bench_row *first_done(const rsp_bench_row *rows, size_t num) {
    for (size_t i = 0; i < num; i++)
        if (rows[i].result.outcome == RSP_BENCH_DONE)
            return &rows[i];
    return NULL;
}

static const rsp_bench_cost *cost_of(const rsp_bench_row *row, int phase) {
    return phase < 0 ? &row->result.total : &row->result.phases[phase];
}

/* One line: counts once, times for each round-trip time. */
static void put_line(rsp_buf *out, const char *label, const rsp_bench_row *rows, size_t num, int phase) {
    const rsp_bench_cost *cost = cost_of(first_done(rows, num), phase);
    rsp_text_printf(out, "  %-14s", label);
    put_count(out, cost->round_trips, 12);
    put_count(out, cost->packets_out + cost->packets_in, 11);
    put_count(out, cost->bytes_out, 12);
    put_count(out, cost->bytes_in, 12);
    for (size_t i = 0; i < num; i++) {
        if (rows[i].result.outcome == RSP_BENCH_DONE)
            put_time(out, cost_of(&rows[i], phase)->ns, 14);
        else
            rsp_text_printf(out, "%14s", "-");
    }
    rsp_buf_push(out, '\n');
}

static void put_phases(rsp_buf *out, const rsp_bench_row *rows, size_t num) {
    const rsp_bench_row *done = first_done(rows, num);
    size_t used = 0;
    for (int p = 0; p < RSP_BENCH_PHASE_COUNT; p++)
        used += done->result.phases[p].packets_out > 0;
    for (int p = 0; used > 1 && p < RSP_BENCH_PHASE_COUNT; p++) {
        char label[32];
        (void)snprintf(label, sizeof label, "  %s", rsp_bench_phase_name((rsp_bench_phase)p));
        if (done->result.phases[p].packets_out > 0)
            put_line(out, label, rows, num, p);
    }
}

static void put_way(rsp_buf *out, const rsp_bench_row *rows, size_t num) {
    const rsp_bench_row *done = first_done(rows, num);
    const char *way = rsp_bench_way_name(rows[0].way);
    if (done) {
        put_line(out, way, rows, num, -1);
        put_phases(out, rows, num);
    }
    const char *said = "";
    for (size_t i = 0; i < num; i++) {
        const rsp_bench_result *r = &rows[i].result;
        const char *text = r->outcome == RSP_BENCH_DONE ? r->note : r->reason;
        if (!text[0] || strcmp(text, said) == 0)
            continue;
        said = text;
        rsp_text_printf(out, "  %-14s", done && r->outcome == RSP_BENCH_DONE ? "" : way);
        if (r->outcome == RSP_BENCH_FAILED) {
            rsp_buf_str(out, "FAILED at RTT ");
            append_rtt(out, rows[i].rtt_ns);
            rsp_buf_str(out, ": ");
        } else {
            rsp_buf_str(out, r->outcome == RSP_BENCH_SKIPPED ? "skipped: " : "note: ");
        }
        rsp_text_printf(out, "%s\n", text);
    }
}

static void put_latency_row(rsp_buf *out, const char *label, const rsp_latency_row *row) {
    rsp_text_printf(out, "  %-24s", label);
    put_count(out, row->count, 10);
    put_time(out, row->mean_ns, 12);
    put_time(out, row->p50_ns, 12);
    put_time(out, row->p90_ns, 12);
    put_time(out, row->p99_ns, 12);
    put_time(out, row->max_ns, 12);
    rsp_buf_push(out, '\n');
}

static void put_latency_head(rsp_buf *out, uint64_t rtt_ns) {
    rsp_buf cell = {0};
    rsp_buf_str(&cell, "one operation at RTT ");
    append_rtt(&cell, rtt_ns);
    rsp_text_printf(out, "\n  %-24s%10s%12s%12s%12s%12s%12s\n", rsp_buf_cstr(&cell), "number", "mean",
                    "median", "p90", "p99", "max");
    rsp_buf_free(&cell);
}

/* Percentiles of operations, corrected; verbose shows them as measured beside it. */
static uint64_t put_latencies(rsp_buf *out, const rsp_bench_row *rows, size_t num, uint64_t rtt_ns,
                              bool verbose) {
    bool head = false;
    uint64_t filled = 0;
    for (size_t i = 0; i < num; i++) {
        const rsp_bench_result *r = &rows[i].result;
        if (rows[i].rtt_ns != rtt_ns || r->outcome != RSP_BENCH_DONE || r->num_operations < 2)
            continue;
        if (!head)
            put_latency_head(out, rtt_ns);
        head = true;
        filled += r->latency.num_filled;
        char label[40];
        (void)snprintf(label, sizeof label, "%s%s", rsp_bench_way_name(rows[i].way),
                       verbose ? ", corrected" : "");
        put_latency_row(out, label, &r->latency.corrected);
        if (verbose)
            put_latency_row(out, "  as measured", &r->latency.measured);
    }
    return filled;
}

/* Bytes a second, where nothing but memory was moved. 0: nothing to tell. */
static double memory_rate(const rsp_bench_row *row) {
    const rsp_bench_result *r = &row->result;
    const uint64_t ns = r->phases[RSP_BENCH_PHASE_READ].ns + r->phases[RSP_BENCH_PHASE_WRITE].ns;
    if (r->outcome != RSP_BENCH_DONE || ns == 0 || ns != r->total.ns)
        return 0;
    return (double)r->memory_bytes * (double)RSP_NS_PER_S / (double)ns;
}

static void append_rate(rsp_buf *out, double bytes_per_s) {
    char text[40];
    if (bytes_per_s >= 1e6)
        (void)snprintf(text, sizeof text, "%.1f MB/s", bytes_per_s / 1e6);
    else
        (void)snprintf(text, sizeof text, "%.1f kB/s", bytes_per_s / 1e3);
    rsp_buf_str(out, text);
}

/* One line for each round-trip time: "memory at RTT 20 ms: none 3.1 kB/s, hex 3.0 kB/s". */
static void put_rates(rsp_buf *out, const rsp_bench_row *rows, size_t num, uint64_t rtt_ns) {
    const char *before = "\n  memory at RTT ";
    for (size_t i = 0; i < num; i++) {
        const double rate = rows[i].rtt_ns == rtt_ns ? memory_rate(&rows[i]) : 0;
        if (rate <= 0)
            continue;
        rsp_buf_str(out, before);
        if (*before == '\n') {
            append_rtt(out, rtt_ns);
            rsp_buf_push(out, ':');
        }
        rsp_text_printf(out, " %s ", rsp_bench_way_name(rows[i].way));
        append_rate(out, rate);
        before = ",";
    }
    if (*before == ',')
        rsp_buf_push(out, '\n');
}

static void put_group(rsp_buf *out, const rsp_bench_row *rows, size_t num, bool verbose) {
    size_t columns = way_rows(rows, num);
    rsp_text_printf(out, "%s   %s", rows[0].workload, rows[0].title);
    if (rows[0].sweep_name[0])
        rsp_text_printf(out, ", %s = %llu", rows[0].sweep_name, (unsigned long long)rows[0].sweep);
    rsp_text_printf(out, "\n\n  %-14s%12s%11s%12s%12s", "", "round trips", "packets", "bytes out",
                    "bytes in");
    for (size_t i = 0; i < columns; i++) {
        rsp_buf cell = {0};
        rsp_buf_str(&cell, "RTT ");
        append_rtt(&cell, rows[i].rtt_ns);
        put_cell(out, &cell, 14);
        rsp_buf_free(&cell);
    }
    rsp_buf_push(out, '\n');
    for (size_t i = 0; i < num;) {
        size_t n = way_rows(rows + i, num - i);
        put_way(out, rows + i, n);
        i += n;
    }
    uint64_t filled = 0;
    for (size_t i = verbose ? 0 : columns - 1; i < columns; i++)
        filled += put_latencies(out, rows, num, rows[i].rtt_ns, verbose);
    if (filled > 0) {
        rsp_buf_str(out, "  corrected for coordinated omission: ");
        rsp_text_count(out, filled);
        rsp_buf_str(out, " more that were due while another was late\n");
    }
    for (size_t i = 0; i < columns; i++)
        put_rates(out, rows, num, rows[i].rtt_ns);
    rsp_buf_push(out, '\n');
}

void rsp_bench_print_text(rsp_buf *out, const rsp_bench_report *report, bool verbose) {
    const rsp_bench_row *done = first_done(report->rows, report->num_rows);
    const char *time = !done ? "" : done->result.virtual_time ? "   virtual time" : "   real time";
    rsp_text_printf(out, "%s%s%s%s\n\n", report->stub, report->version[0] ? ", " : "", report->version, time);
    for (size_t i = 0; i < report->num_rows;) {
        size_t n = 1;
        while (i + n < report->num_rows && same_group(&report->rows[i + n], &report->rows[i]))
            n++;
        put_group(out, report->rows + i, n, verbose);
        i += n;
    }
}
