/* Each struct is described once, for both ways. Lies are told in words, as finding.c tells them.
 * Kinds of other versions are texts, and stay.
 * See results.h. */
/* SPDX-License-Identifier: MIT */
#include "debugger_fuzz/results.h"

#include "core/text.h"
#include "document/record.h"
#include <jansson.h>

static const rsp_field found_fields[] = {
    RSP_FIELD(rsp_debugger_found, kind, TEXT),
    RSP_FIELD(rsp_debugger_found, signature, TEXT),
    RSP_FIELD(rsp_debugger_found, headline, TEXT),
    RSP_FIELD(rsp_debugger_found, again, TEXT, .optional = true),
    RSP_FIELD(rsp_debugger_found, lies, LIST, .count = offsetof(rsp_debugger_found, num_lies),
              .arg = RSP_LIES_MOST),
    RSP_FIELD(rsp_debugger_found, lines, LIST, .count = offsetof(rsp_debugger_found, num_lines),
              .arg = RSP_LIES_MOST_LINES),
    RSP_NUMBER(rsp_debugger_found, replays),
    RSP_NUMBER(rsp_debugger_found, reproduced),
    RSP_NUMBER(rsp_debugger_found, session),
    RSP_NUMBER(rsp_debugger_found, seed),
    RSP_FIELD(rsp_debugger_found, minimised, FLAG),
};
static const rsp_record found_record = RSP_RECORD(rsp_debugger_found, found_fields);

static const rsp_field totals_fields[] = {
    RSP_NUMBER(rsp_debugger_totals, sessions),    RSP_NUMBER(rsp_debugger_totals, replays),
    RSP_NUMBER(rsp_debugger_totals, requests),    RSP_NUMBER(rsp_debugger_totals, again),
    RSP_NUMBER(rsp_debugger_totals, unconfirmed), RSP_NUMBER(rsp_debugger_totals, duration_ns),
};
static const rsp_record totals_record = RSP_RECORD(rsp_debugger_totals, totals_fields);

static const rsp_field about_fields[] = {
    RSP_FIELD(rsp_debugger_about, debugger, TEXT),
    RSP_FIELD(rsp_debugger_about, stub, TEXT, .optional = true),
    RSP_FIELD(rsp_debugger_about, program, TEXT, .optional = true),
    RSP_FIELD(rsp_debugger_about, recording, TEXT, .optional = true),
    RSP_NUMBER(rsp_debugger_about, seed),
    RSP_FIELD(rsp_debugger_about, timeout_ns, NUMBER, .optional = true),
    RSP_FIELD(rsp_debugger_about, requests, NUMBER, .optional = true),
    RSP_FIELD(rsp_debugger_about, memory, NUMBER, .optional = true),
};
static const rsp_record about_record = RSP_RECORD(rsp_debugger_about, about_fields);

static const rsp_field state_fields[] = {
    RSP_FIELD(rsp_debugger_state, totals, RECORD, .of = &totals_record),
    RSP_FIELD(rsp_debugger_state, shapes, TEXT),
};
static const rsp_record state_record = RSP_RECORD(rsp_debugger_state, state_fields);

static const rsp_field results_fields[] = {
    RSP_FIELD(rsp_debugger_results, version, TEXT),
    RSP_FIELD(rsp_debugger_results, started, TEXT),
    RSP_FIELD(rsp_debugger_results, name, TEXT),
    RSP_FIELD(rsp_debugger_results, about, AT, .of = &about_record),
    RSP_NUMBER(rsp_debugger_results, jobs),
    RSP_FIELD(rsp_debugger_results, interrupted, FLAG),
    RSP_FIELD(rsp_debugger_results, totals, RECORD, .of = &totals_record),
    RSP_FIELD(rsp_debugger_results, before, RECORD, .of = &totals_record),
    RSP_NUMBER(rsp_debugger_results, shapes),
    RSP_NUMBER(rsp_debugger_results, corpus),
    RSP_NUMBER(rsp_debugger_results, known),
    RSP_FIELD(rsp_debugger_results, findings, LIST, .count = offsetof(rsp_debugger_results, num_findings),
              .of = &found_record),
};
static const rsp_record results_record = RSP_RECORD(rsp_debugger_results, results_fields);

/* --- findings --- */

static const char *words_of(rsp_arena *arena, const rsp_lie *lie) {
    rsp_buf text = {0};
    rsp_debugger_lie_words(&text, lie);
    const char *kept = text.status == RSP_OK ? rsp_arena_str(arena, rsp_buf_cstr(&text)) : NULL;
    rsp_buf_free(&text);
    return kept;
}

rsp_status rsp_debugger_found_make(rsp_debugger_found *out, rsp_arena *arena, const rsp_debugger_finding *f,
                                   const char *again) {
    *out =
        (rsp_debugger_found){.kind = rsp_debugger_symptom_name(f->symptom->kind),
                             .signature = rsp_arena_str(arena, f->symptom->signature),
                             .headline = rsp_arena_str(arena, f->symptom->headline),
                             .again = rsp_arena_str(arena, again),
                             .lies = rsp_arena_alloc(arena, (f->lies->num + 1) * sizeof *out->lies),
                             .lines = rsp_arena_alloc(arena, (f->lies->num_lines + 1) * sizeof *out->lines),
                             .replays = f->replays,
                             .reproduced = f->reproduced,
                             .session = f->index,
                             .seed = f->seed,
                             .minimised = f->minimised};
    for (size_t i = 0; out->lies && i < f->lies->num; i++)
        out->lies[out->num_lies++] = words_of(arena, &f->lies->items[i]);
    for (size_t i = 0; out->lines && i < f->lies->num_lines; i++)
        out->lines[out->num_lines++] = rsp_arena_str(arena, f->lies->lines[i]);
    return arena->status;
}

/* --- JSON --- */

static rsp_status write_record(rsp_buf *out, const rsp_record *record, const void *from) {
    rsp_json_build b = {.clean = {.mem = out->mem}};
    return rsp_json_print(&b, rsp_record_json(&b, record, from), out);
}

static rsp_status read_record(void *into, const rsp_record *record, rsp_arena *arena, rsp_bytes json,
                              rsp_error *error) {
    json_t *root = NULL;
    rsp_status status = rsp_record_parse(&root, json, error);
    if (status == RSP_OK) {
        rsp_record_reader r = {.texts = arena};
        rsp_record_read(&r, record, root, into);
        status = r.status;
        if (status != RSP_OK)
            (void)rsp_fail(error, status, "'%s' makes no sense", r.wrong ? r.wrong : "?");
    }
    json_decref(root);
    return status;
}

rsp_status rsp_debugger_found_json(rsp_buf *out, const rsp_debugger_found *found) {
    return write_record(out, &found_record, found);
}

rsp_status rsp_debugger_found_read(rsp_debugger_found *out, rsp_arena *arena, rsp_bytes json,
                                   rsp_error *error) {
    *out = (rsp_debugger_found){.kind = ""};
    return read_record(out, &found_record, arena, json, error);
}

rsp_status rsp_debugger_about_json(rsp_buf *out, const rsp_debugger_about *about) {
    return write_record(out, &about_record, about);
}

rsp_status rsp_debugger_about_read(rsp_debugger_about *out, rsp_arena *arena, rsp_bytes json,
                                   rsp_error *error) {
    *out = (rsp_debugger_about){.debugger = ""};
    return read_record(out, &about_record, arena, json, error);
}

rsp_status rsp_debugger_state_json(rsp_buf *out, const rsp_debugger_state *state) {
    return write_record(out, &state_record, state);
}

rsp_status rsp_debugger_state_read(rsp_debugger_state *out, rsp_arena *arena, rsp_bytes json,
                                   rsp_error *error) {
    *out = (rsp_debugger_state){.shapes = ""};
    return read_record(out, &state_record, arena, json, error);
}

rsp_status rsp_debugger_results_json(rsp_buf *out, const rsp_debugger_results *results) {
    rsp_json_build b = {.clean = {.mem = out->mem}};
    json_t *root = json_object();
    rsp_json_text(&b, root, "tool", RSP_LIT("stubborn fuzz --debugger"));
    rsp_record_put(&b, root, &results_record, results);
    return rsp_json_print(&b, root, out);
}
