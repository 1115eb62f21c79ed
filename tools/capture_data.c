/* The report for programs: JSON by a schema, and CSV with a line per conversation and packet kind.
 * All times are integers in nanoseconds, all counts exact.
 * See capture_report.h and reports/schema/capture.schema.json. */
/* SPDX-License-Identifier: MIT */
#include "capture_report.h"

#include "core/hex.h"
#include "core/limits.h"
#include "reports/json_build.h"
#include <jansson.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>

typedef rsp_json_build builder;

/* Where no value is known there is none, rather than 0. */
static void put_time(builder *b, json_t *object, const char *key, const rsp_quantiles *q, uint64_t ns) {
    if (rsp_quantiles_known(q) > 0)
        rsp_json_number(b, object, key, ns);
    else
        rsp_json_set(b, object, key, json_null());
}

static json_t *quantiles_json(builder *b, rsp_quantiles *q) {
    json_t *o = json_object();
    rsp_json_number(b, o, "count", q->count);
    put_time(b, o, "sum_ns", q, q->sum);
    put_time(b, o, "median_ns", q, rsp_quantiles_at(q, 500));
    put_time(b, o, "p90_ns", q, rsp_quantiles_at(q, 900));
    put_time(b, o, "p99_ns", q, rsp_quantiles_at(q, 990));
    put_time(b, o, "max_ns", q, q->max);
    rsp_json_bool(b, o, "exact", rsp_quantiles_exact(q));
    if (q->unknown > 0)
        rsp_json_number(b, o, "without_time", q->unknown);
    return o;
}

static json_t *summary_json(builder *b, const rsp_analysis *a, const rsp_tcp_counts *tcp) {
    const struct {
        const char *key;
        uint64_t value;
    } rows[] = {
        {"stub_ns", a->phase_ns[RSP_PHASE_STUB]},
        {"client_ns", a->phase_ns[RSP_PHASE_CLIENT]},
        {"program_ns", a->phase_ns[RSP_PHASE_PROGRAM]},
        {"tcp_segments", tcp->segments},
        {"tcp_gaps", tcp->gaps},
        {"tcp_gap_bytes", tcp->gap_bytes},
        {"tcp_retransmissions", tcp->retransmissions},
        {"tcp_overlaps", tcp->overlaps},
        {"tcp_reordered", tcp->reordered},
        {"memory_reads", a->reads},
        {"redundant_reads", a->redundant_reads},
        {"redundant_bytes", a->redundant_bytes},
        {"batch_packets", a->batch_packets},
        {"batch_entries", a->batch_entries},
        {"delayed_ack_answers", a->delayed_acks},
    };
    json_t *o = json_object();
    rsp_json_counts(b, o, &a->metrics);
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++)
        rsp_json_number(b, o, rows[i].key, rows[i].value);
    return o;
}

static json_t *kinds_json(builder *b, const rsp_analysis *a) {
    json_t *o = json_object();
    int kinds[RSP_PACKET_END];
    size_t num = capture_rank_kinds(kinds, a);
    for (size_t i = 0; i < num; i++) {
        rsp_bytes name = capture_kind_name(kinds[i]);
        char key[64];
        (void)snprintf(key, sizeof key, "%.*s", (int)name.len, (const char *)name.ptr);
        rsp_json_set(b, o, key, quantiles_json(b, a->kinds[kinds[i]]));
    }
    return o;
}

static json_t *actions_json(builder *b, rsp_analysis *a) {
    json_t *o = json_object();
    for (int i = 0; i < RSP_ACTIONS; i++) {
        rsp_quantiles *q = &a->actions[i];
        if (q->count == 0)
            continue;
        json_t *row = json_object();
        rsp_json_number(b, row, "count", q->count);
        rsp_json_number(b, row, "round_trips", q->sum);
        rsp_json_number(b, row, "median_round_trips", rsp_quantiles_at(q, 500));
        rsp_json_number(b, row, "p90_round_trips", rsp_quantiles_at(q, 900));
        rsp_json_number(b, row, "max_round_trips", q->max);
        rsp_json_number(b, row, "ns", a->action_ns[i]);
        rsp_json_set(b, o, rsp_action_key((rsp_action)i), row);
    }
    return o;
}

static json_t *batches_json(builder *b, const rsp_analysis *a) {
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
static json_t *slowest_json(builder *b, const rsp_analysis *a) {
    json_t *list = json_array();
    for (size_t i = 0; i < a->num_slowest; i++) {
        const rsp_slow *s = &a->slowest[i];
        rsp_buf hex = {0};
        rsp_hex_append(&hex, rsp_bytes_sub(rsp_bytes_make(s->request, sizeof s->request), 0, s->request_len));
        json_t *row = json_object();
        rsp_json_number(b, row, "latency_ns", s->latency_ns);
        rsp_json_number(b, row, "request_frame", s->request_place);
        rsp_json_number(b, row, "reply_frame", s->reply_place);
        rsp_json_number(b, row, "conversation", s->conversation);
        rsp_json_number(b, row, "request_bytes", s->request_len);
        rsp_json_text(b, row, "request_hex", rsp_buf_bytes(&hex));
        rsp_json_add(b, list, row);
        b->failed = b->failed || hex.status != RSP_OK;
        rsp_buf_free(&hex);
    }
    return list;
}

static void put_analysis(builder *b, json_t *o, rsp_analysis *a, const rsp_tcp_counts *tcp) {
    rsp_json_set(b, o, "summary", summary_json(b, a, tcp));
    rsp_json_set(b, o, "latency", quantiles_json(b, &a->latency));
    rsp_json_set(b, o, "kinds", kinds_json(b, a));
    rsp_json_set(b, o, "actions", actions_json(b, a));
    rsp_json_set(b, o, "batches", batches_json(b, a));
    rsp_json_set(b, o, "slowest", slowest_json(b, a));
    rsp_json_bool(b, o, "nagle", rsp_analysis_shows_nagle(a));
    rsp_json_bool(b, o, "complete", a->status == RSP_OK);
}

static void put_end(builder *b, json_t *o, const char *key, const rsp_tcp_endpoint *end) {
    rsp_buf text = {0};
    rsp_tcp_endpoint_append(&text, end);
    rsp_json_text(b, o, key, rsp_buf_bytes(&text));
    b->failed = b->failed || text.status != RSP_OK;
    rsp_buf_free(&text);
}

static json_t *conversation_json(builder *b, rsp_conversation *c) {
    json_t *o = json_object();
    rsp_json_number(b, o, "number", c->number);
    put_end(b, o, "client", &c->client);
    put_end(b, o, "stub", &c->stub);
    rsp_json_number(b, o, "start_ns", c->start_ns);
    rsp_json_number(b, o, "end_ns", c->end_ns);
    rsp_json_bool(b, o, "from_start", c->from_start);
    rsp_json_text(b, o, "end", rsp_bytes_str(rsp_flow_end_name(c->end)));
    rsp_json_number(b, o, "resync_bytes", c->resync_bytes);
    put_analysis(b, o, &c->analysis, &c->tcp);
    return o;
}

static json_t *log_json(builder *b, const rsp_pcap_log *log) {
    json_t *o = json_object();
    rsp_json_number(b, o, "pieces", log->pieces);
    rsp_json_number(b, o, "without_time", log->untimed);
    rsp_json_number(b, o, "cut_packets", log->cut);
    rsp_json_number(b, o, "restored_packets", log->restored);
    rsp_json_number(b, o, "odd_lines", log->odd);
    return o;
}

static json_t *files_json(builder *b, const capture_report *r) {
    json_t *list = json_array();
    for (size_t i = 0; i < r->num_files; i++) {
        const rsp_capture_file *f = &r->files[i];
        json_t *o = json_object();
        rsp_json_text(b, o, "path", rsp_bytes_str(f->path));
        rsp_json_text(b, o, "link", rsp_bytes_str(f->link ? f->link : "?"));
        rsp_json_number(b, o, "frames", f->frames);
        rsp_json_number(b, o, "tcp_frames", f->classes[RSP_FRAME_TCP]);
        rsp_json_number(b, o, "fragments", f->classes[RSP_FRAME_FRAGMENT]);
        rsp_json_number(b, o, "damaged_frames", f->classes[RSP_FRAME_DAMAGED]);
        if (f->is_log)
            rsp_json_set(b, o, "log", log_json(b, &f->log));
        if (f->damage.status != RSP_OK)
            rsp_json_text(b, o, "damage", rsp_bytes_str(f->damage.msg));
        rsp_json_add(b, list, o);
    }
    return list;
}

static json_t *saving_json(builder *b, const rsp_saving *s) {
    json_t *o = json_object();
    rsp_json_number(b, o, "packets", s->packets);
    rsp_json_number(b, o, "best_packets", s->best);
    rsp_json_number(b, o, "worst_packets", s->worst);
    rsp_json_number(b, o, "saved_least", rsp_saving_least(s));
    rsp_json_number(b, o, "saved_most", rsp_saving_most(s));
    return o;
}

static json_t *hidden_json(builder *b, const rsp_hidden_saving *h) {
    json_t *o = json_object();
    rsp_json_number(b, o, "breakpoints", h->breakpoints);
    rsp_json_number(b, o, "stops_least", h->least_stops);
    rsp_json_number(b, o, "stops_most", h->most_stops);
    rsp_json_number(b, o, "saved_least", h->least_trips);
    rsp_json_number(b, o, "saved_most", h->most_trips);
    return o;
}

static json_t *whatif_json(builder *b, const rsp_whatif *w) {
    json_t *o = json_object();
    rsp_json_set(b, o, rsp_packet_text(RSP_PACKET_MULTI_MEM_READ), saving_json(b, &w->reads));
    rsp_json_set(b, o, rsp_packet_text(RSP_PACKET_MULTI_BREAKPOINT), saving_json(b, &w->points));
    rsp_json_set(b, o, "conditions", hidden_json(b, &w->hidden));
    rsp_json_number(b, o, "stops", w->stops);
    rsp_json_bool(b, o, "complete", w->status == RSP_OK);
    return o;
}

rsp_status capture_print_json(rsp_buf *out, const capture_report *r) {
    builder build = {0};
    builder *b = &build;
    rsp_capture_totals *t = r->totals;
    json_t *root = json_object();
    rsp_json_number(b, root, "version", 1);
    rsp_json_set(b, root, "files", files_json(b, r));
    rsp_json_number(b, root, "start_ns", t->start_ns);
    rsp_json_number(b, root, "end_ns", t->end_ns);
    rsp_json_number(b, root, "flows", t->flows);
    rsp_json_number(b, root, "flows_without_rsp", t->foreign);
    rsp_json_number(b, root, "flows_given_up", t->evicted);
    rsp_json_number(b, root, "flows_refused", t->refused);
    rsp_json_number(b, root, "conversation_count", r->conversation_count);
    put_analysis(b, root, &t->analysis, &t->tcp);
    if (r->whatif)
        rsp_json_set(b, root, "what_if", whatif_json(b, r->whatif));
    json_t *list = json_array();
    for (size_t i = 0; i < r->num_conversations; i++)
        rsp_json_add(b, list, conversation_json(b, r->conversations[i]));
    rsp_json_set(b, root, "conversations", list);
    if (r->partial)
        rsp_json_set(b, root, "partial", capture_partial_json(b, r));
    return rsp_json_print(b, root, out);
}

/* Nothing between the commas where no time is known. */
static void append_csv_time(rsp_buf *out, const rsp_quantiles *q, uint64_t ns) {
    rsp_buf_push(out, ',');
    if (rsp_quantiles_known(q) > 0)
        rsp_buf_printf(out, "%llu", (unsigned long long)ns);
}

static void append_csv(rsp_buf *out, const char *who, rsp_analysis *a) {
    static const unsigned points[] = {500, 900, 990, 1000};
    int kinds[RSP_PACKET_END];
    size_t num = capture_rank_kinds(kinds, a);
    for (size_t i = 0; i < num; i++) {
        rsp_quantiles *q = a->kinds[kinds[i]];
        rsp_bytes name = capture_kind_name(kinds[i]);
        rsp_buf_printf(out, "%s,%.*s,%llu", who, (int)name.len, (const char *)name.ptr,
                       (unsigned long long)q->count);
        append_csv_time(out, q, q->sum);
        for (size_t k = 0; k < RSP_ARRAY_LEN(points); k++)
            append_csv_time(out, q, rsp_quantiles_at(q, points[k]));
        const char *how = q->steps || q->lost ? "0.1%" : "exact";
        rsp_buf_printf(out, ",%s\n", rsp_quantiles_known(q) > 0 ? how : "unknown");
    }
}

void capture_print_csv(rsp_buf *out, const capture_report *r) {
    rsp_buf_str(out, "conversation,kind,count,sum_ns,median_ns,p90_ns,p99_ns,max_ns,quantiles\n");
    append_csv(out, "all", &r->totals->analysis);
    for (size_t i = 0; i < r->num_conversations; i++) {
        char who[24];
        (void)snprintf(who, sizeof who, "%llu", (unsigned long long)r->conversations[i]->number);
        append_csv(out, who, &r->conversations[i]->analysis);
    }
}
