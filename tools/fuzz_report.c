/* Results of a campaign through the JSON library.
 * SARIF: one rule for each kind of finding, one result for each finding, its scenario as the place.
 * Source: OASIS, Static Analysis Results Interchange Format 2.1.0. */
/* SPDX-License-Identifier: MIT */
#include "fuzz_report.h"

#include "cli/io.h"
#include "cli/output.h"

#include "core/arena.h"
#include "core/file.h"
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* The members of "totals", whole numbers and times: written for one run, added up over several. */
static const struct {
    const char *key;
    size_t offset;
    bool is_time;
} members[] = {
    {"messages", offsetof(fuzz_totals, sum.messages), false},
    {"sequences", offsetof(fuzz_totals, sum.sequences), false},
    {"stubs", offsetof(fuzz_totals, sum.sessions), false},
    {"corpus", offsetof(fuzz_totals, sum.corpus), false},
    {"states", offsetof(fuzz_totals, sum.states), false},
    {"edges", offsetof(fuzz_totals, sum.edges), false},
    {"known_again", offsetof(fuzz_totals, sum.known_again), false},
    {"unconfirmed", offsetof(fuzz_totals, sum.unconfirmed), false},
    {"differences", offsetof(fuzz_totals, sum.differences), false},
    {"refused", offsetof(fuzz_totals, sum.refused), false},
    {"probes", offsetof(fuzz_totals, sum.probes), false},
    {"messages_before", offsetof(fuzz_totals, messages_before), false},
    {"seconds_before", offsetof(fuzz_totals, seconds_before), false},
    {"seconds", offsetof(fuzz_totals, duration_ns), true},
    {"seconds_starting", offsetof(fuzz_totals, sum.start_ns), true},
    {"seconds_following_up", offsetof(fuzz_totals, sum.follow_ns), true},
    {"seconds_silent", offsetof(fuzz_totals, sum.silent_ns), true},
};

static json_t *totals_json(const fuzz_totals *t) {
    json_t *totals = json_object();
    for (size_t i = 0; i < RSP_ARRAY_LEN(members); i++) {
        uint64_t value = 0;
        memcpy(&value, (const char *)t + members[i].offset, sizeof value);
        (void)json_object_set_new(totals, members[i].key,
                                  members[i].is_time ? json_real((double)value / (double)RSP_NS_PER_S)
                                                     : json_integer((json_int_t)value));
    }
    return totals;
}

/* By the ids of campaigns: what was joined already is not added again. */
static json_t *parts_json(const fuzz_totals *t) {
    json_t *parts = json_object();
    for (size_t i = 0; i < t->num_parts; i++) {
        const fuzz_totals *one = &t->parts[i].totals;
        json_t *part = json_pack("{s:i, s:b, s:o}", "jobs", (int)one->jobs, "interrupted",
                                 (int)one->interrupted, "totals", totals_json(one));
        (void)json_object_set_new(parts, t->parts[i].id, part);
    }
    return parts;
}

/* A run goes on where others were joined: what they have done stays known. */
static void keep_parts(json_t *root, campaign *c, const campaign_about *about) {
    json_t *before = campaign_load_json(rsp_arena_printf(&c->arena, "%s/results.json", c->folder), NULL);
    json_t *parts = json_object_get(before, "parts");
    if (json_is_object(parts)) {
        (void)json_object_del(parts, about->id);
        (void)json_object_set(root, "parts", parts);
    }
    json_decref(before);
}

static json_t *results_json(campaign *c, const campaign_about *about, const fuzz_totals *t) {
    json_t *root = json_pack("{s:s, s:s, s:s, s:s, s:I, s:i, s:b, s:o, s:o}", "tool", "stubborn fuzz",
                             "version", STUBBORN_VERSION, "stub", about->stub, "program", about->program,
                             "seed", (json_int_t)about->seed, "jobs", (int)t->jobs, "interrupted",
                             (int)t->interrupted, "totals", totals_json(t), "findings", campaign_findings(c));
    json_t *merged = t->merged ? json_array() : NULL;
    for (size_t i = 0; merged && i < t->num_merged; i++)
        (void)json_array_append_new(merged, json_string(t->merged[i]));
    if (merged)
        (void)json_object_set_new(root, "merged", merged);
    if (merged)
        (void)json_object_set_new(root, "parts", parts_json(t));
    else
        keep_parts(root, c, about);
    return root;
}

/* What another machine may have written: a number that is none, or too large for a sum, counts as far as it
 * makes sense. */
static uint64_t value_of(const json_t *value, bool is_time) {
    static const double most = 4e18;
    double number = json_number_value(value) * (is_time ? (double)RSP_NS_PER_S : 1);
    if (is_time || number >= most || number <= 0)
        return number >= most ? (uint64_t)most : number > 0 ? (uint64_t)(number + 0.5) : 0;
    return (uint64_t)json_integer_value(value);
}

void fuzz_totals_add(fuzz_totals *to, const fuzz_totals *more) {
    static const uint64_t most = INT64_MAX; /* as JSON has them */
    for (size_t i = 0; i < RSP_ARRAY_LEN(members); i++) {
        uint64_t a = 0;
        uint64_t b = 0;
        memcpy(&a, (const char *)to + members[i].offset, sizeof a);
        memcpy(&b, (const char *)more + members[i].offset, sizeof b);
        a = a < most && b < most - a ? a + b : most;
        memcpy((char *)to + members[i].offset, &a, sizeof a);
    }
    to->jobs = more->jobs < (unsigned)INT_MAX - to->jobs ? to->jobs + more->jobs : INT_MAX;
    to->interrupted = to->interrupted || more->interrupted;
}

static void read_results(fuzz_totals *out, const json_t *root) {
    *out = (fuzz_totals){0};
    const json_t *totals = json_object_get(root, "totals");
    for (size_t i = 0; i < RSP_ARRAY_LEN(members); i++) {
        uint64_t value = value_of(json_object_get(totals, members[i].key), members[i].is_time);
        memcpy((char *)out + members[i].offset, &value, sizeof value);
    }
    uint64_t jobs = value_of(json_object_get(root, "jobs"), false);
    out->jobs = (unsigned)(jobs < INT_MAX ? jobs : INT_MAX);
    out->interrupted = json_is_true(json_object_get(root, "interrupted"));
}

/* A merge's own totals are the sum of its parts, a run's are its own. */
static rsp_status read_parts(fuzz_totals *out, const json_t *root, const char *id,
                             rsp_status (*each)(void *ctx, const fuzz_part *other), void *ctx) {
    json_t *parts = json_object_get(root, "parts");
    bool sum = json_is_object(parts) && json_object_get(root, "merged");
    rsp_status status = RSP_OK;
    const char *key = NULL;
    json_t *value = NULL;
    read_results(out, sum ? json_object_get(parts, id) : root);
    json_object_foreach(parts, key, value) {
        fuzz_part other = {.id = key};
        read_results(&other.totals, value);
        if (status == RSP_OK && strcmp(key, id) != 0)
            status = each(ctx, &other);
    }
    return status;
}

rsp_status fuzz_report_read(fuzz_totals *out, const char *folder, const char *id,
                            rsp_status (*each)(void *ctx, const fuzz_part *other), void *ctx,
                            rsp_error *error) {
    rsp_arena arena = {0};
    rsp_status status = RSP_OK;
    const char *path = rsp_arena_printf(&arena, "%s/results.json", folder);
    bool there = rsp_path_exists(path);
    json_t *root = there ? campaign_load_json(path, error) : NULL;
    *out = (fuzz_totals){0};
    if (there && !root)
        status = RSP_BAD_FILE;
    else if (there && !json_is_object(json_object_get(root, "totals")))
        status =
            rsp_fail(error, RSP_BAD_FILE, "%s: no results of stubborn fuzz: \"totals\" is missing", path);
    if (status == RSP_OK)
        status = read_parts(out, root, id, each, ctx);
    json_decref(root);
    rsp_arena_free(&arena);
    return status;
}

static json_t *sarif_rules(void) {
    json_t *rules = json_array();
    for (unsigned i = 0; i < RSP_FINDING_KINDS; i++)
        (void)json_array_append_new(
            rules, json_pack("{s:s, s:{s:s}, s:{s:s}}", "id", rsp_finding_kind_name((rsp_finding_kind)i),
                             "shortDescription", "text", rsp_finding_kind_title((rsp_finding_kind)i),
                             "defaultConfiguration", "level", "error"));
    return rules;
}

static const char *text_of(const json_t *finding, const char *key) {
    const char *text = json_string_value(json_object_get(finding, key));
    return text ? text : "";
}

/* A place in a file of the finding: relative to the campaign's folder, which uriBaseId names. */
static json_t *sarif_location(campaign *c, const json_t *finding) {
    bool scenario = json_is_true(json_object_get(finding, "scenario"));
    const char *uri = rsp_arena_printf(&c->arena, "findings/%s/%s", text_of(finding, "folder"),
                                       scenario ? "scenario.yaml" : "messages.txt");
    return json_pack("{s:{s:{s:s, s:s}, s:{s:i}}}", "physicalLocation", "artifactLocation", "uri", uri,
                     "uriBaseId", "CAMPAIGN", "region", "startLine", 1);
}

/* When it was seen, confirmed and written, in seconds of its run: those that it tells. */
static json_t *sarif_properties(const json_t *finding) {
    static const char *const keys[] = {"seen_seconds", "confirmed_seconds", "written_seconds", "pending"};
    json_t *properties = json_object();
    for (size_t i = 0; i < RSP_ARRAY_LEN(keys); i++) {
        json_t *value = json_object_get(finding, keys[i]);
        if (value)
            (void)json_object_set(properties, keys[i], value);
    }
    return properties;
}

/* Findings of another version may be of a kind that is no rule here. */
static json_t *sarif_result(campaign *c, const json_t *finding) {
    const char *kind = text_of(finding, "kind");
    const char *message = rsp_arena_printf(&c->arena, "%s (%s)", text_of(finding, "headline"),
                                           text_of(finding, "requirements"));
    json_t *result =
        json_pack("{s:s, s:s, s:s, s:{s:s}, s:[o], s:{s:s}}", "ruleId", kind, "kind", "fail", "level",
                  "error", "message", "text", message, "locations", sarif_location(c, finding),
                  "partialFingerprints", "stubbornSignature/v1", text_of(finding, "signature"));
    (void)json_object_set_new(result, "properties", sarif_properties(finding));
    const rsp_finding_kind rule = rsp_finding_kind_find(rsp_bytes_str(kind)); /* its place in sarif_rules */
    if (rule != RSP_FINDING_KINDS)
        (void)json_object_set_new(result, "ruleIndex", json_integer(rule));
    return result;
}

/* "2026-01-31T23:59:59.123Z" */
static const char *utc(campaign *c, uint64_t unix_ns) {
    time_t seconds = (time_t)(unix_ns / RSP_NS_PER_S);
    struct tm parts;
    char text[32] = "1970-01-01T00:00:00";
    if (gmtime_r(&seconds, &parts))
        (void)strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
    return rsp_arena_printf(&c->arena, "%s.%03uZ", text, (unsigned)(unix_ns / RSP_NS_PER_MS % 1000));
}

static json_t *sarif_invocation(campaign *c, const fuzz_totals *t) {
    return json_pack("{s:b, s:i, s:s, s:s}", "executionSuccessful", t->exit_code <= 1, "exitCode",
                     t->exit_code, "startTimeUtc", utc(c, t->began_unix_ns), "endTimeUtc",
                     utc(c, t->began_unix_ns + t->duration_ns));
}

static json_t *sarif_json(campaign *c, const fuzz_totals *t) {
    json_t *results = json_array();
    json_t *findings = campaign_findings(c);
    size_t i = 0;
    json_t *one = NULL;
    json_array_foreach(findings, i, one)(void) json_array_append_new(results, sarif_result(c, one));
    json_decref(findings);
    json_t *driver =
        json_pack("{s:s, s:s, s:o}", "name", "stubborn", "version", STUBBORN_VERSION, "rules", sarif_rules());
    json_t *base =
        json_pack("{s:{s:{s:s}}}", "CAMPAIGN", "description", "text", "The folder of the campaign.");
    return json_pack("{s:s, s:s, s:[{s:{s:o}, s:[o], s:s, s:o, s:o}]}", "$schema",
                     "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0", "runs", "tool",
                     "driver", driver, "invocations", sarif_invocation(c, t), "columnKind", "utf16CodeUnits",
                     "originalUriBaseIds", base, "results", results);
}

/* Takes `root`. */
static rsp_status write_json(const char *path, json_t *root, rsp_error *error) {
    char *text = root ? json_dumps(root, JSON_INDENT(2) | JSON_PRESERVE_ORDER) : NULL;
    json_decref(root);
    if (!text)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for the report");
    rsp_buf out = {0};
    rsp_buf_printf(&out, "%s\n", text);
    free(text);
    if (strcmp(path, "-") == 0)
        return io_print(&out) == 0 ? RSP_OK : rsp_fail(error, RSP_IO, "standard output can not be written");
    rsp_status status = io_write_file(path, rsp_buf_bytes(&out), error);
    rsp_buf_free(&out);
    return status;
}

rsp_status fuzz_report_write(const option_list *outputs, campaign *c, const campaign_about *about,
                             const fuzz_totals *totals, rsp_error *error) {
    const char *own = rsp_arena_printf(&c->arena, "%s/results.json", c->folder);
    rsp_status status = write_json(own, results_json(c, about, totals), error);
    for (size_t i = 0; i < outputs->num && status == RSP_OK; i++) {
        const output_spec spec = output_split(outputs->items[i]);
        bool sarif = rsp_bytes_equal(spec.format, RSP_LIT("sarif"));
        status = write_json(spec.path, sarif ? sarif_json(c, totals) : results_json(c, about, totals), error);
    }
    return status;
}
