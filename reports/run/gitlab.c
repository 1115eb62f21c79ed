/* A run as a code quality report of GitLab: one entry for each result that should not be. GitLab compares
 * the fingerprints of two branches, so an entry has the same one in each run. What the baseline explains is
 * left out. Source: GitLab's manual, "Code Quality", implement a custom tool. */
/* SPDX-License-Identifier: MIT */
#include "judged.h"
#include "place_path.h"
#include "reports/report.h"
#include "words.h"

#include "core/arena.h"
#include "document/record.h"
#include <jansson.h>

#define SETTINGS "stubborn.yaml"

/* One entry of the report. */
typedef struct entry {
    const char *description;
    const char *check_name;
    const char *fingerprint;
    const char *severity;
    const char *path;
    uint32_t begin;
} entry;

static const rsp_field lines_fields[] = {RSP_FIELD(entry, begin, NUMBER32)};
static const rsp_record lines = RSP_RECORD(entry, lines_fields);

static const rsp_field location_fields[] = {
    RSP_FIELD(entry, path, TEXT),
    RSP_FIELD_BY("lines", RECORD, .of = &lines),
};
static const rsp_record location = RSP_RECORD(entry, location_fields);

static const rsp_field entry_fields[] = {
    RSP_FIELD(entry, description, TEXT),
    RSP_FIELD(entry, check_name, TEXT),
    RSP_FIELD(entry, fingerprint, TEXT),
    RSP_FIELD(entry, severity, TEXT),
    RSP_FIELD_BY("location", RECORD, .of = &location),
};
static const rsp_record entry_record = RSP_RECORD(entry, entry_fields);

static const char *severity_of(const rsp_result *r) {
    static const char *const severities[RSP_VERDICT_COUNT] = {
        [RSP_VERDICT_FAIL] = "critical", [RSP_VERDICT_WARN] = "minor",   [RSP_VERDICT_XPASS] = "info",
        [RSP_VERDICT_CRASH] = "blocker", [RSP_VERDICT_HANG] = "blocker", [RSP_VERDICT_ERROR] = "major",
    };
    return severities[r->verdict] ? severities[r->verdict] : "info";
}

/* "./" in front keeps GitLab from finding the file. */
/* GitLab refuses entries without a file: what is outside of the repository stands at the settings. */
static const char *path_of(rsp_run *run, const rsp_report_options *options, const char *path) {
    rsp_buf text = {.mem = run->arena.mem};
    const char *place =
        rsp_report_place(&text, options, path) ? rsp_arena_str(&run->arena, rsp_buf_cstr(&text)) : SETTINGS;
    rsp_buf_free(&text);
    return place;
}

static entry plain_entry(const char *what, const char *text) {
    return (entry){.description = text,
                   .check_name = what,
                   .fingerprint = text,
                   .severity = "critical",
                   .path = SETTINGS,
                   .begin = 1};
}

/* What is no scenario's result stands at the settings: GitLab refuses entries without a file. */
static entry entry_of(rsp_run *run, const rsp_report_options *options, const rsp_judged *j) {
    static const char *const checks[] = {[RSP_JUDGED_RESULT] = "",
                                         [RSP_JUDGED_FAULT] = "stubborn-fault-survived",
                                         [RSP_JUDGED_NOT_PLAYED] = "",
                                         [RSP_JUDGED_DEMAND] = "stubborn-required",
                                         [RSP_JUDGED_NOTHING] = "stubborn-nothing-judged"};
    const rsp_result *r = j->result;
    if (!r)
        return plain_entry(checks[j->kind], j->kind == RSP_JUDGED_NOTHING ? j->message : j->name);
    const char *id = *j->requirement ? j->requirement : j->suite;
    const char *path = path_of(run, options, r->place.path);
    return (entry){
        .description = rsp_arena_printf(&run->arena, "%s: %s", j->name, rsp_report_said(run, r)),
        .check_name = id,
        .fingerprint = rsp_arena_printf(&run->arena, "stubborn %s %s", id, j->name),
        .severity = severity_of(r),
        .path = path,
        .begin = r->place.line && strcmp(path, SETTINGS) != 0 ? r->place.line : 1,
    };
}

static bool is_told(const rsp_judged *j) {
    return j->result ? rsp_report_notable(j->result)
                     : j->kind != RSP_JUDGED_NOT_PLAYED && j->outcome != RSP_OUTCOME_PASS;
}

rsp_status rsp_report_gitlab(rsp_buf *out, rsp_run *run, const rsp_report_options *options) {
    rsp_json_build b = {.clean = {.mem = out->mem}};
    rsp_judged_list judged;
    rsp_status status = rsp_judged_of(run, &judged);
    json_t *list = json_array();
    if (run->ended.interrupted) {
        rsp_buf text = {.mem = out->mem};
        rsp_report_interrupted(&text, run);
        const entry e = plain_entry("stubborn-interrupted", rsp_buf_cstr(&text));
        rsp_json_add(&b, list, rsp_record_json(&b, &entry_record, &e));
        rsp_buf_free(&text);
    }
    for (size_t i = 0; status == RSP_OK && i < judged.num; i++) {
        const entry e = entry_of(run, options, &judged.items[i]);
        if (is_told(&judged.items[i]))
            rsp_json_add(&b, list, rsp_record_json(&b, &entry_record, &e));
    }
    status = run->arena.status;
    const rsp_status printed = rsp_json_print(&b, list, out);
    return status != RSP_OK ? status : printed;
}
