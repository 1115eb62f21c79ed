/* Results of a campaign as SARIF through the JSON library.
 * One rule for each kind of finding, one result for each finding, its scenario as the place.
 * Source: OASIS, Static Analysis Results Interchange Format 2.1.0. */
/* SPDX-License-Identifier: MIT */
#include "fuzz_report.h"

#include "campaign/findings_folder.h"
#include "cli/io.h"
#include "cli/output.h"
#include "core/arena.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

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
static json_t *sarif_location(rsp_campaign *c, const json_t *finding) {
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
static json_t *sarif_result(rsp_campaign *c, const json_t *finding) {
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
static const char *utc(rsp_campaign *c, uint64_t unix_ns) {
    time_t seconds = (time_t)(unix_ns / RSP_NS_PER_S);
    struct tm parts;
    char text[32] = "1970-01-01T00:00:00";
    if (gmtime_r(&seconds, &parts))
        (void)strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
    return rsp_arena_printf(&c->arena, "%s.%03uZ", text, (unsigned)(unix_ns / RSP_NS_PER_MS % 1000));
}

static json_t *sarif_invocation(rsp_campaign *c, const rsp_totals *t) {
    return json_pack("{s:b, s:i, s:s, s:s}", "executionSuccessful", t->exit_code <= 1, "exitCode",
                     t->exit_code, "startTimeUtc", utc(c, t->began_unix_ns), "endTimeUtc",
                     utc(c, t->began_unix_ns + t->duration_ns));
}

static json_t *sarif_json(rsp_campaign *c, const rsp_totals *t) {
    json_t *results = json_array();
    json_t *findings = rsp_findings_folder_json(c);
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
static rsp_status sarif_text(rsp_buf *out, json_t *root, rsp_error *error) {
    char *text = root ? json_dumps(root, JSON_INDENT(2) | JSON_PRESERVE_ORDER) : NULL;
    json_decref(root);
    if (!text)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for the report");
    rsp_buf_printf(out, "%s\n", text);
    free(text);
    return RSP_OK;
}

rsp_status fuzz_report_write(const option_list *outputs, rsp_campaign *c, const rsp_campaign_about *about,
                             const rsp_totals *totals, rsp_error *error) {
    rsp_status status = rsp_totals_write(c, about, totals, STUBBORN_VERSION, error);
    for (size_t i = 0; i < outputs->num && status == RSP_OK; i++) {
        const output_spec spec = output_split(outputs->items[i]);
        rsp_buf text = {0};
        if (rsp_bytes_equal(spec.format, RSP_LIT("sarif")))
            status = sarif_text(&text, sarif_json(c, totals), error);
        else
            status = rsp_totals_text(&text, c, about, totals, STUBBORN_VERSION, error);
        if (status == RSP_OK)
            status = io_write_file(spec.path, rsp_buf_bytes(&text), error);
        rsp_buf_free(&text);
    }
    return status;
}
