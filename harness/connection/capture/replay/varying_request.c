/* Requests are walked along the schema of their row in the packet table. Each field that names a thread, a
 * process or an address is a value. A table has the fields that mean more than their name there says.
 * See capture/varying.h. */
/* SPDX-License-Identifier: MIT */
#include "varying_scan.h"

#include "codec/packet_schema.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

enum { MAX_GROUPS = 4 };

/* --- fields --------------------------------------------------------------------------------------------- */

static void skip_to(varying_scan *s, uint8_t byte) {
    s->at += rsp_bytes_index(varying_rest(s), byte);
}

static void take_end(varying_scan *s) {
    s->at = s->payload.len;
}

static void take_hex(varying_scan *s) {
    (void)varying_run(s, VARYING_REGISTER);
}

static void take_decimal(varying_scan *s) {
    (void)varying_run(s, VARYING_DECIMAL);
}

static void take_one(varying_scan *s) {
    s->at += s->at < s->payload.len;
}

static void take_address(varying_scan *s) {
    varying_number(s, RSP_VARYING_ADDRESS, VARYING_HEX);
}

static void take_process(varying_scan *s) {
    varying_particular(s, RSP_VARYING_PROCESS);
}

static void take_annex(varying_scan *s) {
    skip_to(s, ':');
}

/* c, C05, s, t, r1000,2000 and so on, with or without :id. */
static void take_action(varying_scan *s) {
    if (varying_literal(s, RSP_LIT("r"))) {
        take_address(s);
        if (varying_literal(s, RSP_LIT(",")))
            take_address(s);
    } else {
        take_one(s);
        take_hex(s);
    }
    if (varying_literal(s, RSP_LIT(":")))
        varying_id(s);
}

/* Both forms: A,N;A,N; and A,N,A,N; */
static void take_ranges(varying_scan *s) {
    for (size_t before = SIZE_MAX; s->at != before && s->at < s->payload.len;) {
        before = s->at;
        take_address(s);
        if (varying_literal(s, RSP_LIT(",")))
            take_hex(s);
        if (!varying_literal(s, RSP_LIT(";")))
            (void)varying_literal(s, RSP_LIT(","));
    }
}

/* Z0,A,K;z0,A,K; a quote instead of the semicolon in JSON. Conditions behind are passed over. */
static void take_breakpoints(varying_scan *s) {
    while (s->at < s->payload.len) {
        uint8_t c = s->payload.ptr[s->at];
        uint8_t before = s->at > 0 ? s->payload.ptr[s->at - 1] : ';';
        bool first = before == ';' || before == '"' || before == ':';
        s->at++;
        if ((c != 'Z' && c != 'z') || !first)
            continue;
        take_one(s);
        if (varying_literal(s, RSP_LIT(",")))
            take_address(s);
    }
}

static void take_json(varying_scan *s) {
    size_t start = s->at;
    varying_json(s);
    if (s->values->num == 0) {
        s->at = start;
        take_breakpoints(s);
    }
    take_end(s);
}

static const struct {
    const char *field;
    void (*take)(varying_scan *s);
} fields[] = {
    {"addr", take_address}, {"id", varying_id},      {"pid", take_process},
    {"len", take_hex},      {"num", take_hex},       {"kind", take_hex},
    {"hex", take_hex},      {"sig", take_hex},       {"dec", take_decimal},
    {"op", take_one},       {"mode", take_one},      {"type", take_one},
    {"flag", take_one},     {"annex", take_annex},   {"action", take_action},
    {"json", take_json},    {"ranges", take_ranges}, {"breakpoints", take_breakpoints},
    {"text", take_end},     {"bin", take_end},       {"conds", take_end},
    {"features", take_end}, {"perm", take_end},
};

/* Fields that mean more than their name in the table says. */
static const struct {
    rsp_packet_id packet;
    const char *field;
    rsp_varying_kind kind;
    varying_class class_;
} meanings[] = {
    {RSP_PACKET_VFILE_PREAD, "num", RSP_VARYING_FILE, VARYING_HEX},
    {RSP_PACKET_VFILE_PWRITE, "num", RSP_VARYING_FILE, VARYING_HEX},
    {RSP_PACKET_VFILE_CLOSE, "num", RSP_VARYING_FILE, VARYING_HEX},
    {RSP_PACKET_VFILE_FSTAT, "num", RSP_VARYING_FILE, VARYING_HEX},
    {RSP_PACKET_VFILE_OPEN, "hex", RSP_VARYING_PATH, VARYING_HEX},
    {RSP_PACKET_VFILE_READLINK, "hex", RSP_VARYING_PATH, VARYING_HEX},
    {RSP_PACKET_VFILE_STAT, "hex", RSP_VARYING_PATH, VARYING_HEX},
    {RSP_PACKET_VFILE_LSTAT, "hex", RSP_VARYING_PATH, VARYING_HEX},
    {RSP_PACKET_QXFER_EXEC_FILE_READ, "annex", RSP_VARYING_PROCESS, VARYING_HEX},
    {RSP_PACKET_QRESTORE_REGISTERS, "dec", RSP_VARYING_STATE, VARYING_DECIMAL},
    {RSP_PACKET_QTHREAD_STOP_INFO, "num", RSP_VARYING_THREAD, VARYING_HEX},
    {RSP_PACKET_QPROCESS_INFO_PID, "dec", RSP_VARYING_PROCESS_DEC, VARYING_DECIMAL},
    {RSP_PACKET_QSYMBOL, "num", RSP_VARYING_ADDRESS, VARYING_HEX},
    {RSP_PACKET_WRITE_REGISTERS, "hex", RSP_VARYING_REGISTERS, VARYING_REGISTER},
    {RSP_PACKET_WRITE_REGISTER, "hex", RSP_VARYING_REGISTERS, VARYING_REGISTER},
};

static void take_field(varying_scan *s, rsp_packet_id packet, rsp_bytes field) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(meanings) && !s->met; i++) {
        if (meanings[i].packet == packet && rsp_bytes_equal(field, rsp_bytes_str(meanings[i].field))) {
            varying_number(s, meanings[i].kind, meanings[i].class_);
            s->met = true;
            return;
        }
    }
    for (size_t i = 0; i < RSP_ARRAY_LEN(fields); i++) {
        if (rsp_bytes_equal(field, rsp_bytes_str(fields[i].field))) {
            fields[i].take(s);
            return;
        }
    }
}

/* --- schemas -------------------------------------------------------------------------------------------- */

/* Passes over what is left of a group that is not there. */
static void skip_group(rsp_bytes *schema) {
    for (size_t depth = 1; depth > 0;) {
        rsp_schema_kind kind = rsp_schema_next(schema).kind;
        depth += kind == RSP_SCHEMA_OPEN_OPTION || kind == RSP_SCHEMA_OPEN_REPEAT;
        depth -= kind == RSP_SCHEMA_CLOSE_OPTION || kind == RSP_SCHEMA_CLOSE_REPEAT;
        if (kind == RSP_SCHEMA_END || kind == RSP_SCHEMA_BAD)
            return;
    }
}

/* Whether what stands in the group can begin here: its literal does, or anything is left. */
static bool group_begins(const varying_scan *s, rsp_bytes schema) {
    rsp_schema_token first = rsp_schema_next(&schema);
    return s->at < s->payload.len &&
           (first.kind != RSP_SCHEMA_LITERAL || rsp_bytes_starts(varying_rest(s), first.text));
}

typedef struct group {
    rsp_bytes schema; /* behind its bracket */
    size_t at;        /* where the round began */
    bool repeats;
} group;

static void walk(varying_scan *s, const rsp_packet_row *row) {
    rsp_bytes schema = rsp_bytes_str(row->args);
    group groups[MAX_GROUPS];
    size_t depth = 0;
    for (;;) {
        rsp_schema_token token = rsp_schema_next(&schema);
        switch (token.kind) {
        case RSP_SCHEMA_END:
        case RSP_SCHEMA_BAD:
            return;
        case RSP_SCHEMA_FIELD:
            take_field(s, row->id, token.text);
            break;
        case RSP_SCHEMA_LITERAL:
            if (!varying_literal(s, token.text))
                return;
            break;
        case RSP_SCHEMA_OPEN_OPTION:
        case RSP_SCHEMA_OPEN_REPEAT:
            if (depth == MAX_GROUPS)
                return;
            if (group_begins(s, schema))
                groups[depth++] = (group){schema, s->at, token.kind == RSP_SCHEMA_OPEN_REPEAT};
            else
                skip_group(&schema);
            break;
        case RSP_SCHEMA_CLOSE_OPTION:
        case RSP_SCHEMA_CLOSE_REPEAT:
            if (depth == 0)
                return;
            if (groups[depth - 1].repeats && s->at > groups[depth - 1].at &&
                group_begins(s, groups[depth - 1].schema)) {
                schema = groups[depth - 1].schema;
                groups[depth - 1].at = s->at;
            } else {
                depth--;
            }
            break;
        }
    }
}

void rsp_varying_values_of_request(rsp_varying_values *values, rsp_bytes payload) {
    varying_scan s;
    rsp_bytes args;
    varying_begin(&s, values, payload);
    const rsp_packet_row *row = rsp_packet_lookup(payload, &args);
    if (!row)
        return;
    s.at = payload.len - args.len;
    walk(&s, row);
}
