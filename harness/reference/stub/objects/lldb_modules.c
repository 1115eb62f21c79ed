/* LLDB's questions about files of programs and libraries: build id, triple and size.
 * The files are those that vFile shows. Numbers are hex in qModuleInfo, and decimal in JSON.
 * Source: LLDB gdb-remote extensions, qModuleInfo and jModulesInfo; lldb-server's replies. */
/* SPDX-License-Identifier: MIT */
#include "build_id.h"
#include "errors.h"
#include "files.h"
#include "handlers.h"
#include "md5.h"

#include "codec/escape.h"
#include "codec/json.h"
#include "core/limits.h"
#include <inttypes.h>
#include <jansson.h>

static const char *own_triple(const rsp_stub *s) {
    return s->opt.ops->register_set(s->opt.target)->triple;
}

/* "riscv64-pc-linux" fits "riscv64-unknown-linux-gnu": the architecture is what counts. None fits all. */
static bool is_ours(const rsp_stub *s, rsp_bytes triple) {
    rsp_bytes own = rsp_bytes_str(own_triple(s));
    return triple.len == 0 || rsp_bytes_equal(rsp_bytes_split(&triple, '-'), rsp_bytes_split(&own, '-'));
}

static bool find_module(rsp_stub *s, rsp_bytes path, rsp_bytes triple, rsp_bytes *out_content) {
    stub_found found;
    if (!is_ours(s, triple) || stub_file_find(s, path, true, &found) != RSP_FILEIO_SUCCESS)
        return false;
    *out_content = found.content;
    return found.kind == RSP_FILE_REGULAR && stub_is_elf(found.content);
}

static void append_digits(rsp_buf *out, rsp_bytes bytes) {
    for (size_t i = 0; i < bytes.len; i++)
        rsp_buf_printf(out, "%02X", bytes.ptr[i]);
}

/* What tells files apart, as a text that is hex itself: the build id, or a checksum of all. */
static void append_identity(const rsp_stub *s, rsp_bytes content, rsp_buf *reply) {
    rsp_buf digits = {.mem = s->opt.mem};
    rsp_bytes id = stub_build_id(content);
    uint8_t sum[16];
    if (id.len == 0) {
        stub_md5(sum, content);
        rsp_hex_append(&digits, rsp_bytes_make(sum, sizeof sum));
    } else {
        append_digits(&digits, id);
    }
    rsp_buf_str(reply, id.len ? "uuid:" : "md5:");
    rsp_hex_append(reply, rsp_buf_bytes(&digits));
    if (digits.status != RSP_OK)
        reply->status = digits.status;
    rsp_buf_free(&digits);
}

static void append_module(const rsp_stub *s, rsp_bytes path, rsp_bytes content, rsp_buf *reply) {
    append_identity(s, content, reply);
    rsp_buf_str(reply, ";triple:");
    rsp_hex_append(reply, rsp_bytes_str(own_triple(s)));
    rsp_buf_str(reply, ";file_path:");
    rsp_hex_append(reply, path);
    rsp_buf_printf(reply, ";file_offset:0;file_size:%zx;", content.len);
}

/* "path;triple" */
stub_reply_kind stub_on_module_info(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_buf path;
    rsp_buf triple;
    rsp_bytes content;
    rsp_buf_init(&path, s->opt.mem, RSP_LIMIT_STUB_PATH_BYTES);
    rsp_buf_init(&triple, s->opt.mem, RSP_LIMIT_STUB_TEXT_BYTES);
    rsp_bytes first = rsp_bytes_split(&args, ';');
    bool good = first.len > 0 && args.ptr && rsp_hex_decode(&path, first) == RSP_OK &&
                rsp_hex_decode(&triple, args) == RSP_OK;
    if (!good)
        stub_error(s, reply, STUB_E_SYNTAX, "want path;triple in hex");
    else if (find_module(s, rsp_buf_bytes(&path), rsp_buf_bytes(&triple), &content))
        append_module(s, rsp_buf_bytes(&path), content, reply);
    else
        stub_error(s, reply, STUB_E_GENERAL, "no such module");
    rsp_buf_free(&path);
    rsp_buf_free(&triple);
    return STUB_REPLY_SEND;
}

static void append_json_module(const rsp_stub *s, rsp_bytes path, rsp_bytes content, rsp_buf *json) {
    rsp_buf_str(json, json->len > 1 ? ",{\"uuid\":\"" : "{\"uuid\":\"");
    append_digits(json, stub_build_id(content));
    rsp_buf_str(json, "\",\"triple\":");
    rsp_json_string_append(json, rsp_bytes_str(own_triple(s)));
    rsp_buf_str(json, ",\"file_path\":");
    rsp_json_string_append(json, path);
    rsp_buf_printf(json, ",\"file_offset\":0,\"file_size\":%zu}", content.len);
}

static rsp_bytes text_of(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    return rsp_bytes_make(json_string_value(value), json_string_length(value));
}

/* Files that are none of ours are left out. */
static void append_modules(rsp_stub *s, const json_t *wanted, rsp_buf *json) {
    rsp_buf_push(json, '[');
    for (size_t i = 0; i < json_array_size(wanted); i++) {
        const json_t *item = json_array_get(wanted, i);
        rsp_bytes path = text_of(item, "file");
        rsp_bytes content;
        if (find_module(s, path, text_of(item, "triple"), &content))
            append_json_module(s, path, content, json);
    }
    rsp_buf_push(json, ']');
}

/* The array of the request, with its escapes undone; NULL: it is none. */
static json_t *parse_wanted(const rsp_stub *s, rsp_bytes args) {
    rsp_buf text = {.mem = s->opt.mem};
    json_t *root = NULL;
    if (rsp_unescape(&text, args) == RSP_OK &&
        rsp_json_check_depth(rsp_buf_bytes(&text), RSP_LIMIT_JSON_DEPTH, NULL) == RSP_OK)
        root = json_loadb((const char *)text.ptr, text.len, 0, NULL);
    rsp_buf_free(&text);
    if (json_is_array(root))
        return root;
    json_decref(root);
    return NULL;
}

stub_reply_kind stub_on_modules_info(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    json_t *wanted = parse_wanted(s, args);
    rsp_buf json;
    if (!wanted)
        return stub_error(s, reply, STUB_E_SYNTAX, "want an array of modules");
    rsp_buf_init(&json, s->opt.mem, s->opt.packet_bytes);
    append_modules(s, wanted, &json);
    rsp_escape_append(reply, rsp_buf_bytes(&json));
    json_decref(wanted);
    if (json.status == RSP_LIMIT)
        stub_error(s, reply, STUB_E_LIMIT, "the reply is longer than a packet");
    else if (json.status != RSP_OK)
        reply->status = json.status;
    rsp_buf_free(&json);
    return STUB_REPLY_SEND;
}
