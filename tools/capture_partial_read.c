/* Partial results from files that may come from anywhere: every value is checked before it is used, and a
 * message names the one that makes no sense. Adding a part up is the library's: capture/capture_sum.h.
 * See capture_partial.h. */
/* SPDX-License-Identifier: MIT */
#include "capture_partial.h"
#include "capture_report.h"

#include "codec/json.h"
#include "core/arena.h"
#include "core/hex.h"
#include "core/limits.h"
#include "trace/exchange.h"
#include <jansson.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>
#include <stdlib.h>

/* Reads one part. The first trouble is kept, with the key where it was; what is taken after it is 0. */
typedef struct reader {
    const char *key; /* NULL: all is well */
    rsp_status status;
    rsp_capture_sum *part;
} reader;

static void complain(reader *r, const char *key, rsp_status status) {
    if (!r->key) {
        r->key = key;
        r->status = status;
    }
}

static const json_t *take(reader *r, const json_t *o, const char *key, json_type type) {
    const json_t *value = json_object_get(o, key);
    if (value && json_typeof(value) == type)
        return value;
    complain(r, key, RSP_BAD_FILE);
    return NULL;
}

static uint64_t whole_number(reader *r, const json_t *value, const char *key) {
    if (json_is_integer(value) && json_integer_value(value) >= 0)
        return (uint64_t)json_integer_value(value);
    complain(r, key, RSP_BAD_FILE);
    return 0;
}

static uint64_t take_number(reader *r, const json_t *o, const char *key) {
    return whole_number(r, json_object_get(o, key), key);
}

/* Below `end`. */
static unsigned take_choice(reader *r, const json_t *o, const char *key, unsigned end) {
    uint64_t value = take_number(r, o, key);
    if (value < end)
        return (unsigned)value;
    complain(r, key, RSP_BAD_FILE);
    return 0;
}

static bool take_bool(reader *r, const json_t *o, const char *key) {
    const json_t *value = json_object_get(o, key);
    if (!json_is_boolean(value))
        complain(r, key, RSP_BAD_FILE);
    return json_is_true(value);
}

/* A copy that lives as long as the part. */
static const char *take_text(reader *r, const json_t *o, const char *key) {
    const char *text = json_string_value(json_object_get(o, key));
    if (!text)
        complain(r, key, RSP_BAD_FILE);
    const char *copy = rsp_arena_str(&r->part->texts, text ? text : "");
    if (r->part->texts.status != RSP_OK)
        complain(r, key, r->part->texts.status);
    return copy;
}

/* Exactly `num` of them. */
static void take_numbers(reader *r, const json_t *o, const char *key, uint64_t *out, size_t num) {
    const json_t *list = take(r, o, key, JSON_ARRAY);
    if (list && json_array_size(list) != num)
        complain(r, key, RSP_BAD_FILE);
    for (size_t i = 0; i < num; i++)
        out[i] = list && i < json_array_size(list) ? whole_number(r, json_array_get(list, i), key) : 0;
}

/* Hexadecimal of at most `cap` bytes; returns how many. */
static size_t take_hex(reader *r, const json_t *o, const char *key, void *out, size_t cap) {
    rsp_bytes digits = rsp_bytes_str(json_string_value(json_object_get(o, key)));
    if (digits.len > 2 * cap || rsp_hex_decode_into(out, digits) != RSP_OK) {
        complain(r, key, RSP_BAD_FILE);
        return 0;
    }
    return digits.len / 2;
}

#define TAKE(field) into->field = take_number(r, o, #field);

/* --- analyses ------------------------------------------------------------------------------------------- */

static void take_values(reader *r, const json_t *list, rsp_quantile_value *out, size_t num) {
    if (json_array_size(list) != 2 * num)
        complain(r, "values", RSP_BAD_FILE);
    for (size_t i = 0; i < num; i++) {
        out[i].value = whole_number(r, json_array_get(list, 2 * i), "values");
        out[i].times = whole_number(r, json_array_get(list, 2 * i + 1), "values");
    }
}

static void take_quantiles(reader *r, const json_t *o, rsp_quantiles *out) {
    rsp_quantiles head = {0};
    rsp_quantiles *into = &head;
    CAPTURE_QUANTILES_FIELDS(TAKE)
    bool histogram = take_bool(r, o, "histogram");
    const json_t *list = take(r, o, "values", JSON_ARRAY);
    size_t num = json_array_size(list) / 2;
    rsp_quantile_value *values = calloc(num + 1, sizeof *values);
    if (!values)
        complain(r, "values", RSP_NO_MEMORY);
    if (values && list)
        take_values(r, list, values, num);
    if (!r->key) {
        rsp_status status = rsp_quantiles_restore(out, &head, histogram, values, num);
        if (status != RSP_OK)
            complain(r, "values", status == RSP_NO_MEMORY ? status : RSP_BAD_FILE);
    }
    free(values);
}

static int kind_by_name(const char *name) {
    for (int i = 0; i < RSP_PACKET_END; i++) {
        if (rsp_bytes_equal(capture_kind_name(i), rsp_bytes_str(name)))
            return i;
    }
    return -1;
}

static void take_kinds(reader *r, const json_t *o, rsp_analysis *into) {
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)o, name, value) {
        int kind = kind_by_name(name);
        if (kind < 0 || into->kinds[kind]) {
            complain(r, "kinds", RSP_BAD_FILE);
            return;
        }
        into->kinds[kind] = calloc(1, sizeof **into->kinds);
        if (into->kinds[kind])
            take_quantiles(r, value, into->kinds[kind]);
        else
            complain(r, "kinds", RSP_NO_MEMORY);
    }
}

static void take_slow(reader *r, const json_t *o, rsp_slow *into) {
    CAPTURE_SLOW_FIELDS(TAKE)
    int kind = kind_by_name(json_string_value(json_object_get(o, "packet")));
    if (kind < 0)
        complain(r, "packet", RSP_BAD_FILE);
    into->packet = (rsp_packet_id)(kind > 0 ? kind : 0);
    into->request_len = take_number(r, o, "request_len");
    size_t len = take_hex(r, o, "request", into->request, sizeof into->request);
    if (len > into->request_len || (len < sizeof into->request && len < into->request_len))
        complain(r, "request", RSP_BAD_FILE);
}

static void take_metrics(reader *r, const json_t *o, rsp_metrics *into) {
    CAPTURE_METRICS_FIELDS(TAKE)
}

static void take_tcp(reader *r, const json_t *o, rsp_tcp_counts *into) {
    CAPTURE_TCP_FIELDS(TAKE)
}

static void take_analysis(reader *r, const json_t *o, rsp_analysis *into) {
    CAPTURE_ANALYSIS_FIELDS(TAKE)
    take_metrics(r, take(r, o, "metrics", JSON_OBJECT), &into->metrics);
    take_numbers(r, o, "phase_ns", into->phase_ns, RSP_PHASES);
    take_numbers(r, o, "action_ns", into->action_ns, RSP_ACTIONS);
    take_numbers(r, o, "batches", into->batches, RSP_BATCH_BUCKETS);
    take_quantiles(r, take(r, o, "latency", JSON_OBJECT), &into->latency);
    take_kinds(r, take(r, o, "kinds", JSON_OBJECT), into);
    const json_t *actions = take(r, o, "actions", JSON_ARRAY);
    if (json_array_size(actions) != RSP_ACTIONS)
        complain(r, "actions", RSP_BAD_FILE);
    for (size_t i = 0; i < RSP_ACTIONS && !r->key; i++)
        take_quantiles(r, json_array_get(actions, i), &into->actions[i]);
    const json_t *slowest = take(r, o, "slowest", JSON_ARRAY);
    into->num_slowest = json_array_size(slowest);
    if (into->num_slowest > RSP_LIMIT_CAPTURE_SLOWEST) {
        complain(r, "slowest", RSP_BAD_FILE);
        into->num_slowest = 0;
    }
    for (size_t i = 0; i < into->num_slowest; i++)
        take_slow(r, json_array_get(slowest, i), &into->slowest[i]);
    into->status = (rsp_status)take_choice(r, o, "status", RSP_INTERNAL + 1);
}

/* --- the parts of a part -------------------------------------------------------------------------------- */

static void take_totals(reader *r, const json_t *o, rsp_capture_totals *into) {
    CAPTURE_TOTALS_FIELDS(TAKE)
    take_tcp(r, take(r, o, "tcp", JSON_OBJECT), &into->tcp);
    take_analysis(r, take(r, o, "analysis", JSON_OBJECT), &into->analysis);
}

static void take_conversation(reader *r, const json_t *o, rsp_conversation *into) {
    CAPTURE_CONVERSATION_FIELDS(TAKE)
    if (take_hex(r, o, "client", &into->client, sizeof into->client) != sizeof into->client)
        complain(r, "client", RSP_BAD_FILE);
    if (take_hex(r, o, "stub", &into->stub, sizeof into->stub) != sizeof into->stub)
        complain(r, "stub", RSP_BAD_FILE);
    into->from_start = take_bool(r, o, "from_start");
    into->untimed = take_bool(r, o, "untimed");
    into->end = (rsp_flow_end)take_choice(r, o, "end", RSP_FLOW_END_OF_FILE + 1);
    take_tcp(r, take(r, o, "tcp", JSON_OBJECT), &into->tcp);
    take_analysis(r, take(r, o, "analysis", JSON_OBJECT), &into->analysis);
}

/* One run keeps the first of them, and so does a part. */
static void take_conversations(reader *r, const json_t *list) {
    rsp_capture_sum *part = r->part;
    for (size_t i = 0; i < json_array_size(list) && !r->key; i++) {
        if (part->num_conversations == RSP_LIMIT_CAPTURE_CONVERSATIONS)
            return;
        rsp_conversation *c = calloc(1, sizeof *c);
        if (!c) {
            complain(r, "conversations", RSP_NO_MEMORY);
            return;
        }
        part->conversations[part->num_conversations++] = c;
        take_conversation(r, json_array_get(list, i), c);
    }
}

static void take_log(reader *r, const json_t *o, rsp_pcap_log *into) {
    CAPTURE_LOG_FIELDS(TAKE)
}

static void take_file(reader *r, const json_t *o, rsp_capture_file *into) {
    into->path = take_text(r, o, "path");
    into->link = take_text(r, o, "link");
    CAPTURE_FILE_FIELDS(TAKE)
    if (into->end_ns < into->start_ns)
        complain(r, "end_ns", RSP_BAD_FILE);
    take_numbers(r, o, "classes", into->classes, RSP_FRAME_CLASSES);
    const json_t *log = json_object_get(o, "log");
    into->is_log = log != NULL;
    into->unit = log ? "line" : "frame";
    if (log)
        take_log(r, log, &into->log);
    into->log.form = into->link;
    if (json_object_get(o, "damage"))
        (void)rsp_fail(&into->damage, RSP_BAD_FILE, "%s", take_text(r, o, "damage"));
}

static void take_files(reader *r, const json_t *list) {
    size_t num = json_array_size(list);
    rsp_capture_file *files = calloc(num + 1, sizeof *files);
    if (!files) {
        complain(r, "files", RSP_NO_MEMORY);
        return;
    }
    r->part->files = files;
    r->part->num_files = num;
    for (size_t i = 0; i < num; i++)
        take_file(r, json_array_get(list, i), &files[i]);
}

static void take_saving(reader *r, const json_t *o, rsp_saving *into) {
    CAPTURE_SAVING_FIELDS(TAKE)
    if (into->best > into->packets || into->worst > into->packets)
        complain(r, "best", RSP_BAD_FILE);
}

static void take_hidden(reader *r, const json_t *o, rsp_hidden_saving *into) {
    CAPTURE_HIDDEN_FIELDS(TAKE)
    if (into->least_stops > into->most_stops || into->least_trips > into->most_trips)
        complain(r, "least_trips", RSP_BAD_FILE);
}

static void take_whatif(reader *r, const json_t *o) {
    rsp_whatif *into = &r->part->whatif;
    r->part->no_whatif = !o;
    if (!o)
        return;
    take_saving(r, take(r, o, "reads", JSON_OBJECT), &into->reads);
    take_saving(r, take(r, o, "points", JSON_OBJECT), &into->points);
    take_hidden(r, take(r, o, "hidden", JSON_OBJECT), &into->hidden);
    into->stops = take_number(r, o, "stops");
    into->status = (rsp_status)take_choice(r, o, "status", RSP_INTERNAL + 1);
}

static void take_part(reader *r, const json_t *root) {
    const json_t *o = take(r, root, "partial", JSON_OBJECT);
    if (!o)
        return;
    if (take_number(r, o, "format") != CAPTURE_PARTIAL_FORMAT)
        complain(r, "format", RSP_BAD_FILE);
    take_files(r, take(r, o, "files", JSON_ARRAY));
    take_conversations(r, take(r, o, "conversations", JSON_ARRAY));
    r->part->conversation_count = take_number(r, o, "conversation_count");
    take_whatif(r, json_object_get(o, "what_if"));
    take_totals(r, take(r, o, "totals", JSON_OBJECT), &r->part->totals);
}

/* --- files ---------------------------------------------------------------------------------------------- */

static rsp_status parse(json_t **out, const char *path, rsp_bytes text, rsp_error *error) {
    json_error_t trouble = {0};
    rsp_error ignored;
    *out = NULL;
    if (rsp_json_check_depth(text, RSP_LIMIT_JSON_DEPTH, &ignored) == RSP_OK)
        *out = json_loadb((const char *)text.ptr, text.len, JSON_REJECT_DUPLICATES, &trouble);
    if (*out)
        return RSP_OK;
    return rsp_fail_at(error, RSP_BAD_FILE, path, trouble.line > 0 ? (uint32_t)trouble.line : 0, 0,
                       "no JSON%s%s; --merge takes what 'analyze --format json --partial' writes",
                       trouble.text[0] ? ": " : "", trouble.text);
}

/* Fills an empty part, which is to be freed in any case. */
static rsp_status read_part(rsp_capture_sum *part, const char *path, rsp_bytes text, rsp_error *error) {
    json_t *root = NULL;
    rsp_status status = parse(&root, path, text, error);
    if (status != RSP_OK)
        return status;
    reader r = {.part = part};
    take_part(&r, root);
    bool partial = json_object_get(root, "partial") != NULL;
    json_decref(root);
    if (!r.key)
        return RSP_OK;
    if (r.status == RSP_NO_MEMORY)
        return rsp_fail(error, r.status, "no memory");
    return rsp_fail_at(error, r.status, path, 0, 0,
                       partial ? "no partial result of this version: '%s' makes no sense in it"
                               : "no '%s' in it; --merge takes what 'analyze --format json --partial' writes",
                       r.key);
}

rsp_status capture_partial_add(rsp_capture_sum *sum, const char *path, rsp_bytes text, rsp_error *error) {
    rsp_capture_sum part = {0};
    rsp_status status = read_part(&part, path, text, error);
    if (status == RSP_OK && rsp_capture_sum_add(sum, &part) != RSP_OK)
        status = rsp_fail(error, RSP_NO_MEMORY, "no memory");
    rsp_capture_sum_free(&part);
    return status;
}
