/* What `stubborn bench` measured, as rows: one per workload, value of its sweep, way and round-trip time.
 * Printed as text, JSON or CSV; saved and read again to be compared with.
 * See bench/bench.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_BENCH_REPORT_H
#define RSP_BENCH_REPORT_H

#include "bench/ways.h"
#include "core/arena.h"

RSP_BEGIN_DECLS

/* The most rows of a report. */
enum { RSP_BENCH_MAX_ROWS = 16384 };

/* What was measured for one workload and way. Texts belong to the report's arena, or outlive it. */
typedef struct rsp_bench_row {
    const char *workload;
    const char *title;
    const char *sweep_name; /* "" for none */
    uint64_t sweep;
    rsp_bench_way way;
    uint64_t rtt_ns;
    rsp_bench_result result;
} rsp_bench_row;

/* All-zero is valid and empty. */
typedef struct rsp_bench_report {
    rsp_arena arena;
    const char *stub;    /* its name, for people */
    const char *version; /* "" when it is not known */
    rsp_bench_row *rows;
    size_t num_rows;
    size_t cap_rows;
} rsp_bench_report;

/* Frees the rows; the report is empty then. */
void rsp_bench_report_free(rsp_bench_report *report);

/* Adds one; false without memory or beyond RSP_BENCH_MAX_ROWS. */
bool rsp_bench_report_add(rsp_bench_report *report, const rsp_bench_row *row);

/* --- bench_text.c --------------------------------------------------------------------------------------- */

/* Appends the tables for people; `verbose` adds latencies at each round-trip time, and as measured. */
void rsp_bench_print_text(rsp_buf *out, const rsp_bench_report *report, bool verbose);

/* "RTT 20 ms" and "thread-reads threads=10 lldb at RTT 20 ms", as rows are called in messages. */
void rsp_bench_append_row_name(rsp_buf *out, const rsp_bench_row *row);

/* "16.000 s", "20.00 ms", "1.5 us", "0". */
void rsp_bench_append_time(rsp_buf *out, uint64_t ns);

/* --- bench_page.c --------------------------------------------------------------------------------------- */

/* Appends a page: the ways of each workload side by side, as ratios to the first. RSP_NO_MEMORY. */
rsp_status rsp_bench_print_html(rsp_buf *out, const rsp_bench_report *report) RSP_MUST_USE;

/* --- bench_data.c --------------------------------------------------------------------------------------- */

/* Follows reports/schema/bench.schema.json. RSP_NO_MEMORY. */
rsp_status rsp_bench_print_json(rsp_buf *out, const rsp_bench_report *report) RSP_MUST_USE;

/* Appends a line of keys, and lines for the total and the phases of each row. */
void rsp_bench_print_csv(rsp_buf *out, const rsp_bench_report *report);

/* Reads what rsp_bench_print_json wrote. RSP_BAD_FILE with the place; RSP_NO_MEMORY. */
rsp_status rsp_bench_read_json(rsp_bench_report *out, const char *path, rsp_bytes text,
                               rsp_error *error) RSP_MUST_USE;

/* --- bench_compare.c ------------------------------------------------------------------------------------ */

/* Rules as they were given: "round_trips>+0". Borrowed. */
typedef struct rsp_bench_rules {
    const char *const *items;
    size_t num;
} rsp_bench_rules;

/* Checks the rules before anything runs: RSP_USAGE for one that is none, names a metric that does not exist,
 * or compares with an earlier run where there is none. */
rsp_status rsp_bench_check_rules(const rsp_bench_rules *rules, bool have_before,
                                 rsp_error *error) RSP_MUST_USE;

/* Judges each row by each rule and against the row that it was (`before` NULL: no earlier run); appends a
 * line for everything that got worse, and what changed. Returns how many budgets are broken, rows that were
 * measured before and can not be now counted. */
size_t rsp_bench_compare(rsp_buf *out, const rsp_bench_report *before, const rsp_bench_report *after,
                         const rsp_bench_rules *rules);

RSP_END_DECLS

#endif
