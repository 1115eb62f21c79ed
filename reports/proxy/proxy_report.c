/* The proxy's words. Times are since the proxy began, counts have thousands separators.
 * The answer first: what passed; then what it was made of; then what was found.
 * See proxy_report.h. */
/* SPDX-License-Identifier: MIT */
#include "reports/proxy/proxy_report.h"
#include "core/text.h"

#include "reports/capture/capture_report.h"
#include "reports/violation_text.h"

#include "document/record.h"
#include "trace/exchange.h"
#include <jansson.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

enum { SHOWN_KINDS = 12 };

/* --- findings ------------------------------------------------------------------------------------------- */

void rsp_proxy_append_finding(rsp_buf *out, uint64_t connection, uint64_t epoch_ns,
                              const rsp_transcript *transcript, const rsp_violation *v) {
    rsp_transcript_style style = {.epoch_ns = epoch_ns, .before = 2, .after = 1, .indent = 8};
    uint64_t since = v->time_ns > epoch_ns ? v->time_ns - epoch_ns : 0;
    char place[40];
    (void)snprintf(place, sizeof place, " %.3f ms", (double)since / (double)RSP_NS_PER_MS);
    rsp_violation_append(out, connection, place, v);
    rsp_transcript_render(transcript, out, v->entry, &style);
}

void rsp_proxy_append_breach(rsp_buf *out, uint64_t connection, uint64_t epoch_ns,
                             const rsp_transcript *transcript, const rsp_client_breach *b) {
    rsp_transcript_style style = {.epoch_ns = epoch_ns, .before = 2, .after = 1, .indent = 8};
    rsp_entry entry = {0};
    const bool held = rsp_transcript_get(transcript, b->entry, &entry);
    const uint64_t since = held && entry.time_ns > epoch_ns ? entry.time_ns - epoch_ns : 0;
    char place[40];
    (void)snprintf(place, sizeof place, " %.3f ms", (double)since / (double)RSP_NS_PER_MS);
    rsp_client_breach_append(out, connection, place, b);
    rsp_transcript_render(transcript, out, b->entry, &style);
}

/* --- ends ----------------------------------------------------------------------------------------------- */

static void append_how(rsp_buf *out, const rsp_proxy_ended *e) {
    const char *who = rsp_proxy_end_name(e->end.who);
    if (e->cut)
        rsp_buf_str(out, "the link was cut as --close-after asked");
    else if (e->end.ours)
        rsp_text_printf(out, "given up: %s", e->trouble[0] ? e->trouble : rsp_status_text(e->end.status));
    else if (e->end.status == RSP_CANCELLED)
        rsp_buf_str(out, "interrupted");
    else if (e->end.status == RSP_DIED)
        rsp_text_printf(out, "the stub died (%s)", e->program.text[0] ? e->program.text : "?");
    else if (e->end.status == RSP_CLOSED)
        rsp_text_printf(out, "the %s closed the connection", who);
    else
        rsp_text_printf(out, "the link to the %s broke: %s", who, rsp_status_text(e->end.status));
}

void rsp_proxy_append_ended(rsp_buf *out, const rsp_proxy_ended *e) {
    rsp_buf_printf(out, "#%llu: ", (unsigned long long)e->number);
    append_how(out, e);
    rsp_buf_str(out, " after ");
    rsp_time_append(out, e->duration_ns);
    rsp_buf_str(out, ", ");
    rsp_text_count(out, e->bytes[RSP_PROXY_CLIENT]);
    rsp_buf_str(out, " bytes from the debugger and ");
    rsp_text_count(out, e->bytes[RSP_PROXY_STUB]);
    rsp_buf_str(out, " from the stub");
    for (int i = 0; i < RSP_PROXY_ENDS; i++) {
        if (e->unfinished[i] == 0)
            continue;
        rsp_text_printf(out, "; a packet of the %s breaks off after ", rsp_proxy_end_name((rsp_proxy_end)i));
        rsp_text_counted(out, e->unfinished[i], "byte", "bytes");
    }
    if (e->waiting)
        rsp_text_printf(out, "; no answer to %s", e->request);
    if (e->words[0])
        rsp_text_printf(out, "; the stub's last words: %s", e->words);
    if (e->program.sanitizer[0])
        rsp_text_printf(out, "; %s", e->program.sanitizer);
}

/* --- counts --------------------------------------------------------------------------------------------- */

void rsp_proxy_append_live(rsp_buf *out, const rsp_proxy_report *r) {
    const rsp_metrics *m = rsp_monitor_metrics(r->client);
    uint64_t broken =
        rsp_monitor_broken(r->stub_side, RSP_LEVEL_MUST) + rsp_monitor_broken(r->stub_side, RSP_LEVEL_SHOULD);
    rsp_buf_printf(out, "#%llu  ", (unsigned long long)r->connections);
    rsp_text_counted(out, m->round_trips, "round trip", "round trips");
    rsp_buf_str(out, "  ");
    rsp_text_count(out, m->bytes_to_stub);
    rsp_buf_str(out, " bytes out  ");
    rsp_text_count(out, m->bytes_from_stub);
    rsp_buf_str(out, " in  ");
    rsp_text_counted(out, broken, "finding", "findings");
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
    rsp_text_printf(out, "  %-12s ", label);
}

static void append_kinds(rsp_buf *out, const char *label, const rsp_metrics *m) {
    int kinds[RSP_PACKET_END];
    size_t num = rank_kinds(kinds, m);
    if (num == 0)
        return;
    append_label(out, label);
    for (size_t i = 0; i < num && i < SHOWN_KINDS; i++) {
        rsp_bytes name = rsp_capture_kind_name(kinds[i]);
        rsp_text_printf(out, "%s%.*s ", i ? "   " : "", (int)name.len, (const char *)name.ptr);
        rsp_text_count(out, m->kind_count[kinds[i]]);
    }
    if (num > SHOWN_KINDS)
        rsp_buf_printf(out, "   and %zu more kinds", num - SHOWN_KINDS);
    rsp_buf_push(out, '\n');
}

static void append_side(rsp_buf *out, const rsp_metrics *m) {
    rsp_text_counted(out, m->round_trips, "round trip", "round trips");
    rsp_buf_str(out, "   ");
    rsp_text_count(out, m->bytes_to_stub);
    rsp_buf_str(out, " bytes to the stub, ");
    rsp_text_count(out, m->bytes_from_stub);
    rsp_buf_str(out, " from it");
}

static void append_batches(rsp_buf *out, const rsp_proxy_stats *s, uint64_t saved) {
    if (s->batches + s->malformed == 0) {
        rsp_buf_str(out, "not used: the debugger sent no batch that the stub lacks");
        return;
    }
    rsp_text_counted(out, s->batches, "batch", "batches");
    rsp_buf_str(out, " of ");
    rsp_text_counted(out, s->entries, "entry", "entries");
    rsp_buf_str(out, " became ");
    rsp_text_counted(out, s->requests, "request", "requests");
    rsp_buf_str(out, " to the stub, ");
    rsp_text_counted(out, saved, "round trip", "round trips");
    rsp_buf_str(out, " less");
    if (s->unanswered > 0)
        rsp_buf_printf(out, "; %llu not answered in time", (unsigned long long)s->unanswered);
    if (s->malformed > 0)
        rsp_buf_printf(out, "; %llu refused as malformed", (unsigned long long)s->malformed);
}

static void append_accelerator(rsp_buf *out, const rsp_proxy_report *r) {
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

static void append_rules(rsp_buf *out, const rsp_proxy_report *r) {
    append_label(out, "rules");
    if (rsp_monitor_metrics(r->stub_side)->packets_from_stub == 0) {
        rsp_buf_str(out, "nothing is judged: the stub sent no packet\n");
        return;
    }
    rsp_text_counted(out, rsp_monitor_broken(r->stub_side, RSP_LEVEL_MUST), "must broken", "musts broken");
    rsp_buf_str(out, ", ");
    rsp_text_counted(out, rsp_monitor_broken(r->stub_side, RSP_LEVEL_SHOULD), "should not followed",
                     "shoulds not followed");
    rsp_buf_push(out, '\n');
    rsp_violation_append_counts(out, "               ", rsp_monitor_rules(r->stub_side));
}

static void append_client_rules(rsp_buf *out, const rsp_proxy_report *r) {
    const rsp_client_rules *rules = rsp_monitor_client_rules(r->client);
    if (!rules)
        return;
    append_label(out, "debugger");
    rsp_text_counted(out, rsp_monitor_client_broken(r->client, RSP_LEVEL_MUST), "must broken",
                     "musts broken");
    rsp_buf_str(out, ", ");
    rsp_text_counted(out, rsp_monitor_client_broken(r->client, RSP_LEVEL_SHOULD), "should not followed",
                     "shoulds not followed");
    rsp_buf_push(out, '\n');
    rsp_client_breach_append_counts(out, "               ", rules);
}

void rsp_proxy_append_totals(rsp_buf *out, const rsp_proxy_report *r) {
    rsp_text_counted(out, r->connections, "connection", "connections");
    rsp_buf_str(out, "   ");
    rsp_time_append(out, r->duration_ns);
    rsp_buf_str(out, "   ");
    append_side(out, rsp_monitor_metrics(r->client));
    rsp_buf_push(out, '\n');
    append_kinds(out, "by kind", rsp_monitor_metrics(r->client));
    if (r->accelerate)
        append_accelerator(out, r);
    append_rules(out, r);
    append_client_rules(out, r);
    if (r->record_path) {
        append_label(out, "recorded");
        rsp_text_count(out, r->record_bytes);
        rsp_text_printf(out, " bytes in %s      stubborn capture analyze %s\n", r->record_path,
                        r->record_path);
    }
    if (rsp_monitor_status(r->stub_side) != RSP_OK)
        rsp_text_printf(out, "  incomplete: %s\n", rsp_status_text(rsp_monitor_status(r->stub_side)));
}

/* --- JSON ----------------------------------------------------------------------------------------------- */

static json_t *kinds_json(rsp_json_build *b, const void *from) {
    const rsp_metrics *m = from;
    json_t *kinds = json_object();
    for (int i = 0; i < RSP_PACKET_END; i++) {
        char key[64];
        rsp_bytes name = rsp_capture_kind_name(i);
        (void)snprintf(key, sizeof key, "%.*s", (int)name.len, (const char *)name.ptr);
        if (m->kind_count[i] > 0)
            rsp_json_number(b, kinds, key, m->kind_count[i]);
    }
    return kinds;
}

#define METRIC(member) RSP_NUMBER(rsp_metrics, member),
static const rsp_field side_fields[] = {
    RSP_COUNT_LIST(METRIC) /* each with its comma */
    RSP_NUMBER(rsp_metrics, stub_ns),
    RSP_NUMBER(rsp_metrics, program_ns),
    RSP_FIELD_BY("kinds", OWN, .write = kinds_json),
};
static const rsp_record side = RSP_RECORD(rsp_metrics, side_fields);

static const rsp_field stats_fields[] = {
    RSP_NUMBER(rsp_proxy_stats, batches),    RSP_NUMBER(rsp_proxy_stats, entries),
    RSP_NUMBER(rsp_proxy_stats, requests),   RSP_NUMBER(rsp_proxy_stats, malformed),
    RSP_NUMBER(rsp_proxy_stats, unanswered), RSP_NUMBER(rsp_proxy_stats, odd_replies),
    RSP_NUMBER(rsp_proxy_stats, resent),     RSP_NUMBER(rsp_proxy_stats, refused),
};
static const rsp_record stats = RSP_RECORD(rsp_proxy_stats, stats_fields);

static const char *rule_id(const void *violation) {
    return rsp_rule_get(((const rsp_violation *)violation)->rule)->id;
}

static const char *rule_level(const void *violation) {
    return rsp_level_name(rsp_rule_get(((const rsp_violation *)violation)->rule)->level);
}

static const rsp_field finding_fields[] = {
    RSP_FIELD_BY("rule", TEXT, .text = rule_id),
    RSP_FIELD_BY("level", TEXT, .text = rule_level),
    RSP_FIELD(rsp_violation, requirements, TEXT),
    RSP_FIELD(rsp_violation, message, TEXT),
    RSP_FIELD(rsp_violation, expected, TEXT),
    RSP_FIELD(rsp_violation, got, TEXT),
    RSP_NUMBER(rsp_violation, entry),
};
static const rsp_record finding = RSP_RECORD(rsp_violation, finding_fields);

static uint64_t ended_well(const void *from, unsigned arg) {
    (void)arg;
    return rsp_proxy_ended_well(from);
}

static json_t *ended_text(rsp_json_build *b, const void *from) {
    rsp_buf text = {0};
    rsp_proxy_append_ended(&text, from);
    json_t *value = rsp_json_string(b, rsp_buf_bytes(&text));
    rsp_buf_free(&text);
    return value;
}

static const rsp_field ended_fields[] = {
    RSP_FIELD_AS("connection", rsp_proxy_ended, number, NUMBER),
    RSP_FIELD_AS("by", rsp_proxy_ended, end.who, WORD, .word = rsp_proxy_end_name),
    RSP_FIELD_AS("status", rsp_proxy_ended, end.status, WORD, .word = rsp_status_name),
    RSP_FIELD_BY("well", FLAG, .number = ended_well),
    RSP_FIELD_BY("text", OWN, .write = ended_text),
    RSP_NUMBER(rsp_proxy_ended, duration_ns),
    RSP_FIELD_AS("bytes_from_debugger", rsp_proxy_ended, bytes[RSP_PROXY_CLIENT], NUMBER),
    RSP_FIELD_AS("bytes_from_stub", rsp_proxy_ended, bytes[RSP_PROXY_STUB], NUMBER),
};
static const rsp_record ended = RSP_RECORD(rsp_proxy_ended, ended_fields);

static json_t *debugger_side(rsp_json_build *b, const void *from) {
    return rsp_record_json(b, &side, rsp_monitor_metrics(((const rsp_proxy_report *)from)->client));
}

static json_t *stub_side(rsp_json_build *b, const void *from) {
    return rsp_record_json(b, &side, rsp_monitor_metrics(((const rsp_proxy_report *)from)->stub_side));
}

static json_t *accelerator(rsp_json_build *b, const void *from) {
    const rsp_proxy_report *r = from;
    if (!r->accelerate)
        return NULL;
    json_t *o = json_object();
    rsp_json_text(b, o, "offers", rsp_bytes_str(r->accelerate));
    rsp_record_put(b, o, &stats, &r->stats);
    return o;
}

static uint64_t broken(const void *from, unsigned level) {
    return rsp_monitor_broken(((const rsp_proxy_report *)from)->stub_side, (rsp_level)level);
}

static json_t *findings(rsp_json_build *b, const void *from) {
    const rsp_rules *rules = rsp_monitor_rules(((const rsp_proxy_report *)from)->stub_side);
    json_t *list = json_array();
    for (size_t i = 0; i < rsp_rules_count(rules); i++)
        rsp_json_add(b, list, rsp_record_json(b, &finding, rsp_rules_violation(rules, i)));
    return list;
}

static const char *client_rule_id(const void *breach) {
    return rsp_client_rule_get(((const rsp_client_breach *)breach)->rule)->id;
}

static const char *client_rule_level(const void *breach) {
    return rsp_level_name(rsp_client_rule_get(((const rsp_client_breach *)breach)->rule)->level);
}

static const rsp_field breach_fields[] = {
    RSP_FIELD_BY("rule", TEXT, .text = client_rule_id),
    RSP_FIELD_BY("level", TEXT, .text = client_rule_level),
    RSP_FIELD(rsp_client_breach, message, TEXT),
    RSP_NUMBER(rsp_client_breach, entry),
};
static const rsp_record breach = RSP_RECORD(rsp_client_breach, breach_fields);

static json_t *client_findings(rsp_json_build *b, const void *from) {
    const rsp_client_rules *rules = rsp_monitor_client_rules(((const rsp_proxy_report *)from)->client);
    if (!rules)
        return NULL;
    json_t *list = json_array();
    for (size_t i = 0; i < rsp_client_rules_count(rules); i++)
        rsp_json_add(b, list, rsp_record_json(b, &breach, rsp_client_rules_breach(rules, i)));
    return list;
}

static bool is_recorded(const void *from) {
    return ((const rsp_proxy_report *)from)->record_path != NULL;
}

static const rsp_field report_fields[] = {
    RSP_FIELD(rsp_proxy_report, stub, TEXT),
    RSP_NUMBER(rsp_proxy_report, connections),
    RSP_NUMBER(rsp_proxy_report, unreachable),
    RSP_NUMBER(rsp_proxy_report, duration_ns),
    RSP_FIELD_BY("debugger_side", OWN, .write = debugger_side),
    RSP_FIELD_BY("stub_side", OWN, .write = stub_side),
    RSP_FIELD_BY("accelerator", OWN, .optional = true, .write = accelerator),
    RSP_FIELD_BY("musts_broken", NUMBER, .number = broken, .arg = RSP_LEVEL_MUST),
    RSP_FIELD_BY("shoulds_not_followed", NUMBER, .number = broken, .arg = RSP_LEVEL_SHOULD),
    RSP_FIELD_BY("findings", OWN, .write = findings),
    RSP_FIELD_BY("client_findings", OWN, .optional = true, .write = client_findings),
    RSP_FIELD(rsp_proxy_report, ended, LIST, .count = offsetof(rsp_proxy_report, num_ended), .of = &ended),
    RSP_FIELD_AS("recording", rsp_proxy_report, record_path, TEXT, .when = is_recorded),
    RSP_FIELD_AS("recording_bytes", rsp_proxy_report, record_bytes, NUMBER, .when = is_recorded),
};
static const rsp_record report = RSP_RECORD(rsp_proxy_report, report_fields);

rsp_status rsp_proxy_append_json(rsp_buf *out, const rsp_proxy_report *r) {
    rsp_json_build b = {0};
    return rsp_json_print(&b, rsp_record_json(&b, &report, r), out);
}
