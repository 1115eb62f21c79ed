/* Partial results: the whole state of a report as JSON, and back. Counts, and the values behind every
 * quantile, each with how often it occurs; packet kinds are named, as versions may number them otherwise.
 * Each struct's fields are described once, for both directions. See capture_partial.h. */
/* SPDX-License-Identifier: MIT */
#include "reports/capture/capture_partial.h"

#include "core/limits.h"
#include "document/record.h"
#include "reports/capture/capture_report.h"
#include "trace/exchange.h"
#include <jansson.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdlib.h>

enum { PARTIAL_FORMAT = 1 };

/* --- quantiles ------------------------------------------------------------------------------------------ */

static uint64_t is_histogram(const void *from, unsigned arg) {
    (void)arg;
    return ((const rsp_quantiles *)from)->steps != NULL;
}

/* Reading the values sorts them, which changes nothing that is seen. */
static json_t *write_values(rsp_json_build *b, const void *from) {
    rsp_quantiles *q = (rsp_quantiles *)(uintptr_t)from;
    const size_t num = rsp_quantiles_values(q, NULL, 0);
    rsp_quantile_value *values = calloc(num + 1, sizeof *values);
    json_t *list = json_array();
    b->failed = b->failed || !values;
    if (values)
        (void)rsp_quantiles_values(q, values, num);
    for (size_t i = 0; values && i < num; i++) {
        rsp_json_add(b, list, json_integer((json_int_t)values[i].value));
        rsp_json_add(b, list, json_integer((json_int_t)values[i].times));
    }
    free(values);
    return list;
}

static void read_values(rsp_record_reader *r, const json_t *list, void *into) {
    rsp_quantiles *q = into;
    const rsp_quantiles head = *q;
    const json_t *histogram = json_object_get(r->object, "histogram");
    const size_t num = json_array_size(list) / 2;
    rsp_quantile_value *values = calloc(num + 1, sizeof *values);
    *q = (rsp_quantiles){0};
    if (!values)
        rsp_record_wrong(r, "values", RSP_NO_MEMORY);
    if (!json_is_boolean(histogram))
        rsp_record_wrong(r, "histogram", RSP_BAD_FILE);
    if (!json_is_array(list) || json_array_size(list) != 2 * num)
        rsp_record_wrong(r, "values", RSP_BAD_FILE);
    for (size_t i = 0; values && i < num; i++) {
        values[i].value = rsp_record_whole(r, json_array_get(list, 2 * i), "values");
        values[i].times = rsp_record_whole(r, json_array_get(list, 2 * i + 1), "values");
    }
    if (!r->wrong) {
        rsp_status status = rsp_quantiles_restore(q, &head, json_is_true(histogram), values, num);
        if (status != RSP_OK)
            rsp_record_wrong(r, "values", status == RSP_NO_MEMORY ? status : RSP_BAD_FILE);
    }
    free(values);
}

static const rsp_field quantiles_fields[] = {
    RSP_NUMBER(rsp_quantiles, count),
    RSP_NUMBER(rsp_quantiles, sum),
    RSP_NUMBER(rsp_quantiles, min),
    RSP_NUMBER(rsp_quantiles, max),
    RSP_NUMBER(rsp_quantiles, lost),
    RSP_NUMBER(rsp_quantiles, unknown),
    RSP_FIELD_BY("histogram", FLAG, .number = is_histogram),
    RSP_FIELD_BY("values", OWN, .write = write_values, .read = read_values),
};
static const rsp_record quantiles = RSP_RECORD(rsp_quantiles, quantiles_fields);

/* --- packet kinds --------------------------------------------------------------------------------------- */

static int kind_by_name(const char *name) {
    for (int i = 0; name && i < RSP_PACKET_END; i++)
        if (rsp_bytes_equal(rsp_capture_kind_name(i), rsp_bytes_str(name)))
            return i;
    return -1;
}

static json_t *write_kinds(rsp_json_build *b, const void *from) {
    const rsp_analysis *a = from;
    json_t *o = json_object();
    for (int i = 0; i < RSP_PACKET_END; i++) {
        const rsp_bytes name = rsp_capture_kind_name(i);
        if (a->latencies.kinds[i] &&
            json_object_setn_new(o, (const char *)name.ptr, name.len,
                                 rsp_record_json(b, &quantiles, a->latencies.kinds[i])) != 0)
            b->failed = true;
    }
    return o;
}

static void read_kinds(rsp_record_reader *r, const json_t *o, void *into) {
    rsp_analysis *a = into;
    const char *name;
    json_t *value;
    if (!json_is_object(o))
        rsp_record_wrong(r, "kinds", RSP_BAD_FILE);
    json_object_foreach((json_t *)(uintptr_t)o, name, value) {
        const int kind = kind_by_name(name);
        const bool fresh = kind >= 0 && !a->latencies.kinds[kind];
        rsp_quantiles *of = fresh ? rsp_packet_latencies_of(&a->latencies, (rsp_packet_id)kind) : NULL;
        if (!of) {
            rsp_record_wrong(r, "kinds", fresh ? RSP_NO_MEMORY : RSP_BAD_FILE);
            return;
        }
        rsp_record_read(r, &quantiles, value, of);
    }
}

static json_t *write_packet(rsp_json_build *b, const void *from) {
    return rsp_json_string(b, rsp_capture_kind_name((int)((const rsp_slow *)from)->packet));
}

static void read_packet(rsp_record_reader *r, const json_t *value, void *into) {
    const int kind = kind_by_name(json_string_value(value));
    if (kind < 0)
        rsp_record_wrong(r, "packet", RSP_BAD_FILE);
    ((rsp_slow *)into)->packet = (rsp_packet_id)(kind > 0 ? kind : 0);
}

/* --- analyses ------------------------------------------------------------------------------------------- */

static const rsp_field slow_fields[] = {
    RSP_NUMBER(rsp_slow, latency_ns),
    RSP_NUMBER(rsp_slow, request_ns),
    RSP_NUMBER(rsp_slow, request_place),
    RSP_NUMBER(rsp_slow, reply_place),
    RSP_NUMBER(rsp_slow, conversation),
    RSP_FIELD_BY("packet", OWN, .write = write_packet, .read = read_packet),
    RSP_FIELD(rsp_slow, request_len, SIZE),
    RSP_FIELD(rsp_slow, request, HEX, .count = offsetof(rsp_slow, request_len), .limit = RSP_SLOW_TEXT_BYTES),
};
static const rsp_record slow = RSP_RECORD(rsp_slow, slow_fields);

#define METRIC(member) RSP_NUMBER(rsp_metrics, member),
static const rsp_field metrics_fields[] = {
    RSP_COUNT_LIST(METRIC) RSP_NUMBER(rsp_metrics, connections),
    RSP_NUMBER(rsp_metrics, stub_ns),
    RSP_NUMBER(rsp_metrics, program_ns),
    RSP_NUMBER(rsp_metrics, max_stub_ns),
};
static const rsp_record metrics = RSP_RECORD(rsp_metrics, metrics_fields);

static const rsp_field tcp_fields[] = {
    RSP_NUMBER(rsp_tcp_counts, segments), RSP_NUMBER(rsp_tcp_counts, retransmissions),
    RSP_NUMBER(rsp_tcp_counts, overlaps), RSP_NUMBER(rsp_tcp_counts, reordered),
    RSP_NUMBER(rsp_tcp_counts, gaps),     RSP_NUMBER(rsp_tcp_counts, gap_bytes),
};
static const rsp_record tcp = RSP_RECORD(rsp_tcp_counts, tcp_fields);

static const rsp_field analysis_fields[] = {
    RSP_NUMBER(rsp_analysis, gaps),
    RSP_NUMBER(rsp_analysis, batch_packets),
    RSP_NUMBER(rsp_analysis, batch_entries),
    RSP_NUMBER_AS("reads", rsp_analysis, memory.num),
    RSP_NUMBER_AS("redundant_reads", rsp_analysis, memory.redundant),
    RSP_NUMBER_AS("redundant_bytes", rsp_analysis, memory.redundant_bytes),
    RSP_NUMBER(rsp_analysis, delayed_acks),
    RSP_FIELD(rsp_analysis, metrics, RECORD, .of = &metrics),
    RSP_FIELD(rsp_analysis, phase_ns, NUMBERS, .limit = RSP_PHASES),
    RSP_FIELD(rsp_analysis, action_ns, NUMBERS, .limit = RSP_ACTIONS),
    RSP_FIELD(rsp_analysis, batches, NUMBERS, .limit = RSP_BATCH_BUCKETS),
    RSP_FIELD_AS("latency", rsp_analysis, latencies.owed, RECORD, .of = &quantiles),
    RSP_FIELD_BY("kinds", OWN, .write = write_kinds, .read = read_kinds),
    RSP_FIELD(rsp_analysis, actions, LIST, .limit = RSP_ACTIONS, .of = &quantiles),
    RSP_FIELD(rsp_analysis, slowest, LIST, .count = offsetof(rsp_analysis, num_slowest),
              .limit = RSP_LIMIT_CAPTURE_SLOWEST, .of = &slow),
    RSP_FIELD(rsp_analysis, status, CHOICE, .limit = RSP_INTERNAL + 1),
};
static const rsp_record analysis = RSP_RECORD(rsp_analysis, analysis_fields);

/* --- the report ----------------------------------------------------------------------------------------- */

static const rsp_field totals_fields[] = {
    RSP_NUMBER(rsp_capture_totals, flows),
    RSP_NUMBER(rsp_capture_totals, foreign),
    RSP_NUMBER(rsp_capture_totals, evicted),
    RSP_NUMBER(rsp_capture_totals, refused),
    RSP_FIELD(rsp_capture_totals, other_side, NUMBER, .optional = true),
    RSP_FIELD(rsp_capture_totals, not_chosen, NUMBER, .optional = true),
    RSP_NUMBER(rsp_capture_totals, start_ns),
    RSP_NUMBER(rsp_capture_totals, end_ns),
    RSP_NUMBER(rsp_capture_totals, resync_bytes),
    RSP_FIELD(rsp_capture_totals, tcp, RECORD, .of = &tcp),
    RSP_FIELD(rsp_capture_totals, analysis, RECORD, .of = &analysis),
};
static const rsp_record totals = RSP_RECORD(rsp_capture_totals, totals_fields);

static const rsp_field conversation_fields[] = {
    RSP_NUMBER(rsp_conversation, number),
    RSP_NUMBER(rsp_conversation, start_ns),
    RSP_NUMBER(rsp_conversation, end_ns),
    RSP_NUMBER(rsp_conversation, resync_bytes),
    RSP_FIELD(rsp_conversation, client, HEX, .limit = sizeof(rsp_tcp_endpoint)),
    RSP_FIELD(rsp_conversation, stub, HEX, .limit = sizeof(rsp_tcp_endpoint)),
    RSP_FIELD(rsp_conversation, from_start, FLAG),
    RSP_FIELD(rsp_conversation, untimed, FLAG),
    RSP_FIELD(rsp_conversation, end, CHOICE, .limit = RSP_FLOW_END_OF_FILE + 1),
    RSP_FIELD(rsp_conversation, tcp, RECORD, .of = &tcp),
    RSP_FIELD(rsp_conversation, analysis, RECORD, .of = &analysis),
};
static const rsp_record conversation = RSP_RECORD(rsp_conversation, conversation_fields);

static const rsp_field log_fields[] = {RSP_NUMBER(rsp_pcap_log, pieces), RSP_NUMBER(rsp_pcap_log, untimed),
                                       RSP_NUMBER(rsp_pcap_log, cut), RSP_NUMBER(rsp_pcap_log, restored),
                                       RSP_NUMBER(rsp_pcap_log, odd)};
static const rsp_record log_record = RSP_RECORD(rsp_pcap_log, log_fields);

static json_t *write_log(rsp_json_build *b, const void *from) {
    const rsp_capture_file *file = from;
    return file->is_log ? rsp_record_json(b, &log_record, &file->log) : NULL;
}

static void read_log(rsp_record_reader *r, const json_t *value, void *into) {
    rsp_capture_file *file = into;
    file->is_log = value != NULL;
    file->unit = value ? "line" : "frame";
    if (value)
        rsp_record_read(r, &log_record, value, &file->log);
    file->log.form = file->link;
}

static json_t *write_damage(rsp_json_build *b, const void *from) {
    const rsp_capture_file *file = from;
    return file->damage.status != RSP_OK ? rsp_json_string(b, rsp_bytes_str(file->damage.msg)) : NULL;
}

static void read_damage(rsp_record_reader *r, const json_t *value, void *into) {
    if (value)
        (void)rsp_fail(&((rsp_capture_file *)into)->damage, RSP_BAD_FILE, "%s",
                       rsp_record_text(r, value, "damage"));
}

static const rsp_field file_fields[] = {
    RSP_FIELD(rsp_capture_file, path, TEXT),
    RSP_FIELD(rsp_capture_file, link, TEXT),
    RSP_NUMBER(rsp_capture_file, first_flow),
    RSP_NUMBER(rsp_capture_file, start_ns),
    RSP_NUMBER(rsp_capture_file, end_ns),
    RSP_NUMBER(rsp_capture_file, frames),
    RSP_FIELD(rsp_capture_file, classes, NUMBERS, .limit = RSP_FRAME_CLASSES),
    RSP_FIELD_BY("log", OWN, .optional = true, .write = write_log, .read = read_log),
    RSP_FIELD_BY("damage", OWN, .optional = true, .write = write_damage, .read = read_damage),
};
static const rsp_record file_record = RSP_RECORD(rsp_capture_file, file_fields);

static const rsp_field saving_fields[] = {RSP_NUMBER(rsp_saving, packets), RSP_NUMBER(rsp_saving, entries),
                                          RSP_NUMBER(rsp_saving, best), RSP_NUMBER(rsp_saving, worst)};
static const rsp_record saving = RSP_RECORD(rsp_saving, saving_fields);

static const rsp_field hidden_fields[] = {
    RSP_NUMBER(rsp_hidden_saving, breakpoints), RSP_NUMBER(rsp_hidden_saving, least_stops),
    RSP_NUMBER(rsp_hidden_saving, least_trips), RSP_NUMBER(rsp_hidden_saving, most_stops),
    RSP_NUMBER(rsp_hidden_saving, most_trips),
};
static const rsp_record hidden = RSP_RECORD(rsp_hidden_saving, hidden_fields);

static const rsp_field whatif_fields[] = {
    RSP_FIELD(rsp_whatif, reads, RECORD, .of = &saving),
    RSP_FIELD(rsp_whatif, points, RECORD, .of = &saving),
    RSP_FIELD(rsp_whatif, hidden, RECORD, .of = &hidden),
    RSP_NUMBER(rsp_whatif, stops),
    RSP_FIELD(rsp_whatif, status, CHOICE, .limit = RSP_INTERNAL + 1),
};
static const rsp_record whatif = RSP_RECORD(rsp_whatif, whatif_fields);

/* One partial result: of a report that is written, or of a sum that is read. */
typedef struct part {
    uint64_t format;
    rsp_capture_file *files;
    size_t num_files;
    rsp_capture_totals *totals;
    uint64_t conversation_count;
    rsp_conversation **conversations; /* room for RSP_LIMIT_CAPTURE_CONVERSATIONS */
    size_t num_conversations;
    rsp_whatif *what_if;
} part;

static json_t *write_conversations(rsp_json_build *b, const void *from) {
    const part *p = from;
    json_t *list = json_array();
    for (size_t i = 0; i < p->num_conversations; i++)
        rsp_json_add(b, list, rsp_record_json(b, &conversation, p->conversations[i]));
    return list;
}

/* One run keeps the first of them, and so does what is read. */
static void read_conversations(rsp_record_reader *r, const json_t *list, void *into) {
    part *p = into;
    if (!json_is_array(list))
        rsp_record_wrong(r, "conversations", RSP_BAD_FILE);
    for (size_t i = 0; i < json_array_size(list) && i < RSP_LIMIT_CAPTURE_CONVERSATIONS && !r->wrong; i++) {
        rsp_conversation *c = calloc(1, sizeof *c);
        if (!c) {
            rsp_record_wrong(r, "conversations", RSP_NO_MEMORY);
            return;
        }
        p->conversations[p->num_conversations++] = c;
        rsp_record_read(r, &conversation, json_array_get(list, i), c);
    }
}

static const rsp_field part_fields[] = {
    RSP_NUMBER(part, format),
    RSP_FIELD(part, files, LIST, .count = offsetof(part, num_files), .of = &file_record),
    RSP_FIELD(part, totals, AT, .of = &totals),
    RSP_NUMBER(part, conversation_count),
    RSP_FIELD_BY("conversations", OWN, .write = write_conversations, .read = read_conversations),
    RSP_FIELD(part, what_if, AT, .optional = true, .of = &whatif),
};
static const rsp_record part_record = RSP_RECORD(part, part_fields);

json_t *rsp_capture_partial_json(rsp_json_build *b, const rsp_capture_report *report) {
    rsp_capture_report r = *report;
    const part p = {.format = PARTIAL_FORMAT,
                    .files = r.files,
                    .num_files = r.num_files,
                    .totals = r.totals,
                    .conversation_count = r.conversation_count,
                    .conversations = r.conversations,
                    .num_conversations = r.num_conversations,
                    .what_if = r.whatif};
    return rsp_record_json(b, &part_record, &p);
}

/* --- reading -------------------------------------------------------------------------------------------- */

static bool fits(const rsp_saving *s) {
    return s->best <= s->packets && s->worst <= s->packets;
}

/* What no run would write, and what would make nonsense of a sum. */
static void check_part(rsp_record_reader *r, const part *p) {
    const rsp_hidden_saving *h = &p->what_if->hidden;
    if (p->format != PARTIAL_FORMAT)
        rsp_record_wrong(r, "format", RSP_BAD_FILE);
    for (size_t i = 0; i < p->num_files; i++)
        if (p->files[i].end_ns < p->files[i].start_ns)
            rsp_record_wrong(r, "end_ns", RSP_BAD_FILE);
    if (!fits(&p->what_if->reads) || !fits(&p->what_if->points))
        rsp_record_wrong(r, "best", RSP_BAD_FILE);
    if (h->least_stops > h->most_stops || h->least_trips > h->most_trips)
        rsp_record_wrong(r, "least_trips", RSP_BAD_FILE);
}

/* Fills an empty part. */
static void read_part(rsp_record_reader *r, rsp_capture_sum *into, const json_t *object) {
    part p = {.totals = &into->totals, .conversations = into->conversations, .what_if = &into->whatif};
    if (!object)
        rsp_record_wrong(r, "partial", RSP_BAD_FILE);
    else
        rsp_record_read(r, &part_record, object, &p);
    check_part(r, &p);
    into->num_conversations = p.num_conversations;
    into->conversation_count = p.conversation_count;
    into->no_whatif = !json_object_get(object, "what_if");
    into->files = calloc(p.num_files + 1, sizeof *into->files);
    if (!into->files)
        rsp_record_wrong(r, "files", RSP_NO_MEMORY);
    else if (p.num_files > 0)
        memcpy(into->files, p.files, p.num_files * sizeof *p.files);
    into->num_files = into->files ? p.num_files : 0;
}

rsp_status rsp_capture_partial_add(rsp_capture_sum *sum, const char *path, rsp_bytes text, rsp_error *error) {
    rsp_error why = {0};
    json_t *root = NULL;
    rsp_capture_sum more = {0};
    rsp_record_reader r = {.texts = &more.texts};
    if (rsp_record_parse(&root, text, &why) != RSP_OK)
        return rsp_fail_at(error, RSP_BAD_FILE, path, why.line, 0,
                           "%s; --merge takes what 'analyze -o partial:FILE' writes", why.msg);
    const json_t *object = json_object_get(root, "partial");
    const bool partial = object != NULL;
    read_part(&r, &more, object);
    json_decref(root);
    rsp_status status = r.wrong ? r.status : rsp_capture_sum_add(sum, &more);
    rsp_capture_sum_free(&more);
    if (status == RSP_NO_MEMORY)
        return rsp_fail(error, status, "no memory");
    if (status == RSP_OK)
        return RSP_OK;
    return rsp_fail_at(error, status, path, 0, 0,
                       partial ? "no partial result of this version: '%s' makes no sense in it"
                               : "no '%s' in it; --merge takes what 'analyze -o partial:FILE' writes",
                       r.wrong);
}

void rsp_capture_report_on_sum(rsp_capture_report *report, rsp_capture_sum *sum) {
    *report = (rsp_capture_report){.files = sum->files,
                                   .num_files = sum->num_files,
                                   .totals = &sum->totals,
                                   .num_conversations = sum->num_conversations,
                                   .conversation_count = sum->conversation_count,
                                   .whatif = sum->no_whatif ? NULL : &sum->whatif};
    for (size_t i = 0; i < sum->num_conversations; i++)
        report->conversations[i] = sum->conversations[i];
}
