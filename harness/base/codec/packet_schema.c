/* Argument schemas: their tokens, and random requests that follow them.
 * Groups nest to a small fixed depth; nothing recurses.
 * See rsp/packets.h for the notation. */
/* SPDX-License-Identifier: MIT */
#include <rsp/packets.h>

#include "codec/escape.h"
#include "codec/packet_schema.h"
#include "core/hex.h"

#include <assert.h>
#include <string.h>

enum {
    MAX_GROUPS = 8,       /* nesting of [..] and {..} */
    MAX_SAMPLE_BYTES = 9, /* of hex or binary data in a sample */
    MAX_REPEATS = 4,
};

typedef struct sampler {
    rsp_buf *out;
    uint64_t (*next)(void *ctx);
    void *ctx;
} sampler;

static uint64_t below(const sampler *s, uint64_t bound) {
    return s->next(s->ctx) % bound;
}

static void put_number(const sampler *s) {
    static const uint64_t edges[] = {0,
                                     1,
                                     2,
                                     4,
                                     0x10,
                                     0xfff,
                                     0x1000,
                                     0x7fffffff,
                                     0xffffffffU,
                                     INT64_MAX,
                                     0x8000000000000000U,
                                     UINT64_MAX,
                                     0x5a5a,
                                     0x10000,
                                     0x80000000U,
                                     0x23242a7dU};
    rsp_hex_append_u64(s->out, edges[below(s, RSP_ARRAY_LEN(edges))]);
}

static void put_decimal(const sampler *s) {
    rsp_buf_printf(s->out, "%u", (unsigned)below(s, 1000));
}

static void put_signal(const sampler *s) {
    rsp_hex_append_fixed(s->out, below(s, 256), 2);
}

static void put_flag(const sampler *s) {
    rsp_buf_push(s->out, (uint8_t)('0' + below(s, 2)));
}

static void put_op(const sampler *s) {
    rsp_buf_push(s->out, below(s, 2) ? 'g' : 'c');
}

static void put_type(const sampler *s) {
    rsp_buf_push(s->out, (uint8_t)('0' + below(s, 5)));
}

static void put_mode(const sampler *s) {
    rsp_buf_push(s->out, below(s, 2) ? 'S' : 'C');
}

static void put_perm(const sampler *s) {
    static const char *const all[] = {"r", "rw", "rx", "rwx"};
    rsp_buf_str(s->out, all[below(s, RSP_ARRAY_LEN(all))]);
}

static void put_id(const sampler *s) {
    static const char *const all[] = {"0", "-1", "1", "p1.1", "p1.-1", "p1", "p0.0", "p-1.-1", "p2.3", "7f"};
    rsp_buf_str(s->out, all[below(s, RSP_ARRAY_LEN(all))]);
}

static void put_data(const sampler *s, bool hex) {
    static const uint8_t special[] = {'#', '$', '}', '*', 0, 3, '+', '-', 0xff, ';', ',', ':'};
    size_t len = below(s, MAX_SAMPLE_BYTES);
    for (size_t i = 0; i < len; i++) {
        uint8_t byte = below(s, 2) ? special[below(s, sizeof(special))] : (uint8_t)below(s, 256);
        if (hex)
            rsp_hex_append_fixed(s->out, byte, 2);
        else
            rsp_escape_append(s->out, rsp_bytes_make(&byte, 1));
    }
}

static void put_hex(const sampler *s) {
    put_data(s, true);
}

static void put_bin(const sampler *s) {
    put_data(s, false);
}

static void put_text(const sampler *s) {
    static const char *const all[] = {"", "a", "target.xml", "1", "read", "type:zlib-deflate;"};
    rsp_buf_str(s->out, all[below(s, RSP_ARRAY_LEN(all))]);
}

static void put_json(const sampler *s) {
    static const char *const all[] = {"{}", "[]", "{\"breakpoint_requests\":[\"Z0,1000,4\",\"z0,1000,4\"]}",
                                      "{\"thread\":1}"};
    rsp_escape_append(s->out, rsp_bytes_str(all[below(s, RSP_ARRAY_LEN(all))]));
}

static void put_features(const sampler *s) {
    static const char *const all[] = {"multiprocess+", "multiprocess+;swbreak+;hwbreak+;vContSupported+",
                                      "xmlRegisters=i386", "foo-;bar?", "error-message+"};
    rsp_buf_str(s->out, all[below(s, RSP_ARRAY_LEN(all))]);
}

static void put_action(const sampler *s) {
    static const char *const all[] = {"c", "s", "t", "C05", "S0b", "r1000,1010", "c:p1.-1", "s:1", "t:p1.1"};
    rsp_buf_str(s->out, all[below(s, RSP_ARRAY_LEN(all))]);
}

static void put_conds(const sampler *s) {
    rsp_buf_str(s->out, below(s, 2) ? "X3,220127" : "X3,220027X3,220127");
}

static void put_ranges(const sampler *s) {
    rsp_buf_str(s->out, below(s, 2) ? "1000,4,2000,8;" : "1000,4;2000,8;");
}

static void put_breakpoints(const sampler *s) {
    rsp_buf_str(s->out, below(s, 2) ? "Z0,1000,4;z0,1000,4" : "Z0,1000,4;X3,220127;Z2,2000,4");
}

static void put_global(const sampler *s) {
    rsp_buf_str(s->out, below(s, 2) ? "0;0" : "0;instance:0;");
}

static void put_enable(const sampler *s) {
    rsp_buf_push(s->out, below(s, 4) ? 'E' : 'D');
}

static void put_collects(const sampler *s) {
    static const char *const all[] = {"R03",       "RFFFFFFFF",     "MFFFFFFFF,1000,8",    "M2,0,10",
                                      "X3,220127", "X5,22000d0827", "R1M2,-8,4X4,2c000127"};
    rsp_buf_str(s->out, all[below(s, RSP_ARRAY_LEN(all))]);
}

static const char *const flags[] = {"0", "1", NULL};
static const char *const ops[] = {"c", "g", NULL};
static const char *const types[] = {"0", "1", "2", "3", "4", NULL};
static const char *const modes[] = {"S", "C", NULL};
static const char *const enables[] = {"E", "D", NULL};
static const char *const ids[] = {"0", "-1", NULL};
static const char *const actions[] = {"c", "s", "t", NULL};

#define HEX "0123456789abcdefABCDEF"

#define ANNEX_CHARACTERS ""

/* The empty set of characters is all but the colon, which ends an annex. */
static bool fits(const char *characters, uint8_t c) {
    if (!characters)
        return true;
    return *characters ? c != 0 && strchr(characters, c) : c != ':';
}

static const struct {
    rsp_schema_field face;
    const char *characters; /* of a value; NULL: any */
    void (*put)(const sampler *s);
} fields[] = {
    {{"addr", "a hexadecimal address", NULL, 0, false}, HEX, put_number},
    {{"len", "a length in bytes, hexadecimal", NULL, 0, false}, HEX, put_number},
    {{"num", "a hexadecimal number", NULL, 0, false}, HEX, put_number},
    {{"kind", "the kind of breakpoint: the size of its instruction, hexadecimal", NULL, 0, false},
     HEX,
     put_number},
    {{"pid", "a process id, hexadecimal", NULL, 0, false}, HEX, put_number},
    {{"dec", "a decimal number", NULL, 0, false}, "0123456789", put_decimal},
    {{"sig", "a signal by GDB's numbers, two hex digits", NULL, 2, false}, HEX, put_signal},
    {{"flag", "0 or 1", flags, 1, false}, "01", put_flag},
    {{"op", "what the thread is for: g registers and memory, c resuming", ops, 1, false}, "cg", put_op},
    {{"type", "0 software, 1 hardware breakpoint; 2 write, 3 read, 4 access watchpoint", types, 1, false},
     "01234",
     put_type},
    {{"mode", "S to set, C to clear", modes, 1, false}, "SC", put_mode},
    {{"perm", "some of r, w and x", NULL, 0, false}, "rwx", put_perm},
    {{"id", "a thread-id: 0 any, -1 all", ids, 0, false}, HEX "p.-", put_id},
    {{"hex", "bytes, two hex digits each", NULL, 0, true}, HEX, put_hex},
    {{"bin", "binary data", NULL, 0, true}, NULL, put_bin},
    {{"text", "text", NULL, 0, true}, NULL, put_text},
    {{"annex", "the object's annex, may be empty", NULL, 0, true}, ANNEX_CHARACTERS, put_text},
    {{"json", "JSON text", NULL, 0, false}, NULL, put_json},
    {{"features", "a feature list: name+ or name=value, joined by ;", NULL, 0, true}, NULL, put_features},
    {{"action", "c, s or t, C or S and a signal, r and a range; then : and a thread-id", actions, 0, false},
     HEX "csrtp,:.-S",
     put_action},
    {{"conds", "X<length>,<agent expression in hex>", NULL, 0, false}, NULL, put_conds},
    {{"ranges", "ranges to read: <addr>,<len>, ...", NULL, 0, false}, NULL, put_ranges},
    {{"breakpoints", "Z and z requests, joined by ;", NULL, 0, false}, NULL, put_breakpoints},
    {{"global", "<frame>;<index>, or <index>;instance:<id>;", NULL, 0, false},
     "0123456789;instace:",
     put_global},
    {{"enable", "E to record, D to wait for QTEnable", enables, 1, false}, "ED", put_enable},
    {{"collects", "R<mask>, M<base>,<offset>,<length> and X<length>,<agent expression>", NULL, 0, false},
     HEX "RMX,-",
     put_collects},
};

static size_t field_index(rsp_bytes word) {
    size_t i = 0;
    while (i < RSP_ARRAY_LEN(fields) && !rsp_bytes_equal(rsp_bytes_str(fields[i].face.word), word))
        i++;
    return i;
}

const rsp_schema_field *rsp_schema_field_find(rsp_bytes word) {
    size_t i = field_index(word);
    return i < RSP_ARRAY_LEN(fields) ? &fields[i].face : NULL;
}

size_t rsp_schema_field_span(const rsp_schema_field *field, rsp_bytes text) {
    size_t i = field_index(rsp_bytes_str(field->word));
    size_t most = field->most ? field->most : text.len;
    size_t len = 0;
    while (len < text.len && len < most && fits(fields[i].characters, text.ptr[len]))
        len++;
    return len;
}

static rsp_schema_token take_word(rsp_bytes *rest) {
    size_t len = 0;
    while (len < rest->len && rest->ptr[len] >= 'a' && rest->ptr[len] <= 'z')
        len++;
    rsp_schema_token token = {.kind = RSP_SCHEMA_FIELD, .text = rsp_bytes_sub(*rest, 0, len)};
    *rest = rsp_bytes_from(*rest, len);
    if (field_index(token.text) == RSP_ARRAY_LEN(fields))
        token.kind = RSP_SCHEMA_BAD;
    return token;
}

static rsp_schema_token take_quoted(rsp_bytes *rest) {
    rsp_bytes body = rsp_bytes_from(*rest, 1);
    size_t len = rsp_bytes_index(body, '\'');
    *rest = rsp_bytes_from(body, len + 1);
    return (rsp_schema_token){.kind = len < body.len ? RSP_SCHEMA_LITERAL : RSP_SCHEMA_BAD,
                              .text = rsp_bytes_sub(body, 0, len)};
}

static rsp_schema_kind kind_of_mark(uint8_t c) {
    switch (c) {
    case '[':
        return RSP_SCHEMA_OPEN_OPTION;
    case ']':
        return RSP_SCHEMA_CLOSE_OPTION;
    case '{':
        return RSP_SCHEMA_OPEN_REPEAT;
    case '}':
        return RSP_SCHEMA_CLOSE_REPEAT;
    default:
        return RSP_SCHEMA_LITERAL;
    }
}

rsp_schema_token rsp_schema_next(rsp_bytes *rest) {
    while (rsp_take_byte(rest, ' ')) {
    }
    if (rest->len == 0)
        return (rsp_schema_token){.kind = RSP_SCHEMA_END};
    uint8_t c = rest->ptr[0];
    rsp_schema_token token = {.kind = kind_of_mark(c), .text = rsp_bytes_sub(*rest, 0, 1)};
    if (c >= 'a' && c <= 'z')
        token = take_word(rest);
    else if (c == '\'')
        token = take_quoted(rest);
    else
        *rest = rsp_bytes_from(*rest, 1);
    if (token.kind == RSP_SCHEMA_BAD)
        *rest = rsp_bytes_make(NULL, 0);
    return token;
}

static bool opens(rsp_schema_kind kind) {
    return kind == RSP_SCHEMA_OPEN_OPTION || kind == RSP_SCHEMA_OPEN_REPEAT;
}

static bool closes(rsp_schema_kind kind) {
    return kind == RSP_SCHEMA_CLOSE_OPTION || kind == RSP_SCHEMA_CLOSE_REPEAT;
}

void rsp_schema_skip_group(rsp_bytes *rest) {
    for (size_t depth = 1; depth > 0;) {
        rsp_schema_kind kind = rsp_schema_next(rest).kind;
        if (kind == RSP_SCHEMA_END || kind == RSP_SCHEMA_BAD)
            return;
        depth += opens(kind);
        depth -= closes(kind);
    }
}

/* --- whether arguments follow their schema --- */

/* Bytes of a field at the front of `text`. Registers without a value have digits 'x'. */
static size_t span_of(size_t field, rsp_bytes text) {
    size_t len = rsp_schema_field_span(&fields[field].face, text);
    if (fields[field].put != put_hex)
        return len;
    while (len < text.len && (text.ptr[len] == 'x' || rsp_hex_value(text.ptr[len]) >= 0))
        len++;
    return len;
}

/* A field that stands right behind another one of its kind, as in "num num", may have nothing left. */
static bool take_field(rsp_bytes word, rsp_bytes *args, bool behind_field) {
    const size_t field = field_index(word);
    const size_t len = span_of(field, *args);
    *args = rsp_bytes_from(*args, len);
    return (len > 0 || behind_field || fields[field].face.may_be_empty) &&
           (fields[field].put != put_hex || len % 2 == 0);
}

/* Whether the group that starts at `schema` starts at `args`. */
static bool group_starts(rsp_bytes schema, rsp_bytes args) {
    const rsp_schema_token first = rsp_schema_next(&schema);
    if (first.kind == RSP_SCHEMA_LITERAL)
        return rsp_bytes_starts(args, first.text);
    return first.kind == RSP_SCHEMA_FIELD && args.len > 0 && span_of(field_index(first.text), args) > 0;
}

static bool follows_schema(rsp_bytes schema, rsp_bytes args) {
    rsp_bytes repeat = {0};
    bool behind_field = false;
    for (;;) {
        const rsp_schema_token token = rsp_schema_next(&schema);
        if (token.kind == RSP_SCHEMA_END || token.kind == RSP_SCHEMA_BAD)
            return args.len == 0;
        if ((token.kind == RSP_SCHEMA_FIELD && !take_field(token.text, &args, behind_field)) ||
            (token.kind == RSP_SCHEMA_LITERAL && !rsp_take_text(&args, token.text)))
            return false;
        behind_field = token.kind == RSP_SCHEMA_FIELD;
        if (opens(token.kind) && !group_starts(schema, args))
            rsp_schema_skip_group(&schema);
        else if (token.kind == RSP_SCHEMA_OPEN_REPEAT)
            repeat = schema;
        else if (token.kind == RSP_SCHEMA_CLOSE_REPEAT && group_starts(repeat, args))
            schema = repeat;
    }
}

/* What M carries, up to the suffix of an address space, is as long as it says. */
static bool has_its_length(const rsp_packet_row *row, rsp_bytes args) {
    uint64_t addr = 0;
    uint64_t len = 0;
    if (row->id != RSP_PACKET_WRITE_MEMORY)
        return true;
    const rsp_status status = rsp_take_addr_len(&addr, &len, &args);
    const size_t data = rsp_bytes_index(args, ';');
    return status == RSP_OK && data > 0 && data - 1 == 2 * len;
}

bool rsp_packet_is_well_formed(const rsp_packet_row *row, rsp_bytes args) {
    return follows_schema(rsp_bytes_str(row->args), args) && has_its_length(row, args);
}

static void put_schema(const sampler *s, rsp_bytes schema) {
    rsp_bytes again[MAX_GROUPS] = {{0}};
    size_t depth = 0;
    size_t repeats = 0;
    for (rsp_bytes rest = schema;;) {
        rsp_schema_token token = rsp_schema_next(&rest);
        bool unbalanced = closes(token.kind) && depth == 0;
        if (token.kind == RSP_SCHEMA_END || token.kind == RSP_SCHEMA_BAD || unbalanced)
            return;
        if (token.kind == RSP_SCHEMA_FIELD)
            fields[field_index(token.text)].put(s);
        else if (token.kind == RSP_SCHEMA_LITERAL)
            rsp_buf_append(s->out, token.text);
        else if (opens(token.kind) && (depth == MAX_GROUPS || below(s, 2)))
            rsp_schema_skip_group(&rest);
        else if (opens(token.kind))
            again[depth++] = rest;
        else if (token.kind == RSP_SCHEMA_CLOSE_REPEAT && repeats++ < MAX_REPEATS && below(s, 2))
            rest = again[depth - 1];
        else
            depth--;
    }
}

void rsp_packet_sample(rsp_buf *out, const rsp_packet_row *row, uint64_t (*next)(void *ctx), void *ctx) {
    assert(row && next);
    sampler s = {.out = out, .next = next, .ctx = ctx};
    rsp_buf_append(out, row->name);
    size_t before = out->len;
    if (row->match == RSP_MATCH_DELIM)
        rsp_buf_push(out, (uint8_t)row->delim);
    size_t behind_delim = out->len;
    put_schema(&s, rsp_bytes_str(row->args));
    /* A delimiter that nothing follows may go as well where arguments are optional. */
    if (out->len == behind_delim && row->args[0] == '[' && below(&s, 2))
        rsp_buf_truncate(out, before);
}
