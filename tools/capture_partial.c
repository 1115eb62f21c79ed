/* The whole state of a report as JSON: counts, and the values behind every quantile, each with how often it
 * occurs. Addresses and requests are hexadecimal; packet kinds are named, as versions may number them
 * otherwise. See capture_partial.h. */
/* SPDX-License-Identifier: MIT */
#include "capture_partial.h"
#include "capture_report.h"

#include "core/hex.h"
#include "reports/json_build.h"
#include "trace/exchange.h"
#include <jansson.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdlib.h>

typedef rsp_json_build builder;

#define PUT(field) rsp_json_number(b, o, #field, from->field);

static json_t *quantiles(builder *b, rsp_quantiles *from) {
    json_t *o = json_object();
    CAPTURE_QUANTILES_FIELDS(PUT)
    rsp_json_bool(b, o, "histogram", from->steps != NULL);
    size_t num = rsp_quantiles_values(from, NULL, 0);
    rsp_quantile_value *values = calloc(num + 1, sizeof *values);
    b->failed = b->failed || !values;
    json_t *list = json_array();
    if (values)
        (void)rsp_quantiles_values(from, values, num);
    for (size_t i = 0; values && i < num; i++) {
        rsp_json_add(b, list, json_integer((json_int_t)values[i].value));
        rsp_json_add(b, list, json_integer((json_int_t)values[i].times));
    }
    rsp_json_set(b, o, "values", list);
    free(values);
    return o;
}

static json_t *tcp_counts(builder *b, const rsp_tcp_counts *from) {
    json_t *o = json_object();
    CAPTURE_TCP_FIELDS(PUT)
    return o;
}

static json_t *metrics(builder *b, const rsp_metrics *from) {
    json_t *o = json_object();
    CAPTURE_METRICS_FIELDS(PUT)
    return o;
}

static void put_hex(builder *b, json_t *o, const char *key, rsp_bytes bytes) {
    rsp_buf hex = {0};
    rsp_hex_append(&hex, bytes);
    rsp_json_text(b, o, key, rsp_buf_bytes(&hex));
    b->failed = b->failed || hex.status != RSP_OK;
    rsp_buf_free(&hex);
}

static json_t *slow(builder *b, const rsp_slow *from) {
    json_t *o = json_object();
    CAPTURE_SLOW_FIELDS(PUT)
    rsp_json_text(b, o, "packet", capture_kind_name((int)from->packet));
    rsp_json_number(b, o, "request_len", from->request_len);
    put_hex(b, o, "request",
            rsp_bytes_sub(rsp_bytes_make(from->request, sizeof from->request), 0, from->request_len));
    return o;
}

static json_t *numbers(builder *b, const uint64_t *values, size_t num) {
    json_t *list = json_array();
    for (size_t i = 0; i < num; i++)
        rsp_json_add(b, list, json_integer((json_int_t)values[i]));
    return list;
}

static json_t *kinds(builder *b, const rsp_analysis *a) {
    json_t *o = json_object();
    for (int i = 0; i < RSP_PACKET_END; i++) {
        rsp_bytes name = capture_kind_name(i);
        if (a->kinds[i] &&
            json_object_setn_new(o, (const char *)name.ptr, name.len, quantiles(b, a->kinds[i])))
            b->failed = true;
    }
    return o;
}

static json_t *analysis(builder *b, rsp_analysis *from) {
    json_t *o = json_object();
    CAPTURE_ANALYSIS_FIELDS(PUT)
    rsp_json_set(b, o, "metrics", metrics(b, &from->metrics));
    rsp_json_set(b, o, "phase_ns", numbers(b, from->phase_ns, RSP_PHASES));
    rsp_json_set(b, o, "action_ns", numbers(b, from->action_ns, RSP_ACTIONS));
    rsp_json_set(b, o, "batches", numbers(b, from->batches, RSP_BATCH_BUCKETS));
    rsp_json_set(b, o, "latency", quantiles(b, &from->latency));
    rsp_json_set(b, o, "kinds", kinds(b, from));
    json_t *actions = json_array();
    for (int i = 0; i < RSP_ACTIONS; i++)
        rsp_json_add(b, actions, quantiles(b, &from->actions[i]));
    rsp_json_set(b, o, "actions", actions);
    json_t *slowest = json_array();
    for (size_t i = 0; i < from->num_slowest; i++)
        rsp_json_add(b, slowest, slow(b, &from->slowest[i]));
    rsp_json_set(b, o, "slowest", slowest);
    rsp_json_number(b, o, "status", (uint64_t)from->status);
    return o;
}

static json_t *totals(builder *b, rsp_capture_totals *from) {
    json_t *o = json_object();
    CAPTURE_TOTALS_FIELDS(PUT)
    rsp_json_set(b, o, "tcp", tcp_counts(b, &from->tcp));
    rsp_json_set(b, o, "analysis", analysis(b, &from->analysis));
    return o;
}

static json_t *conversation(builder *b, rsp_conversation *from) {
    json_t *o = json_object();
    CAPTURE_CONVERSATION_FIELDS(PUT)
    put_hex(b, o, "client", rsp_bytes_make(&from->client, sizeof from->client));
    put_hex(b, o, "stub", rsp_bytes_make(&from->stub, sizeof from->stub));
    rsp_json_bool(b, o, "from_start", from->from_start);
    rsp_json_bool(b, o, "untimed", from->untimed);
    rsp_json_number(b, o, "end", (uint64_t)from->end);
    rsp_json_set(b, o, "tcp", tcp_counts(b, &from->tcp));
    rsp_json_set(b, o, "analysis", analysis(b, &from->analysis));
    return o;
}

static json_t *log_facts(builder *b, const rsp_pcap_log *from) {
    json_t *o = json_object();
    CAPTURE_LOG_FIELDS(PUT)
    return o;
}

static json_t *file(builder *b, const rsp_capture_file *from) {
    json_t *o = json_object();
    rsp_json_text(b, o, "path", rsp_bytes_str(from->path));
    rsp_json_text(b, o, "link", rsp_bytes_str(from->link));
    CAPTURE_FILE_FIELDS(PUT)
    rsp_json_set(b, o, "classes", numbers(b, from->classes, RSP_FRAME_CLASSES));
    if (from->is_log)
        rsp_json_set(b, o, "log", log_facts(b, &from->log));
    if (from->damage.status != RSP_OK)
        rsp_json_text(b, o, "damage", rsp_bytes_str(from->damage.msg));
    return o;
}

static json_t *saving(builder *b, const rsp_saving *from) {
    json_t *o = json_object();
    CAPTURE_SAVING_FIELDS(PUT)
    return o;
}

static json_t *hidden(builder *b, const rsp_hidden_saving *from) {
    json_t *o = json_object();
    CAPTURE_HIDDEN_FIELDS(PUT)
    return o;
}

static json_t *whatif(builder *b, const rsp_whatif *w) {
    json_t *o = json_object();
    rsp_json_set(b, o, "reads", saving(b, &w->reads));
    rsp_json_set(b, o, "points", saving(b, &w->points));
    rsp_json_set(b, o, "hidden", hidden(b, &w->hidden));
    rsp_json_number(b, o, "stops", w->stops);
    rsp_json_number(b, o, "status", (uint64_t)w->status);
    return o;
}

json_t *capture_partial_json(builder *b, const capture_report *r) {
    json_t *o = json_object();
    rsp_json_number(b, o, "format", CAPTURE_PARTIAL_FORMAT);
    json_t *files = json_array();
    for (size_t i = 0; i < r->num_files; i++)
        rsp_json_add(b, files, file(b, &r->files[i]));
    rsp_json_set(b, o, "files", files);
    rsp_json_set(b, o, "totals", totals(b, r->totals));
    rsp_json_number(b, o, "conversation_count", r->conversation_count);
    json_t *list = json_array();
    for (size_t i = 0; i < r->num_conversations; i++)
        rsp_json_add(b, list, conversation(b, r->conversations[i]));
    rsp_json_set(b, o, "conversations", list);
    if (r->whatif)
        rsp_json_set(b, o, "what_if", whatif(b, r->whatif));
    return o;
}

void capture_report_on_sum(capture_report *report, rsp_capture_sum *sum) {
    *report = (capture_report){.files = sum->files,
                               .num_files = sum->num_files,
                               .totals = &sum->totals,
                               .num_conversations = sum->num_conversations,
                               .conversation_count = sum->conversation_count,
                               .whatif = sum->no_whatif ? NULL : &sum->whatif};
    for (size_t i = 0; i < sum->num_conversations; i++)
        report->conversations[i] = sum->conversations[i];
}
