/* The run for people: a line per area, what went wrong with its evidence, the sum at the end.
 * Short when all is well; one idea per line, the next command last.
 * Failures are laid out in term_parts.c. */
/* SPDX-License-Identifier: MIT */
#include "document/text.h"
#include "forecast_section.h"
#include "gaps.h"
#include "reports/report.h"
#include "term_causes.h"
#include "term_parts.h"
#include "words.h"

#include <inttypes.h>

enum {
    AREA_COLUMNS_MIN = 12,
    AREA_COLUMNS_MAX = 28,
};

static void append_heading(const rsp_term *t, const rsp_run *run) {
    const char *const parts[] = {run->target, run->look, run->features};
    rsp_buf stub = {.mem = t->out->mem};
    rsp_report_stub(&stub, run);
    rsp_term_begin(t, RSP_INK_STRONG);
    rsp_report_escape_text(t->out, rsp_buf_bytes(&stub), false);
    rsp_term_end(t, RSP_INK_STRONG);
    for (size_t i = 0; i < RSP_ARRAY_LEN(parts); i++) {
        if (!rsp_report_given(parts[i]))
            continue;
        rsp_buf_str(t->out, "   ");
        rsp_report_escape_text(t->out, rsp_report_text(parts[i]), false);
    }
    rsp_buf_printf(t->out, "%sseed %" PRIu64 "\n", stub.len ? "   " : "", run->seed);
    rsp_buf_free(&stub);
    if (rsp_report_given(run->allowed)) {
        rsp_buf_str(t->out, "  ");
        rsp_report_escape_text(t->out, rsp_report_text(run->allowed), false);
        rsp_buf_push(t->out, '\n');
    }
}

/* "38 pass   1 FAIL": what makes the run fail is in capitals. */
static void append_summary(const rsp_term *t, const rsp_summary *summary, const char *gap) {
    bool first = true;
    for (unsigned v = 0; v < RSP_VERDICT_COUNT; v++) {
        rsp_verdict verdict = (rsp_verdict)v;
        if (summary->count[v] == 0)
            continue;
        if (!first)
            rsp_buf_str(t->out, gap);
        first = false;
        rsp_ink ink = verdict == RSP_VERDICT_PASS ? RSP_INK_PLAIN : rsp_term_ink_of(verdict);
        rsp_term_begin(t, ink);
        rsp_report_count(t->out, summary->count[v]);
        rsp_buf_push(t->out, ' ');
        for (const char *c = rsp_verdict_name(verdict); *c; c++)
            rsp_buf_push(t->out, rsp_verdict_bad(verdict) ? (uint8_t)(*c - 'a' + 'A') : (uint8_t)*c);
        rsp_term_end(t, ink);
    }
}

static size_t area_columns(const rsp_area_summary *areas, size_t num) {
    size_t columns = AREA_COLUMNS_MIN;
    for (size_t i = 0; i < num; i++) {
        size_t len = strlen(areas[i].area);
        columns = len > columns ? len : columns;
    }
    return columns < AREA_COLUMNS_MAX ? columns : AREA_COLUMNS_MAX;
}

static void append_area(const rsp_term *t, const rsp_area_summary *area, size_t columns) {
    uint64_t total = rsp_summary_total(&area->summary);
    bool skipped = area->summary.count[RSP_VERDICT_SKIP] == total;
    rsp_buf_str(t->out, "  ");
    size_t start = t->out->len;
    rsp_report_escape_text(t->out, rsp_bytes_sub(rsp_report_text(area->area), 0, columns), false);
    rsp_term_pad(t->out, start, columns + 2);
    if (skipped) {
        rsp_term_begin(t, RSP_INK_DIM);
        rsp_buf_str(t->out, "   -        ");
        rsp_report_escape_text(t->out, rsp_report_text(area->skip_reason), false);
        rsp_buf_printf(t->out, "%s(%" PRIu64 " skipped)", rsp_report_given(area->skip_reason) ? " " : "",
                       total);
        rsp_term_end(t, RSP_INK_DIM);
    } else {
        uint64_t passes = area->summary.count[RSP_VERDICT_PASS];
        rsp_buf_str(t->out, passes < 10 ? "   " : passes < 100 ? "  " : passes < 1000 ? " " : "");
        append_summary(t, &area->summary, "   ");
    }
    rsp_buf_push(t->out, '\n');
}

static void append_areas(const rsp_term *t, rsp_run *run) {
    rsp_area_summary *areas = NULL;
    size_t num = 0;
    if (run->num_results == 0 || rsp_run_areas(run, &areas, &num) != RSP_OK)
        return;
    size_t columns = area_columns(areas, num);
    rsp_buf_push(t->out, '\n');
    for (size_t i = 0; i < num; i++)
        append_area(t, &areas[i], columns);
}

/* What is bad first, then warnings; passes only when asked for. Of the results of one cause a few stand here:
 * the cause itself was told at the top. */
static void append_results(const rsp_term *t, const rsp_run *run) {
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < run->num_results; i++) {
            const rsp_result *r = &run->results[i];
            const bool shown = t->verbose || rsp_report_notable(r);
            const bool bad = rsp_verdict_bad(r->verdict);
            if (shown && bad == (pass == 0) && (t->verbose || !rsp_term_is_folded(run, i)))
                rsp_term_result(t, r);
        }
    }
}

/* Of a few faults all are told, as somebody asked for these. */
static void append_faults(const rsp_term *t, const rsp_run *run) {
    enum { FEW_FAULTS = 8 };
    if (run->num_faults == 0)
        return;
    rsp_buf_push(t->out, '\n');
    for (size_t i = 0; i < run->num_faults; i++) {
        const rsp_fault_result *f = &run->faults[i];
        bool killed = rsp_report_given(f->killed_by);
        if (killed && !t->verbose && run->num_faults > FEW_FAULTS)
            continue;
        rsp_term_begin(t, killed ? RSP_INK_GOOD : RSP_INK_BAD);
        rsp_buf_str(t->out, killed ? "killed     " : "SURVIVED   ");
        rsp_term_end(t, killed ? RSP_INK_GOOD : RSP_INK_BAD);
        size_t start = t->out->len;
        rsp_report_escape_text(t->out, rsp_report_text(f->fault), false);
        rsp_term_pad(t->out, start, 36);
        start = t->out->len;
        rsp_report_escape_text(t->out, rsp_report_text(f->requirement), false);
        rsp_term_pad(t->out, start, 14);
        rsp_report_escape_text(
            t->out, rsp_report_text(killed ? f->killed_by : "no scenario that passes without it fails"),
            false);
        rsp_buf_push(t->out, '\n');
    }
    rsp_buf_printf(t->out, "%zu fault%s   %" PRIu64 " killed\n", run->num_faults,
                   run->num_faults == 1 ? "" : "s", run->killed);
}

/* A line for each reason, the largest first, with what would let more be judged. */
static void append_gaps(const rsp_term *t, rsp_run *run) {
    enum { LINES = 8 };
    rsp_gap gaps[RSP_REPORT_GAPS];
    const size_t num = rsp_report_gaps(run, gaps, RSP_REPORT_GAPS);
    const size_t shown = t->verbose || num <= LINES ? num : LINES - 1;
    uint64_t rest = 0;
    for (size_t i = 0; i < num; i++) {
        if (i >= shown) {
            rest += gaps[i].num;
            continue;
        }
        rsp_buf_printf(t->out, "%-12s%5" PRIu64 "  %s", i ? "" : "not judged", gaps[i].num, gaps[i].text);
        if (*gaps[i].hint)
            rsp_buf_printf(t->out, "; %s", gaps[i].hint);
        rsp_buf_push(t->out, '\n');
    }
    if (rest > 0)
        rsp_buf_printf(t->out, "%-12s%5" PRIu64 "  for %zu other reasons; -v lists them\n", "", rest,
                       num - shown);
}

static void append_unmet(const rsp_term *t, const rsp_run *run) {
    for (size_t i = 0; i < run->num_unmet; i++) {
        rsp_term_begin(t, RSP_INK_BAD);
        rsp_buf_str(t->out, "unmet       ");
        rsp_term_end(t, RSP_INK_BAD);
        rsp_report_escape_text(t->out, rsp_report_text(run->unmet[i]), false);
        rsp_buf_push(t->out, '\n');
    }
}

/* What share of the scenarios says something of the stub, and why the rest does not. */
static void append_judged(const rsp_term *t, rsp_run *run) {
    if (run->num_results > 0) {
        rsp_buf_str(t->out, "\njudged      ");
        rsp_report_judged(t->out, &run->summary);
        rsp_buf_push(t->out, '\n');
        append_gaps(t, run);
    }
    append_unmet(t, run);
    if (rsp_report_given(run->left_out)) {
        rsp_buf_str(t->out, "left out    ");
        rsp_report_escape_text(t->out, rsp_report_text(run->left_out), false);
        rsp_buf_push(t->out, '\n');
    }
}

/* A few by name, all of them where everything is wanted. */
static void append_not_played(const rsp_term *t, const rsp_run *run) {
    const size_t shown = t->verbose || run->num_not_played <= 5 ? run->num_not_played : 4;
    if (run->num_not_played == 0)
        return;
    rsp_buf_printf(t->out, "%zu not played:", run->num_not_played);
    for (size_t i = 0; i < shown; i++) {
        rsp_buf_str(t->out, i ? ", " : " ");
        rsp_report_escape_text(t->out, rsp_report_text(run->not_played[i]), false);
    }
    if (shown < run->num_not_played)
        rsp_buf_printf(t->out, " and %zu more", run->num_not_played - shown);
    rsp_buf_push(t->out, '\n');
}

static void append_conclusion(const rsp_term *t, const rsp_run *run) {
    if (run->interrupted) {
        rsp_term_begin(t, RSP_INK_BAD);
        rsp_buf_printf(t->out, "interrupted after %zu", run->num_results);
        if (run->planned > 0)
            rsp_buf_printf(t->out, " of %" PRIu64, run->planned);
        rsp_buf_str(t->out, " scenarios");
        if (rsp_report_given(run->stopped)) {
            rsp_buf_str(t->out, ": ");
            rsp_report_escape_text(t->out, rsp_report_text(run->stopped), false);
        }
        rsp_term_end(t, RSP_INK_BAD);
        rsp_buf_push(t->out, '\n');
        append_not_played(t, run);
    }
    if (rsp_run_says_nothing(run)) {
        rsp_term_begin(t, RSP_INK_BAD);
        rsp_report_nothing(t->out, run);
        rsp_term_end(t, RSP_INK_BAD);
        rsp_buf_push(t->out, '\n');
    }
    if (rsp_report_given(run->conclusion)) {
        rsp_report_escape_text(t->out, rsp_report_text(run->conclusion), false);
        rsp_buf_push(t->out, '\n');
    }
}

static void append_total(const rsp_term *t, const rsp_run *run) {
    rsp_buf_push(t->out, '\n');
    if (run->num_results == 0)
        rsp_buf_str(t->out, run->num_faults > 0 ? "0 scenarios" : "no scenario was run");
    size_t start = t->out->len;
    append_summary(t, &run->summary, "   ");
    /* With many kinds of verdicts the rest gets a line of its own. */
    bool crowded = !t->colour && t->out->len - start > t->width / 2;
    rsp_buf_str(t->out, crowded ? "\n" : "      ");
    rsp_report_count(t->out, run->metrics.round_trips);
    rsp_buf_printf(t->out, " round trip%s   ", run->metrics.round_trips == 1 ? "" : "s");
    rsp_report_duration(t->out, run->duration_ns);
    if (rsp_report_given(run->report_path)) {
        rsp_buf_str(t->out, "      report: ");
        rsp_report_escape_text(t->out, rsp_report_text(run->report_path), false);
    }
    rsp_buf_push(t->out, '\n');
}

rsp_status rsp_report_term(rsp_buf *out, rsp_run *run, const rsp_report_options *options) {
    rsp_report_options o = options ? *options : (rsp_report_options){0};
    rsp_term t = {.out = out, .colour = o.colour, .verbose = o.verbose, .width = o.width ? o.width : 100};
    /* Narrower than this nothing can be laid out; the terminal wraps then. */
    if (t.width < 40)
        t.width = 40;
    append_heading(&t, run);
    rsp_term_forecast(&t, run);
    rsp_term_causes(&t, run);
    append_areas(&t, run);
    if (run->num_causes > 0)
        rsp_buf_push(out, '\n');
    append_results(&t, run);
    append_faults(&t, run);
    append_judged(&t, run);
    append_total(&t, run);
    append_conclusion(&t, run);
    return out->status;
}
