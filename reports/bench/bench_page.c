/* The figures as a page: for each workload its ways side by side, as ratios to the first one measured.
 * The first is single packets where the workload has them.
 * See bench_report.h. */
/* SPDX-License-Identifier: MIT */
#include "reports/bench/bench_report.h"

#include "document/document.h"
#include "document/text.h"
#include "reports/page/frame.h"
#include <rsp/clock.h>

static bool same_group(const rsp_bench_row *a, const rsp_bench_row *b) {
    return strcmp(a->workload, b->workload) == 0 && a->sweep == b->sweep;
}

/* What the others are compared with: the first of the group at the same round-trip time. */
static const rsp_bench_row *base_of(const rsp_bench_row *rows, size_t num, uint64_t rtt_ns) {
    for (size_t i = 0; i < num; i++)
        if (rows[i].rtt_ns == rtt_ns && rows[i].result.outcome == RSP_BENCH_DONE)
            return &rows[i];
    return NULL;
}

static void add_ratio(rsp_table *t, uint64_t value, uint64_t base) {
    if (base == 0) {
        rsp_table_text(t, "%s", "");
        return;
    }
    const double ratio = (double)value / (double)base;
    rsp_cell *cell = rsp_table_text(t, ratio >= 10 ? "%.1f" : "%.3g", ratio);
    cell->tone = ratio < 0.995 ? RSP_TONE_GOOD : ratio > 1.005 ? RSP_TONE_BAD : RSP_TONE_PLAIN;
}

static void add_time(rsp_document *d, rsp_table *t, uint64_t ns) {
    rsp_buf text = {.mem = d->arena.mem};
    rsp_bench_append_time(&text, ns);
    rsp_table_text(t, "%s", rsp_buf_cstr(&text));
    rsp_buf_free(&text);
}

static void add_row(rsp_document *d, rsp_table *t, const rsp_bench_row *row, const rsp_bench_row *base) {
    const rsp_bench_result *r = &row->result;
    const bool done = r->outcome == RSP_BENCH_DONE;
    const double longest = base ? (double)base->result.total.ns : 0;
    rsp_table_text(t, "%s", rsp_bench_way_name(row->way))->form = RSP_CELL_CODE;
    rsp_table_text(t, "%.4g ms", (double)row->rtt_ns / (double)RSP_NS_PER_MS);
    if (!done) {
        for (int i = 0; i < 4; i++)
            rsp_table_text(t, "%s", "");
        rsp_table_text(t, "%s%s", r->outcome == RSP_BENCH_FAILED ? "failed: " : "skipped: ", r->reason)
            ->tone = r->outcome == RSP_BENCH_FAILED ? RSP_TONE_BAD : RSP_TONE_DIM;
        return;
    }
    rsp_table_count(t, r->total.round_trips);
    add_ratio(t, r->total.round_trips, base ? base->result.total.round_trips : 0);
    add_time(d, t, r->total.ns);
    add_ratio(t, r->total.ns, base ? base->result.total.ns : 0);
    rsp_cell *share = rsp_table_text(t, "%s", "");
    share->form = RSP_CELL_SHARE;
    share->share = longest > 0 ? (double)r->total.ns / longest : 0;
    share->share = share->share > 1 ? 1 : share->share;
}

static void describe_group(rsp_document *d, const rsp_bench_row *rows, size_t num) {
    static const char *const titles[] = {"way",  "RTT",        "round trips", "ratio",
                                         "time", "time ratio", "relative"};
    rsp_buf title = {.mem = d->arena.mem};
    rsp_text_shown(&title, rsp_bytes_str(rows->workload));
    if (rows->sweep_name[0])
        rsp_text_printf(&title, ", %s = %llu", rows->sweep_name, (unsigned long long)rows->sweep);
    rsp_document_section(d, rsp_arena_str(&d->arena, rsp_buf_cstr(&title)), rows->title);
    rsp_buf_free(&title);
    rsp_table *t = rsp_document_table(d, "");
    for (size_t i = 0; i < RSP_ARRAY_LEN(titles); i++)
        rsp_table_column(t, i > 0 && i + 1 < RSP_ARRAY_LEN(titles), "%s", titles[i]);
    for (size_t i = 0; i < num; i++)
        add_row(d, t, &rows[i], base_of(rows, num, rows[i].rtt_ns));
    for (size_t i = 0; i < num; i++)
        if (rows[i].result.outcome == RSP_BENCH_DONE && rows[i].result.note[0] &&
            (i == 0 || strcmp(rows[i].result.note, rows[i - 1].result.note) != 0))
            rsp_document_item(d, RSP_TONE_NOTE, rsp_bench_way_name(rows[i].way), "%s", rows[i].result.note);
}

static void describe_head(rsp_document *d, const rsp_bench_report *r) {
    size_t count[RSP_BENCH_FAILED + 1] = {0};
    bool virtual_time = false;
    for (size_t i = 0; i < r->num_rows; i++) {
        count[r->rows[i].result.outcome]++;
        virtual_time = virtual_time || r->rows[i].result.virtual_time;
    }
    rsp_document_title(d, "Bench of %s", r->stub);
    rsp_document_answer(
        d, count[RSP_BENCH_FAILED] > 0 ? RSP_TONE_BAD : RSP_TONE_PLAIN,
        "%zu measured, %zu failed, %zu skipped; ratios are to the first way of a workload at the same "
        "round-trip time: below 1 is better.",
        count[RSP_BENCH_DONE], count[RSP_BENCH_FAILED], count[RSP_BENCH_SKIPPED]);
    rsp_document_fact(d, "time", "%s", virtual_time ? "virtual: exact, and the same again" : "real");
    rsp_document_fact(d, "version", "%s", r->version);
}

rsp_status rsp_bench_print_html(rsp_buf *out, const rsp_bench_report *r) {
    rsp_document d = {.arena.mem = out->mem};
    describe_head(&d, r);
    rsp_document_search(&d);
    for (size_t i = 0; i < r->num_rows;) {
        size_t num = 1;
        while (i + num < r->num_rows && same_group(&r->rows[i + num], &r->rows[i]))
            num++;
        describe_group(&d, r->rows + i, num);
        i += num;
    }
    const rsp_status status = rsp_document_html(out, &d, rsp_report_frame());
    rsp_document_free(&d);
    return status;
}
