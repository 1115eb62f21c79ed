/* The report as one page: the answer first, then what stands out, latency by packet kind, round trips by
 * action, the slowest exchanges, what batches would save. Everything a peer or a file said is escaped; bars
 * have their sizes from here, so that the page needs no script. */
/* SPDX-License-Identifier: MIT */
#include "capture_html.h"

#include "codec/explain.h"
#include "reports/page.h"
#include "trace/exchange.h"
#include <rsp/clock.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static void fact_count(rsp_buf *out, const char *label, uint64_t count) {
    rsp_buf text = {0};
    rsp_report_count(&text, count);
    rsp_page_fact(out, label, rsp_buf_bytes(&text));
    rsp_buf_free(&text);
}

static void fact_ways(rsp_buf *out, const char *label, uint64_t to_stub, uint64_t from_stub) {
    rsp_buf text = {0};
    rsp_report_count(&text, to_stub);
    rsp_buf_str(&text, " to the stub, ");
    rsp_report_count(&text, from_stub);
    rsp_buf_str(&text, " from it");
    rsp_page_fact(out, label, rsp_buf_bytes(&text));
    rsp_buf_free(&text);
}

static void fact_time(rsp_buf *out, const char *label, uint64_t ns) {
    rsp_buf text = {0};
    rsp_time_append(&text, ns);
    rsp_page_fact(out, label, rsp_buf_bytes(&text));
    rsp_buf_free(&text);
}

static void fact_ends(rsp_buf *out, const capture_report *r) {
    if (r->conversation_count != 1 || r->num_conversations != 1 ||
        rsp_tcp_endpoint_is_log(&r->conversations[0]->stub))
        return;
    rsp_buf text = {0};
    rsp_tcp_endpoint_append(&text, &r->conversations[0]->client);
    rsp_buf_str(&text, " to ");
    rsp_tcp_endpoint_append(&text, &r->conversations[0]->stub);
    rsp_page_fact(out, "conversation", rsp_buf_bytes(&text));
    rsp_buf_free(&text);
}

static void append_facts(rsp_buf *out, const capture_report *r) {
    const rsp_capture_totals *t = r->totals;
    const rsp_metrics *m = &t->analysis.metrics;
    rsp_buf_str(out, "<dl class=\"facts\">\n");
    fact_ends(out, r);
    if (r->conversation_count != 1)
        fact_count(out, "conversations", r->conversation_count);
    if (t->end_ns > 0)
        fact_time(out, "recorded", rsp_capture_files_ns(r->files, r->num_files));
    fact_ways(out, "packets", m->packets_to_stub, m->packets_from_stub);
    fact_ways(out, "bytes", m->bytes_to_stub, m->bytes_from_stub);
    fact_count(out, "notifications", m->notifications);
    fact_count(out, "acks", m->acks);
    fact_count(out, "sent again", m->retransmissions);
    fact_count(out, "gaps", t->tcp.gaps);
    fact_count(out, "bad checksums", m->bad_checksums);
    rsp_buf_str(out, "</dl>\n");
}

/* Whose time it was, as a bar and in words. */
static void append_phases(rsp_buf *out, const capture_report *r) {
    static const struct {
        rsp_phase phase;
        const char *css;
    } parts[] = {{RSP_PHASE_STUB, "stub"}, {RSP_PHASE_PROGRAM, "program"}, {RSP_PHASE_CLIENT, "client"}};
    const uint64_t *ns = r->totals->analysis.phase_ns;
    uint64_t all = ns[RSP_PHASE_STUB] + ns[RSP_PHASE_PROGRAM] + ns[RSP_PHASE_CLIENT];
    if (all == 0)
        return;
    rsp_buf_str(out, "<span class=\"bar\">");
    for (size_t i = 0; i < RSP_ARRAY_LEN(parts); i++)
        if (ns[parts[i].phase] > 0)
            rsp_buf_printf(out, "<i class=\"%s\" style=\"flex-grow:%.4f\"></i>", parts[i].css,
                           1000.0 * (double)ns[parts[i].phase] / (double)all);
    rsp_buf_str(out, "</span>\n<p class=\"legend\">");
    for (size_t i = 0; i < RSP_ARRAY_LEN(parts); i++) {
        rsp_buf_printf(out, "<span><i class=\"%s\"></i> <b>", parts[i].css);
        rsp_time_append(out, ns[parts[i].phase]);
        rsp_buf_printf(out, "</b> %s</span> ", rsp_phase_name(parts[i].phase));
    }
    rsp_buf_str(out, "</p>\n");
}

static void append_answer(rsp_buf *out, const capture_report *r) {
    const rsp_analysis *a = &r->totals->analysis;
    rsp_buf text = {0};
    if (r->conversation_count == 0) {
        rsp_buf_str(&text, "No conversation of the remote protocol was found.");
    } else {
        rsp_report_counted(&text, a->metrics.round_trips, "round trip", "round trips");
        if (a->phase_ns[RSP_PHASE_STUB] > 0) {
            rsp_buf_str(&text, ", ");
            rsp_time_append(&text, a->phase_ns[RSP_PHASE_STUB]);
            rsp_buf_str(&text, " waiting for the stub");
        }
        rsp_buf_str(&text, rsp_analysis_shows_nagle(a) ? ". Nagle's algorithm slows it down." : ".");
        if (r->rtt_ns > 0) {
            rsp_buf_str(&text, " With ");
            rsp_time_append(&text, r->rtt_ns);
            rsp_buf_str(&text, " a round trip this work would take ");
            rsp_time_append(&text, rsp_capture_files_ns(r->files, r->num_files) +
                                       a->metrics.round_trips * r->rtt_ns);
            rsp_buf_str(&text, ".");
        }
    }
    bool bad = r->conversation_count == 0 || rsp_analysis_shows_nagle(a);
    rsp_page_answer(out, bad ? "bad" : "none", rsp_buf_bytes(&text));
    rsp_buf_free(&text);
}

static void append_header(rsp_buf *out, const capture_report *r) {
    rsp_buf title = {0};
    if (r->num_files == 1)
        rsp_buf_str(&title, r->files[0].path);
    else
        rsp_report_counted(&title, r->num_files, "recording", "recordings");
    rsp_page_begin(out, rsp_buf_bytes(&title));
    rsp_buf_str(out, "<header>\n");
    rsp_page_headline(out, rsp_buf_bytes(&title));
    append_answer(out, r);
    append_phases(out, r);
    append_facts(out, r);
    rsp_buf_str(out, "</header>\n<main>\n");
    rsp_buf_free(&title);
}

/* --- what stands out ------------------------------------------------------------------------------------ */

static void append_finding(rsp_buf *out, const char *mood, const char *head, const rsp_buf *text) {
    rsp_buf_printf(out, "<li class=\"%s\"><b>", mood);
    rsp_page_text(out, rsp_bytes_str(head));
    rsp_buf_str(out, "</b> ");
    rsp_page_text(out, rsp_buf_bytes(text));
    rsp_buf_str(out, "</li>\n");
}

static void append_file_findings(rsp_buf *out, const capture_report *r) {
    for (size_t i = 0; i < r->num_files; i++) {
        rsp_buf text = {0};
        capture_append_file_notes(&text, &r->files[i]);
        if (text.len > 0)
            append_finding(out, r->files[i].damage.status != RSP_OK ? "bad" : "note",
                           r->num_files > 1 ? r->files[i].path : "recording", &text);
        rsp_buf_free(&text);
    }
}

static void append_findings(rsp_buf *out, const capture_report *r) {
    const rsp_analysis *a = &r->totals->analysis;
    rsp_buf list = {0};
    rsp_buf text = {0};
    if (rsp_analysis_shows_nagle(a)) {
        rsp_report_count(&text, a->delayed_acks);
        rsp_buf_str(&text, " of ");
        rsp_report_count(&text, a->latency.count);
        rsp_buf_str(&text, " answers took 39 to 46 ms: Nagle's algorithm on one side waits for delayed "
                           "acknowledgments of the other; set TCP_NODELAY on both sides");
        append_finding(&list, "bad", "Nagle", &text);
    }
    if (a->redundant_reads > 0) {
        rsp_buf_clear(&text);
        rsp_report_count(&text, a->redundant_reads);
        rsp_buf_str(&text, " of ");
        rsp_report_counted(&text, a->reads, "memory read", "memory reads");
        rsp_buf_str(&text, " had been made in the same stop already, ");
        rsp_report_counted(&text, a->redundant_bytes, "byte", "bytes");
        append_finding(&list, "note", "read twice", &text);
    }
    rsp_buf_clear(&text);
    capture_append_tcp(&text, r->totals);
    if (text.len > 0)
        append_finding(&list, r->totals->tcp.gaps > 0 ? "bad" : "note", "transport", &text);
    append_file_findings(&list, r);
    if (a->status != RSP_OK) {
        rsp_buf_clear(&text);
        rsp_buf_printf(&text, "%s: some figures lack samples", rsp_status_text(a->status));
        append_finding(&list, "bad", "incomplete", &text);
    }
    if (list.len > 0) {
        rsp_page_section(out, "What stands out", rsp_bytes_make(NULL, 0));
        rsp_buf_str(out, "<ul class=\"findings\">\n");
        rsp_buf_append(out, rsp_buf_bytes(&list));
        rsp_buf_str(out, "</ul>\n");
        rsp_page_section_end(out);
    }
    rsp_buf_free(&list);
    rsp_buf_free(&text);
}

/* --- actions, slowest, what-if -------------------------------------------------------------------------- */

static void append_action(rsp_buf *out, rsp_analysis *a, int action) {
    rsp_quantiles *q = &a->actions[action];
    if (q->count == 0)
        return;
    uint64_t trips = a->metrics.round_trips ? a->metrics.round_trips : 1;
    rsp_buf_printf(out, "<tr><td>%s</td>", rsp_action_name((rsp_action)action));
    const uint64_t cells[] = {q->count, rsp_quantiles_at(q, 500), rsp_quantiles_at(q, 900), q->max, q->sum};
    for (size_t i = 0; i < RSP_ARRAY_LEN(cells); i++) {
        rsp_buf_str(out, "<td class=\"n\">");
        rsp_report_count(out, cells[i]);
        rsp_buf_str(out, "</td>");
    }
    rsp_buf_printf(out, "<td class=\"share\"><i style=\"width:%.2f%%\"></i></td><td class=\"n\">",
                   100.0 * (double)q->sum / (double)trips);
    if (a->action_ns[action] > 0)
        rsp_time_append(out, a->action_ns[action]);
    rsp_buf_str(out, "</td></tr>\n");
}

static void append_actions(rsp_buf *out, const capture_report *r) {
    rsp_analysis *a = &r->totals->analysis;
    if (a->metrics.round_trips == 0)
        return;
    rsp_page_section(out, "Round trips per action", RSP_LIT("from one resume to the next"));
    rsp_buf_str(out, "<table><tr><th>action</th><th class=\"n\">times</th><th class=\"n\">median</th>"
                     "<th class=\"n\">p90</th><th class=\"n\">max</th><th class=\"n\">round trips</th>"
                     "<th>share of all</th><th class=\"n\">time</th></tr>\n");
    for (int i = 0; i < RSP_ACTIONS; i++)
        append_action(out, a, i);
    rsp_buf_str(out, "</table>\n");
    rsp_page_section_end(out);
}

static void append_slow(rsp_buf *out, const capture_report *r, const rsp_slow *s) {
    const rsp_capture_file *file = rsp_capture_file_of(r->files, r->num_files, s->conversation);
    uint64_t start = file->start_ns;
    rsp_buf request = {0};
    rsp_buf_str(out, "<tr><td class=\"n\">");
    rsp_time_append(out, s->latency_ns);
    rsp_buf_str(out, "</td><td class=\"n\">");
    rsp_time_append(out, s->request_ns > start ? s->request_ns - start : 0);
    rsp_buf_str(out, "</td><td>");
    if (r->num_files > 1) {
        rsp_page_text(out, rsp_bytes_str(file->path));
        rsp_buf_str(out, " ");
    }
    rsp_buf_printf(out, "%ss %llu and %llu</td><td><code>", file->unit, (unsigned long long)s->request_place,
                   (unsigned long long)s->reply_place);
    size_t len = s->request_len < sizeof s->request ? s->request_len : sizeof s->request;
    rsp_printable_append(&request, rsp_bytes_make(s->request, len), 0);
    rsp_page_text(out, rsp_buf_bytes(&request));
    rsp_buf_str(out, s->request_len > len ? "...</code></td></tr>\n" : "</code></td></tr>\n");
    rsp_buf_free(&request);
}

static void append_slowest(rsp_buf *out, const capture_report *r) {
    const rsp_analysis *a = &r->totals->analysis;
    if (a->num_slowest == 0)
        return;
    rsp_page_section(out, "Slowest exchanges", RSP_LIT("resumes left out: their time is the program's"));
    rsp_buf_str(out, "<table><tr><th class=\"n\">latency</th><th class=\"n\">at</th><th>place</th>"
                     "<th class=\"wide\">request</th></tr>\n");
    for (size_t i = 0; i < a->num_slowest; i++)
        append_slow(out, r, &a->slowest[i]);
    rsp_buf_str(out, "</table>\n");
    rsp_page_section_end(out);
}

static void append_saving(rsp_buf *out, const char *name, const rsp_saving *s, const uint64_t *rtts,
                          size_t num) {
    rsp_buf_printf(out, "<tr><td><code>%s</code></td><td class=\"n\">", name);
    rsp_report_count(out, s->packets);
    rsp_buf_str(out, "</td><td class=\"n\">");
    capture_append_range(out, s->best, s->worst, rsp_report_count);
    rsp_buf_str(out, "</td><td class=\"n\">");
    capture_append_range(out, rsp_saving_least(s), rsp_saving_most(s), rsp_report_count);
    rsp_buf_str(out, "</td>");
    for (size_t i = 0; i < num; i++) {
        rsp_buf_str(out, "<td class=\"n\">");
        capture_append_range(out, rsp_saving_least(s) * rtts[i], rsp_saving_most(s) * rtts[i],
                             rsp_time_append);
        rsp_buf_str(out, "</td>");
    }
    rsp_buf_str(out, "</tr>\n");
}

static void append_whatif(rsp_buf *out, const capture_report *r) {
    static const uint64_t usual[] = {1 * RSP_NS_PER_MS, 20 * RSP_NS_PER_MS, 100 * RSP_NS_PER_MS};
    const rsp_whatif *w = r->whatif;
    if (!w || (w->reads.packets == 0 && w->points.packets == 0))
        return;
    const uint64_t *rtts = r->rtt_ns > 0 ? &r->rtt_ns : usual;
    size_t num = r->rtt_ns > 0 ? 1 : RSP_ARRAY_LEN(usual);
    rsp_page_section(out, "What batched packets would save", RSP_LIT("from at least to at most"));
    rsp_buf_str(out, "<table><tr><th>packet</th><th class=\"n\">as recorded</th><th class=\"n\">batched</th>"
                     "<th class=\"n\">round trips saved</th>");
    for (size_t i = 0; i < num; i++) {
        rsp_buf_str(out, "<th class=\"n\">time at ");
        rsp_time_append(out, rtts[i]);
        rsp_buf_str(out, "</th>");
    }
    rsp_buf_str(out, "</tr>\n");
    append_saving(out, rsp_packet_text(RSP_PACKET_MULTI_MEM_READ), &w->reads, rtts, num);
    append_saving(out, rsp_packet_text(RSP_PACKET_MULTI_BREAKPOINT), &w->points, rtts, num);
    rsp_buf_str(out, "</table>\n<details class=\"more\"><summary>assumptions</summary><pre>");
    rsp_page_text(out, rsp_bytes_str(rsp_whatif_assumptions()));
    rsp_buf_str(out, "</pre></details>\n");
    rsp_page_section_end(out);
}

static void append_conversations(rsp_buf *out, const capture_report *r) {
    if (r->conversation_count < 2)
        return;
    rsp_buf note = {0};
    if (r->conversation_count > r->num_conversations) {
        rsp_report_counted(&note, r->conversation_count - r->num_conversations, "more is", "more are");
        rsp_buf_str(&note, " in the totals only");
    }
    rsp_page_section(out, "Conversations", rsp_buf_bytes(&note));
    rsp_buf_free(&note);
    rsp_buf_str(out,
                "<table><tr><th class=\"n\">no.</th><th>debugger to stub</th><th class=\"n\">round trips</th>"
                "<th class=\"n\">median</th><th class=\"n\">p99</th><th>end</th></tr>\n");
    for (size_t i = 0; i < r->num_conversations; i++) {
        rsp_conversation *c = r->conversations[i];
        rsp_buf ends = {0};
        capture_append_ends(&ends, r, c);
        rsp_buf_printf(out, "<tr><td class=\"n\">%llu</td><td>", (unsigned long long)c->number);
        rsp_page_text(out, rsp_buf_bytes(&ends));
        rsp_buf_free(&ends);
        rsp_buf_str(out, "</td><td class=\"n\">");
        rsp_report_count(out, c->analysis.metrics.round_trips);
        for (unsigned permille = 500; permille <= 990; permille += 490) {
            rsp_buf_str(out, "</td><td class=\"n\">");
            if (rsp_quantiles_known(&c->analysis.latency) > 0)
                rsp_time_append(out, rsp_quantiles_at(&c->analysis.latency, permille));
        }
        rsp_buf_printf(out, "</td><td>%s%s</td></tr>\n", rsp_flow_end_name(c->end),
                       c->from_start ? "" : ", begins inside");
    }
    rsp_buf_str(out, "</table>\n");
    rsp_page_section_end(out);
}

void capture_print_html(rsp_buf *out, const capture_report *r) {
    append_header(out, r);
    append_findings(out, r);
    capture_html_latency(out, r);
    append_actions(out, r);
    append_slowest(out, r);
    append_whatif(out, r);
    capture_html_batches(out, &r->totals->analysis);
    append_conversations(out, r);
    rsp_buf_str(out, "</main>\n");
    rsp_page_end(out);
}
