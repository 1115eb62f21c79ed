/* A section for each work, a line for each adapter, round-trip times and part. Ratios are to the first
 * adapter. A first stop that reads debug information stays one of many: only a pace says what was due
 * meanwhile. See adapter_bench_report.h. */
/* SPDX-License-Identifier: MIT */
#include "reports/adapter/adapter_bench_report.h"

#include "document/document.h"
#include "reports/page/frame.h"
#include <rsp/clock.h>

enum { MOST_ROWS = 4096 };

void rsp_adapter_bench_report_free(rsp_adapter_bench_report *r) {
    rsp_arena_free(&r->arena);
    rsp_mem_free(NULL, r->rows);
    *r = (rsp_adapter_bench_report){.arena = {0}};
}

bool rsp_adapter_bench_report_add(rsp_adapter_bench_report *r, const rsp_adapter_bench_row *row) {
    if (r->num_rows == MOST_ROWS)
        return false;
    if (r->num_rows == r->cap_rows) {
        const size_t cap = r->cap_rows ? r->cap_rows * 2 : 64;
        rsp_adapter_bench_row *rows = rsp_mem_realloc(NULL, r->rows, cap * sizeof *rows);
        if (!rows)
            return false;
        r->rows = rows;
        r->cap_rows = cap;
    }
    r->rows[r->num_rows++] = *row;
    return true;
}

/* --- the document --- */

/* The row of the first adapter that was measured at the same distances. */
static const rsp_adapter_bench_row *base_of(const rsp_adapter_bench_report *r,
                                            const rsp_adapter_bench_row *row) {
    for (size_t i = 0; i < r->num_rows; i++) {
        const rsp_adapter_bench_row *other = &r->rows[i];
        if (other->work == row->work && other->editor_rtt_ns == row->editor_rtt_ns &&
            other->stub_rtt_ns == row->stub_rtt_ns && other->result.outcome == RSP_DAP_BENCH_DONE)
            return other;
    }
    return NULL;
}

static const rsp_latency_row *times_of(const rsp_adapter_bench_report *r, const rsp_adapter_bench_row *row,
                                       unsigned part) {
    const rsp_latency_summary *both = &row->result.parts[part];
    return r->paced && part == RSP_DAP_PART_WHOLE ? &both->corrected : &both->measured;
}

static void add_ratio(rsp_table *t, const rsp_adapter_bench_report *r, const rsp_adapter_bench_row *row,
                      unsigned part) {
    const rsp_adapter_bench_row *base = base_of(r, row);
    const uint64_t of = base && base != row ? times_of(r, base, part)->p50_ns : 0;
    if (of == 0) {
        rsp_table_text(t, "%s", "");
        return;
    }
    const double ratio = (double)times_of(r, row, part)->p50_ns / (double)of;
    rsp_cell *cell = rsp_table_text(t, ratio >= 10 ? "%.1f" : "%.3g", ratio);
    cell->tone = ratio < 0.9 ? RSP_TONE_GOOD : ratio > 1.1 ? RSP_TONE_BAD : RSP_TONE_PLAIN;
}

static void add_distances(rsp_table *t, const rsp_adapter_bench_row *row) {
    rsp_table_text(t, "%.4g ms", (double)row->editor_rtt_ns / (double)RSP_NS_PER_MS);
    rsp_table_text(t, "%.4g ms", (double)row->stub_rtt_ns / (double)RSP_NS_PER_MS);
}

static void add_each(rsp_table *t, uint64_t total, uint64_t operations, bool known) {
    if (known && operations > 0)
        rsp_table_text(t, "%.4g", (double)total / (double)operations);
    else
        rsp_table_text(t, "%s", "");
}

static void add_part(rsp_table *t, const rsp_adapter_bench_report *r, const rsp_adapter_bench_row *row,
                     unsigned part) {
    const rsp_dap_bench_result *one = &row->result;
    const rsp_latency_row *times = times_of(r, row, part);
    const bool whole = part == RSP_DAP_PART_WHOLE;
    rsp_table_text(t, "%s", row->adapter)->form = RSP_CELL_CODE;
    rsp_table_text(t, "%s", rsp_dap_part_name((rsp_dap_part)part));
    add_distances(t, row);
    rsp_table_count(t, one->parts[part].measured.count);
    rsp_table_time(t, times->p50_ns);
    rsp_table_time(t, times->p90_ns);
    rsp_table_time(t, times->p99_ns);
    rsp_table_time(t, times->max_ns);
    add_ratio(t, r, row, part);
    add_each(t, one->requests, one->operations, whole);
    add_each(t, one->packets, one->operations, whole && one->has_packets);
    add_each(t, one->cancelled, one->operations, whole && one->cancelled > 0);
}

static void describe_work(rsp_document *d, const rsp_adapter_bench_report *r, rsp_dap_work work) {
    static const char *const titles[] = {"adapter",  "wait",    "editor RTT", "stub RTT", "number",
                                         "median",   "p90",     "p99",        "max",      "ratio",
                                         "requests", "packets", "cancelled"};
    static const unsigned widths[] = {18, 20, 11, 9, 8, 10, 10, 10, 10, 7, 9, 8, 10};
    const rsp_dap_work_row *about = rsp_dap_work_get(work);
    bool any = false;
    for (size_t i = 0; i < r->num_rows; i++)
        any = any || r->rows[i].work == work;
    if (!any)
        return;
    rsp_document_section(d, about->name, about->title);
    rsp_table *t = rsp_document_table(d, "");
    for (size_t i = 0; i < RSP_ARRAY_LEN(titles); i++) {
        rsp_table_column(t, i > 1, "%s", titles[i]);
        t->columns[i].width = widths[i];
    }
    for (size_t i = 0; i < r->num_rows; i++)
        for (unsigned part = 0; part < RSP_DAP_PART_COUNT; part++)
            if (r->rows[i].work == work && r->rows[i].result.outcome == RSP_DAP_BENCH_DONE &&
                r->rows[i].result.parts[part].measured.count > 0)
                add_part(t, r, &r->rows[i], part);
    for (size_t i = 0; i < r->num_rows; i++) {
        const rsp_dap_bench_result *one = &r->rows[i].result;
        const bool failed = one->outcome == RSP_DAP_BENCH_FAILED;
        if (r->rows[i].work == work && one->outcome != RSP_DAP_BENCH_DONE)
            rsp_document_item(d, failed ? RSP_TONE_BAD : RSP_TONE_DIM, failed ? "failed" : "skipped",
                              "%s: %s", r->rows[i].adapter, one->reason);
    }
}

static void describe_head(rsp_document *d, const rsp_adapter_bench_report *r) {
    size_t count[RSP_DAP_BENCH_FAILED + 1] = {0};
    for (size_t i = 0; i < r->num_rows; i++)
        count[r->rows[i].result.outcome]++;
    rsp_document_title(d, "How long users of debug adapters wait");
    rsp_document_answer(
        d, count[RSP_DAP_BENCH_FAILED] > 0 ? RSP_TONE_BAD : RSP_TONE_PLAIN,
        "%zu measured, %zu failed, %zu skipped. Ratios of medians are to the first adapter at the "
        "same round-trip times: below 1 is better.",
        count[RSP_DAP_BENCH_DONE], count[RSP_DAP_BENCH_FAILED], count[RSP_DAP_BENCH_SKIPPED]);
    rsp_document_fact(d, "measured", "%s", r->started_at);
    rsp_document_fact(d, "behind", "%llu slow requests before each step, continue or pause",
                      (unsigned long long)r->behind);
    if (r->paced)
        rsp_document_fact(d, "pace",
                          "whole operations are corrected for those that were due while one was late");
}

rsp_status rsp_adapter_bench_print(rsp_buf *out, const rsp_adapter_bench_report *r,
                                   rsp_adapter_bench_form form, bool colour) {
    rsp_document d = {.arena.mem = out->mem};
    describe_head(&d, r);
    rsp_document_search(&d);
    for (unsigned work = 0; work < RSP_DAP_WORK_COUNT; work++)
        describe_work(&d, r, (rsp_dap_work)work);
    const rsp_terminal_style style = {.colour = colour, .width = 150};
    const rsp_status status = form == RSP_ADAPTER_BENCH_HTML ? rsp_document_html(out, &d, rsp_report_frame())
                              : form == RSP_ADAPTER_BENCH_MARKDOWN ? rsp_document_markdown(out, &d)
                                                                   : rsp_document_terminal(out, &d, style);
    rsp_document_free(&d);
    return status;
}
