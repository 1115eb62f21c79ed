/* The report for programs: JSON by a schema, and CSV with a line per conversation and packet kind.
 * All times are integers in nanoseconds, all counts exact.
 * See capture.h and reports/schema/capture.schema.json. */
/* SPDX-License-Identifier: MIT */
#include "capture.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

static void put(json_t *object, const char *key, uint64_t value) {
    json_object_set_new(object, key, json_integer((json_int_t)(value > INT64_MAX ? INT64_MAX : value)));
}

static json_t *quantiles_json(rsp_quantiles *q) {
    json_t *o = json_object();
    put(o, "count", q->count);
    put(o, "sum_ns", q->sum);
    put(o, "median_ns", rsp_quantiles_at(q, 500));
    put(o, "p90_ns", rsp_quantiles_at(q, 900));
    put(o, "p99_ns", rsp_quantiles_at(q, 990));
    put(o, "max_ns", q->max);
    json_object_set_new(o, "exact", json_boolean(rsp_quantiles_exact(q)));
    return o;
}

static json_t *summary_json(const rsp_analysis *a, const rsp_tcp_counts *tcp) {
    const rsp_metrics *m = &a->metrics;
    const struct {
        const char *key;
        uint64_t value;
    } rows[] = {
        {"packets_to_stub", m->packets_to_stub},
        {"packets_from_stub", m->packets_from_stub},
        {"round_trips", m->round_trips},
        {"notifications", m->notifications},
        {"acks", m->acks},
        {"naks", m->naks},
        {"interrupts", m->interrupts},
        {"retransmissions", m->retransmissions},
        {"bad_checksums", m->bad_checksums},
        {"unanswered", m->unanswered},
        {"unsolicited", m->unsolicited},
        {"bytes_to_stub", m->bytes_to_stub},
        {"bytes_from_stub", m->bytes_from_stub},
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
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++)
        put(o, rows[i].key, rows[i].value);
    return o;
}

static json_t *kinds_json(const rsp_analysis *a) {
    json_t *o = json_object();
    int kinds[RSP_PACKET_END];
    size_t num = capture_rank_kinds(kinds, a);
    for (size_t i = 0; i < num; i++) {
        rsp_bytes name = capture_kind_name(kinds[i]);
        char key[64];
        (void)snprintf(key, sizeof key, "%.*s", (int)name.len, (const char *)name.ptr);
        json_object_set_new(o, key, quantiles_json(a->kinds[kinds[i]]));
    }
    return o;
}

static json_t *actions_json(rsp_analysis *a) {
    json_t *o = json_object();
    for (int i = 0; i < RSP_ACTIONS; i++) {
        rsp_quantiles *q = &a->actions[i];
        if (q->count == 0)
            continue;
        json_t *row = json_object();
        put(row, "count", q->count);
        put(row, "round_trips", q->sum);
        put(row, "median_round_trips", rsp_quantiles_at(q, 500));
        put(row, "p90_round_trips", rsp_quantiles_at(q, 900));
        put(row, "max_round_trips", q->max);
        put(row, "ns", a->action_ns[i]);
        json_object_set_new(o, rsp_action_key((rsp_action)i), row);
    }
    return o;
}

static json_t *batches_json(const rsp_analysis *a) {
    json_t *list = json_array();
    for (unsigned i = 0; i < RSP_BATCH_BUCKETS; i++) {
        if (a->batches[i] == 0)
            continue;
        json_t *row = json_object();
        put(row, "from_entries", i < 2 ? i + 1 : (1U << (i - 1)) + 1);
        put(row, "to_entries", i + 1 < RSP_BATCH_BUCKETS ? 1U << i : RSP_LIMIT_BATCH_ITEMS);
        put(row, "packets", a->batches[i]);
        json_array_append_new(list, row);
    }
    return list;
}

/* Requests are bytes of a peer: as hexadecimal, which no reader of JSON trips over. */
static json_t *slowest_json(const rsp_analysis *a) {
    static const char digits[] = "0123456789abcdef";
    json_t *list = json_array();
    for (size_t i = 0; i < a->num_slowest; i++) {
        const rsp_slow *s = &a->slowest[i];
        char hex[2 * RSP_SLOW_TEXT_BYTES + 1] = "";
        for (size_t k = 0; k < RSP_SLOW_TEXT_BYTES && k < s->request_len; k++) {
            hex[2 * k] = digits[s->request[k] >> 4];
            hex[2 * k + 1] = digits[s->request[k] & 15];
        }
        json_t *row = json_object();
        put(row, "latency_ns", s->latency_ns);
        put(row, "request_frame", s->request_place);
        put(row, "reply_frame", s->reply_place);
        put(row, "conversation", s->conversation);
        put(row, "request_bytes", s->request_len);
        json_object_set_new(row, "request_hex", json_string(hex));
        json_array_append_new(list, row);
    }
    return list;
}

static void put_analysis(json_t *o, rsp_analysis *a, const rsp_tcp_counts *tcp) {
    json_object_set_new(o, "summary", summary_json(a, tcp));
    json_object_set_new(o, "latency", quantiles_json(&a->latency));
    json_object_set_new(o, "kinds", kinds_json(a));
    json_object_set_new(o, "actions", actions_json(a));
    json_object_set_new(o, "batches", batches_json(a));
    json_object_set_new(o, "slowest", slowest_json(a));
    json_object_set_new(o, "nagle", json_boolean(rsp_analysis_shows_nagle(a)));
    json_object_set_new(o, "complete", json_boolean(a->status == RSP_OK));
}

static json_t *end_json(const rsp_endpoint *end) {
    rsp_buf text = {0};
    rsp_endpoint_append(&text, end);
    json_t *value = json_string(rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return value;
}

static json_t *conversation_json(rsp_conversation *c) {
    json_t *o = json_object();
    put(o, "number", c->number);
    json_object_set_new(o, "client", end_json(&c->client));
    json_object_set_new(o, "stub", end_json(&c->stub));
    put(o, "start_ns", c->start_ns);
    put(o, "end_ns", c->end_ns);
    json_object_set_new(o, "from_start", json_boolean(c->from_start));
    json_object_set_new(o, "end", json_string(rsp_flow_end_name(c->end)));
    put(o, "resync_bytes", c->resync_bytes);
    put_analysis(o, &c->analysis, &c->tcp);
    return o;
}

static json_t *files_json(const capture_report *r) {
    json_t *list = json_array();
    for (size_t i = 0; i < r->num_files; i++) {
        const capture_file *f = &r->files[i];
        json_t *o = json_object();
        json_t *path = json_string(f->path);
        json_object_set_new(o, "path", path ? path : json_string("(not UTF-8)"));
        json_object_set_new(o, "link", json_string(f->link ? f->link : "?"));
        put(o, "frames", f->frames);
        put(o, "tcp_frames", f->classes[RSP_FRAME_TCP]);
        put(o, "fragments", f->classes[RSP_FRAME_FRAGMENT]);
        put(o, "damaged_frames", f->classes[RSP_FRAME_DAMAGED]);
        if (f->damage.status != RSP_OK)
            json_object_set_new(o, "damage", json_string(f->damage.msg));
        json_array_append_new(list, o);
    }
    return list;
}

bool capture_print_json(rsp_buf *out, const capture_report *r) {
    rsp_capture_totals *t = rsp_conversations_totals(r->conversations);
    json_t *root = json_object();
    put(root, "version", 1);
    json_object_set_new(root, "files", files_json(r));
    put(root, "start_ns", t->start_ns);
    put(root, "end_ns", t->end_ns);
    put(root, "flows", t->flows);
    put(root, "flows_without_rsp", t->foreign);
    put(root, "flows_given_up", t->evicted);
    put(root, "flows_refused", t->refused);
    put(root, "conversation_count", rsp_conversations_count(r->conversations));
    put_analysis(root, &t->analysis, &t->tcp);
    json_t *list = json_array();
    for (size_t i = 0; i < rsp_conversations_kept(r->conversations); i++)
        json_array_append_new(list, conversation_json(rsp_conversations_get(r->conversations, i)));
    json_object_set_new(root, "conversations", list);
    char *text = json_dumps(root, JSON_INDENT(2));
    json_decref(root);
    if (!text)
        return false;
    rsp_buf_str(out, text);
    rsp_buf_push(out, '\n');
    free(text);
    return true;
}

static void append_csv(rsp_buf *out, const char *who, rsp_analysis *a) {
    int kinds[RSP_PACKET_END];
    size_t num = capture_rank_kinds(kinds, a);
    for (size_t i = 0; i < num; i++) {
        rsp_quantiles *q = a->kinds[kinds[i]];
        rsp_bytes name = capture_kind_name(kinds[i]);
        rsp_buf_printf(out, "%s,%.*s,%llu,%llu,%llu,%llu,%llu,%llu,%s\n", who, (int)name.len,
                       (const char *)name.ptr, (unsigned long long)q->count, (unsigned long long)q->sum,
                       (unsigned long long)rsp_quantiles_at(q, 500),
                       (unsigned long long)rsp_quantiles_at(q, 900),
                       (unsigned long long)rsp_quantiles_at(q, 990), (unsigned long long)q->max,
                       rsp_quantiles_exact(q) ? "exact" : "0.1%");
    }
}

void capture_print_csv(rsp_buf *out, const capture_report *r) {
    rsp_buf_str(out, "conversation,kind,count,sum_ns,median_ns,p90_ns,p99_ns,max_ns,quantiles\n");
    append_csv(out, "all", &rsp_conversations_totals(r->conversations)->analysis);
    for (size_t i = 0; i < rsp_conversations_kept(r->conversations); i++) {
        rsp_conversation *c = rsp_conversations_get(r->conversations, i);
        char who[24];
        (void)snprintf(who, sizeof who, "%llu", (unsigned long long)c->number);
        append_csv(out, who, &c->analysis);
    }
}
