/* Parts of the page: one result with its evidence, the faults of a selftest, packets by kind.
 * Everything that came from outside goes through rsp_report_escape_xml.
 * Failures are open, the rest opens on a click. */
/* SPDX-License-Identifier: MIT */
#include "html_parts.h"

#include "document/text.h"
#include "words.h"

#include "trace/exchange.h"
#include <inttypes.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

void rsp_html_escaped(rsp_buf *out, const char *text) {
    rsp_report_escape_xml(out, rsp_report_text(text));
}

void rsp_html_name(rsp_buf *out, const rsp_result *r) {
    rsp_bytes name = rsp_report_text(r->scenario);
    rsp_bytes rest = name;
    (void)rsp_bytes_split(&rest, '/');
    rsp_report_escape_xml(out, rest.len ? rest : name);
    if (rsp_report_given(r->variant)) {
        rsp_buf_str(out, " <span class=\"variant\">");
        rsp_html_escaped(out, r->variant);
        rsp_buf_str(out, "</span>");
    }
}

static void append_field(rsp_buf *out, const char *label, const char *text) {
    if (!rsp_report_given(text))
        return;
    rsp_buf_printf(out, "<div><dt>%s</dt><dd>", label);
    rsp_html_escaped(out, text);
    rsp_buf_str(out, "</dd></div>\n");
}

static void append_code(rsp_buf *out, const char *label, const char *text) {
    if (!rsp_report_given(text))
        return;
    rsp_buf_printf(out, "<div><dt>%s</dt><dd><code>", label);
    rsp_html_escaped(out, text);
    rsp_buf_str(out, "</code></dd></div>\n");
}

/* Transcript lines, coloured by direction. */
void rsp_html_lines(rsp_buf *out, const char *text) {
    rsp_bytes rest = rsp_report_text(text);
    while (rest.len > 0) {
        rsp_bytes line = rsp_bytes_split(&rest, '\n');
        size_t to = rsp_bytes_search(line, RSP_LIT(" ms  ->  "));
        size_t from = rsp_bytes_search(line, RSP_LIT(" ms  <-  "));
        const char *way = to < from ? "to" : from < to ? "from" : "note";
        rsp_buf_printf(out, "<span class=\"%s\">", way);
        rsp_report_escape_xml(out, line);
        rsp_buf_str(out, "</span>\n");
    }
}

static void append_transcripts(rsp_buf *out, const rsp_result *r) {
    if (rsp_report_given(r->window)) {
        rsp_buf_str(out, "<pre class=\"wire\">");
        rsp_html_lines(out, r->window);
        rsp_buf_str(out, "</pre>\n");
    }
    if (rsp_report_given(r->transcript)) {
        rsp_buf_str(out, "<details class=\"more\"><summary>whole transcript</summary><pre class=\"wire\">");
        rsp_html_lines(out, r->transcript);
        rsp_buf_str(out, "</pre></details>\n");
    }
}

static void append_violations(rsp_buf *out, const rsp_result *r) {
    if (r->num_violations == 0)
        return;
    rsp_buf_str(
        out,
        "<table class=\"rules\"><tr><th>rule</th><th>what is wrong</th><th>expected</th><th>got</th></tr>\n");
    for (size_t i = 0; i < r->num_violations; i++) {
        const rsp_violation *v = &r->violations[i];
        const rsp_rule *rule = rsp_rule_get(v->rule);
        rsp_buf_str(out, "<tr><td title=\"");
        rsp_html_escaped(out, v->requirements);
        rsp_buf_printf(out, "\">%s</td><td>", rule ? rule->id : "?");
        rsp_html_escaped(out, v->message);
        rsp_buf_str(out, "</td><td>");
        rsp_html_escaped(out, v->expected);
        rsp_buf_str(out, "</td><td><code>");
        rsp_html_escaped(out, v->got);
        rsp_buf_str(out, "</code></td></tr>\n");
    }
    rsp_buf_str(out, "</table>\n");
}

static void append_place(rsp_buf *out, const rsp_result *r) {
    if (!rsp_report_given(r->path))
        return;
    rsp_buf place = {.mem = out->mem};
    rsp_buf_str(&place, r->path);
    if (r->line)
        rsp_buf_printf(&place, ":%" PRIu32 ":%" PRIu32, r->line, r->column);
    append_code(out, "scenario", rsp_buf_cstr(&place));
    rsp_buf_free(&place);
}

static void append_body(rsp_buf *out, const rsp_result *r) {
    rsp_buf_str(out, "<div class=\"body\">\n<dl>\n");
    append_field(out, "what", r->message);
    if (r->cause)
        rsp_buf_printf(out,
                       "<div><dt>cause</dt><dd><a href=\"#cause-%" PRIu32 "\">%" PRIu32 "</a></dd></div>\n",
                       r->cause, r->cause);
    append_code(out, "expected", r->expected);
    append_code(out, "got", r->got);
    append_field(out, "", r->remark);
    append_field(out, "reason", r->reason);
    append_place(out, r);
    append_field(out, "manual", r->manual);
    append_field(out, "breaks", r->breaks);
    append_code(out, "again", r->again);
    rsp_buf_str(out, "</dl>\n");
    append_violations(out, r);
    append_transcripts(out, r);
    if (rsp_report_given(r->last_words)) {
        rsp_buf_str(out, "<p class=\"label\">the stub's last words</p><pre>");
        rsp_html_escaped(out, r->last_words);
        rsp_buf_str(out, "</pre>\n");
    }
    rsp_buf_str(out, "</div>\n");
}

void rsp_html_result(rsp_buf *out, const rsp_result *r) {
    const char *verdict = rsp_verdict_name(r->verdict);
    rsp_buf_printf(
        out, "<details class=\"r %s\"%s><summary><span class=\"verdict\">%s</span> <span class=\"name\">",
        verdict, rsp_verdict_bad(r->verdict) && !r->cause ? " open=\"open\"" : "", verdict);
    rsp_html_name(out, r);
    rsp_buf_str(out, "</span> <span class=\"title\">");
    rsp_html_escaped(out, rsp_report_given(r->title) ? r->title : r->reason);
    rsp_buf_str(out, "</span> <span class=\"ids\">");
    rsp_html_escaped(out, r->requirements);
    rsp_buf_printf(out, " <span class=\"level\">%s</span></span></summary>\n", rsp_level_name(r->level));
    append_body(out, r);
    rsp_buf_str(out, "</details>\n");
}

void rsp_html_faults(rsp_buf *out, const rsp_run *run) {
    if (run->num_faults == 0)
        return;
    rsp_buf_printf(
        out,
        "<section class=\"faults\">\n<h2><span class=\"area-name\">faults</span> <span class=\"counts\">%zu "
        "faults, %" PRIu64 " killed</span></h2>\n<table>\n"
        "<tr><th>fault</th><th>requirement</th><th>killed by</th><th>what it said</th></tr>\n",
        run->num_faults, run->killed);
    for (size_t i = 0; i < run->num_faults; i++) {
        const rsp_fault_result *f = &run->faults[i];
        bool killed = rsp_report_given(f->killed_by);
        rsp_buf_printf(out, "<tr class=\"%s\"><td><code>", killed ? "killed" : "survived");
        rsp_html_escaped(out, f->fault);
        rsp_buf_str(out, "</code></td><td>");
        rsp_html_escaped(out, f->requirement);
        rsp_buf_str(out, "</td><td>");
        rsp_html_escaped(out, killed ? f->killed_by : "survived");
        rsp_buf_str(out, "</td><td>");
        rsp_html_escaped(out, f->message);
        rsp_buf_str(out, "</td></tr>\n");
    }
    rsp_buf_str(out, "</table>\n</section>\n");
}

static void append_kind(rsp_buf *out, const rsp_metrics *m, rsp_packet_id id) {
    const rsp_packet_row *row = rsp_packet_by_id(id);
    rsp_buf_str(out, "<tr><td><code>");
    rsp_report_escape_xml(out, row ? row->name : RSP_LIT("(unknown)"));
    rsp_buf_str(out, "</code></td><td class=\"n\">");
    rsp_report_count(out, m->kind_count[id]);
    rsp_buf_str(out, "</td><td class=\"n\">");
    rsp_report_duration(out, m->kind_ns[id] / m->kind_count[id]);
    rsp_buf_str(out, "</td></tr>\n");
}

void rsp_html_metrics(rsp_buf *out, const rsp_run *run) {
    const rsp_metrics *m = &run->metrics;
    if (m->round_trips == 0)
        return;
    rsp_buf_str(out, "<details class=\"metrics\"><summary>packets by kind: ");
    rsp_report_count(out, m->packets_to_stub);
    rsp_buf_str(out, " sent, ");
    rsp_report_count(out, m->packets_from_stub);
    rsp_buf_str(out, " received, ");
    rsp_report_duration(out, m->stub_ns);
    rsp_buf_str(out, " waiting for the stub</summary>\n<table>\n"
                     "<tr><th>packet</th><th class=\"n\">answered</th><th class=\"n\">mean</th></tr>\n");
    for (unsigned i = 0; i < RSP_PACKET_END; i++)
        if (m->kind_count[i] > 0)
            append_kind(out, m, (rsp_packet_id)i);
    rsp_buf_str(out, "</table>\n</details>\n");
}
