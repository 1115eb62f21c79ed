/* Arguments with their fallbacks, and what a handler says of its reply.
 * The shape was checked before: a member that is there has its type.
 * See handler.h. */
/* SPDX-License-Identifier: MIT */
#include "serve/adapter_object.h"

int64_t call_integer(const adapter_call *call, const char *name, int64_t fallback) {
    const json_t *value = json_object_get(call->arguments, name);
    return json_is_integer(value) ? (int64_t)json_integer_value(value) : fallback;
}

bool call_flag(const adapter_call *call, const char *name, bool fallback) {
    const json_t *value = json_object_get(call->arguments, name);
    return json_is_boolean(value) ? json_is_true(value) : fallback;
}

const char *call_text(const adapter_call *call, const char *name) {
    return json_string_value(json_object_get(call->arguments, name));
}

const json_t *call_value(const adapter_call *call, const char *name) {
    const json_t *value = json_object_get(call->arguments, name);
    return json_is_null(value) ? NULL : value;
}

void call_set(adapter_call *call, const char *name, json_t *value) {
    if (!value || json_object_set_new(call->body, name, value) != 0)
        adapter_end(call->adapter, RSP_NO_MEMORY, "no memory for a response");
}

static void set_text(adapter_call *call, const char *fmt, va_list ap) {
    rsp_buf_clear(&call->text);
    rsp_buf_printf_v(&call->text, fmt, ap);
}

rsp_status call_fail(adapter_call *call, rsp_status status, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    set_text(call, fmt, ap);
    va_end(ap);
    return status;
}

rsp_status call_fail_loudly(adapter_call *call, rsp_status status, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    set_text(call, fmt, ap);
    va_end(ap);
    call->show_user = true;
    return status;
}

rsp_status call_refuse(adapter_call *call, const char *message, const char *text) {
    (void)snprintf(call->message, sizeof call->message, "%s", message);
    return call_fail(call, RSP_REFUSED, "%s", text);
}

uint64_t call_later(adapter_call *call) {
    call->later = true;
    call->adapter->serving.active->handle = ++call->adapter->serving.last_handle;
    return call->adapter->serving.last_handle;
}

bool adapter_editor_can(const adapter *a, const char *capability) {
    return json_is_true(json_object_get(a->client_arguments, capability));
}

/* Counted from 1 unless the editor says otherwise. */
static int64_t shift_of(const adapter *a, const char *which) {
    return json_is_false(json_object_get(a->client_arguments, which)) ? 1 : 0;
}

int64_t adapter_line_out(const adapter *a, int64_t line) {
    return line - shift_of(a, "linesStartAt1");
}

int64_t adapter_line_in(const adapter *a, int64_t line) {
    return line + shift_of(a, "linesStartAt1");
}

int64_t adapter_column_out(const adapter *a, int64_t column) {
    return column - shift_of(a, "columnsStartAt1");
}

int64_t adapter_column_in(const adapter *a, int64_t column) {
    return column + shift_of(a, "columnsStartAt1");
}
