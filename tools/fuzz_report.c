/* Results of a campaign: its totals as JSON, its findings as SARIF.
 * One rule for each kind of finding, one result for each finding, its scenario as the place.
 * See reports/sarif.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz_report.h"

#include "campaign/findings_folder.h"
#include "cli/output.h"
#include "core/arena.h"
#include "reports/sarif.h"

#include <jansson.h>
#include <stdio.h>
#include <time.h>

static const char *text_of(const json_t *finding, const char *key) {
    const char *text = json_string_value(json_object_get(finding, key));
    return text ? text : "";
}

/* When it was seen, confirmed and written, in seconds of its run: those that it tells. */
static json_t *properties_of(const json_t *finding) {
    static const char *const keys[] = {"seen_seconds", "confirmed_seconds", "written_seconds", "pending"};
    json_t *properties = json_object();
    for (size_t i = 0; i < RSP_ARRAY_LEN(keys); i++) {
        json_t *value = json_object_get(finding, keys[i]);
        if (value)
            (void)json_object_set(properties, keys[i], value);
    }
    return properties;
}

/* Places are relative to the campaign's folder. Findings of another version may be of a kind that is no rule
 * here. */
static rsp_sarif_result finding_of(rsp_campaign *c, const json_t *finding) {
    const char *kind = text_of(finding, "kind");
    const bool scenario = json_is_true(json_object_get(finding, "scenario"));
    const rsp_finding_kind rule = rsp_finding_kind_find(rsp_bytes_str(kind));
    return (rsp_sarif_result){
        .rule_id = kind,
        .rule_index = rule != RSP_FINDING_KINDS ? rule : UINT64_MAX,
        .level = "error",
        .message = rsp_arena_printf(&c->arena, "%s (%s)", text_of(finding, "headline"),
                                    text_of(finding, "requirements")),
        .uri = rsp_arena_printf(&c->arena, "findings/%s/%s", text_of(finding, "folder"),
                                scenario ? "scenario.yaml" : "messages.txt"),
        .uri_base = "CAMPAIGN",
        .line = 1,
        .signature = text_of(finding, "signature"),
        .properties = properties_of(finding),
    };
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

static rsp_status append_sarif(rsp_buf *out, rsp_campaign *c, const rsp_totals *t) {
    rsp_sarif_rule rules[RSP_FINDING_KINDS];
    json_t *findings = rsp_findings_folder_json(c);
    const size_t num = json_array_size(findings);
    rsp_sarif_result *results = rsp_arena_alloc(&c->arena, (num + 1) * sizeof *results);
    for (unsigned i = 0; i < RSP_FINDING_KINDS; i++)
        rules[i] = (rsp_sarif_rule){.id = rsp_finding_kind_name((rsp_finding_kind)i),
                                    .text = rsp_finding_kind_title((rsp_finding_kind)i),
                                    .level = "error"};
    for (size_t i = 0; results && i < num; i++)
        results[i] = finding_of(c, json_array_get(findings, i));
    const rsp_sarif sarif = {.version = STUBBORN_VERSION,
                             .rules = rules,
                             .num_rules = RSP_FINDING_KINDS,
                             .results = results,
                             .num_results = results ? num : 0,
                             .successful = t->exit_code <= 1,
                             .exit_code = (uint64_t)t->exit_code,
                             .started = utc(c, t->began_unix_ns),
                             .ended = utc(c, t->began_unix_ns + t->duration_ns),
                             .base = "CAMPAIGN",
                             .base_text = "The folder of the campaign."};
    rsp_status status = results ? rsp_sarif_write(out, &sarif) : RSP_NO_MEMORY;
    for (size_t i = 0; results && i < num; i++)
        json_decref(results[i].properties);
    json_decref(findings);
    return status;
}

typedef struct campaign_report {
    rsp_campaign *campaign;
    const rsp_campaign_about *about;
    const rsp_totals *totals;
} campaign_report;

static rsp_status render(rsp_buf *out, void *report, rsp_bytes format, const rsp_report_options *style) {
    const campaign_report *r = report;
    (void)style;
    if (rsp_bytes_equal(format, RSP_LIT("sarif")))
        return append_sarif(out, r->campaign, r->totals);
    return rsp_totals_text(out, r->campaign, r->about, r->totals, STUBBORN_VERSION, NULL);
}

rsp_status fuzz_report_write(const option_list *outputs, rsp_campaign *c, const rsp_campaign_about *about,
                             const rsp_totals *totals, rsp_error *error) {
    campaign_report report = {c, about, totals};
    rsp_status status = rsp_totals_write(c, about, totals, STUBBORN_VERSION, error);
    return status == RSP_OK ? output_write(outputs, NULL, render, &report, false, error) : status;
}
