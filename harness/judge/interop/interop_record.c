/* A matrix as JSON, both ways, from one description of its fields.
 * What is read is checked: names and counts within limits, every text there.
 * See interop.h. */
/* SPDX-License-Identifier: MIT */
#include "interop/interop.h"

#include "document/record.h"
#include <jansson.h>
#include <string.h>

static const rsp_field party_fields[] = {
    RSP_FIELD(rsp_interop_party, name, TEXT),
    RSP_FIELD(rsp_interop_party, given, TEXT),
    RSP_FIELD(rsp_interop_party, about, TEXT, .optional = true),
    RSP_FIELD(rsp_interop_party, trouble, TEXT, .optional = true),
};
static const rsp_record party = RSP_RECORD(rsp_interop_party, party_fields);

static const rsp_field cell_fields[] = {
    RSP_FIELD(rsp_interop_cell, stub, TEXT),
    RSP_FIELD(rsp_interop_cell, debugger, TEXT),
    RSP_FIELD(rsp_interop_cell, action, TEXT),
    RSP_FIELD(rsp_interop_cell, given, TEXT),
    RSP_FIELD(rsp_interop_cell, verdict, WORD, .word = rsp_interop_verdict_name,
              .limit = RSP_INTEROP_VERDICTS),
    RSP_FIELD(rsp_interop_cell, flaky, FLAG, .optional = true),
    RSP_FIELD(rsp_interop_cell, said, TEXT, .optional = true),
    RSP_FIELD(rsp_interop_cell, forecast, TEXT, .optional = true),
    RSP_FIELD(rsp_interop_cell, reason, TEXT, .optional = true),
    RSP_FIELD(rsp_interop_cell, rules, TEXT, .optional = true),
    RSP_FIELD(rsp_interop_cell, client_rules, TEXT, .optional = true),
    RSP_FIELD(rsp_interop_cell, leaves, TEXT, .optional = true),
    RSP_FIELD(rsp_interop_cell, folder, TEXT, .optional = true),
    RSP_NUMBER(rsp_interop_cell, tries),
    RSP_NUMBER(rsp_interop_cell, time_ns),
    RSP_NUMBER(rsp_interop_cell, round_trips),
    RSP_NUMBER(rsp_interop_cell, packets),
    RSP_NUMBER(rsp_interop_cell, bytes),
    RSP_NUMBER(rsp_interop_cell, musts),
    RSP_NUMBER(rsp_interop_cell, shoulds),
    RSP_NUMBER(rsp_interop_cell, capture_bytes),
    RSP_FIELD(rsp_interop_cell, cut_bytes, NUMBER, .optional = true),
};
static const rsp_record cell_record = RSP_RECORD(rsp_interop_cell, cell_fields);

static const rsp_field shard_fields[] = {
    RSP_NUMBER(rsp_interop_shard, number),
    RSP_NUMBER(rsp_interop_shard, of),
};
static const rsp_record shard_record = RSP_RECORD(rsp_interop_shard, shard_fields);

static json_t *write_shard(rsp_json_build *b, const void *from) {
    const rsp_interop_shard *s = &((const rsp_interop *)from)->shard;
    return s->of > 0 ? rsp_record_json(b, &shard_record, s) : NULL;
}

static void read_shard(rsp_record_reader *r, const json_t *value, void *into) {
    if (value)
        rsp_record_read(r, &shard_record, value, &((rsp_interop *)into)->shard);
}

static const rsp_field matrix_fields[] = {
    RSP_FIELD(rsp_interop, tool_version, TEXT, .optional = true),
    RSP_FIELD(rsp_interop, started_at, TEXT, .optional = true),
    RSP_NUMBER(rsp_interop, duration_ns),
    RSP_FIELD(rsp_interop, interrupted, FLAG),
    RSP_FIELD(rsp_interop, captures, TEXT, .optional = true),
    RSP_FIELD_BY("shard", OWN, .optional = true, .write = write_shard, .read = read_shard),
    RSP_FIELD(rsp_interop, stubs, LIST, .count = offsetof(rsp_interop, num_stubs), .of = &party,
              .arg = RSP_INTEROP_MOST_NAMES),
    RSP_FIELD(rsp_interop, debuggers, LIST, .count = offsetof(rsp_interop, num_debuggers), .of = &party,
              .arg = RSP_INTEROP_MOST_NAMES),
    RSP_FIELD(rsp_interop, actions, LIST, .count = offsetof(rsp_interop, num_actions),
              .arg = RSP_INTEROP_MOST_NAMES),
    RSP_FIELD(rsp_interop, cells, LIST, .count = offsetof(rsp_interop, num_cells), .of = &cell_record,
              .arg = RSP_INTEROP_MOST_CELLS),
};
static const rsp_record matrix_record = RSP_RECORD(rsp_interop, matrix_fields);

#define FORMAT "stubborn-interop"

rsp_status rsp_interop_json(rsp_buf *out, const rsp_interop *m) {
    rsp_json_build b = {.clean = {.mem = out->mem}};
    json_t *root = json_object();
    rsp_json_text(&b, root, "format", RSP_LIT(FORMAT));
    rsp_json_number(&b, root, "format_version", 1);
    rsp_record_put(&b, root, &matrix_record, m);
    return rsp_json_print(&b, root, out);
}

static bool has_format(const json_t *root) {
    const char *format = json_string_value(json_object_get(root, "format"));
    return format && strcmp(format, FORMAT) == 0 &&
           json_integer_value(json_object_get(root, "format_version")) == 1;
}

rsp_status rsp_interop_read(rsp_interop *out, rsp_bytes json, rsp_error *error) {
    json_t *root = NULL;
    *out = (rsp_interop){0};
    rsp_status status = rsp_record_parse(&root, json, error);
    if (status == RSP_OK && !has_format(root))
        status = rsp_fail(error, RSP_BAD_FILE, "no report of stubborn interop, or of another version");
    if (status == RSP_OK) {
        rsp_record_reader r = {.texts = &out->arena};
        rsp_record_read(&r, &matrix_record, root, out);
        status = r.status;
        if (status != RSP_OK)
            (void)rsp_fail(error, status, "'%s' makes no sense", r.wrong ? r.wrong : "?");
    }
    json_decref(root);
    if (status != RSP_OK)
        rsp_interop_free(out);
    return status;
}

rsp_status rsp_interop_cell_json(rsp_buf *out, const rsp_interop_cell *cell) {
    rsp_json_build b = {.clean = {.mem = out->mem}};
    return rsp_json_print(&b, rsp_record_json(&b, &cell_record, cell), out);
}

rsp_status rsp_interop_cell_read(rsp_interop_cell *out, rsp_arena *arena, rsp_bytes json, rsp_error *error) {
    json_t *root = NULL;
    *out = (rsp_interop_cell){0};
    rsp_status status = rsp_record_parse(&root, json, error);
    if (status == RSP_OK) {
        rsp_record_reader r = {.texts = arena};
        rsp_record_read(&r, &cell_record, root, out);
        status = r.status;
        if (status != RSP_OK)
            (void)rsp_fail(error, status, "'%s' makes no sense", r.wrong ? r.wrong : "?");
    }
    json_decref(root);
    return status;
}
