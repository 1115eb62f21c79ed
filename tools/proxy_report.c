/* The proxy's words. Times are since the proxy began, counts have thousands separators.
 * The answer first: what passed; then what it was made of; then what was found.
 * See proxy_report.h. */
/* SPDX-License-Identifier: MIT */
#include "proxy_report.h"

#include "capture_report.h"

#include "reports/json_build.h"
#include "trace/exchange.h"
#include <jansson.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

enum { SHOWN_KINDS = 12 };

/* --- findings --- */

void proxy_append_finding(rsp_buf *out, uint64_t connection, uint64_t epoch_ns,
                          const rsp_transcript *transcript, const rsp_violation *v) {
    const rsp_rule *rule = rsp_rule_get(v->rule);
    rsp_transcript_style style = {.epoch_ns = epoch_ns, .before = 2, .after = 1, .indent = 8};
    uint64_t since = v->time_ns > epoch_ns ? v->time_ns - epoch_ns : 0;
    rsp_buf_printf(out, "%s  #%llu  %.3f ms  %s  %s\n", rule->level == RSP_LEVEL_MUST ? "FAIL" : "warn",
                   (unsigned long long)connection, (double)since / (double)RSP_NS_PER_MS, rule->id,
                   v->requirements);
    rsp_buf_printf(out, "      %s\n", v->message);
    if (v->expected[0])
        rsp_buf_printf(out, "      expected   %s\n", v->expected);
    if (v->got[0])
        rsp_buf_printf(out, "      got        %s\n", v->got);
    rsp_transcript_render(transcript, out, v->entry, &style);
}

/* --- ends --- */

bool proxy_ended_well(const proxy_ended *e) {
    return e->cut || (!e->end.ours && (e->end.status == RSP_CLOSED || e->end.status == RSP_CANCELLED) &&
                      !e->unfinished[RSP_PROXY_CLIENT] && !e->unfinished[RSP_PROXY_STUB] &&
                      !(e->waiting && e->end.who == RSP_PROXY_STUB));
}

static void append_how(rsp_buf *out, const proxy_ended *e) {
    const char *who = rsp_proxy_end_name(e->end.who);
    if (e->cut)
        rsp_buf_str(out, "the link was cut as --close-after asked");
    else if (e->end.ours)
        rsp_buf_printf(out, "given up: %s", e->trouble[0] ? e->trouble : rsp_status_text(e->end.status));
    else if (e->end.status == RSP_CANCELLED)
        rsp_buf_str(out, "interrupted");
    else if (e->end.status == RSP_DIED)
        rsp_buf_printf(out, "the stub died (%s)", e->program.text[0] ? e->program.text : "?");
    else if (e->end.status == RSP_CLOSED)
        rsp_buf_printf(out, "the %s closed the connection", who);
    else
        rsp_buf_printf(out, "the link to the %s broke: %s", who, rsp_status_text(e->end.status));
}

void proxy_append_ended(rsp_buf *out, const proxy_ended *e) {
    rsp_buf_printf(out, "#%llu: ", (unsigned long long)e->number);
    append_how(out, e);
    rsp_buf_str(out, " after ");
    rsp_time_append(out, e->duration_ns);
    rsp_buf_str(out, ", ");
    rsp_report_count(out, e->bytes[RSP_PROXY_CLIENT]);
    rsp_buf_str(out, " bytes from the debugger and ");
    rsp_report_count(out, e->bytes[RSP_PROXY_STUB]);
    rsp_buf_str(out, " from the stub");
    for (int i = 0; i < RSP_PROXY_ENDS; i++) {
        if (e->unfinished[i] == 0)
            continue;
        rsp_buf_printf(out, "; a packet of the %s breaks off after ", rsp_proxy_end_name((rsp_proxy_end)i));
        rsp_report_counted(out, e->unfinished[i], "byte", "bytes");
    }
    if (e->waiting)
        rsp_buf_printf(out, "; no answer to %s", e->request);
    if (e->words[0])
        rsp_buf_printf(out, "; the stub's last words: %s", e->words);
    if (e->program.sanitizer[0])
        rsp_buf_printf(out, "; %s", e->program.sanitizer);
}

/* --- counts --- */

void proxy_append_live(rsp_buf *out, const proxy_report *r) {
    const rsp_metrics *m = rsp_monitor_metrics(r->client);
    uint64_t broken =
        rsp_monitor_broken(r->stub_side, RSP_LEVEL_MUST) + rsp_monitor_broken(r->stub_side, RSP_LEVEL_SHOULD);
    rsp_buf_printf(out, "#%llu  ", (unsigned long long)r->connections);
    rsp_report_counted(out, m->round_trips, "round trip", "round trips");
    rsp_buf_str(out, "  ");
    rsp_report_count(out, m->bytes_to_stub);
    rsp_buf_str(out, " bytes out  ");
    rsp_report_count(out, m->bytes_from_stub);
    rsp_buf_str(out, " in  ");
    rsp_report_counted(out, broken, "finding", "findings");
}

static size_t rank_kinds(int *kinds, const rsp_metrics *m) {
    size_t num = 0;
    for (int i = 0; i < RSP_PACKET_END; i++) {
        if (m->kind_count[i] == 0)
            continue;
        size_t at = num++;
        for (; at > 0 && m->kind_count[kinds[at - 1]] < m->kind_count[i]; at--)
            kinds[at] = kinds[at - 1];
        kinds[at] = i;
    }
    return num;
}

static void append_label(rsp_buf *out, const char *label) {
    rsp_buf_printf(out, "  %-12s ", label);
}

static void append_kinds(rsp_buf *out, const char *label, const rsp_metrics *m) {
    int kinds[RSP_PACKET_END];
    size_t num = rank_kinds(kinds, m);
    if (num == 0)
        return;
    append_label(out, label);
    for (size_t i = 0; i < num && i < SHOWN_KINDS; i++) {
        rsp_bytes name = capture_kind_name(kinds[i]);
        rsp_buf_printf(out, "%s%.*s ", i ? "   " : "", (int)name.len, (const char *)name.ptr);
        rsp_report_count(out, m->kind_count[kinds[i]]);
    }
    if (num > SHOWN_KINDS)
        rsp_buf_printf(out, "   and %zu more kinds", num - SHOWN_KINDS);
    rsp_buf_push(out, '\n');
}

static void append_side(rsp_buf *out, const rsp_metrics *m) {
    rsp_report_counted(out, m->round_trips, "round trip", "round trips");
    rsp_buf_str(out, "   ");
    rsp_report_count(out, m->bytes_to_stub);
    rsp_buf_str(out, " bytes to the stub, ");
    rsp_report_count(out, m->bytes_from_stub);
    rsp_buf_str(out, " from it");
}

static void append_batches(rsp_buf *out, const rsp_proxy_stats *s, uint64_t saved) {
    if (s->batches + s->malformed == 0) {
        rsp_buf_str(out, "not used: the debugger sent no batch that the stub lacks");
        return;
    }
    rsp_report_counted(out, s->batches, "batch", "batches");
    rsp_buf_str(out, " of ");
    rsp_report_counted(out, s->entries, "entry", "entries");
    rsp_buf_str(out, " became ");
    rsp_report_counted(out, s->requests, "request", "requests");
    rsp_buf_str(out, " to the stub, ");
    rsp_report_counted(out, saved, "round trip", "round trips");
    rsp_buf_str(out, " less");
    if (s->unanswered > 0)
        rsp_buf_printf(out, "; %llu not answered in time", (unsigned long long)s->unanswered);
    if (s->malformed > 0)
        rsp_buf_printf(out, "; %llu refused as malformed", (unsigned long long)s->malformed);
}

static void append_accelerator(rsp_buf *out, const proxy_report *r) {
    const rsp_metrics *client = rsp_monitor_metrics(r->client);
    const rsp_metrics *stub = rsp_monitor_metrics(r->stub_side);
    const rsp_proxy_stats *s = &r->stats;
    append_label(out, "beside it");
    append_side(out, stub);
    rsp_buf_push(out, '\n');
    append_label(out, "accelerator");
    append_batches(out, s,
                   stub->round_trips > client->round_trips ? stub->round_trips - client->round_trips : 0);
    rsp_buf_push(out, '\n');
    /* Where nothing was split the list is the one above. */
    if (memcmp(stub->kind_count, client->kind_count, sizeof stub->kind_count) != 0)
        append_kinds(out, "requests", stub);
}

static void append_rules(rsp_buf *out, const proxy_report *r) {
    append_label(out, "rules");
    if (rsp_monitor_metrics(r->stub_side)->packets_from_stub == 0) {
        rsp_buf_str(out, "nothing is judged: the stub sent no packet\n");
        return;
    }
    rsp_report_counted(out, rsp_monitor_broken(r->stub_side, RSP_LEVEL_MUST), "must broken", "musts broken");
    rsp_buf_str(out, ", ");
    rsp_report_counted(out, rsp_monitor_broken(r->stub_side, RSP_LEVEL_SHOULD), "should not followed",
                       "shoulds not followed");
    rsp_buf_push(out, '\n');
    for (int i = 0; i < RSP_RULE_COUNT; i++) {
        uint64_t count = rsp_rules_count_of(rsp_monitor_rules(r->stub_side), (rsp_rule_id)i);
        if (count > 1)
            rsp_buf_printf(out, "  %-12s %s %llu times\n", "", rsp_rule_get((rsp_rule_id)i)->id,
                           (unsigned long long)count);
    }
}

void proxy_append_totals(rsp_buf *out, const proxy_report *r) {
    rsp_report_counted(out, r->connections, "connection", "connections");
    rsp_buf_str(out, "   ");
    rsp_time_append(out, r->duration_ns);
    rsp_buf_str(out, "   ");
    append_side(out, rsp_monitor_metrics(r->client));
    rsp_buf_push(out, '\n');
    append_kinds(out, "by kind", rsp_monitor_metrics(r->client));
    if (r->accelerate)
        append_accelerator(out, r);
    append_rules(out, r);
    if (r->record_path) {
        append_label(out, "recorded");
        rsp_report_count(out, r->record_bytes);
        rsp_buf_printf(out, " bytes in %s      stubborn capture analyze %s\n", r->record_path,
                       r->record_path);
    }
    if (rsp_monitor_status(r->stub_side) != RSP_OK)
        rsp_buf_printf(out, "  incomplete: %s\n", rsp_status_text(rsp_monitor_status(r->stub_side)));
}

/* --- JSON --- */

static json_t *side_json(rsp_json_build *b, const rsp_metrics *m) {
    json_t *o = json_object();
    rsp_json_counts(b, o, m);
    rsp_json_number(b, o, "stub_ns", m->stub_ns);
    rsp_json_number(b, o, "program_ns", m->program_ns);
    json_t *kinds = json_object();
    for (int i = 0; i < RSP_PACKET_END; i++) {
        char key[64];
        rsp_bytes name = capture_kind_name(i);
        (void)snprintf(key, sizeof key, "%.*s", (int)name.len, (const char *)name.ptr);
        if (m->kind_count[i] > 0)
            rsp_json_number(b, kinds, key, m->kind_count[i]);
    }
    rsp_json_set(b, o, "kinds", kinds);
    return o;
}

static json_t *stats_json(rsp_json_build *b, const proxy_report *r) {
    const rsp_proxy_stats *s = &r->stats;
    json_t *o = json_object();
    rsp_json_text(b, o, "offers", rsp_bytes_str(r->accelerate));
    rsp_json_number(b, o, "batches", s->batches);
    rsp_json_number(b, o, "entries", s->entries);
    rsp_json_number(b, o, "requests", s->requests);
    rsp_json_number(b, o, "malformed", s->malformed);
    rsp_json_number(b, o, "unanswered", s->unanswered);
    rsp_json_number(b, o, "odd_replies", s->odd_replies);
    rsp_json_number(b, o, "resent", s->resent);
    rsp_json_number(b, o, "refused", s->refused);
    return o;
}

static json_t *findings_json(rsp_json_build *b, const rsp_rules *rules) {
    json_t *list = json_array();
    for (size_t i = 0; i < rsp_rules_count(rules); i++) {
        const rsp_violation *v = rsp_rules_violation(rules, i);
        json_t *o = json_object();
        rsp_json_text(b, o, "rule", rsp_bytes_str(rsp_rule_get(v->rule)->id));
        rsp_json_text(b, o, "level", rsp_bytes_str(rsp_level_name(rsp_rule_get(v->rule)->level)));
        rsp_json_text(b, o, "requirements", rsp_bytes_str(v->requirements));
        rsp_json_text(b, o, "message", rsp_bytes_str(v->message));
        rsp_json_text(b, o, "expected", rsp_bytes_str(v->expected));
        rsp_json_text(b, o, "got", rsp_bytes_str(v->got));
        rsp_json_number(b, o, "entry", v->entry);
        rsp_json_add(b, list, o);
    }
    return list;
}

static json_t *ended_json(rsp_json_build *b, const proxy_ended *e) {
    rsp_buf text = {0};
    json_t *o = json_object();
    rsp_json_number(b, o, "connection", e->number);
    rsp_json_text(b, o, "by", rsp_bytes_str(rsp_proxy_end_name(e->end.who)));
    rsp_json_text(b, o, "status", rsp_bytes_str(rsp_status_name(e->end.status)));
    rsp_json_bool(b, o, "well", proxy_ended_well(e));
    proxy_append_ended(&text, e);
    rsp_json_text(b, o, "text", rsp_bytes_str(rsp_buf_cstr(&text)));
    rsp_json_number(b, o, "duration_ns", e->duration_ns);
    rsp_json_number(b, o, "bytes_from_debugger", e->bytes[RSP_PROXY_CLIENT]);
    rsp_json_number(b, o, "bytes_from_stub", e->bytes[RSP_PROXY_STUB]);
    rsp_buf_free(&text);
    return o;
}

static json_t *build(rsp_json_build *b, const proxy_report *r) {
    json_t *root = json_object();
    rsp_json_text(b, root, "stub", rsp_bytes_str(r->stub));
    rsp_json_number(b, root, "connections", r->connections);
    rsp_json_number(b, root, "unreachable", r->unreachable);
    rsp_json_number(b, root, "duration_ns", r->duration_ns);
    rsp_json_set(b, root, "debugger_side", side_json(b, rsp_monitor_metrics(r->client)));
    rsp_json_set(b, root, "stub_side", side_json(b, rsp_monitor_metrics(r->stub_side)));
    if (r->accelerate)
        rsp_json_set(b, root, "accelerator", stats_json(b, r));
    rsp_json_number(b, root, "musts_broken", rsp_monitor_broken(r->stub_side, RSP_LEVEL_MUST));
    rsp_json_number(b, root, "shoulds_not_followed", rsp_monitor_broken(r->stub_side, RSP_LEVEL_SHOULD));
    rsp_json_set(b, root, "findings", findings_json(b, rsp_monitor_rules(r->stub_side)));
    json_t *ended = json_array();
    for (size_t i = 0; i < r->num_ended; i++)
        rsp_json_add(b, ended, ended_json(b, &r->ended[i]));
    rsp_json_set(b, root, "ended", ended);
    if (r->record_path) {
        rsp_json_text(b, root, "recording", rsp_bytes_str(r->record_path));
        rsp_json_number(b, root, "recording_bytes", r->record_bytes);
    }
    return root;
}

bool proxy_append_json(rsp_buf *out, const proxy_report *r) {
    rsp_json_build b = {0};
    return rsp_json_print(&b, build(&b, r), out) == RSP_OK;
}
