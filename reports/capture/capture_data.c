/* The report for programs: JSON by a schema, and CSV with a line per conversation and packet kind.
 * All times are integers in nanoseconds, all counts exact; each struct's fields are a table.
 * See capture_report.h and reports/schema/capture.schema.json. */
/* SPDX-License-Identifier: MIT */
#include "core/text.h"
#include "reports/capture/capture_partial.h"
#include "reports/capture/capture_report.h"

#include "core/limits.h"
#include "document/record.h"
#include "trace/exchange.h"
#include <jansson.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>

/* --- quantiles ------------------------------------------------------------------------------------------ */

/* Reading a quantile sorts the samples, which changes nothing that is seen. */
static uint64_t quantile_at(const void *from, unsigned permille) {
    return rsp_quantiles_at((rsp_quantiles *)(uintptr_t)from, permille);
}

static bool has_times(const void *from) {
    return rsp_quantiles_known(from) > 0;
}

static uint64_t is_exact(const void *from, unsigned arg) {
    (void)arg;
    return rsp_quantiles_exact(from);
}

/* "exact", "0.1%", "unknown" */
static const char *exactness(const void *from) {
    return !has_times(from) ? "unknown" : rsp_quantiles_exact(from) ? "exact" : "0.1%";
}

#define POINT(name_, permille_) \
    RSP_FIELD_BY(#name_ "_ns", TIME, .number = quantile_at, .arg = (permille_), .known = has_times),

/* What JSON and CSV both have. Where no value is known there is none, rather than 0. */
static const rsp_field point_fields[] = {
    RSP_NUMBER(rsp_quantiles, count), RSP_FIELD_AS("sum_ns", rsp_quantiles, sum, TIME, .known = has_times),
    RSP_CAPTURE_POINT_LIST(POINT) /* each with its comma */
};
static const rsp_record points = RSP_RECORD(rsp_quantiles, point_fields);

static const rsp_field quantiles_fields[] = {
    {.kind = RSP_FIELD_RECORD, .of = &points},
    RSP_FIELD_BY("exact", FLAG, .number = is_exact),
    RSP_FIELD_AS("without_time", rsp_quantiles, unknown, NUMBER, .optional = true),
};
static const rsp_record quantiles = RSP_RECORD(rsp_quantiles, quantiles_fields);

static const rsp_field csv_fields[] = {
    {.kind = RSP_FIELD_RECORD, .of = &points},
    RSP_FIELD_BY("quantiles", TEXT, .text = exactness),
};
static const rsp_record csv = RSP_RECORD(rsp_quantiles, csv_fields);

/* --- an analysis ---------------------------------------------------------------------------------------- */

#define METRIC(member) RSP_NUMBER(rsp_metrics, member),
static const rsp_field metrics_fields[] = {RSP_COUNT_LIST(METRIC)};
static const rsp_record metrics = RSP_RECORD(rsp_metrics, metrics_fields);

static const rsp_field tcp_fields[] = {
    RSP_FIELD_AS("tcp_segments", rsp_tcp_counts, segments, NUMBER),
    RSP_FIELD_AS("tcp_gaps", rsp_tcp_counts, gaps, NUMBER),
    RSP_FIELD_AS("tcp_gap_bytes", rsp_tcp_counts, gap_bytes, NUMBER),
    RSP_FIELD_AS("tcp_retransmissions", rsp_tcp_counts, retransmissions, NUMBER),
    RSP_FIELD_AS("tcp_overlaps", rsp_tcp_counts, overlaps, NUMBER),
    RSP_FIELD_AS("tcp_reordered", rsp_tcp_counts, reordered, NUMBER),
};
static const rsp_record tcp = RSP_RECORD(rsp_tcp_counts, tcp_fields);

static const rsp_field summary_fields[] = {
    {.kind = RSP_FIELD_RECORD, .offset = offsetof(rsp_analysis, metrics), .of = &metrics},
    RSP_FIELD_AS("stub_ns", rsp_analysis, phase_ns[RSP_PHASE_STUB], NUMBER),
    RSP_FIELD_AS("client_ns", rsp_analysis, phase_ns[RSP_PHASE_CLIENT], NUMBER),
    RSP_FIELD_AS("program_ns", rsp_analysis, phase_ns[RSP_PHASE_PROGRAM], NUMBER),
    RSP_FIELD_AS("memory_reads", rsp_analysis, memory.num, NUMBER),
    RSP_NUMBER_AS("redundant_reads", rsp_analysis, memory.redundant),
    RSP_NUMBER_AS("redundant_bytes", rsp_analysis, memory.redundant_bytes),
    RSP_NUMBER(rsp_analysis, batch_packets),
    RSP_NUMBER(rsp_analysis, batch_entries),
    RSP_FIELD_AS("delayed_ack_answers", rsp_analysis, delayed_acks, NUMBER),
};
static const rsp_record summary = RSP_RECORD(rsp_analysis, summary_fields);

static json_t *kinds_json(rsp_json_build *b, const void *from) {
    const rsp_analysis *a = from;
    json_t *o = json_object();
    int kinds[RSP_PACKET_END];
    size_t num = rsp_capture_rank_kinds(kinds, a);
    for (size_t i = 0; i < num; i++) {
        rsp_bytes name = rsp_capture_kind_name(kinds[i]);
        char key[64];
        (void)snprintf(key, sizeof key, "%.*s", (int)name.len, (const char *)name.ptr);
        rsp_json_set(b, o, key, rsp_record_json(b, &quantiles, a->latencies.kinds[kinds[i]]));
    }
    return o;
}

#define TRIPS_AT(key_, permille) RSP_FIELD_BY((key_), NUMBER, .number = quantile_at, .arg = (permille))

static const rsp_field action_fields[] = {
    RSP_NUMBER(rsp_quantiles, count),    RSP_FIELD_AS("round_trips", rsp_quantiles, sum, NUMBER),
    TRIPS_AT("median_round_trips", 500), TRIPS_AT("p90_round_trips", 900),
    TRIPS_AT("max_round_trips", 1000),
};
static const rsp_record action = RSP_RECORD(rsp_quantiles, action_fields);

static json_t *actions_json(rsp_json_build *b, const void *from) {
    const rsp_analysis *a = from;
    json_t *o = json_object();
    for (int i = 0; i < RSP_ACTIONS; i++) {
        if (a->actions[i].count == 0)
            continue;
        json_t *row = rsp_record_json(b, &action, &a->actions[i]);
        rsp_json_number(b, row, "ns", a->action_ns[i]);
        rsp_json_set(b, o, rsp_action_key((rsp_action)i), row);
    }
    return o;
}

static json_t *batches_json(rsp_json_build *b, const void *from) {
    const rsp_analysis *a = from;
    json_t *list = json_array();
    for (unsigned i = 0; i < RSP_BATCH_BUCKETS; i++) {
        if (a->batches[i] == 0)
            continue;
        json_t *row = json_object();
        rsp_json_number(b, row, "from_entries", i < 2 ? i + 1 : (1U << (i - 1)) + 1);
        rsp_json_number(b, row, "to_entries", i + 1 < RSP_BATCH_BUCKETS ? 1U << i : RSP_LIMIT_BATCH_ITEMS);
        rsp_json_number(b, row, "packets", a->batches[i]);
        rsp_json_add(b, list, row);
    }
    return list;
}

/* Requests are bytes of a peer: as hexadecimal, which no reader of JSON trips over. */
static const rsp_field slow_fields[] = {
    RSP_NUMBER(rsp_slow, latency_ns),
    RSP_FIELD_AS("request_frame", rsp_slow, request_place, NUMBER),
    RSP_FIELD_AS("reply_frame", rsp_slow, reply_place, NUMBER),
    RSP_NUMBER(rsp_slow, conversation),
    RSP_FIELD_AS("request_bytes", rsp_slow, request_len, SIZE),
    RSP_FIELD_AS("request_hex", rsp_slow, request, HEX, .count = offsetof(rsp_slow, request_len),
                 .limit = RSP_SLOW_TEXT_BYTES),
};
static const rsp_record slow = RSP_RECORD(rsp_slow, slow_fields);

static uint64_t shows_nagle(const void *from, unsigned arg) {
    (void)arg;
    return rsp_analysis_shows_nagle(from);
}

static uint64_t is_complete(const void *status, unsigned arg) {
    (void)arg;
    return *(const rsp_status *)status == RSP_OK;
}

static uint64_t analysis_is_complete(const void *from, unsigned arg) {
    return is_complete(&((const rsp_analysis *)from)->status, arg);
}

static const rsp_field analysis_fields[] = {
    RSP_FIELD_AS("latency", rsp_analysis, latencies.owed, RECORD, .of = &quantiles),
    RSP_FIELD_BY("kinds", OWN, .write = kinds_json),
    RSP_FIELD_BY("actions", OWN, .write = actions_json),
    RSP_FIELD_BY("batches", OWN, .write = batches_json),
    RSP_FIELD(rsp_analysis, slowest, LIST, .count = offsetof(rsp_analysis, num_slowest),
              .limit = RSP_LIMIT_CAPTURE_SLOWEST, .of = &slow),
    RSP_FIELD_BY("nagle", FLAG, .number = shows_nagle),
    RSP_FIELD_BY("complete", FLAG, .number = analysis_is_complete),
};
static const rsp_record analysis = RSP_RECORD(rsp_analysis, analysis_fields);

static void put_analysis(rsp_json_build *b, json_t *o, const rsp_analysis *a, const rsp_tcp_counts *counts) {
    json_t *all = rsp_record_json(b, &summary, a);
    rsp_record_put(b, all, &tcp, counts);
    rsp_json_set(b, o, "summary", all);
    rsp_record_put(b, o, &analysis, a);
}

/* --- conversations and files ---------------------------------------------------------------------------- */

static json_t *end_json(rsp_json_build *b, const rsp_tcp_endpoint *end) {
    rsp_buf text = {0};
    rsp_tcp_endpoint_append(&text, end);
    json_t *value = rsp_json_string(b, rsp_buf_bytes(&text));
    b->failed = b->failed || text.status != RSP_OK;
    rsp_buf_free(&text);
    return value;
}

static json_t *client_json(rsp_json_build *b, const void *from) {
    return end_json(b, &((const rsp_conversation *)from)->client);
}

static json_t *stub_json(rsp_json_build *b, const void *from) {
    return end_json(b, &((const rsp_conversation *)from)->stub);
}

static const rsp_field conversation_fields[] = {
    RSP_NUMBER(rsp_conversation, number),
    RSP_FIELD_BY("client", OWN, .write = client_json),
    RSP_FIELD_BY("stub", OWN, .write = stub_json),
    RSP_NUMBER(rsp_conversation, start_ns),
    RSP_NUMBER(rsp_conversation, end_ns),
    RSP_FIELD(rsp_conversation, from_start, FLAG),
    RSP_FIELD(rsp_conversation, end, WORD, .word = rsp_flow_end_name),
    RSP_NUMBER(rsp_conversation, resync_bytes),
};
static const rsp_record conversation = RSP_RECORD(rsp_conversation, conversation_fields);

static const rsp_field log_fields[] = {
    RSP_NUMBER(rsp_pcap_log, pieces),
    RSP_FIELD_AS("without_time", rsp_pcap_log, untimed, NUMBER),
    RSP_FIELD_AS("cut_packets", rsp_pcap_log, cut, NUMBER),
    RSP_FIELD_AS("restored_packets", rsp_pcap_log, restored, NUMBER),
    RSP_FIELD_AS("odd_lines", rsp_pcap_log, odd, NUMBER),
};
static const rsp_record log_record = RSP_RECORD(rsp_pcap_log, log_fields);

static bool is_log(const void *from) {
    return ((const rsp_capture_file *)from)->is_log;
}

static const char *link_of(const void *from) {
    const char *link = ((const rsp_capture_file *)from)->link;
    return link ? link : "?";
}

static const rsp_field file_fields[] = {
    RSP_FIELD(rsp_capture_file, path, TEXT),
    RSP_FIELD_BY("link", TEXT, .text = link_of),
    RSP_NUMBER(rsp_capture_file, frames),
    RSP_FIELD_AS("tcp_frames", rsp_capture_file, classes[RSP_FRAME_TCP], NUMBER),
    RSP_FIELD_AS("fragments", rsp_capture_file, classes[RSP_FRAME_FRAGMENT], NUMBER),
    RSP_FIELD_AS("damaged_frames", rsp_capture_file, classes[RSP_FRAME_DAMAGED], NUMBER),
    RSP_FIELD(rsp_capture_file, log, RECORD, .of = &log_record, .when = is_log),
    RSP_FIELD_AS("damage", rsp_capture_file, damage.msg, CHARS, .optional = true),
};
static const rsp_record file_record = RSP_RECORD(rsp_capture_file, file_fields);

/* --- savings -------------------------------------------------------------------------------------------- */

static uint64_t saved_least(const void *from, unsigned arg) {
    (void)arg;
    return rsp_saving_least(from);
}

static uint64_t saved_most(const void *from, unsigned arg) {
    (void)arg;
    return rsp_saving_most(from);
}

static const rsp_field saving_fields[] = {
    RSP_NUMBER(rsp_saving, packets),
    RSP_FIELD_AS("best_packets", rsp_saving, best, NUMBER),
    RSP_FIELD_AS("worst_packets", rsp_saving, worst, NUMBER),
    RSP_FIELD_BY("saved_least", NUMBER, .number = saved_least),
    RSP_FIELD_BY("saved_most", NUMBER, .number = saved_most),
};
static const rsp_record saving = RSP_RECORD(rsp_saving, saving_fields);

static const rsp_field hidden_fields[] = {
    RSP_NUMBER(rsp_hidden_saving, breakpoints),
    RSP_FIELD_AS("stops_least", rsp_hidden_saving, least_stops, NUMBER),
    RSP_FIELD_AS("stops_most", rsp_hidden_saving, most_stops, NUMBER),
    RSP_FIELD_AS("saved_least", rsp_hidden_saving, least_trips, NUMBER),
    RSP_FIELD_AS("saved_most", rsp_hidden_saving, most_trips, NUMBER),
};
static const rsp_record hidden = RSP_RECORD(rsp_hidden_saving, hidden_fields);

static uint64_t whatif_is_complete(const void *from, unsigned arg) {
    return is_complete(&((const rsp_whatif *)from)->status, arg);
}

static const rsp_field whatif_fields[] = {
    RSP_FIELD_AS("conditions", rsp_whatif, hidden, RECORD, .of = &hidden),
    RSP_NUMBER(rsp_whatif, stops),
    RSP_FIELD_BY("complete", FLAG, .number = whatif_is_complete),
};
static const rsp_record whatif = RSP_RECORD(rsp_whatif, whatif_fields);

static json_t *whatif_json(rsp_json_build *b, const rsp_whatif *w) {
    json_t *o = json_object();
    rsp_json_set(b, o, rsp_packet_text(RSP_PACKET_MULTI_MEM_READ), rsp_record_json(b, &saving, &w->reads));
    rsp_json_set(b, o, rsp_packet_text(RSP_PACKET_MULTI_BREAKPOINT), rsp_record_json(b, &saving, &w->points));
    rsp_record_put(b, o, &whatif, w);
    return o;
}

/* --- the report ----------------------------------------------------------------------------------------- */

static const rsp_field totals_fields[] = {
    RSP_NUMBER(rsp_capture_totals, start_ns),
    RSP_NUMBER(rsp_capture_totals, end_ns),
    RSP_NUMBER(rsp_capture_totals, flows),
    RSP_FIELD_AS("flows_without_rsp", rsp_capture_totals, foreign, NUMBER),
    RSP_FIELD_AS("flows_given_up", rsp_capture_totals, evicted, NUMBER),
    RSP_FIELD_AS("flows_refused", rsp_capture_totals, refused, NUMBER),
    RSP_FIELD_AS("conversations_of_the_other_side", rsp_capture_totals, other_side, NUMBER, .optional = true),
    RSP_FIELD_AS("conversations_not_chosen", rsp_capture_totals, not_chosen, NUMBER, .optional = true),
};
static const rsp_record totals = RSP_RECORD(rsp_capture_totals, totals_fields);

rsp_status rsp_capture_print_json(rsp_buf *out, const rsp_capture_report *r) {
    rsp_json_build b = {0};
    json_t *root = json_object();
    rsp_json_number(&b, root, "version", 1);
    rsp_json_set(&b, root, "files", rsp_record_list(&b, &file_record, r->files, r->num_files));
    rsp_record_put(&b, root, &totals, r->totals);
    rsp_json_number(&b, root, "conversation_count", r->conversation_count);
    put_analysis(&b, root, &r->totals->analysis, &r->totals->tcp);
    if (r->whatif)
        rsp_json_set(&b, root, "what_if", whatif_json(&b, r->whatif));
    json_t *list = json_array();
    for (size_t i = 0; i < r->num_conversations; i++) {
        const rsp_conversation *c = r->conversations[i];
        json_t *one = rsp_record_json(&b, &conversation, c);
        put_analysis(&b, one, &c->analysis, &c->tcp);
        rsp_json_add(&b, list, one);
    }
    rsp_json_set(&b, root, "conversations", list);
    if (r->partial)
        rsp_json_set(&b, root, "partial", rsp_capture_partial_json(&b, r));
    return rsp_json_print(&b, root, out);
}

static void append_csv(rsp_buf *out, const char *who, const rsp_analysis *a) {
    int kinds[RSP_PACKET_END];
    size_t num = rsp_capture_rank_kinds(kinds, a);
    for (size_t i = 0; i < num; i++) {
        rsp_bytes name = rsp_capture_kind_name(kinds[i]);
        rsp_text_printf(out, "%s,%.*s,", who, (int)name.len, (const char *)name.ptr);
        rsp_record_csv_values(out, &csv, a->latencies.kinds[kinds[i]]);
        rsp_buf_push(out, '\n');
    }
}

void rsp_capture_print_csv(rsp_buf *out, const rsp_capture_report *r) {
    rsp_buf_str(out, "conversation,kind,");
    rsp_record_csv_keys(out, &csv);
    rsp_buf_push(out, '\n');
    append_csv(out, "all", &r->totals->analysis);
    for (size_t i = 0; i < r->num_conversations; i++) {
        char who[24];
        (void)snprintf(who, sizeof who, "%llu", (unsigned long long)r->conversations[i]->number);
        append_csv(out, who, &r->conversations[i]->analysis);
    }
}
