/* The report of a run, described once for a terminal, for a page and for Markdown: the answer, what breaks
 * for debuggers, causes, areas, results, what was not judged. A terminal shows its answer last, where people
 * look; a page folds what went well. See document/document.h. */
/* SPDX-License-Identifier: MIT */
#include "run_document.h"

#include "document/text.h"
#include "gaps.h"
#include "reports/page/frame.h"
#include "reports/report.h"
#include "run_forecast.h"
#include "run_results.h"
#include "words.h"

#include "trace/exchange.h"
#include <inttypes.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

enum {
    AREA_COLUMNS_MIN = 12,
    AREA_COLUMNS_MAX = 28,
};

/* A text that is put together; it lives as long as the document. Frees the buffer. */
static const char *kept(const rsp_describer *to, rsp_buf *text) {
    const char *copy = rsp_arena_str(&to->document->arena, rsp_buf_cstr(text));
    rsp_buf_free(text);
    return copy;
}

static const char *duration_of(const rsp_describer *to, uint64_t ns) {
    rsp_buf text = {.mem = to->document->arena.mem};
    rsp_text_duration(&text, ns);
    return kept(to, &text);
}

static const char *count_of(const rsp_describer *to, uint64_t count) {
    rsp_buf text = {.mem = to->document->arena.mem};
    rsp_text_count(&text, count);
    return kept(to, &text);
}

static const char *judged_of(const rsp_describer *to) {
    rsp_buf text = {.mem = to->document->arena.mem};
    if (to->run->num_results > 0)
        rsp_report_run_judged(&text, to->run);
    return kept(to, &text);
}

static const char *text_or_none(const char *text) {
    return text ? text : "";
}

static rsp_table *table_of(const rsp_describer *to, const char *css, const char *titles,
                           const char *numbers) {
    rsp_table *t = rsp_document_table(to->document, css);
    for (rsp_bytes rest = rsp_bytes_str(titles); rest.ptr;) {
        const rsp_bytes title = rsp_bytes_split(&rest, '|');
        rsp_table_column(t,
                         title.len > 0 && rsp_bytes_search(rsp_bytes_str(numbers), title) < strlen(numbers),
                         "%.*s", (int)title.len, (const char *)title.ptr);
    }
    return t;
}

/* --- the head ------------------------------------------------------------------------------------------- */

static void describe_title(const rsp_describer *to) {
    rsp_document *d = to->document;
    const rsp_run *run = to->run;
    rsp_buf stub = {.mem = d->arena.mem};
    rsp_report_stub(&stub, run);
    rsp_document_title(d, "%s", stub.len ? rsp_buf_cstr(&stub) : "run");
    rsp_buf_free(&stub);
    rsp_document_aside(d, "%s", text_or_none(run->about.target));
    rsp_document_aside(d, "%s", text_or_none(run->about.look));
    rsp_document_aside(d, "%s", text_or_none(run->about.features));
    rsp_document_aside(d, "seed %" PRIu64, run->seed);
    if (to->medium == RSP_TERMINAL && rsp_report_given(run->notes.allowed))
        rsp_document_paragraph(d, "  %s", run->notes.allowed);
    if (to->medium == RSP_TERMINAL && rsp_report_given(run->notes.loaded))
        rsp_document_paragraph(d, "  %s", run->notes.loaded);
    if (to->medium == RSP_TERMINAL && rsp_report_given(run->notes.left_changed))
        rsp_document_paragraph(d, "  %s", run->notes.left_changed);
    if (to->medium == RSP_TERMINAL && rsp_report_given(run->notes.waited_for))
        rsp_document_paragraph(d, "  %s", run->notes.waited_for);
}

static void describe_answer(const rsp_describer *to) {
    const rsp_run *run = to->run;
    const bool any = run->num_results + run->selftest.num_faults > 0;
    rsp_buf text = {.mem = to->document->arena.mem};
    if (run->ended.interrupted) {
        rsp_report_interrupted(&text, run);
        rsp_buf_str(&text, ". ");
    }
    rsp_report_outcome(&text, run);
    rsp_document_answer(to->document,
                        rsp_run_exit_code(run) != 0 ? RSP_TONE_BAD
                        : any                       ? RSP_TONE_GOOD
                                                    : RSP_TONE_PLAIN,
                        "%s", rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    for (size_t i = 0; i < run->ended.num_unmet; i++)
        rsp_document_answer(to->document, RSP_TONE_BAD, "Not met: %s", run->ended.unmet[i]);
}

/* Columns of a terminal as a list: "little endian   no vCont" is "little endian, no vCont". */
static const char *listed(const rsp_describer *to, const char *text) {
    rsp_buf out = {.mem = to->document->arena.mem};
    for (const char *c = text_or_none(text); *c; c++) {
        const size_t blanks = strspn(c, " ");
        if (blanks < 2)
            rsp_buf_push(&out, (uint8_t)*c);
        else
            rsp_buf_str(&out, ", ");
        c += blanks < 2 ? 0 : blanks - 1;
    }
    const char *list = rsp_arena_str(&to->document->arena, rsp_buf_cstr(&out));
    rsp_buf_free(&out);
    return list;
}

/* The text without what its label says. */
static const char *without(const rsp_describer *to, const char *text, const char *end) {
    const rsp_bytes all = rsp_bytes_str(text_or_none(text));
    const size_t at = rsp_bytes_search(all, rsp_bytes_str(end));
    return rsp_arena_printf(&to->document->arena, "%.*s%s", (int)at, (const char *)all.ptr,
                            at < all.len ? (const char *)all.ptr + at + strlen(end) : "");
}

static void describe_facts(const rsp_describer *to) {
    const rsp_run *run = to->run;
    const struct {
        const char *label;
        const char *text;
    } facts[] = {
        {rsp_report_subject(run), run->about.stub},
        {"target", run->about.target},
        {"seen", listed(to, run->about.look)},
        {"features", run->about.features},
        {"started", run->started_at},
        {"took", duration_of(to, run->duration_ns)},
        {"judged", judged_of(to)},
        {"left out", run->notes.left_out},
        {"allowed for", without(to, run->notes.allowed, ": allowed for")},
        {"program", run->notes.loaded},
        {"left changed", run->notes.left_changed},
        {"waited for", run->notes.waited_for},
        {rsp_report_given(run->about.kind) ? "requests" : "round trips",
         count_of(to, run->metrics.round_trips)},
        {"waited", rsp_report_given(run->about.kind) ? duration_of(to, run->metrics.stub_ns) : ""},
        {"seed", rsp_arena_printf(&to->document->arena, "%" PRIu64, run->seed)},
        {"stubborn", run->tool_version},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(facts); i++)
        rsp_document_fact(to->document, facts[i].label, "%s", text_or_none(facts[i].text));
}

/* --- the page's bar and chips --------------------------------------------------------------------------- */

static void append_bar(rsp_buf *out, const rsp_summary *summary) {
    rsp_page_part parts[RSP_VERDICT_COUNT];
    for (unsigned v = 0; v < RSP_VERDICT_COUNT; v++)
        parts[v] = (rsp_page_part){.css = rsp_verdict_name((rsp_verdict)v), .amount = summary->count[v]};
    rsp_page_bar(out, parts, RSP_VERDICT_COUNT);
}

static void append_chip(rsp_buf *out, const char *name, const char *meaning, uint64_t count, bool checked) {
    rsp_text_printf(
        out,
        "<label class=\"chip %s\" title=\"%s\"><input class=\"filter\" type=\"radio\" name=\"show\" "
        "id=\"show-%s\" value=\"%s\"%s/><b>",
        name, meaning, name, name, checked ? " checked=\"checked\"" : "");
    rsp_text_count(out, count);
    rsp_text_printf(out, "</b> %s</label>\n", name);
}

/* The radio buttons filter without a script: the style sheet looks which one is checked. */
static void describe_chips(const rsp_describer *to) {
    const rsp_summary *summary = &to->run->summary;
    rsp_buf out = {.mem = to->document->arena.mem};
    append_bar(&out, summary);
    rsp_buf_str(&out, "\n<nav class=\"chips\" aria-label=\"show results by verdict\">\n");
    append_chip(&out, "all", "every result", rsp_summary_total(summary), true);
    for (unsigned v = 0; v < RSP_VERDICT_COUNT; v++)
        if (summary->count[v] > 0)
            append_chip(&out, rsp_verdict_name((rsp_verdict)v), rsp_verdict_meaning((rsp_verdict)v),
                        summary->count[v], false);
    rsp_buf_str(&out, "</nav>\n");
    rsp_document_figure(to->document, rsp_buf_cstr(&out));
    rsp_buf_free(&out);
}

/* --- areas ---------------------------------------------------------------------------------------------- */

/* "38 pass", "1 FAIL": what makes the run fail is in capitals. */
static void add_counts(rsp_table *t, const rsp_summary *summary, const char *gap) {
    for (unsigned v = 0; v < RSP_VERDICT_COUNT; v++) {
        const rsp_verdict verdict = (rsp_verdict)v;
        char name[16] = "";
        rsp_buf count = {.mem = t->arena->mem};
        for (size_t i = 0; rsp_verdict_name(verdict)[i] && i + 1 < sizeof name; i++)
            name[i] = (char)(rsp_verdict_name(verdict)[i] - (rsp_verdict_bad(verdict) ? 'a' - 'A' : 0));
        rsp_text_count(&count, summary->count[v]);
        const bool any = summary->count[v] > 0;
        rsp_cell *cell = rsp_table_text(t, "%s%s%s%s", any ? gap : "", any ? rsp_buf_cstr(&count) : "",
                                        any ? " " : "", any ? name : "");
        cell->tone = verdict == RSP_VERDICT_PASS ? RSP_TONE_PLAIN : rsp_verdict_tone(verdict);
        gap = any ? "   " : gap;
        rsp_buf_free(&count);
    }
}

static void add_area_line(rsp_table *t, const rsp_area_summary *area) {
    const uint64_t total = rsp_summary_total(&area->summary);
    const uint64_t passes = area->summary.count[RSP_VERDICT_PASS];
    const size_t columns = t->columns[0].width - 2;
    rsp_table_text(t, "%.*s", (int)columns, area->area);
    if (area->summary.count[RSP_VERDICT_SKIP] != total) {
        add_counts(t, &area->summary, passes < 10 ? "   " : passes < 100 ? "  " : passes < 1000 ? " " : "");
        return;
    }
    const bool why = rsp_report_given(area->skip_reason);
    rsp_table_text(t, "   -        %s%s(%" PRIu64 " skipped)", why ? area->skip_reason : "", why ? " " : "",
                   total)
        ->tone = RSP_TONE_DIM;
    for (unsigned v = 1; v < RSP_VERDICT_COUNT; v++)
        rsp_table_text(t, "%s", "");
}

/* A table without heads whose first column names a line, the others one count each. */
static rsp_table *counts_table(const rsp_describer *to, size_t width, unsigned more) {
    rsp_table *t = rsp_document_table(to->document, "");
    for (unsigned v = 0; v < RSP_VERDICT_COUNT + 1 + more; v++)
        rsp_table_column(t, false, "%s", "");
    t->columns[0].width = (unsigned)width;
    return t;
}

static void describe_area_lines(const rsp_describer *to, const rsp_area_summary *areas, size_t num) {
    size_t columns = AREA_COLUMNS_MIN;
    for (size_t i = 0; i < num; i++)
        columns = strlen(areas[i].area) > columns ? strlen(areas[i].area) : columns;
    rsp_document_gap(to->document);
    rsp_table *t = counts_table(to, (columns < AREA_COLUMNS_MAX ? columns : AREA_COLUMNS_MAX) + 2, 0);
    t->indent = 2;
    for (size_t i = 0; i < num; i++)
        add_area_line(t, &areas[i]);
}

static void describe_area_table(const rsp_describer *to, const rsp_area_summary *areas, size_t num) {
    rsp_document_section(to->document, "Areas", "");
    rsp_table *t = table_of(to, "", "area|pass|bad|warn|judged|of", "pass bad warn judged of");
    for (size_t i = 0; i < num; i++) {
        const rsp_summary *s = &areas[i].summary;
        const uint64_t bad = rsp_summary_bad(s);
        rsp_table_text(t, "%s", areas[i].area);
        rsp_table_count(t, s->count[RSP_VERDICT_PASS]);
        rsp_table_count(t, bad)->tone = bad ? RSP_TONE_BAD : RSP_TONE_PLAIN;
        rsp_table_count(t, s->count[RSP_VERDICT_WARN]);
        rsp_table_count(t, rsp_summary_judged(s));
        rsp_table_count(t, rsp_summary_total(s));
    }
}

/* In which of its area's three parts a page shows a result. */
typedef enum shown_part { SHOWN_BAD, SHOWN_REST, SHOWN_SKIPPED } shown_part;

static shown_part part_of(rsp_verdict verdict) {
    return rsp_verdict_bad(verdict) ? SHOWN_BAD : verdict == RSP_VERDICT_SKIP ? SHOWN_SKIPPED : SHOWN_REST;
}

static void describe_results_of(const rsp_describer *to, const char *area, shown_part part) {
    for (size_t i = 0; i < to->run->num_results; i++) {
        const rsp_result *r = &to->run->results[i];
        if (strcmp(r->area, area) == 0 && part_of(r->verdict) == part)
            rsp_describe_result(to, r);
    }
}

/* The classes of an area name its verdicts, so that the filter can hide areas that have nothing to show. */
static void describe_area(const rsp_describer *to, const rsp_area_summary *area) {
    const rsp_summary *s = &area->summary;
    const rsp_mem *mem = to->document->arena.mem;
    rsp_buf css = {.mem = mem};
    rsp_buf figure = {.mem = mem};
    rsp_buf_str(&css, "area");
    append_bar(&figure, s);
    rsp_buf_str(&figure, "<span class=\"counts\">");
    for (unsigned v = 0; v < RSP_VERDICT_COUNT; v++) {
        const char *name = rsp_verdict_name((rsp_verdict)v);
        if (s->count[v] == 0)
            continue;
        rsp_text_printf(&css, " has-%s", name);
        rsp_text_printf(&figure, "<span class=\"%s\">%" PRIu64 " %s</span> ", name, s->count[v], name);
    }
    rsp_buf_printf(&figure, "<span class=\"judged\">%" PRIu64 " of %" PRIu64 " judged</span></span>",
                   rsp_summary_judged(s), rsp_summary_total(s));
    rsp_document_group(to->document, &(rsp_group){.css = kept(to, &css),
                                                  .title = area->area,
                                                  .figure = rsp_buf_cstr(&figure),
                                                  .open = rsp_summary_bad(s) > 0});
    rsp_buf_free(&figure);
    describe_results_of(to, area->area, SHOWN_BAD);
    describe_results_of(to, area->area, SHOWN_REST);
    const uint64_t skipped = s->count[RSP_VERDICT_SKIP];
    if (skipped == 0)
        return;
    const bool folded = skipped < rsp_summary_total(s); /* an area without others is folded itself */
    if (folded)
        rsp_document_fold(to->document, "skip has-skip",
                          rsp_arena_printf(&to->document->arena, "%" PRIu64 " skipped", skipped));
    describe_results_of(to, area->area, SHOWN_SKIPPED);
    if (folded)
        rsp_document_fold_end(to->document);
}

static void describe_areas(const rsp_describer *to) {
    rsp_area_summary *areas = NULL;
    size_t num = 0;
    if (to->run->num_results == 0 || rsp_run_areas(to->run, &areas, &num) != RSP_OK)
        return;
    if (to->medium == RSP_TERMINAL)
        describe_area_lines(to, areas, num);
    else if (to->medium == RSP_MARKDOWN)
        describe_area_table(to, areas, num);
    /* On a page those with failures stand first. */
    for (int pass = 0; pass < 2 && to->medium == RSP_PAGE; pass++)
        for (size_t i = 0; i < num; i++)
            if ((rsp_summary_bad(&areas[i].summary) > 0) == (pass == 0))
                describe_area(to, &areas[i]);
}

/* --- faults, gaps, metrics ------------------------------------------------------------------------------ */

/* Of a few faults all are told, as somebody asked for these; of many those that survived, but on a page. */
static void describe_faults(const rsp_describer *to) {
    enum { FEW_FAULTS = 8 };
    const rsp_run *run = to->run;
    const bool terminal = to->medium == RSP_TERMINAL;
    if (run->selftest.num_faults == 0)
        return;
    const char *total =
        rsp_arena_printf(&to->document->arena, "%zu fault%s   %" PRIu64 " killed", run->selftest.num_faults,
                         run->selftest.num_faults == 1 ? "" : "s", run->selftest.killed);
    if (terminal)
        rsp_document_gap(to->document);
    else
        rsp_document_section(to->document, "Faults", total);
    rsp_table *t = table_of(to, "faults", terminal ? "||" : "|fault|requirement|killed by|what it said", "");
    static const unsigned widths[] = {11, 36, 14};
    for (size_t i = 0; i < RSP_ARRAY_LEN(widths); i++)
        t->columns[i].width = widths[i];
    if (terminal)
        rsp_table_column(t, false, "%s", "");
    for (size_t i = 0; i < run->selftest.num_faults; i++) {
        const rsp_fault_result *f = &run->selftest.faults[i];
        const bool killed = rsp_report_given(f->killed_by);
        if (killed && to->medium != RSP_PAGE && !to->whole && run->selftest.num_faults > FEW_FAULTS)
            continue;
        rsp_table_text(t, "%s", killed ? "killed" : "SURVIVED")->tone = killed ? RSP_TONE_GOOD : RSP_TONE_BAD;
        rsp_table_text(t, "%s", f->fault);
        rsp_table_text(t, "%s", f->requirement);
        rsp_table_text(t, "%s", killed ? f->killed_by : "no scenario that passes without it fails");
        if (!terminal)
            rsp_table_text(t, "%s", f->message);
    }
    if (terminal)
        rsp_document_paragraph(to->document, "%s", total);
}

static void describe_gap_lines(const rsp_describer *to, const rsp_gap *gaps, size_t num) {
    enum { LINES = 8 };
    const size_t shown = to->whole || num <= LINES ? num : LINES - 1;
    uint64_t rest = 0;
    for (size_t i = 0; i < num; i++) {
        rest += i >= shown ? gaps[i].num : 0;
        if (i < shown)
            rsp_document_item(to->document, RSP_TONE_PLAIN, i ? "" : "not judged", "%5" PRIu64 "  %s%s%s",
                              gaps[i].num, gaps[i].text, *gaps[i].hint ? "; " : "", gaps[i].hint);
    }
    if (rest > 0)
        rsp_document_item(to->document, RSP_TONE_PLAIN, "",
                          "%5" PRIu64 "  for %zu other reasons; -v lists them", rest, num - shown);
}

/* Why scenarios were not judged, the largest reason first, with what would let more be judged. */
static void describe_gaps(const rsp_describer *to) {
    rsp_gap gaps[RSP_REPORT_GAPS];
    const size_t num = rsp_report_gaps(to->run, gaps, RSP_REPORT_GAPS);
    if (to->medium == RSP_TERMINAL) {
        describe_gap_lines(to, gaps, num);
        return;
    }
    if (num == 0)
        return;
    rsp_document_group(to->document,
                       &(rsp_group){.css = "block",
                                    .title = "Not judged",
                                    .note = count_of(to, to->run->summary.count[RSP_VERDICT_SKIP])});
    rsp_table *t = table_of(to, "", "reason|scenarios|what lets them be judged", "scenarios");
    for (size_t i = 0; i < num; i++) {
        rsp_table_text(t, "%s", gaps[i].text);
        rsp_table_count(t, gaps[i].num);
        rsp_table_text(t, "%s", gaps[i].hint);
    }
}

static void describe_not_played(const rsp_describer *to) {
    const rsp_run *run = to->run;
    const bool terminal = to->medium == RSP_TERMINAL;
    const size_t shown =
        to->whole || run->ended.num_not_played <= 5 || !terminal ? run->ended.num_not_played : 4;
    rsp_buf names = {.mem = to->document->arena.mem};
    if (run->ended.num_not_played == 0)
        return;
    for (size_t i = 0; i < shown; i++)
        rsp_text_printf(&names, "%s%s", i ? ", " : "", run->ended.not_played[i]);
    if (shown < run->ended.num_not_played)
        rsp_buf_printf(&names, " and %zu more", run->ended.num_not_played - shown);
    if (!terminal)
        rsp_document_group(to->document, &(rsp_group){.css = "block",
                                                      .title = "Not played",
                                                      .note = count_of(to, run->ended.num_not_played)});
    if (terminal)
        rsp_document_paragraph(to->document, "%zu not played: %s", run->ended.num_not_played,
                               rsp_buf_cstr(&names));
    else
        rsp_document_paragraph(to->document, "%s", rsp_buf_cstr(&names));
    rsp_buf_free(&names);
}

static void describe_packets(const rsp_describer *to) {
    const rsp_metrics *m = &to->run->metrics;
    if (m->packets_to_stub == 0)
        return;
    const char *note = rsp_arena_printf(&to->document->arena, "%s sent, %s received, %s waiting for the stub",
                                        count_of(to, m->packets_to_stub), count_of(to, m->packets_from_stub),
                                        duration_of(to, m->stub_ns));
    rsp_document_group(to->document, &(rsp_group){.css = "block", .title = "Packets by kind", .note = note});
    rsp_table *t = table_of(to, "", "packet|answered|mean", "answered mean");
    for (unsigned i = 0; i < RSP_PACKET_END; i++) {
        const rsp_packet_row *row = rsp_packet_by_id((rsp_packet_id)i);
        const rsp_bytes name = row ? row->name : RSP_LIT("(unknown)");
        if (m->kind_count[i] == 0)
            continue;
        rsp_table_text(t, "%.*s", (int)name.len, (const char *)name.ptr)->form = RSP_CELL_CODE;
        rsp_table_count(t, m->kind_count[i]);
        rsp_table_text(t, "%s", duration_of(to, m->kind_ns[i] / m->kind_count[i]));
    }
}

/* --- the end of the terminal's report ------------------------------------------------------------------- */

/* What share of the scenarios says something of the stub, and why the rest does not. */
static void describe_judged(const rsp_describer *to) {
    const rsp_run *run = to->run;
    if (run->num_results > 0) {
        rsp_document_gap(to->document);
        rsp_document_fact(to->document, "judged", "%s", judged_of(to));
        describe_gaps(to);
    }
    for (size_t i = 0; i < run->ended.num_unmet; i++)
        rsp_document_item(to->document, RSP_TONE_BAD, "unmet", "%s", run->ended.unmet[i]);
    rsp_document_fact(to->document, "left out", "%s", text_or_none(run->notes.left_out));
}

/* With many kinds of verdicts the rest gets a line of its own. */
static void describe_total(const rsp_describer *to) {
    const rsp_run *run = to->run;
    unsigned kinds = 0;
    for (unsigned v = 0; v < RSP_VERDICT_COUNT; v++)
        kinds += run->summary.count[v] > 0;
    rsp_buf rest = {.mem = to->document->arena.mem};
    rsp_report_trips(&rest, run);
    rsp_text_printf(&rest, "   %s", duration_of(to, run->duration_ns));
    if (rsp_report_given(run->report_path))
        rsp_text_printf(&rest, "      report: %s", run->report_path);
    rsp_document_gap(to->document);
    rsp_table *t = counts_table(to, 0, 1);
    rsp_table_text(t, "%s",
                   run->num_results > 0           ? ""
                   : run->selftest.num_faults > 0 ? "0 scenarios"
                                                  : "no scenario was run");
    add_counts(t, &run->summary, "");
    if (kinds > 5) {
        rsp_table_text(t, "%s", "");
        rsp_document_paragraph(to->document, "%s", rsp_buf_cstr(&rest));
    } else {
        rsp_table_text(t, "      %s", rsp_buf_cstr(&rest));
    }
    rsp_buf_free(&rest);
}

static void describe_conclusion(const rsp_describer *to) {
    const rsp_run *run = to->run;
    rsp_buf text = {.mem = to->document->arena.mem};
    if (run->ended.interrupted) {
        rsp_report_interrupted(&text, run);
        rsp_document_answer(to->document, RSP_TONE_BAD, "%s", rsp_buf_cstr(&text));
        rsp_buf_clear(&text);
        describe_not_played(to);
    }
    if (rsp_report_given(run->notes.conclusion))
        rsp_document_paragraph(to->document, "%s", run->notes.conclusion);
    rsp_buf_free(&text);
}

/* --- the whole ------------------------------------------------------------------------------------------ */

/* Why nothing is known of the stub comes before all else. */
static void describe_nothing(const rsp_describer *to) {
    rsp_buf text = {.mem = to->document->arena.mem};
    rsp_report_nothing(&text, to->run);
    if (text.len > 0)
        rsp_document_answer(to->document, RSP_TONE_BAD, "%s", rsp_buf_cstr(&text));
    rsp_buf_free(&text);
}

static void describe_for_a_terminal(const rsp_describer *to) {
    describe_nothing(to);
    describe_title(to);
    rsp_describe_forecast(to);
    rsp_describe_causes(to);
    describe_areas(to);
    if (to->run->num_causes > 0)
        rsp_document_gap(to->document);
    rsp_describe_results(to);
    describe_faults(to);
    describe_judged(to);
    describe_total(to);
    describe_conclusion(to);
}

static void describe_for_reading(const rsp_describer *to) {
    describe_title(to);
    describe_answer(to);
    if (to->medium == RSP_PAGE)
        describe_chips(to);
    describe_facts(to);
    if (to->medium == RSP_PAGE)
        rsp_document_search(to->document);
    rsp_describe_forecast(to);
    rsp_describe_causes(to);
    describe_areas(to);
    if (to->medium == RSP_MARKDOWN && to->run->num_results > 0) {
        rsp_document_section(to->document, "Results", "");
        rsp_describe_results(to);
    }
    describe_faults(to);
    describe_gaps(to);
    describe_not_played(to);
    if (to->medium == RSP_PAGE)
        describe_packets(to);
}

/* Tables point to their document, which therefore stays where it is. */
static void describe(rsp_document *d, rsp_run *run, rsp_medium medium, bool whole) {
    const rsp_describer to = {.document = d, .run = run, .medium = medium, .whole = whole};
    if (medium == RSP_TERMINAL)
        describe_for_a_terminal(&to);
    else
        describe_for_reading(&to);
}

rsp_status rsp_report_term(rsp_buf *out, rsp_run *run, const rsp_report_options *options) {
    const rsp_report_options o = options ? *options : (rsp_report_options){0};
    rsp_document d = {.arena.mem = out->mem};
    describe(&d, run, RSP_TERMINAL, o.verbose);
    const rsp_status status = rsp_document_terminal(
        out, &d, (rsp_terminal_style){.colour = o.colour, .whole = o.verbose, .width = o.width});
    rsp_document_free(&d);
    return status;
}

rsp_status rsp_report_html(rsp_buf *out, rsp_run *run, const rsp_report_options *options) {
    (void)options;
    rsp_document d = {.arena.mem = out->mem};
    describe(&d, run, RSP_PAGE, false);
    const rsp_status status = rsp_document_html(out, &d, rsp_report_frame());
    rsp_document_free(&d);
    return status;
}

rsp_status rsp_report_markdown(rsp_buf *out, rsp_run *run, const rsp_report_options *options) {
    (void)options;
    rsp_document d = {.arena.mem = out->mem};
    describe(&d, run, RSP_MARKDOWN, false);
    const rsp_status status = rsp_document_markdown(out, &d);
    rsp_document_free(&d);
    return status;
}
