/* The report as a document, for pages and Markdown: the answer first, then what stands out, latency by packet
 * kind, round trips by action, the slowest exchanges, what batches would save. Only bars and histograms are
 * markup, with their sizes from here. What needs a script comes from capture_session.h. */
/* SPDX-License-Identifier: MIT */
#include "core/text.h"
#include "reports/capture/capture_finding.h"
#include "reports/capture/capture_histogram.h"
#include "reports/capture/capture_report.h"
#include "reports/capture/capture_session.h"
#include "reports/page/frame.h"

#include "codec/explain.h"
#include "core/arena.h"
#include "document/document.h"
#include "trace/exchange.h"
#include <rsp/clock.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

enum { PAGE_KINDS = 40 };

/* A text that is put together; it lives as long as the document. */
static const char *kept(rsp_document *d, rsp_buf *text) {
    const char *copy = rsp_arena_str(&d->arena, rsp_buf_cstr(text));
    rsp_buf_free(text);
    return copy;
}

static const char *time_text(rsp_document *d, uint64_t ns) {
    rsp_buf text = {0};
    rsp_time_append(&text, ns);
    return kept(d, &text);
}

/* --- the head ------------------------------------------------------------------------------------------- */

static void describe_answer(rsp_document *d, const rsp_capture_report *r) {
    const rsp_analysis *a = &r->totals->analysis;
    const bool nagle = rsp_analysis_shows_nagle(a);
    const uint64_t stub_ns = a->phase_ns[RSP_PHASE_STUB];
    rsp_buf more = {0};
    if (r->conversation_count == 0) {
        rsp_document_answer(d, RSP_TONE_BAD, "No conversation of the remote protocol was found.");
        return;
    }
    if (r->rtt_ns > 0)
        rsp_text_printf(
            &more, " With %s a round trip this work would take %s.", time_text(d, r->rtt_ns),
            time_text(d, rsp_capture_files_ns(r->files, r->num_files) + a->metrics.round_trips * r->rtt_ns));
    rsp_document_answer(d, nagle ? RSP_TONE_BAD : RSP_TONE_PLAIN, "%s%s%s%s%s%s",
                        rsp_document_counted(d, a->metrics.round_trips, "round trip", "round trips"),
                        stub_ns > 0 ? ", " : "", stub_ns > 0 ? time_text(d, stub_ns) : "",
                        stub_ns > 0 ? " waiting for the stub" : "",
                        nagle ? ". Nagle's algorithm slows it down." : ".", rsp_buf_cstr(&more));
    rsp_buf_free(&more);
}

static void describe_ends(rsp_document *d, const rsp_capture_report *r) {
    if (r->conversation_count != 1)
        rsp_document_fact(d, "conversations", "%s", rsp_document_count(d, r->conversation_count));
    if (r->conversation_count != 1 || r->num_conversations != 1 ||
        rsp_tcp_endpoint_is_log(&r->conversations[0]->stub))
        return;
    rsp_buf text = {0};
    rsp_capture_append_ends(&text, r, r->conversations[0]);
    rsp_document_fact(d, "conversation", "%s", kept(d, &text));
}

static void describe_facts(rsp_document *d, const rsp_capture_report *r) {
    const rsp_capture_totals *t = r->totals;
    const rsp_metrics *m = &t->analysis.metrics;
    const struct {
        const char *label;
        uint64_t count;
    } counts[] = {{"notifications", m->notifications},
                  {"acks", m->acks},
                  {"sent again", m->retransmissions},
                  {"gaps", t->tcp.gaps},
                  {"bad checksums", m->bad_checksums}};
    describe_ends(d, r);
    if (t->end_ns > 0)
        rsp_document_fact(d, "recorded", "%s", time_text(d, rsp_capture_files_ns(r->files, r->num_files)));
    rsp_document_fact(d, "packets", "%s to the stub, %s from it", rsp_document_count(d, m->packets_to_stub),
                      rsp_document_count(d, m->packets_from_stub));
    rsp_document_fact(d, "bytes", "%s to the stub, %s from it", rsp_document_count(d, m->bytes_to_stub),
                      rsp_document_count(d, m->bytes_from_stub));
    for (size_t i = 0; i < RSP_ARRAY_LEN(counts); i++)
        rsp_document_fact(d, counts[i].label, "%s", rsp_document_count(d, counts[i].count));
}

static void describe_head(rsp_document *d, const rsp_capture_report *r) {
    rsp_buf bar = {0};
    if (r->num_files == 1)
        rsp_document_title(d, "%s", r->files[0].path);
    else
        rsp_document_title(d, "%s", rsp_document_counted(d, r->num_files, "recording", "recordings"));
    describe_answer(d, r);
    rsp_capture_append_phases(&bar, r->totals->analysis.phase_ns);
    rsp_document_figure(d, kept(d, &bar));
    describe_facts(d, r);
}

/* --- what stands out ------------------------------------------------------------------------------------ */

static void describe_files(rsp_document *d, const rsp_capture_report *r) {
    for (size_t i = 0; i < r->num_files; i++) {
        rsp_buf text = {0};
        rsp_capture_append_file_notes(&text, &r->files[i]);
        const char *notes = kept(d, &text);
        if (*notes)
            rsp_document_item(d, r->files[i].damage.status != RSP_OK ? RSP_TONE_BAD : RSP_TONE_NOTE,
                              r->num_files > 1 ? r->files[i].path : "recording", "%s", notes);
    }
}

/* The section stands only where there is something in it. */
static void describe_findings(rsp_document *d, const rsp_capture_report *r) {
    rsp_capture_finding found[RSP_CAPTURE_FINDINGS];
    const size_t num = rsp_capture_findings(found, &d->arena, &r->totals->analysis);
    rsp_buf text = {0};
    rsp_capture_append_tcp(&text, r->totals);
    const char *transport = kept(d, &text);
    for (size_t i = 0; i < r->num_files; i++)
        rsp_capture_append_file_notes(&text, &r->files[i]);
    const char *notes = kept(d, &text);
    if (num == 0 && !*transport && !*notes)
        return;
    rsp_document_section(d, "What stands out", "");
    for (size_t i = 0; i < num; i++)
        rsp_document_item(d, found[i].tone, found[i].label, "%s%s%s", found[i].text,
                          *found[i].advice ? "; " : "", found[i].advice);
    if (*transport)
        rsp_document_item(d, r->totals->tcp.gaps > 0 ? RSP_TONE_BAD : RSP_TONE_NOTE, "transport", "%s",
                          transport);
    describe_files(d, r);
}

/* --- the session, one exchange after the other ---------------------------------------------------------- */

static void describe_plots(rsp_document *d) {
    if (!rsp_report_has_plots()) {
        rsp_document_paragraph(d, "This build of Stubborn has no plots: it was built without npm.");
        return;
    }
    rsp_document_figure(
        d, "<div class=\"plots\"><figure><figcaption>Each exchange: when, and how long it took"
           "</figcaption><div data-plot=\"latency\" data-of=\"exchanges\"></div></figure>\n"
           "<figure><figcaption>Share of exchanges that took no longer, by packet"
           "</figcaption><div data-plot=\"shares\" data-of=\"exchanges\"></div></figure></div>\n");
}

static void describe_session(rsp_document *d, const rsp_capture_report *r) {
    rsp_buf data = {0};
    if (!r->session)
        return;
    const rsp_capture_kept kept_rows = rsp_capture_session_kept(r->session);
    if (kept_rows.exchanges == 0)
        return;
    rsp_document_section(d, "Exchanges", "one request and its reply each");
    rsp_document_figure(
        d, "<canvas class=\"timeline\" data-timeline=\"session\" data-actions=\"actions\" "
           "data-rows=\"exchanges\" tabindex=\"0\" role=\"img\" aria-label=\"time line: drag, or "
           "press + - 0 and the arrows, to choose a time\"></canvas>\n"
           "<div class=\"grid\" data-grid=\"exchanges\"></div>\n"
           "<p class=\"label unscripted\">This table needs the page's script, which this browser "
           "does not run.</p>\n");
    if (kept_rows.exchanges_left_out > 0)
        rsp_document_paragraph(
            d,
            "The first %s are here, %s more are left out; 'stubborn capture show' lists all of "
            "them. All other figures of this page are of the whole recording.",
            rsp_document_counted(d, kept_rows.exchanges, "exchange", "exchanges"),
            rsp_document_count(d, kept_rows.exchanges_left_out));
    describe_plots(d);
    if (rsp_capture_session_data(&data, r->session, r) != RSP_OK)
        rsp_document_paragraph(d, "Some exchanges are missing for lack of memory.");
    rsp_document_figure(d, kept(d, &data));
}

/* --- latency -------------------------------------------------------------------------------------------- */

static void add_columns(rsp_table *t, const char *names, const char *numbers) {
    rsp_bytes lists[] = {rsp_bytes_str(names), rsp_bytes_str(numbers)};
    for (int i = 0; i < 2; i++)
        while (lists[i].len > 0) {
            const rsp_bytes title = rsp_bytes_split(&lists[i], '|');
            rsp_table_column(t, i == 1, "%.*s", (int)title.len, (const char *)title.ptr);
        }
}

/* Nothing where no time is known. */
static void add_quantile(rsp_table *t, rsp_quantiles *q, unsigned permille) {
    if (rsp_quantiles_known(q) > 0)
        rsp_table_time(t, rsp_quantiles_at(q, permille));
    else
        rsp_table_text(t, "%s", "");
}

#define POINT_PERMILLE(name_, permille_) permille_,
#define POINT_TITLE(name_, permille_) "|" #name_

static void describe_kind(rsp_document *d, rsp_table *t, rsp_bytes name, rsp_quantiles *q,
                          rsp_capture_axis x) {
    static const unsigned points[] = {RSP_CAPTURE_POINT_LIST(POINT_PERMILLE)};
    rsp_buf figure = {0};
    rsp_table_text(t, "%.*s", (int)name.len, (const char *)name.ptr)->form = RSP_CELL_CODE;
    rsp_table_count(t, q->count);
    if (x.step == 0)
        return;
    for (size_t i = 0; i < RSP_ARRAY_LEN(points); i++)
        add_quantile(t, q, points[i]);
    if (rsp_quantiles_known(q) > 0)
        rsp_capture_append_histogram(&figure, q, x);
    rsp_table_text(t, "%s", kept(d, &figure))->form = RSP_CELL_FIGURE;
}

/* Where no time is known, only counts are left. */
static void describe_latency(rsp_document *d, const rsp_capture_report *r) {
    rsp_analysis *a = &r->totals->analysis;
    int kinds[RSP_PACKET_END];
    const size_t num = rsp_capture_rank_kinds(kinds, a);
    const size_t shown = num < PAGE_KINDS ? num : PAGE_KINDS;
    const rsp_capture_axis x = rsp_capture_axis_of(a);
    if (num == 0)
        return;
    rsp_document_section(d, x.step > 0 ? "Latency by packet" : "Answered packets",
                         rsp_quantiles_exact(&a->latencies.owed) || x.step == 0 ? ""
                                                                                : "quantiles within 0.1 %");
    rsp_table *t = rsp_document_table(d, "kinds");
    add_columns(t, "packet", x.step > 0 ? "answered" RSP_CAPTURE_POINT_LIST(POINT_TITLE) : "answered");
    if (x.step > 0)
        rsp_table_column(t, false, "%s to %s", time_text(d, rsp_capture_axis_low(x)),
                         time_text(d, rsp_capture_axis_high(x)));
    describe_kind(d, t, RSP_LIT("all, without resumes"), &a->latencies.owed, x);
    for (size_t i = 0; i < shown; i++)
        describe_kind(d, t, rsp_capture_kind_name(kinds[i]), a->latencies.kinds[kinds[i]], x);
    if (num > shown)
        rsp_document_paragraph(d, "and %zu kinds more, which are rarer", num - shown);
}

/* --- actions, slowest, what-if -------------------------------------------------------------------------- */

static void describe_actions(rsp_document *d, const rsp_capture_report *r) {
    rsp_analysis *a = &r->totals->analysis;
    if (a->metrics.round_trips == 0)
        return;
    rsp_document_section(d, "Round trips per action", "from one resume to the next");
    rsp_table *t = rsp_document_table(d, "");
    add_columns(t, "action", "times|median|p90|max|round trips");
    add_columns(t, "share of all", "time");
    for (int i = 0; i < RSP_ACTIONS; i++) {
        rsp_quantiles *q = &a->actions[i];
        const uint64_t cells[] = {q->count, rsp_quantiles_at(q, 500), rsp_quantiles_at(q, 900), q->max,
                                  q->sum};
        if (q->count == 0)
            continue;
        rsp_table_text(t, "%s", rsp_action_name((rsp_action)i));
        for (size_t k = 0; k < RSP_ARRAY_LEN(cells); k++)
            rsp_table_count(t, cells[k]);
        rsp_cell *share = rsp_table_text(t, "%s", "");
        share->form = RSP_CELL_SHARE;
        share->share = (double)q->sum / (double)a->metrics.round_trips;
        rsp_table_text(t, "%s", a->action_ns[i] > 0 ? time_text(d, a->action_ns[i]) : "");
    }
}

/* Where it is in the recording: a link to its row where the page has one. */
static void add_place(rsp_document *d, rsp_table *t, const rsp_capture_report *r, const rsp_slow *s) {
    const rsp_capture_file *file = rsp_capture_file_of(r->files, r->num_files, s->conversation);
    const bool one = r->num_files == 1;
    rsp_buf text = {0};
    const char *place = rsp_arena_printf(&d->arena, "%s%s%ss %llu and %llu", one ? "" : file->path,
                                         one ? "" : " ", file->unit, (unsigned long long)s->request_place,
                                         (unsigned long long)s->reply_place);
    if (!r->session || !one) {
        rsp_table_text(t, "%s", place);
        return;
    }
    rsp_buf_printf(&text, "<a href=\"#exchanges-frame-%llu\">", (unsigned long long)s->request_place);
    rsp_page_text(&text, rsp_bytes_str(place));
    rsp_buf_str(&text, "</a>");
    rsp_table_text(t, "%s", kept(d, &text))->form = RSP_CELL_FIGURE;
}

static void describe_slowest(rsp_document *d, const rsp_capture_report *r) {
    const rsp_analysis *a = &r->totals->analysis;
    if (a->num_slowest == 0)
        return;
    rsp_document_section(d, "Slowest exchanges", "resumes left out: their time is the program's");
    rsp_table *t = rsp_document_table(d, "");
    add_columns(t, "", "latency|at");
    add_columns(t, "place|request", "");
    t->columns[3].css = "wide";
    for (size_t i = 0; i < a->num_slowest; i++) {
        const rsp_slow *s = &a->slowest[i];
        const rsp_capture_file *file = rsp_capture_file_of(r->files, r->num_files, s->conversation);
        const size_t len = s->request_len < sizeof s->request ? s->request_len : sizeof s->request;
        rsp_buf request = {0};
        rsp_table_time(t, s->latency_ns);
        rsp_table_time(t, s->request_ns > file->start_ns ? s->request_ns - file->start_ns : 0);
        add_place(d, t, r, s);
        rsp_printable_append(&request, rsp_bytes_make(s->request, len), 0);
        rsp_buf_str(&request, s->request_len > len ? "..." : "");
        rsp_table_text(t, "%s", kept(d, &request))->form = RSP_CELL_CODE;
    }
}

static void add_range(rsp_document *d, rsp_table *t, uint64_t low, uint64_t high,
                      void (*append)(rsp_buf *, uint64_t)) {
    rsp_buf text = {0};
    rsp_capture_append_range(&text, low, high, append);
    rsp_table_text(t, "%s", kept(d, &text));
}

static void describe_saving(rsp_document *d, rsp_table *t, const char *name, const rsp_saving *s,
                            const uint64_t *rtts, size_t num) {
    const uint64_t least = rsp_saving_least(s);
    const uint64_t most = rsp_saving_most(s);
    rsp_table_text(t, "%s", name)->form = RSP_CELL_CODE;
    rsp_table_count(t, s->packets);
    add_range(d, t, s->best, s->worst, rsp_text_count);
    add_range(d, t, least, most, rsp_text_count);
    for (size_t i = 0; i < num; i++)
        add_range(d, t, least * rtts[i], most * rtts[i], rsp_time_append);
}

static void describe_whatif(rsp_document *d, const rsp_capture_report *r) {
    static const uint64_t usual[] = {1 * RSP_NS_PER_MS, 20 * RSP_NS_PER_MS, 100 * RSP_NS_PER_MS};
    const rsp_whatif *w = r->whatif;
    const uint64_t *rtts = r->rtt_ns > 0 ? &r->rtt_ns : usual;
    const size_t num = r->rtt_ns > 0 ? 1 : RSP_ARRAY_LEN(usual);
    if (!w || (w->reads.packets == 0 && w->points.packets == 0))
        return;
    rsp_document_section(d, "What batched packets would save", "from at least to at most");
    rsp_table *t = rsp_document_table(d, r->session ? "unscripted" : "");
    add_columns(t, "packet", "as recorded|batched|round trips saved");
    for (size_t i = 0; i < num; i++)
        rsp_table_column(t, true, "time at %s", time_text(d, rtts[i]));
    describe_saving(d, t, rsp_packet_text(RSP_PACKET_MULTI_MEM_READ), &w->reads, rtts, num);
    describe_saving(d, t, rsp_packet_text(RSP_PACKET_MULTI_BREAKPOINT), &w->points, rtts, num);
    if (r->session)
        rsp_document_figure(
            d, "<div class=\"whatif\" data-whatif=\"session\" data-actions=\"actions\"></div>\n");
    rsp_document_lines(d, "assumptions", rsp_whatif_assumptions());
}

static void describe_batches(rsp_document *d, const rsp_analysis *a) {
    uint64_t most = 1;
    rsp_buf note = {0};
    if (a->batch_packets == 0)
        return;
    rsp_text_counted(&note, a->batch_entries, "entry", "entries");
    rsp_buf_str(&note, " in ");
    rsp_text_counted(&note, a->batch_packets, "packet", "packets");
    rsp_document_section(d, "Sizes of batches", kept(d, &note));
    rsp_table *t = rsp_document_table(d, "");
    add_columns(t, "", "entries|packets");
    add_columns(t, "share", "");
    for (int i = 0; i < RSP_BATCH_BUCKETS; i++)
        most = a->batches[i] > most ? a->batches[i] : most;
    for (unsigned i = 0; i < RSP_BATCH_BUCKETS; i++) {
        if (a->batches[i] == 0)
            continue;
        add_range(d, t, i < 2 ? i + 1 : (1U << (i - 1)) + 1, i < 2 ? i + 1 : 1U << i, rsp_text_count);
        rsp_table_count(t, a->batches[i]);
        rsp_cell *share = rsp_table_text(t, "%s", "");
        share->form = RSP_CELL_SHARE;
        share->share = (double)a->batches[i] / (double)most;
    }
}

static void describe_conversations(rsp_document *d, const rsp_capture_report *r) {
    const uint64_t rest = r->conversation_count - r->num_conversations;
    rsp_buf note = {0};
    if (r->conversation_count < 2)
        return;
    if (rest > 0)
        rsp_text_printf(&note, "%s in the totals only", rsp_document_counted(d, rest, "more is", "more are"));
    rsp_document_section(d, "Conversations", kept(d, &note));
    rsp_table *t = rsp_document_table(d, "");
    add_columns(t, "", "no.");
    add_columns(t, "debugger to stub", "round trips|median|p99");
    add_columns(t, "end", "");
    for (size_t i = 0; i < r->num_conversations; i++) {
        rsp_conversation *c = r->conversations[i];
        rsp_buf ends = {0};
        rsp_table_text(t, "%llu", (unsigned long long)c->number);
        rsp_capture_append_ends(&ends, r, c);
        rsp_table_text(t, "%s", kept(d, &ends));
        rsp_table_count(t, c->analysis.metrics.round_trips);
        add_quantile(t, &c->analysis.latencies.owed, 500);
        add_quantile(t, &c->analysis.latencies.owed, 990);
        rsp_table_text(t, "%s%s", rsp_flow_end_name(c->end), c->from_start ? "" : ", begins inside");
    }
}

static void describe(rsp_document *d, const rsp_capture_report *r) {
    describe_head(d, r);
    describe_findings(d, r);
    describe_session(d, r);
    describe_latency(d, r);
    describe_actions(d, r);
    describe_slowest(d, r);
    describe_whatif(d, r);
    describe_batches(d, &r->totals->analysis);
    describe_conversations(d, r);
}

rsp_status rsp_capture_print_html(rsp_buf *out, const rsp_capture_report *r) {
    rsp_document d = {0};
    describe(&d, r);
    rsp_status status =
        rsp_document_html(out, &d, r->session ? rsp_report_frame_of_data() : rsp_report_frame());
    rsp_document_free(&d);
    return status;
}

rsp_status rsp_capture_print_markdown(rsp_buf *out, const rsp_capture_report *r) {
    rsp_document d = {0};
    rsp_capture_report plain = *r;
    plain.session = NULL; /* for scripts only */
    describe(&d, &plain);
    rsp_status status = rsp_document_markdown(out, &d);
    rsp_document_free(&d);
    return status;
}
