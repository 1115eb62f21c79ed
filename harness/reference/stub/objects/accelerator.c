/* A plug-in of an accelerator, as LLDB asks stubs for them: where it wants to stop, what a stop comes to, and
 * what it has loaded. It drives no device: its first breakpoint, by name, asks for a second one by address.
 * Source: LLDB gdb-remote extensions, jAcceleratorPlugin*. */
/* SPDX-License-Identifier: MIT */
#include "errors.h"
#include "handlers.h"

#include "codec/escape.h"
#include "codec/json.h"
#include "core/limits.h"
#include <jansson.h>

enum {
    BY_NAME = 1, /* identifiers of the breakpoints */
    BY_ADDRESS = 2,
};

#define PLUGIN_NAME "stubborn"
#define PLUGIN_SYMBOL "main"
#define PLUGIN_ACTION "{\"plugin_name\":\"" PLUGIN_NAME "\",\"session_name\":\"none\",\"identifier\":"

static stub_reply_kind send_text(rsp_buf *reply, const char *json) {
    rsp_escape_append(reply, rsp_bytes_str(json));
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_on_accelerator_initialize(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)s;
    (void)args;
    return send_text(reply,
                     "[" PLUGIN_ACTION "1,\"breakpoints\":[{\"identifier\":1,\"by_name\":{\"function_name\":"
                     "\"" PLUGIN_SYMBOL "\"},\"symbol_names\":[\"" PLUGIN_SYMBOL "\"]}]}]");
}

/* The object of a request that names our plug-in; NULL after an error. */
static json_t *take_request(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_buf text;
    rsp_buf_init(&text, s->opt.mem, s->opt.packet_bytes);
    rsp_status status = rsp_unescape(&text, args);
    if (status == RSP_OK)
        status = rsp_json_check_depth(rsp_buf_bytes(&text), RSP_LIMIT_JSON_DEPTH, NULL);
    json_t *root = status == RSP_OK ? json_loadb((const char *)text.ptr, text.len, 0, NULL) : NULL;
    const char *name = json_string_value(json_object_get(root, "plugin_name"));
    rsp_buf_free(&text);
    if (name && strcmp(name, PLUGIN_NAME) == 0)
        return root;
    stub_error(s, reply, STUB_E_SYNTAX, name ? "no such plug-in" : "want an object with plugin_name");
    json_decref(root);
    return NULL;
}

/* The address that the debugger found for the symbol; 0 where it found none. */
static uint64_t symbol_value(const json_t *request) {
    const json_t *values = json_object_get(request, "symbol_values");
    for (size_t i = 0; i < json_array_size(values); i++) {
        const json_t *one = json_array_get(values, i);
        const char *name = json_string_value(json_object_get(one, "name"));
        if (name && strcmp(name, PLUGIN_SYMBOL) == 0)
            return (uint64_t)json_integer_value(json_object_get(one, "value"));
    }
    return 0;
}

stub_reply_kind stub_on_accelerator_hit(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    json_t *request = take_request(s, args, reply);
    if (!request)
        return STUB_REPLY_SEND;
    const json_int_t hit =
        json_integer_value(json_object_get(json_object_get(request, "breakpoint"), "identifier"));
    const uint64_t address = symbol_value(request);
    json_decref(request);
    if (hit != BY_NAME && hit != BY_ADDRESS)
        return stub_error(s, reply, STUB_E_SYNTAX, "no such breakpoint");
    if (hit == BY_ADDRESS || address == 0)
        return send_text(reply, "{\"disable_bp\":true,\"auto_resume_native\":true}");
    rsp_buf json;
    rsp_buf_init(&json, s->opt.mem, RSP_LIMIT_STUB_TEXT_BYTES);
    rsp_buf_printf(&json,
                   "{\"disable_bp\":true,\"auto_resume_native\":true,\"actions\":" PLUGIN_ACTION
                   "2,\"breakpoints\":[{\"identifier\":2,\"by_address\":{\"load_address\":%llu}}]}}",
                   (unsigned long long)address);
    rsp_escape_append(reply, rsp_buf_bytes(&json));
    rsp_buf_free(&json);
    return STUB_REPLY_SEND;
}

/* Nothing is loaded later, so that nothing has changed since the last question. */
stub_reply_kind stub_on_accelerator_libraries(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    json_t *request = take_request(s, args, reply);
    if (!request)
        return STUB_REPLY_SEND;
    const json_t *full = json_object_get(request, "full");
    const bool changes_only = json_is_false(full);
    json_decref(request);
    return send_text(reply, changes_only ? "{\"library_infos\":[]}"
                                         : "{\"library_infos\":[{\"pathname\":\"kernel\",\"load\":true}]}");
}
