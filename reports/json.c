/* The whole run as JSON, as reports/schema/run.schema.json says.
 * Texts are valid UTF-8 without control characters whatever the stub sent; empty ones are left out.
 * Built with jansson; one failed allocation anywhere makes the report RSP_NO_MEMORY. */
/* SPDX-License-Identifier: MIT */
#include "report_internal.h"

#include "reports/json_build.h"
#include "trace/exchange.h"
#include <inttypes.h>
#include <jansson.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>

typedef rsp_json_build builder;

static void set_text(builder *b, json_t *object, const char *key, const char *text) {
    rsp_json_text(b, object, key, rsp_report_text(text));
}

static void set_given(builder *b, json_t *object, const char *key, const char *text) {
    if (rsp_report_given(text))
        set_text(b, object, key, text);
}

/* JSON numbers are read as doubles by some; counts and nanoseconds stay within 2^53. */
static void set_number(builder *b, json_t *object, const char *key, uint64_t number) {
    uint64_t most = UINT64_C(1) << 53;
    rsp_json_number(b, object, key, number < most ? number : most);
}

static json_t *ids_of(builder *b, const char *ids) {
    json_t *array = json_array();
    rsp_bytes rest = rsp_report_text(ids);
    while (rest.len > 0) {
        rsp_bytes id = rsp_bytes_split(&rest, ' ');
        if (id.len > 0)
            rsp_json_add(b, array, rsp_json_string(b, id));
    }
    return array;
}

static json_t *violation_of(builder *b, const rsp_violation *v) {
    const rsp_rule *rule = rsp_rule_get(v->rule);
    json_t *object = json_object();
    set_text(b, object, "rule", rule ? rule->id : "?");
    rsp_json_set(b, object, "requirements", ids_of(b, v->requirements));
    set_text(b, object, "level", rsp_level_name(rule ? rule->level : RSP_LEVEL_MUST));
    set_number(b, object, "entry", v->entry);
    set_number(b, object, "time_ns", v->time_ns);
    set_text(b, object, "message", v->message);
    set_given(b, object, "expected", v->expected);
    set_given(b, object, "got", v->got);
    return object;
}

static void set_place(builder *b, json_t *object, const rsp_result *r) {
    set_given(b, object, "path", r->path);
    if (r->line)
        set_number(b, object, "line", r->line);
    if (r->column)
        set_number(b, object, "column", r->column);
}

static json_t *symptom_of(builder *b, const rsp_symptom *s) {
    json_t *object = json_object();
    set_text(b, object, "came", rsp_came_name(s->came));
    const rsp_packet_row *row = rsp_packet_by_id(s->packet);
    if (row)
        rsp_json_set(b, object, "packet", rsp_json_string(b, row->name));
    set_given(b, object, "send", s->send);
    return object;
}

static json_t *cause_of(builder *b, const rsp_cause *c) {
    json_t *object = json_object();
    set_text(b, object, "what", c->what);
    set_text(b, object, "requirement", c->requirement);
    set_text(b, object, "level", rsp_level_name(c->level));
    set_text(b, object, "gravity", rsp_gravity_name(c->gravity));
    set_number(b, object, "results", c->num_results);
    set_text(b, object, "scenario", c->scenario);
    set_given(b, object, "variant", c->variant);
    set_given(b, object, "evidence", c->evidence);
    set_given(b, object, "again", c->again);
    set_given(b, object, "send", c->send);
    rsp_json_set(b, object, "allowed", json_boolean(c->allowed));
    return object;
}

static json_t *causes_of(builder *b, const rsp_run *run) {
    json_t *array = json_array();
    for (size_t i = 0; i < run->num_causes; i++)
        rsp_json_add(b, array, cause_of(b, &run->causes[i]));
    return array;
}

static json_t *result_of(builder *b, const rsp_result *r) {
    json_t *object = json_object();
    set_text(b, object, "scenario", r->scenario);
    set_text(b, object, "area", r->area);
    set_text(b, object, "verdict", rsp_verdict_name(r->verdict));
    set_text(b, object, "level", rsp_level_name(r->level));
    rsp_json_set(b, object, "requirements", ids_of(b, r->requirements));
    set_place(b, object, r);
    const struct {
        const char *key;
        const char *text;
    } texts[] = {
        {"title", r->title},
        {"variant", r->variant},
        {"message", r->message},
        {"expected", r->expected},
        {"got", r->got},
        {"remark", r->remark},
        {"reason", r->reason},
        {"again", r->again},
        {"manual", r->manual},
        {"breaks", r->breaks},
        {"last_words", r->last_words},
        {"window", r->window},
        {"transcript", r->transcript},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(texts); i++)
        set_given(b, object, texts[i].key, texts[i].text);
    if (r->cause)
        set_number(b, object, "cause", r->cause);
    if (r->symptom.came != RSP_CAME_UNKNOWN)
        rsp_json_set(b, object, "symptom", symptom_of(b, &r->symptom));
    if (r->short_wait)
        rsp_json_set(b, object, "short_wait", json_true());
    set_number(b, object, "duration_ns", r->duration_ns);
    set_number(b, object, "round_trips", r->round_trips);
    set_number(b, object, "packets", r->packets);
    json_t *violations = json_array();
    for (size_t i = 0; i < r->num_violations; i++)
        rsp_json_add(b, violations, violation_of(b, &r->violations[i]));
    rsp_json_set(b, object, "violations", violations);
    return object;
}

static json_t *kinds_of(builder *b, const rsp_metrics *m) {
    json_t *array = json_array();
    for (unsigned i = 0; i < RSP_PACKET_END; i++) {
        if (m->kind_count[i] == 0)
            continue;
        const rsp_packet_row *row = rsp_packet_by_id((rsp_packet_id)i);
        json_t *object = json_object();
        rsp_json_set(b, object, "name", rsp_json_string(b, row ? row->name : RSP_LIT("(unknown)")));
        set_number(b, object, "count", m->kind_count[i]);
        set_number(b, object, "ns", m->kind_ns[i]);
        rsp_json_add(b, array, object);
    }
    return array;
}

static json_t *metrics_of(builder *b, const rsp_metrics *m) {
    json_t *object = json_object();
    rsp_json_counts(b, object, m);
    set_number(b, object, "connections", m->connections);
    set_number(b, object, "stub_ns", m->stub_ns);
    set_number(b, object, "program_ns", m->program_ns);
    set_number(b, object, "max_stub_ns", m->max_stub_ns);
    rsp_json_set(b, object, "packets", kinds_of(b, m));
    return object;
}

static bool is_selftest(const rsp_run *run) {
    return run->num_faults > 0 || rsp_bytes_equal(rsp_report_text(run->command), RSP_LIT("selftest"));
}

static json_t *summary_of(builder *b, const rsp_run *run) {
    json_t *object = json_object();
    for (unsigned v = 0; v < RSP_VERDICT_COUNT; v++)
        set_number(b, object, rsp_verdict_name((rsp_verdict)v), run->summary.count[v]);
    if (is_selftest(run)) {
        set_number(b, object, "faults", run->num_faults);
        set_number(b, object, "killed", run->killed);
    }
    return object;
}

static json_t *stub_of(builder *b, const rsp_run *run) {
    json_t *object = json_object();
    set_text(b, object, "given", run->stub);
    set_given(b, object, "name", run->stub_name);
    set_given(b, object, "version", run->stub_version);
    set_given(b, object, "profile", run->profile);
    set_given(b, object, "target", run->target);
    set_given(b, object, "look", run->look);
    set_given(b, object, "features", run->features);
    set_given(b, object, "supported", run->supported);
    return object;
}

static void set_faults(builder *b, json_t *root, const rsp_run *run) {
    json_t *list = json_array();
    for (size_t i = 0; i < run->num_faults; i++) {
        json_t *object = json_object();
        set_text(b, object, "fault", run->faults[i].fault);
        set_text(b, object, "requirement", run->faults[i].requirement);
        set_given(b, object, "killed_by", run->faults[i].killed_by);
        set_given(b, object, "message", run->faults[i].message);
        rsp_json_add(b, list, object);
    }
    set_number(b, root, "faults", run->num_faults);
    set_number(b, root, "killed", run->killed);
    rsp_json_set(b, root, "fault_list", list);
}

/* A seed has 64 bits, a JSON number 53: large ones are text. */
static void set_seed(builder *b, json_t *root, uint64_t seed) {
    char text[24];
    (void)snprintf(text, sizeof text, "%" PRIu64, seed);
    if (seed < UINT64_C(1) << 53)
        set_number(b, root, "seed", seed);
    else
        set_text(b, root, "seed", text);
}

static json_t *gaps_of(builder *b, rsp_run *run) {
    rsp_gap gaps[RSP_REPORT_GAPS];
    const size_t num = rsp_report_gaps(run, gaps, RSP_REPORT_GAPS);
    json_t *array = json_array();
    for (size_t i = 0; i < num; i++) {
        json_t *object = json_object();
        set_text(b, object, "reason", gaps[i].text);
        set_given(b, object, "hint", gaps[i].hint);
        set_number(b, object, "scenarios", gaps[i].num);
        rsp_json_add(b, array, object);
    }
    return array;
}

/* How many say something of the stub, in all and by area, and why the others do not. */
static json_t *judged_of(builder *b, rsp_run *run) {
    rsp_area_summary *areas = NULL;
    size_t num = 0;
    json_t *object = json_object();
    json_t *list = json_array();
    set_number(b, object, "scenarios", rsp_summary_judged(&run->summary));
    set_number(b, object, "of", rsp_summary_total(&run->summary));
    if (run->num_results > 0 && rsp_run_areas(run, &areas, &num) != RSP_OK)
        num = 0;
    for (size_t i = 0; i < num; i++) {
        json_t *area = json_object();
        set_text(b, area, "area", areas[i].area);
        set_number(b, area, "scenarios", rsp_summary_judged(&areas[i].summary));
        set_number(b, area, "of", rsp_summary_total(&areas[i].summary));
        rsp_json_add(b, list, area);
    }
    rsp_json_set(b, object, "areas", list);
    rsp_json_set(b, object, "gaps", gaps_of(b, run));
    return object;
}

static json_t *not_played_of(builder *b, const rsp_run *run) {
    json_t *array = json_array();
    for (size_t i = 0; i < run->num_not_played; i++)
        rsp_json_add(b, array, rsp_json_string(b, rsp_report_text(run->not_played[i])));
    return array;
}

static json_t *unmet_of(builder *b, const rsp_run *run) {
    json_t *array = json_array();
    for (size_t i = 0; i < run->num_unmet; i++)
        rsp_json_add(b, array, rsp_json_string(b, rsp_report_text(run->unmet[i])));
    return array;
}

static json_t *run_of(builder *b, rsp_run *run) {
    json_t *root = json_object();
    set_text(b, root, "format", "stubborn-run");
    set_number(b, root, "format_version", 1);
    set_text(b, root, "command", rsp_report_given(run->command) ? run->command : "run");
    set_text(b, root, "tool_version", run->tool_version);
    rsp_json_set(b, root, "stub", stub_of(b, run));
    set_given(b, root, "started_at", run->started_at);
    set_given(b, root, "conclusion", run->conclusion);
    set_seed(b, root, run->seed);
    set_number(b, root, "duration_ns", run->duration_ns);
    set_number(b, root, "planned", run->planned);
    rsp_json_set(b, root, "interrupted", json_boolean(run->interrupted));
    set_given(b, root, "stopped", run->stopped);
    if (run->interrupted)
        rsp_json_set(b, root, "not_played", not_played_of(b, run));
    set_number(b, root, "exit_code", (uint64_t)rsp_run_exit_code(run));
    rsp_json_set(b, root, "unmet", unmet_of(b, run));
    set_given(b, root, "trouble", run->trouble);
    set_given(b, root, "left_out", run->left_out);
    rsp_json_forecast(b, root, run);
    if (!is_selftest(run))
        rsp_json_set(b, root, "causes", causes_of(b, run));
    set_given(b, root, "allowed", run->allowed);
    rsp_json_set(b, root, "summary", summary_of(b, run));
    rsp_json_set(b, root, "judged", judged_of(b, run));
    if (is_selftest(run))
        set_faults(b, root, run);
    rsp_json_set(b, root, "metrics", metrics_of(b, &run->metrics));
    json_t *results = json_array();
    for (size_t i = 0; i < run->num_results; i++)
        rsp_json_add(b, results, result_of(b, &run->results[i]));
    rsp_json_set(b, root, "results", results);
    return root;
}

rsp_status rsp_report_json(rsp_buf *out, rsp_run *run, const rsp_report_options *options) {
    (void)options;
    builder b = {.clean = {.mem = out->mem}};
    return rsp_json_print(&b, run_of(&b, run), out);
}

rsp_bytes rsp_report_json_schema(void) {
    return rsp_report_embedded_schema();
}
