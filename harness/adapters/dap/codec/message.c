/* Content is bounded in depth and by the size of its tree before the parser sees it: "[]," is 3 bytes of
 * text and 144 of memory. It is decoded as UTF-8 by the parser.
 * Members of the wrong type count as missing. See dap/message.h. */
/* SPDX-License-Identifier: MIT */
#include "dap/message.h"

#include "codec/json.h"
#include "core/limits.h"

#include <assert.h>

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static rsp_dap_kind kind_of(const char *type) {
    static const char *const names[] = {"", "request", "response", "event"};
    for (unsigned i = RSP_DAP_REQUEST; i <= RSP_DAP_EVENT; i++)
        if (strcmp(type, names[i]) == 0)
            return (rsp_dap_kind)i;
    return RSP_DAP_OTHER;
}

static bool integer_of(int64_t *out, const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    *out = json_is_integer(value) ? (int64_t)json_integer_value(value) : 0;
    return json_is_integer(value);
}

static void read_members(rsp_dap_message *m) {
    const json_t *success = json_object_get(m->json, "success");
    m->kind = kind_of(text_of(m->json, "type"));
    m->has_seq = integer_of(&m->seq, m->json, "seq");
    m->has_request_seq = integer_of(&m->request_seq, m->json, "request_seq");
    m->has_success = json_is_boolean(success);
    m->success = json_is_true(success);
    m->name = text_of(m->json, m->kind == RSP_DAP_EVENT ? "event" : "command");
    m->text = text_of(m->json, "message");
    m->body = json_object_get(m->json, m->kind == RSP_DAP_REQUEST ? "arguments" : "body");
}

rsp_status rsp_dap_message_parse(rsp_dap_message *out, rsp_bytes content, rsp_error *error) {
    assert(out);
    json_error_t why;
    *out = (rsp_dap_message){.name = "", .text = ""};
    const rsp_status status = rsp_json_check_depth(content, RSP_LIMIT_DAP_DEPTH, error);
    if (status != RSP_OK)
        return status;
    out->num_bytes = rsp_json_tree_bytes(content);
    if (out->num_bytes > RSP_LIMIT_DAP_TREE_BYTES)
        return rsp_fail(error, RSP_LIMIT,
                        "a message of %zu bytes would take %zu MiB of memory; the limit is %d MiB",
                        content.len, out->num_bytes >> 20, RSP_LIMIT_DAP_TREE_BYTES >> 20);
    out->json = json_loadb(content.len ? (const char *)content.ptr : "", content.len, JSON_ALLOW_NUL, &why);
    if (!out->json)
        return rsp_fail_offset(error, RSP_MALFORMED, NULL, why.position > 0 ? (size_t)why.position : 0, "%s",
                               why.text);
    if (!json_is_object(out->json)) {
        rsp_dap_message_free(out);
        return rsp_fail(error, RSP_MALFORMED, "a message is a JSON object");
    }
    read_members(out);
    return RSP_OK;
}

void rsp_dap_message_free(rsp_dap_message *m) {
    json_decref(m->json);
    *m = (rsp_dap_message){.name = "", .text = ""};
}

static int append_piece(const char *piece, size_t size, void *ctx) {
    rsp_buf *out = ctx;
    rsp_buf_append(out, rsp_bytes_make(piece, size));
    return out->status == RSP_OK ? 0 : -1;
}

void rsp_dap_json_append(rsp_buf *out, const json_t *value) {
    (void)json_dump_callback(value, append_piece, out, JSON_COMPACT | JSON_ENCODE_ANY);
}
