/* Batched breakpoints in both wire forms.
 * RFC: MultiBreakpoint:Z0,A,K;z0,A,K -> OK;E01   LLDB: JSON with "breakpoint_requests" and "results".
 * Source: requirement groups MBP and MBP-RFC. */
/* SPDX-License-Identifier: MIT */
#include "codec/multibreak.h"

#include "codec/escape.h"
#include "codec/json.h"
#include "core/arena.h"
#include "core/hex.h"
#include "core/limits.h"
#include <assert.h>
#include <jansson.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static const char *const requests_key = "breakpoint_requests";
static const char *const results_key = "results";

/* Only a `;` in front of z or Z ends a request: others belong to its conditions and commands. */
static size_t request_len(rsp_bytes rest) {
    for (size_t at = 0; at + 1 < rest.len; at++)
        if (rest.ptr[at] == ';' && (rest.ptr[at + 1] == 'z' || rest.ptr[at + 1] == 'Z'))
            return at;
    return rest.len;
}

static size_t result_len(rsp_bytes rest) {
    return rsp_bytes_index(rest, ';');
}

/* Pieces of `body`, as long as `len_of` says, with a `;` between them. Two passes: count, then keep. */
static rsp_status split(rsp_multibreak_list *out, rsp_bytes body, size_t (*len_of)(rsp_bytes),
                        rsp_arena *arena, rsp_error *error) {
    size_t num = 0;
    for (size_t at = 0; at <= body.len && num <= RSP_LIMIT_BATCH_ITEMS; num++)
        at += len_of(rsp_bytes_from(body, at)) + 1;
    if (num > RSP_LIMIT_BATCH_ITEMS)
        return rsp_fail(error, RSP_LIMIT, "more than %d elements", RSP_LIMIT_BATCH_ITEMS);
    out->items = rsp_arena_alloc(arena, num * sizeof(*out->items));
    if (!out->items)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for %zu elements", num);
    out->num = num;
    for (size_t i = 0, at = 0; i < num; i++) {
        rsp_bytes rest = rsp_bytes_from(body, at);
        out->items[i] = rsp_bytes_sub(rest, 0, len_of(rest));
        at += out->items[i].len + 1;
    }
    return RSP_OK;
}

static rsp_status copy_strings(rsp_multibreak_list *out, const json_t *array, rsp_arena *arena,
                               rsp_error *error) {
    size_t num = json_array_size(array);
    if (num > RSP_LIMIT_BATCH_ITEMS)
        return rsp_fail(error, RSP_LIMIT, "more than %d elements", RSP_LIMIT_BATCH_ITEMS);
    out->items = num > 0 ? rsp_arena_alloc(arena, num * sizeof(*out->items)) : NULL;
    if (num > 0 && !out->items)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for %zu elements", num);
    for (size_t i = 0; i < num; i++) {
        const json_t *item = json_array_get(array, i);
        if (!json_is_string(item))
            return rsp_fail(error, RSP_MALFORMED, "element %zu of the array is no string", i);
        rsp_bytes text = rsp_bytes_make(json_string_value(item), json_string_length(item));
        out->items[i] = rsp_arena_bytes(arena, text);
        if (text.len > 0 && !out->items[i].ptr)
            return rsp_fail(error, RSP_NO_MEMORY, "no memory for element %zu", i);
    }
    out->num = num;
    return RSP_OK;
}

/* `text` is JSON, unescaped: an object whose `key` is an array of strings. */
static rsp_status parse_json(rsp_multibreak_list *out, rsp_bytes text, const char *key, rsp_arena *arena,
                             rsp_error *error) {
    rsp_status status = rsp_json_check_depth(text, RSP_LIMIT_JSON_DEPTH, error);
    if (status != RSP_OK)
        return status;
    json_error_t problem;
    json_t *root = json_loadb((const char *)text.ptr, text.len, JSON_ALLOW_NUL, &problem);
    if (!root) /* the parser's own text would quote the peer's bytes */
        return rsp_fail_offset(error, RSP_MALFORMED, NULL, (uint64_t)problem.position, "text is not JSON");
    const json_t *array = json_object_get(root, key);
    if (json_is_array(array))
        status = copy_strings(out, array, arena, error);
    else
        status = rsp_fail(error, RSP_MALFORMED, "no object with an array \"%s\"", key);
    json_decref(root);
    return status;
}

/* The JSON as transmitted: escapes are undone in arena memory first. */
static rsp_status parse_wire_json(rsp_multibreak_list *out, rsp_bytes wire, const char *key, rsp_arena *arena,
                                  rsp_error *error) {
    size_t len = 0;
    if (wire.len == 0)
        return rsp_fail(error, RSP_MALFORMED, "no JSON text");
    uint8_t *text = rsp_arena_alloc(arena, wire.len);
    if (!text)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for the JSON text");
    if (rsp_unescape_into(text, &len, wire) != RSP_OK)
        return rsp_fail_offset(error, RSP_MALFORMED, NULL, wire.len - 1, "escape at the end");
    return parse_json(out, rsp_bytes_make(text, len), key, arena, error);
}

static rsp_packet_id packet_of(rsp_multibreak_form form) {
    return form == RSP_MULTIBREAK_LLDB ? RSP_PACKET_JMULTI_BREAKPOINT : RSP_PACKET_MULTI_BREAKPOINT;
}

rsp_status rsp_multibreak_parse(rsp_multibreak_list *out, rsp_bytes payload, rsp_multibreak_form form,
                                rsp_arena *arena, rsp_error *error) {
    bool lldb = form == RSP_MULTIBREAK_LLDB;
    *out = (rsp_multibreak_list){0};
    if (!rsp_packet_take(&payload, packet_of(form)))
        return rsp_fail_offset(error, RSP_MALFORMED, NULL, 0, "not a batched breakpoint request");
    if (lldb)
        return parse_wire_json(out, payload, requests_key, arena, error);
    if (payload.len == 0)
        return rsp_fail(error, RSP_MALFORMED, "no request in the batch");
    return split(out, payload, request_len, arena, error);
}

/* The text that LLDB writes, as transmitted: {"breakpoint_requests":["...","..."]}, whose closing brace is
 * escaped. False for anything else, and for strings with a backslash, an escape or a byte beyond ASCII. */
static bool count_plain(size_t *out_num, rsp_bytes wire) {
    static const char head[] = "{\"breakpoint_requests\":[\"";
    static const char tail[] = "\"]}]";
    const size_t ends = sizeof head - 1 + sizeof tail - 1;
    if (wire.len < ends || memcmp(wire.ptr, head, sizeof head - 1) != 0 ||
        memcmp(wire.ptr + wire.len - (sizeof tail - 1), tail, sizeof tail - 1) != 0)
        return false;
    const rsp_bytes body = rsp_bytes_sub(wire, sizeof head - 1, wire.len - ends);
    unsigned odd = 0;
    for (size_t i = 0; i < body.len; i++) {
        const uint8_t c = body.ptr[i];
        odd |= (unsigned)(c < 0x20) | (unsigned)(c > 0x7e) | (unsigned)(c == '\\') | (unsigned)(c == '}');
    }
    size_t num = 1;
    for (size_t at = rsp_bytes_index(body, '"'); at < body.len && !odd; num++) {
        if (body.len - at < 3 || body.ptr[at + 1] != ',' || body.ptr[at + 2] != '"')
            return false;
        at += 3;
        at += rsp_bytes_index(rsp_bytes_from(body, at), '"');
    }
    *out_num = num;
    return !odd && num <= RSP_LIMIT_BATCH_ITEMS;
}

rsp_status rsp_multibreak_count(size_t *out_num, rsp_bytes payload, rsp_multibreak_form form,
                                const rsp_mem *mem) {
    rsp_bytes body = payload;
    if (form == RSP_MULTIBREAK_LLDB && rsp_packet_take(&body, packet_of(form)) && count_plain(out_num, body))
        return RSP_OK;
    rsp_arena arena = {.mem = mem};
    rsp_multibreak_list list = {0};
    const rsp_status status = rsp_multibreak_parse(&list, payload, form, &arena, NULL);
    *out_num = status == RSP_OK ? list.num : 0;
    rsp_arena_free(&arena);
    return status;
}

static void put_json(rsp_buf *out, const char *key, const rsp_bytes *items, size_t num) {
    rsp_buf json = {0};
    rsp_buf_init(&json, out->mem, out->limit);
    rsp_buf_printf(&json, "{\"%s\":[", key);
    for (size_t i = 0; i < num; i++) {
        if (i > 0)
            rsp_buf_push(&json, ',');
        rsp_json_string_append(&json, items[i]);
    }
    rsp_buf_str(&json, "]}");
    rsp_escape_append(out, rsp_buf_bytes(&json));
    if (out->status == RSP_OK)
        out->status = json.status;
    rsp_buf_free(&json);
}

static void put_joined(rsp_buf *out, const rsp_bytes *items, size_t num) {
    for (size_t i = 0; i < num; i++) {
        if (i > 0)
            rsp_buf_push(out, ';');
        rsp_buf_append(out, items[i]);
    }
}

void rsp_multibreak_build(rsp_buf *out, const rsp_bytes *requests, size_t num, rsp_multibreak_form form) {
    assert(requests || num == 0);
    rsp_packet_begin(out, packet_of(form));
    if (form == RSP_MULTIBREAK_LLDB)
        put_json(out, requests_key, requests, num);
    else
        put_joined(out, requests, num);
}

static bool result_legal(rsp_bytes result, rsp_multibreak_form form) {
    uint8_t code;
    if (result.len == 0)
        return form == RSP_MULTIBREAK_LLDB;
    return rsp_bytes_equal(result, RSP_LIT("OK")) ||
           (result.len == 3 && result.ptr[0] == 'E' &&
            rsp_hex_decode_into(&code, rsp_bytes_from(result, 1)) == RSP_OK);
}

rsp_status rsp_multibreak_reply_parse(rsp_multibreak_list *out, rsp_bytes payload, rsp_multibreak_form form,
                                      rsp_arena *arena, rsp_error *error) {
    *out = (rsp_multibreak_list){0};
    rsp_status status = form == RSP_MULTIBREAK_LLDB ? parse_wire_json(out, payload, results_key, arena, error)
                                                    : split(out, payload, result_len, arena, error);
    for (size_t i = 0; status == RSP_OK && i < out->num; i++)
        if (!result_legal(out->items[i], form))
            return rsp_fail(error, RSP_MALFORMED, "result %zu is neither OK nor Exx", i);
    return status;
}

void rsp_multibreak_reply_build(rsp_buf *out, const rsp_bytes *results, size_t num,
                                rsp_multibreak_form form) {
    if (form == RSP_MULTIBREAK_LLDB)
        put_json(out, results_key, results, num);
    else
        put_joined(out, results, num);
}
