/* Findings of a campaign as SARIF.
 * One rule for each kind of finding, one result for each finding, its scenario as the place.
 * See reports/sarif.h. */
/* SPDX-License-Identifier: MIT */
#include "reports/fuzz/fuzz_sarif.h"

#include "campaign/findings_folder.h"
#include "core/arena.h"
#include "reports/sarif.h"

#include <jansson.h>

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

rsp_status rsp_fuzz_sarif(rsp_buf *out, rsp_campaign *c, const rsp_totals *t, const char *version,
                          const char *started, const char *ended) {
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
    const rsp_sarif sarif = {.version = version,
                             .rules = rules,
                             .num_rules = RSP_FINDING_KINDS,
                             .results = results,
                             .num_results = results ? num : 0,
                             .successful = t->exit_code <= 1,
                             .exit_code = (uint64_t)t->exit_code,
                             .started = started,
                             .ended = ended,
                             .base = "CAMPAIGN",
                             .base_text = "The folder of the campaign."};
    rsp_status status = results ? rsp_sarif_write(out, &sarif) : RSP_NO_MEMORY;
    for (size_t i = 0; results && i < num; i++)
        json_decref(results[i].properties);
    json_decref(findings);
    return status;
}
