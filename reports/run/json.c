/* The whole run as JSON, as reports/schema/run.schema.json says: a table of fields for each struct, by which
 * run_read.c reads it back. Texts are valid UTF-8 without control characters whatever the stub sent; empty
 * ones are left out. One failed allocation anywhere makes the report RSP_NO_MEMORY. */
/* SPDX-License-Identifier: MIT */
#include "document/record.h"
#include "gaps.h"
#include "reports/report.h"
#include "run_forecast.h"
#include "run_record.h"
#include "words.h"

#include "core/hex.h"
#include "trace/exchange.h"
#include <inttypes.h>
#include <jansson.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>

/* --- results -------------------------------------------------------------------------------------------- */

static const rsp_rule *rule_of(const void *violation) {
    return rsp_rule_get(((const rsp_violation *)violation)->rule);
}

static json_t *write_rule(rsp_json_build *b, const void *violation) {
    const rsp_rule *rule = rule_of(violation);
    return rsp_json_string(b, rsp_bytes_str(rule ? rule->id : "?"));
}

static void read_rule(rsp_record_reader *r, const json_t *value, void *violation) {
    const char *id = rsp_record_text(r, value, "rule");
    const rsp_rule_id rule = rsp_rule_find(rsp_bytes_str(id));
    if (rule == RSP_RULE_COUNT)
        rsp_record_wrong(r, "rule", RSP_BAD_FILE);
    ((rsp_violation *)violation)->rule = rule < RSP_RULE_COUNT ? rule : (rsp_rule_id)0;
}

static const char *rule_level(const void *violation) {
    const rsp_rule *rule = rule_of(violation);
    return rsp_level_name(rule ? rule->level : RSP_LEVEL_MUST);
}

static const rsp_field violation_fields[] = {
    RSP_FIELD_BY("rule", OWN, .write = write_rule, .read = read_rule),
    RSP_FIELD(rsp_violation, requirements, IDS),
    RSP_FIELD_BY("level", TEXT, .text = rule_level),
    RSP_NUMBER(rsp_violation, entry),
    RSP_NUMBER(rsp_violation, time_ns),
    RSP_FIELD(rsp_violation, message, TEXT),
    RSP_FIELD(rsp_violation, expected, TEXT, .optional = true),
    RSP_FIELD(rsp_violation, got, TEXT, .optional = true),
};
static const rsp_record violation = RSP_RECORD(rsp_violation, violation_fields);

static json_t *write_packet(rsp_json_build *b, const void *symptom) {
    const rsp_bytes name = rsp_packet_name(((const rsp_symptom *)symptom)->packet);
    return name.len > 0 ? rsp_json_string(b, name) : NULL;
}

/* The row that a report names; a packet that nobody knows where it names none. */
static rsp_packet_id packet_named(rsp_record_reader *r, const json_t *name) {
    if (!name)
        return RSP_PACKET_UNKNOWN;
    const rsp_packet_row *row = rsp_packet_by_name(rsp_bytes_str(rsp_record_text(r, name, "packet")));
    if (!row)
        rsp_record_wrong(r, "packet", RSP_BAD_FILE);
    return row ? row->id : RSP_PACKET_UNKNOWN;
}

static void read_packet(rsp_record_reader *r, const json_t *value, void *symptom) {
    ((rsp_symptom *)symptom)->packet = packet_named(r, value);
}

static json_t *write_suspected(rsp_json_build *b, const void *symptom) {
    const rsp_bytes name = rsp_packet_name(((const rsp_symptom *)symptom)->suspected);
    return name.len > 0 ? rsp_json_string(b, name) : NULL;
}

static void read_suspected(rsp_record_reader *r, const json_t *value, void *symptom) {
    ((rsp_symptom *)symptom)->suspected = packet_named(r, value);
}

static json_t *write_erred(rsp_json_build *b, const void *symptom) {
    const rsp_bytes name = rsp_packet_name(((const rsp_symptom *)symptom)->erred);
    return name.len > 0 ? rsp_json_string(b, name) : NULL;
}

static void read_erred(rsp_record_reader *r, const json_t *value, void *symptom) {
    ((rsp_symptom *)symptom)->erred = packet_named(r, value);
}

/* Most of what is sent is plain, and not said. */
static json_t *oddity_json(rsp_json_build *b, rsp_oddity oddity) {
    return oddity == RSP_ODDITY_PLAIN ? NULL : rsp_json_string(b, rsp_bytes_str(rsp_oddity_name(oddity)));
}

static rsp_oddity oddity_named(rsp_record_reader *r, const json_t *value, const char *key) {
    unsigned found = RSP_ODDITY_PLAIN;
    while (value && found < RSP_ODDITY_COUNT &&
           strcmp(rsp_oddity_name((rsp_oddity)found), rsp_record_text(r, value, key)) != 0)
        found++;
    if (found == RSP_ODDITY_COUNT)
        rsp_record_wrong(r, key, RSP_BAD_FILE);
    return found < RSP_ODDITY_COUNT ? (rsp_oddity)found : RSP_ODDITY_PLAIN;
}

static json_t *write_oddity(rsp_json_build *b, const void *symptom) {
    return oddity_json(b, ((const rsp_symptom *)symptom)->oddity);
}

static json_t *write_suspect(rsp_json_build *b, const void *symptom) {
    return oddity_json(b, ((const rsp_symptom *)symptom)->suspect);
}

static void read_oddity(rsp_record_reader *r, const json_t *value, void *symptom) {
    ((rsp_symptom *)symptom)->oddity = oddity_named(r, value, "oddity");
}

static void read_suspect(rsp_record_reader *r, const json_t *value, void *symptom) {
    ((rsp_symptom *)symptom)->suspect = oddity_named(r, value, "suspect");
}

/* A digit as a text. */
static json_t *digit_json(char digit) {
    const char text[] = {digit, '\0'};
    return digit ? json_string(text) : NULL;
}

static json_t *write_type(rsp_json_build *b, const void *symptom) {
    (void)b;
    return digit_json(((const rsp_symptom *)symptom)->type);
}

static json_t *write_breakpoint(rsp_json_build *b, const void *symptom) {
    (void)b;
    return digit_json(((const rsp_symptom *)symptom)->breakpoint);
}

static void read_type(rsp_record_reader *r, const json_t *value, void *symptom) {
    ((rsp_symptom *)symptom)->type = value ? *rsp_record_text(r, value, "type") : '\0';
}

static void read_breakpoint(rsp_record_reader *r, const json_t *value, void *symptom) {
    ((rsp_symptom *)symptom)->breakpoint = value ? *rsp_record_text(r, value, "breakpoint") : '\0';
}

static const rsp_field symptom_fields[] = {
    RSP_FIELD(rsp_symptom, came, WORD, .limit = RSP_CAME_COUNT, .word = rsp_came_name),
    RSP_FIELD_BY("packet", OWN, .optional = true, .write = write_packet, .read = read_packet),
    RSP_FIELD_BY("type", OWN, .optional = true, .write = write_type, .read = read_type),
    RSP_FIELD_BY("breakpoint", OWN, .optional = true, .write = write_breakpoint, .read = read_breakpoint),
    RSP_FIELD(rsp_symptom, beside, NUMBER32, .optional = true),
    RSP_FIELD_BY("oddity", OWN, .optional = true, .write = write_oddity, .read = read_oddity),
    RSP_FIELD_BY("suspect", OWN, .optional = true, .write = write_suspect, .read = read_suspect),
    RSP_FIELD_BY("suspected", OWN, .optional = true, .write = write_suspected, .read = read_suspected),
    RSP_FIELD_BY("erred", OWN, .optional = true, .write = write_erred, .read = read_erred),
    RSP_FIELD(rsp_symptom, length, NUMBER, .optional = true),
    RSP_FIELD(rsp_symptom, size, NUMBER, .optional = true),
    RSP_FIELD(rsp_symptom, entry, NUMBER, .optional = true),
    RSP_FIELD(rsp_symptom, asked, TEXT, .optional = true),
    RSP_FIELD(rsp_symptom, send, TEXT, .optional = true),
    RSP_FIELD(rsp_symptom, bare, FLAG, .optional = true),
};
static const rsp_record symptom = RSP_RECORD(rsp_symptom, symptom_fields);

static json_t *write_symptom(rsp_json_build *b, const void *result) {
    const rsp_symptom *s = &((const rsp_result *)result)->symptom;
    return s->came != RSP_CAME_UNKNOWN || s->entry > 0 ? rsp_record_json(b, &symptom, s) : NULL;
}

static void read_symptom(rsp_record_reader *r, const json_t *value, void *result) {
    if (value)
        rsp_record_read(r, &symptom, value, &((rsp_result *)result)->symptom);
}

#define GIVEN(type, member) RSP_FIELD(type, member, TEXT, .optional = true)
#define GIVEN_AS(name, type, member) RSP_FIELD_AS(name, type, member, TEXT, .optional = true)

static const rsp_field result_fields[] = {
    RSP_FIELD(rsp_result, scenario, TEXT),
    RSP_FIELD(rsp_result, area, TEXT),
    RSP_FIELD(rsp_result, verdict, WORD, .limit = RSP_VERDICT_COUNT, .word = rsp_verdict_name),
    RSP_FIELD(rsp_result, level, WORD, .limit = RSP_LEVEL_MAY + 1, .word = rsp_level_name),
    RSP_FIELD(rsp_result, requirements, IDS),
    GIVEN_AS("path", rsp_result, place.path),
    RSP_FIELD_AS("line", rsp_result, place.line, NUMBER32, .optional = true),
    RSP_FIELD_AS("column", rsp_result, place.column, NUMBER32, .optional = true),
    GIVEN(rsp_result, title),
    GIVEN(rsp_result, variant),
    GIVEN(rsp_result, message),
    GIVEN(rsp_result, expected),
    GIVEN(rsp_result, got),
    GIVEN(rsp_result, remark),
    GIVEN(rsp_result, reason),
    GIVEN(rsp_result, again),
    GIVEN(rsp_result, manual),
    GIVEN(rsp_result, breach),
    GIVEN(rsp_result, common),
    GIVEN(rsp_result, breaks),
    GIVEN_AS("last_words", rsp_result, shown.last_words),
    GIVEN_AS("window", rsp_result, shown.window),
    GIVEN_AS("transcript", rsp_result, shown.transcript),
    RSP_FIELD(rsp_result, cause, NUMBER32, .optional = true),
    RSP_FIELD_BY("symptom", OWN, .optional = true, .write = write_symptom, .read = read_symptom),
    RSP_FIELD(rsp_result, hostile, FLAG, .optional = true),
    RSP_FIELD(rsp_result, short_wait, FLAG, .optional = true),
    RSP_FIELD(rsp_result, other, FLAG, .optional = true),
    GIVEN(rsp_result, fresh),
    RSP_FIELD_AS("starts", rsp_result, cost.starts, NUMBER, .optional = true),
    RSP_NUMBER_AS("duration_ns", rsp_result, cost.duration_ns),
    RSP_NUMBER_AS("round_trips", rsp_result, cost.round_trips),
    RSP_NUMBER_AS("packets", rsp_result, cost.packets),
    RSP_FIELD(rsp_result, violations, LIST, .count = offsetof(rsp_result, num_violations), .of = &violation),
};
static const rsp_record result = RSP_RECORD(rsp_result, result_fields);

static const rsp_field cause_fields[] = {
    RSP_FIELD(rsp_cause, what, TEXT),
    RSP_FIELD(rsp_cause, requirement, TEXT),
    RSP_FIELD(rsp_cause, level, WORD, .limit = RSP_LEVEL_MAY + 1, .word = rsp_level_name),
    RSP_FIELD(rsp_cause, gravity, WORD, .limit = RSP_GRAVITY_FEATURES + 1, .word = rsp_gravity_name),
    RSP_FIELD_AS("results", rsp_cause, num_results, NUMBER),
    RSP_FIELD(rsp_cause, scenario, TEXT),
    GIVEN(rsp_cause, variant),
    GIVEN(rsp_cause, evidence),
    GIVEN(rsp_cause, again),
    GIVEN(rsp_cause, send),
    RSP_FIELD(rsp_cause, allowed, FLAG),
    GIVEN(rsp_cause, source),
};
static const rsp_record cause = RSP_RECORD(rsp_cause, cause_fields);

static const rsp_field fault_fields[] = {
    RSP_FIELD(rsp_fault_result, fault, TEXT),
    RSP_FIELD(rsp_fault_result, requirement, TEXT),
    GIVEN(rsp_fault_result, killed_by),
    GIVEN(rsp_fault_result, message),
};
static const rsp_record fault = RSP_RECORD(rsp_fault_result, fault_fields);

/* --- counts --------------------------------------------------------------------------------------------- */

static const char unknown_name[] = "(unknown)"; /* of packets without a row */

static json_t *kinds_of(rsp_json_build *b, const void *from) {
    const rsp_metrics *m = from;
    json_t *array = json_array();
    for (unsigned i = 0; i < RSP_PACKET_END; i++) {
        if (m->kind_count[i] == 0)
            continue;
        const rsp_packet_row *row = rsp_packet_by_id((rsp_packet_id)i);
        json_t *object = json_object();
        rsp_json_text(b, object, "name", row ? row->name : rsp_bytes_str(unknown_name));
        rsp_json_number(b, object, "count", m->kind_count[i]);
        rsp_json_number(b, object, "ns", m->kind_ns[i]);
        rsp_json_number(b, object, "good", m->kind_good[i]);
        rsp_json_number(b, object, "data", m->kind_data[i]);
        if (m->kind_again[i] > 0)
            rsp_json_number(b, object, "again", m->kind_again[i]);
        if (m->kind_survived[i] > 0)
            rsp_json_number(b, object, "survived", m->kind_survived[i]);
        rsp_json_add(b, array, object);
    }
    return array;
}

static void read_kinds(rsp_record_reader *r, const json_t *list, void *into) {
    rsp_metrics *m = into;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *kind = json_array_get(list, i);
        const json_t *name = json_object_get(kind, "name");
        const bool known = !name || strcmp(rsp_record_text(r, name, "name"), unknown_name) != 0;
        const rsp_packet_id id = known ? packet_named(r, name) : RSP_PACKET_UNKNOWN;
        m->kind_count[id] = rsp_record_whole(r, json_object_get(kind, "count"), "count");
        m->kind_ns[id] = rsp_record_whole(r, json_object_get(kind, "ns"), "ns");
        m->kind_good[id] = rsp_record_whole(r, json_object_get(kind, "good"), "good");
        m->kind_data[id] = rsp_record_whole(r, json_object_get(kind, "data"), "data");
        const json_t *again = json_object_get(kind, "again");
        m->kind_again[id] = again ? rsp_record_whole(r, again, "again") : 0;
        const json_t *survived = json_object_get(kind, "survived");
        m->kind_survived[id] = survived ? rsp_record_whole(r, survived, "survived") : 0;
    }
}

#define METRIC(member) RSP_NUMBER(rsp_metrics, member),
static const rsp_field metrics_fields[] = {
    RSP_COUNT_LIST(METRIC) /* each with its comma */
    RSP_NUMBER(rsp_metrics, connections),
    RSP_NUMBER(rsp_metrics, stub_ns),
    RSP_NUMBER(rsp_metrics, program_ns),
    RSP_NUMBER(rsp_metrics, max_stub_ns),
    RSP_NUMBER(rsp_metrics, most_read),
    RSP_FIELD(rsp_metrics, most_request, NUMBER, .optional = true),
    RSP_FIELD_BY("packets", OWN, .write = kinds_of, .read = read_kinds),
};
static const rsp_record metrics = RSP_RECORD(rsp_metrics, metrics_fields);

static uint64_t judged_in(const void *area, unsigned arg) {
    (void)arg;
    return rsp_summary_judged(&((const rsp_area_summary *)area)->summary);
}

static uint64_t total_in(const void *area, unsigned arg) {
    const rsp_area_summary *a = area;
    (void)arg;
    return rsp_summary_total(&a->summary) - a->others;
}

static const rsp_field share_fields[] = {
    RSP_FIELD_BY("scenarios", NUMBER, .number = judged_in),
    RSP_FIELD_BY("of", NUMBER, .number = total_in),
};
static const rsp_record share = RSP_RECORD(rsp_area_summary, share_fields);

static const rsp_field gap_fields[] = {
    RSP_FIELD_AS("reason", rsp_gap, text, TEXT),
    GIVEN(rsp_gap, hint),
    RSP_FIELD_AS("scenarios", rsp_gap, num, NUMBER),
};
static const rsp_record gap = RSP_RECORD(rsp_gap, gap_fields);

/* How many say something of the stub, in all and by area, and why the others do not. Areas and gaps are found
 * in the run's arena, which is all that changes. */
static json_t *judged_of(rsp_json_build *b, const void *from) {
    rsp_run *run = (rsp_run *)(uintptr_t)from;
    rsp_gap gaps[RSP_REPORT_GAPS];
    rsp_area_summary *areas = NULL;
    size_t num = 0;
    const rsp_area_summary whole = {.summary = run->summary, .others = run->others};
    json_t *object = rsp_record_json(b, &share, &whole);
    json_t *list = json_array();
    rsp_json_number(b, object, "of", rsp_run_total(run));
    if (run->others > 0)
        rsp_json_number(b, object, "others", run->others);
    if (run->num_results > 0 && rsp_run_areas(run, &areas, &num) != RSP_OK)
        num = 0;
    for (size_t i = 0; i < num; i++) {
        json_t *area = json_object();
        rsp_json_text(b, area, "area", rsp_bytes_str(areas[i].area));
        rsp_record_put(b, area, &share, &areas[i]);
        rsp_json_add(b, list, area);
    }
    rsp_json_set(b, object, "areas", list);
    rsp_json_set(b, object, "gaps",
                 rsp_record_list(b, &gap, gaps, rsp_report_gaps(run, gaps, RSP_REPORT_GAPS)));
    return object;
}

/* --- the run -------------------------------------------------------------------------------------------- */

static bool is_selftest(const void *from) {
    const rsp_run *run = from;
    return run->selftest.num_faults > 0 ||
           rsp_bytes_equal(rsp_report_text(run->command), RSP_LIT("selftest"));
}

static bool is_run(const void *run) {
    return !is_selftest(run);
}

static bool is_interrupted(const void *run) {
    return ((const rsp_run *)run)->ended.interrupted;
}

static json_t *summary_of(rsp_json_build *b, const void *from) {
    const rsp_run *run = from;
    json_t *object = json_object();
    for (unsigned v = 0; v < RSP_VERDICT_COUNT; v++)
        rsp_json_number(b, object, rsp_verdict_name((rsp_verdict)v), run->summary.count[v]);
    if (is_selftest(run)) {
        rsp_json_number(b, object, "faults", run->selftest.num_faults);
        rsp_json_number(b, object, "killed", run->selftest.killed);
    }
    return object;
}

/* A seed has 64 bits, and a JSON number 53 for those who read it as a double: large ones are text. */
static json_t *seed_of(rsp_json_build *b, const void *from) {
    const uint64_t seed = ((const rsp_run *)from)->seed;
    char text[24];
    (void)snprintf(text, sizeof text, "%" PRIu64, seed);
    return seed < UINT64_C(1) << 53 ? json_integer((json_int_t)seed)
                                    : rsp_json_string(b, rsp_bytes_str(text));
}

static void read_seed(rsp_record_reader *r, const json_t *value, void *into) {
    uint64_t *seed = &((rsp_run *)into)->seed;
    const char *text = json_string_value(value);
    if (!text)
        *seed = rsp_record_whole(r, value, "seed");
    else if (rsp_decimal_u64(seed, rsp_bytes_str(text)) != RSP_OK)
        rsp_record_wrong(r, "seed", RSP_BAD_FILE);
}

static const char *format_of(const void *run) {
    (void)run;
    return "stubborn-run";
}

static uint64_t version_of(const void *run, unsigned arg) {
    (void)run;
    return arg;
}

static const char *command_of(const void *run) {
    const char *command = ((const rsp_run *)run)->command;
    return rsp_report_given(command) ? command : "run";
}

static uint64_t exit_code_of(const void *run, unsigned arg) {
    (void)arg;
    return (uint64_t)rsp_run_exit_code(run);
}

static const rsp_field stub_fields[] = {
    GIVEN_AS("subject", rsp_run, about.kind),
    RSP_FIELD_AS("given", rsp_run, about.stub, TEXT),
    RSP_FIELD_AS("name", rsp_run, about.name, TEXT, .optional = true),
    RSP_FIELD_AS("version", rsp_run, about.version, TEXT, .optional = true),
    GIVEN_AS("profile", rsp_run, about.profile),
    GIVEN_AS("target", rsp_run, about.target),
    GIVEN_AS("look", rsp_run, about.look),
    GIVEN_AS("features", rsp_run, about.features),
    GIVEN_AS("supported", rsp_run, about.supported),
};
static const rsp_record stub = RSP_RECORD(rsp_run, stub_fields);

static const rsp_field shard_fields[] = {
    RSP_NUMBER(rsp_run_shard, number),
    RSP_NUMBER(rsp_run_shard, of),
    RSP_FIELD(rsp_run_shard, required, LIST, .count = offsetof(rsp_run_shard, num_required)),
    RSP_NUMBER(rsp_run_shard, min_judged),
    GIVEN(rsp_run_shard, send_command),
};
static const rsp_record shard = RSP_RECORD(rsp_run_shard, shard_fields);

static json_t *write_shard(rsp_json_build *b, const void *from) {
    const rsp_run_shard *s = &((const rsp_run *)from)->shard;
    return s->of > 0 ? rsp_record_json(b, &shard, s) : NULL;
}

static void read_shard(rsp_record_reader *r, const json_t *value, void *into) {
    if (value)
        rsp_record_read(r, &shard, value, &((rsp_run *)into)->shard);
}

static const rsp_field run_fields[] = {
    RSP_FIELD_BY("format", TEXT, .text = format_of),
    RSP_FIELD_BY("format_version", NUMBER, .number = version_of, .arg = 1),
    RSP_FIELD_BY("command", TEXT, .text = command_of),
    RSP_FIELD(rsp_run, tool_version, TEXT),
    RSP_FIELD_BY("stub", RECORD, .of = &stub),
    GIVEN(rsp_run, started_at),
    GIVEN_AS("conclusion", rsp_run, notes.conclusion),
    RSP_FIELD_BY("shard", OWN, .optional = true, .write = write_shard, .read = read_shard),
    RSP_FIELD(rsp_run, strict, FLAG, .optional = true),
    RSP_FIELD_BY("seed", OWN, .write = seed_of, .read = read_seed),
    RSP_NUMBER(rsp_run, duration_ns),
    RSP_NUMBER_AS("planned", rsp_run, ended.planned),
    RSP_FIELD(rsp_run, look_starts, NUMBER, .optional = true),
    RSP_FIELD(rsp_run, forecast_starts, NUMBER, .optional = true),
    RSP_FIELD_AS("interrupted", rsp_run, ended.interrupted, FLAG),
    GIVEN_AS("stopped", rsp_run, ended.stopped),
    RSP_FIELD_AS("not_played", rsp_run, ended.not_played, LIST,
                 .count = offsetof(rsp_run, ended.num_not_played), .when = is_interrupted),
    RSP_FIELD_BY("exit_code", NUMBER, .number = exit_code_of),
    RSP_FIELD_AS("unmet", rsp_run, ended.unmet, LIST, .count = offsetof(rsp_run, ended.num_unmet)),
    GIVEN(rsp_run, trouble),
    GIVEN_AS("left_out", rsp_run, notes.left_out),
    RSP_FIELD_BY("forecast", OWN, .optional = true, .write = rsp_json_forecast,
                 .read = rsp_run_read_forecast),
    RSP_FIELD(rsp_run, causes, LIST, .count = offsetof(rsp_run, num_causes), .of = &cause, .when = is_run),
    GIVEN_AS("allowed", rsp_run, notes.allowed),
    GIVEN_AS("loaded", rsp_run, notes.loaded),
    GIVEN_AS("left_changed", rsp_run, notes.left_changed),
    GIVEN_AS("waited_for", rsp_run, notes.waited_for),
    RSP_FIELD_BY("summary", OWN, .write = summary_of),
    RSP_FIELD_BY("judged", OWN, .write = judged_of),
    RSP_FIELD_AS("faults", rsp_run, selftest.num_faults, SIZE, .when = is_selftest),
    RSP_FIELD_AS("killed", rsp_run, selftest.killed, NUMBER, .when = is_selftest),
    RSP_FIELD_AS("fault_list", rsp_run, selftest.faults, LIST,
                 .count = offsetof(rsp_run, selftest.num_faults), .of = &fault, .when = is_selftest),
    RSP_FIELD(rsp_run, metrics, RECORD, .of = &metrics),
    RSP_FIELD(rsp_run, results, LIST, .count = offsetof(rsp_run, num_results), .of = &result),
};
const rsp_record rsp_run_record = RSP_RECORD(rsp_run, run_fields);

rsp_status rsp_report_json(rsp_buf *out, rsp_run *run, const rsp_report_options *options) {
    (void)options;
    rsp_json_build b = {.clean = {.mem = out->mem}};
    return rsp_json_print(&b, rsp_record_json(&b, &rsp_run_record, run), out);
}
