/* SARIF as tables of fields. Its objects are deep and small, so most tables describe a part of one struct.
 * A list of one is a part, too.
 * See sarif.h. */
/* SPDX-License-Identifier: MIT */
#include "reports/sarif.h"
#include "core/text.h"

#include "document/record.h"
#include <jansson.h>

static const rsp_field text_fields[] = {RSP_FIELD(rsp_sarif_rule, text, TEXT)};
static const rsp_record rule_text = RSP_RECORD(rsp_sarif_rule, text_fields);

static const rsp_field configuration_fields[] = {RSP_FIELD(rsp_sarif_rule, level, TEXT)};
static const rsp_record configuration = RSP_RECORD(rsp_sarif_rule, configuration_fields);

static const rsp_field rule_fields[] = {
    RSP_FIELD(rsp_sarif_rule, id, TEXT),
    RSP_FIELD_BY("shortDescription", RECORD, .of = &rule_text),
    RSP_FIELD_BY("defaultConfiguration", RECORD, .of = &configuration),
};
static const rsp_record rule = RSP_RECORD(rsp_sarif_rule, rule_fields);

/* --- results -------------------------------------------------------------------------------------------- */

static bool has_rule(const void *result) {
    return ((const rsp_sarif_result *)result)->rule_index != UINT64_MAX;
}

static bool has_place(const void *result) {
    return ((const rsp_sarif_result *)result)->uri[0] != '\0';
}

static bool has_line(const void *result) {
    return ((const rsp_sarif_result *)result)->line > 0;
}

static bool is_suppressed(const void *result) {
    return ((const rsp_sarif_result *)result)->justification != NULL;
}

/* Paths may have any character; those that are not for URIs are percent-encoded. */
static json_t *write_uri(rsp_json_build *b, const void *from) {
    const char *path = ((const rsp_sarif_result *)from)->uri;
    rsp_buf uri = {0};
    rsp_buf_str(&uri, path[0] == '/' ? "file://" : "");
    for (const char *c = path; *c; c++) {
        const bool plain = (*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z');
        rsp_text_printf(&uri, plain || strchr("/-._~", *c) ? "%c" : "%%%02X", (unsigned char)*c);
    }
    json_t *text = rsp_json_string(b, rsp_buf_bytes(&uri));
    rsp_buf_free(&uri);
    return text;
}

static json_t *write_properties(rsp_json_build *b, const void *from) {
    (void)b;
    return json_incref(((const rsp_sarif_result *)from)->properties);
}

static const rsp_field message_fields[] = {RSP_FIELD_AS("text", rsp_sarif_result, message, TEXT)};
static const rsp_record message = RSP_RECORD(rsp_sarif_result, message_fields);

static const rsp_field artifact_fields[] = {
    RSP_FIELD_BY("uri", OWN, .write = write_uri),
    RSP_FIELD_AS("uriBaseId", rsp_sarif_result, uri_base, TEXT, .optional = true),
};
static const rsp_record artifact = RSP_RECORD(rsp_sarif_result, artifact_fields);

static const rsp_field region_fields[] = {
    RSP_FIELD_AS("startLine", rsp_sarif_result, line, NUMBER32),
    RSP_FIELD_AS("startColumn", rsp_sarif_result, column, NUMBER32, .optional = true),
};
static const rsp_record region = RSP_RECORD(rsp_sarif_result, region_fields);

static const rsp_field place_fields[] = {
    RSP_FIELD_BY("artifactLocation", RECORD, .of = &artifact),
    RSP_FIELD_BY("region", RECORD, .of = &region, .when = has_line),
};
static const rsp_record place = RSP_RECORD(rsp_sarif_result, place_fields);

static const rsp_field location_fields[] = {RSP_FIELD_BY("physicalLocation", RECORD, .of = &place)};
static const rsp_record location = RSP_RECORD(rsp_sarif_result, location_fields);

static const rsp_field fingerprint_fields[] = {
    RSP_FIELD_AS("stubbornSignature/v1", rsp_sarif_result, signature, TEXT)};
static const rsp_record fingerprint = RSP_RECORD(rsp_sarif_result, fingerprint_fields);

static const char *external(const void *result) {
    (void)result;
    return "external";
}

static const rsp_field suppression_fields[] = {
    RSP_FIELD_BY("kind", TEXT, .text = external),
    RSP_FIELD(rsp_sarif_result, justification, TEXT),
};
static const rsp_record suppression = RSP_RECORD(rsp_sarif_result, suppression_fields);

static const char *fail(const void *result) {
    (void)result;
    return "fail";
}

static const rsp_field result_fields[] = {
    RSP_FIELD_AS("ruleId", rsp_sarif_result, rule_id, TEXT),
    RSP_FIELD_AS("ruleIndex", rsp_sarif_result, rule_index, NUMBER, .when = has_rule),
    RSP_FIELD_BY("kind", TEXT, .text = fail),
    RSP_FIELD(rsp_sarif_result, level, TEXT),
    RSP_FIELD_BY("message", RECORD, .of = &message),
    RSP_FIELD_BY("locations", LIST, .limit = 1, .of = &location, .when = has_place),
    RSP_FIELD_BY("partialFingerprints", RECORD, .of = &fingerprint),
    RSP_FIELD_BY("suppressions", LIST, .limit = 1, .of = &suppression, .when = is_suppressed),
    RSP_FIELD_BY("properties", OWN, .optional = true, .write = write_properties),
};
static const rsp_record result = RSP_RECORD(rsp_sarif_result, result_fields);

/* --- the run -------------------------------------------------------------------------------------------- */

static const char *tool_name(const void *sarif) {
    (void)sarif;
    return "stubborn";
}

static const rsp_field driver_fields[] = {
    RSP_FIELD_BY("name", TEXT, .text = tool_name),
    RSP_FIELD(rsp_sarif, version, TEXT),
    RSP_FIELD(rsp_sarif, rules, LIST, .count = offsetof(rsp_sarif, num_rules), .of = &rule),
};
static const rsp_record driver = RSP_RECORD(rsp_sarif, driver_fields);

static const rsp_field tool_fields[] = {RSP_FIELD_BY("driver", RECORD, .of = &driver)};
static const rsp_record tool = RSP_RECORD(rsp_sarif, tool_fields);

static const char *error_level(const void *sarif) {
    (void)sarif;
    return "error";
}

static bool has_trouble(const void *sarif) {
    const char *trouble = ((const rsp_sarif *)sarif)->trouble;
    return trouble && *trouble;
}

static const rsp_field trouble_fields[] = {RSP_FIELD_AS("text", rsp_sarif, trouble, TEXT)};
static const rsp_record trouble_text = RSP_RECORD(rsp_sarif, trouble_fields);

static const rsp_field notification_fields[] = {
    RSP_FIELD_BY("level", TEXT, .text = error_level),
    RSP_FIELD_BY("message", RECORD, .of = &trouble_text),
};
static const rsp_record notification = RSP_RECORD(rsp_sarif, notification_fields);

static const rsp_field invocation_fields[] = {
    RSP_FIELD_AS("executionSuccessful", rsp_sarif, successful, FLAG),
    RSP_FIELD_AS("exitCode", rsp_sarif, exit_code, NUMBER),
    RSP_FIELD_BY("toolExecutionNotifications", LIST, .limit = 1, .of = &notification, .when = has_trouble),
    RSP_FIELD_AS("startTimeUtc", rsp_sarif, started, TEXT, .optional = true),
    RSP_FIELD_AS("endTimeUtc", rsp_sarif, ended, TEXT, .optional = true),
};
static const rsp_record invocation = RSP_RECORD(rsp_sarif, invocation_fields);

static json_t *write_bases(rsp_json_build *b, const void *from) {
    const rsp_sarif *s = from;
    (void)b;
    return *s->base ? json_pack("{s:{s:{s:s}}}", s->base, "description", "text", s->base_text) : NULL;
}

static const char *column_kind(const void *sarif) {
    (void)sarif;
    return "utf16CodeUnits";
}

static const rsp_field run_fields[] = {
    RSP_FIELD_BY("tool", RECORD, .of = &tool),
    RSP_FIELD_BY("invocations", LIST, .limit = 1, .of = &invocation),
    RSP_FIELD_BY("columnKind", TEXT, .text = column_kind),
    RSP_FIELD_BY("originalUriBaseIds", OWN, .optional = true, .write = write_bases),
    RSP_FIELD(rsp_sarif, results, LIST, .count = offsetof(rsp_sarif, num_results), .of = &result),
};
static const rsp_record run = RSP_RECORD(rsp_sarif, run_fields);

static const char *schema_of(const void *sarif) {
    (void)sarif;
    return "https://json.schemastore.org/sarif-2.1.0.json";
}

static const char *version_of(const void *sarif) {
    (void)sarif;
    return "2.1.0";
}

static const rsp_field log_fields[] = {
    RSP_FIELD_BY("$schema", TEXT, .text = schema_of),
    RSP_FIELD_BY("version", TEXT, .text = version_of),
    RSP_FIELD_BY("runs", LIST, .limit = 1, .of = &run),
};
static const rsp_record log_record = RSP_RECORD(rsp_sarif, log_fields);

rsp_status rsp_sarif_write(rsp_buf *out, const rsp_sarif *sarif) {
    rsp_json_build b = {.clean = {.mem = out->mem}};
    return rsp_json_print(&b, rsp_record_json(&b, &log_record, sarif), out);
}
