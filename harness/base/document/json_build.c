/* Thin over jansson, whose setters take NULL for a failure and say so.
 * Printed piece by piece into the buffer.
 * See json_build.h. */
/* SPDX-License-Identifier: MIT */
#include "document/json_build.h"

#include "document/text.h"

#include <jansson.h>

void rsp_json_set(rsp_json_build *b, json_t *object, const char *key, json_t *value) {
    if (json_object_set_new(object, key, value) != 0)
        b->failed = true;
}

void rsp_json_add(rsp_json_build *b, json_t *array, json_t *value) {
    if (json_array_append_new(array, value) != 0)
        b->failed = true;
}

void rsp_json_number(rsp_json_build *b, json_t *object, const char *key, uint64_t number) {
    rsp_json_set(b, object, key, json_integer((json_int_t)(number < INT64_MAX ? number : INT64_MAX)));
}

json_t *rsp_json_string(rsp_json_build *b, rsp_bytes text) {
    rsp_buf_clear(&b->clean);
    rsp_text_clean(&b->clean, text, true);
    b->failed = b->failed || b->clean.status != RSP_OK;
    return json_stringn(b->clean.len ? (const char *)b->clean.ptr : "", b->clean.len);
}

void rsp_json_text(rsp_json_build *b, json_t *object, const char *key, rsp_bytes text) {
    rsp_json_set(b, object, key, rsp_json_string(b, text));
}

/* "##word[" can only be in a string, where an escaped '#' is the same. */
int rsp_json_append_piece(const char *text, size_t len, void *ctx) {
    rsp_buf *out = ctx;
    rsp_bytes rest = rsp_bytes_make(text, len);
    while (rest.len > 0) {
        const uint8_t *found = memchr(rest.ptr, '#', rest.len);
        const size_t before = found ? (size_t)(found - rest.ptr) : rest.len;
        rsp_buf_append(out, rsp_bytes_sub(rest, 0, before));
        rest = rsp_bytes_from(rest, before);
        if (found) {
            rsp_buf_str(out, rsp_text_commands(out, rest) ? "\\u0023" : "#");
            rest = rsp_bytes_from(rest, 1);
        }
    }
    return out->status == RSP_OK ? 0 : -1;
}

rsp_status rsp_json_print(rsp_json_build *b, json_t *root, rsp_buf *out) {
    if (b->failed || !root)
        out->status = out->status == RSP_OK ? RSP_NO_MEMORY : out->status;
    else if (json_dump_callback(root, rsp_json_append_piece, out, JSON_INDENT(2)) == 0)
        rsp_buf_push(out, '\n');
    json_decref(root);
    rsp_buf_free(&b->clean);
    return out->status;
}
