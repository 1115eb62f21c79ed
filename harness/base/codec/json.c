/* The guard in front of the JSON parser, and JSON strings.
 * One pass over the text, no recursion.
 * Source: requirement ROBUST-011; RFC 8259. */
/* SPDX-License-Identifier: MIT */
#include "codec/json.h"

/* Behind the string whose opening quote is at `at`; text.len + 1 when it does not end. */
static size_t skip_string(rsp_bytes text, size_t at) {
    for (at++; at < text.len; at++) {
        if (text.ptr[at] == '"')
            return at + 1;
        at += text.ptr[at] == '\\';
    }
    return text.len + 1;
}

rsp_status rsp_json_check_depth(rsp_bytes text, size_t max_depth, rsp_error *error) {
    size_t depth = 0;
    size_t at = 0;
    while (at < text.len) {
        uint8_t c = text.ptr[at];
        if (c == '"') {
            at = skip_string(text, at);
            continue;
        }
        if ((c == '[' || c == '{') && ++depth > max_depth)
            return rsp_fail_offset(error, RSP_LIMIT, NULL, at, "JSON nests deeper than %zu", max_depth);
        if ((c == ']' || c == '}') && depth-- == 0)
            return rsp_fail_offset(error, RSP_MALFORMED, NULL, at, "JSON closes a bracket that is not open");
        at++;
    }
    if (depth > 0 || at > text.len)
        return rsp_fail_offset(error, RSP_MALFORMED, NULL, text.len, "JSON ends too early");
    return RSP_OK;
}

/* Of jansson 2.14 and glibc's allocator on 64 bits; tables that grow are there twice for a moment. */
enum {
    SCALAR_BYTES = 32,
    STRING_BYTES = 80,
    ARRAY_BYTES = 144,
    OBJECT_BYTES = 240,
    ITEM_BYTES = 24,   /* for each comma */
    MEMBER_BYTES = 32, /* for each colon, beside a string for the name */
};

static bool is_scalar(uint8_t c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '-' || c == '+' || c == '.' || c == 'E';
}

size_t rsp_json_tree_bytes(rsp_bytes text) {
    size_t bytes = 0;
    bool inside = false; /* a number or a word */
    for (size_t at = 0; at < text.len;) {
        const uint8_t c = text.ptr[at];
        const size_t end = c == '"' ? skip_string(text, at) : at + 1;
        bytes += c == '"' ? STRING_BYTES + (end - at) : 0;
        bytes += c == '[' ? ARRAY_BYTES : c == '{' ? OBJECT_BYTES : 0;
        bytes += c == ',' ? ITEM_BYTES : c == ':' ? MEMBER_BYTES : 0;
        bytes += is_scalar(c) && !inside ? SCALAR_BYTES : 0;
        inside = is_scalar(c);
        at = end;
    }
    return bytes;
}

/* Length of the UTF-8 sequence that `text` starts with; 0 when it is none (overlong, surrogate, cut off). */
static size_t utf8_len(rsp_bytes text) {
    uint8_t c = text.ptr[0];
    size_t len = c < 0x80                 ? 1
                 : c >= 0xc2 && c <= 0xdf ? 2
                 : c >= 0xe0 && c <= 0xef ? 3
                 : c >= 0xf0 && c <= 0xf4 ? 4
                                          : 0;
    if (len == 0 || len > text.len)
        return 0;
    for (size_t i = 1; i < len; i++)
        if ((text.ptr[i] & 0xc0) != 0x80)
            return 0;
    uint8_t second = len > 2 ? text.ptr[1] : 0;
    bool bad = (c == 0xe0 && second < 0xa0) || (c == 0xed && second > 0x9f) || (c == 0xf0 && second < 0x90) ||
               (c == 0xf4 && second > 0x8f);
    return bad ? 0 : len;
}

void rsp_json_string_append(rsp_buf *out, rsp_bytes text) {
    rsp_buf_push(out, '"');
    while (text.len > 0) {
        uint8_t c = text.ptr[0];
        size_t len = utf8_len(text);
        if (len == 0 || c < 0x20 || c == 0x7f)
            rsp_buf_printf(out, "\\u%04x", c);
        else if (c == '"' || c == '\\')
            rsp_buf_printf(out, "\\%c", c);
        else
            rsp_buf_append(out, rsp_bytes_sub(text, 0, len));
        text = rsp_bytes_from(text, len > 0 ? len : 1);
    }
    rsp_buf_push(out, '"');
}
