/* From a request to its response: the command's row says what is needed and which shape arguments have, the
 * handler does the rest. A request has one response because it leaves the queue with it.
 * See handler.h and queue.h. */
/* SPDX-License-Identifier: MIT */
#include "serve/adapter_object.h"

#include "dap/request_list.h"
#include "dap/shape.h"

const adapter_command *adapter_find_command(const adapter *a, const char *name) {
    for (size_t i = 0; a->tables[i]; i++)
        for (const adapter_command *row = a->tables[i]; row->name; row++)
            if (strcmp(row->name, name) == 0)
                return row;
    return NULL;
}

/* --- responses --- */

static json_t *response_to(const adapter_request *request, bool success) {
    return json_pack("{s:s, s:I, s:s, s:b}", "type", "response", "request_seq", (json_int_t)request->seq,
                     "command", request->name[0] ? request->name : "(none)", "success", (int)success);
}

/* Braces in a format are variables for the editor; ours has none. */
static json_t *error_body(int64_t id, const char *text, bool show_user) {
    json_t *body = json_pack("{s:{s:I, s:s, s:b}}", "error", "id", (json_int_t)id, "format", "{text}",
                             "showUser", (int)show_user);
    if (!strpbrk(text, "{}"))
        (void)json_object_set_new(json_object_get(body, "error"), "format", json_string(text));
    else
        (void)json_object_set_new(json_object_get(body, "error"), "variables",
                                  json_pack("{s:s}", "text", text));
    return body;
}

static void send_error(adapter *a, const adapter_request *request, const char *message, json_t *body) {
    json_t *response = response_to(request, false);
    (void)json_object_set_new(response, "message", json_string(message));
    if (body)
        (void)json_object_set_new(response, "body", body);
    adapter_send(a, response);
}

static void send_success(adapter *a, const adapter_request *request, json_t *body) {
    json_t *response = response_to(request, true);
    if (json_object_size(body) > 0)
        (void)json_object_set(response, "body", body);
    adapter_send(a, response);
}

static void send_failure(adapter *a, const adapter_request *request, adapter_call *call, rsp_status status) {
    int64_t id = call->error_id ? call->error_id : (int64_t)status;
    json_t *shown;
    if (call->text.len == 0)
        rsp_buf_printf(&call->text, "%s: %s", request->name, rsp_status_text(status));
    shown = json_stringn((const char *)call->text.ptr, call->text.len);
    const char *text = json_is_string(shown) ? json_string_value(shown) : rsp_status_text(status);
    send_error(a, request, call->message[0] ? call->message : text, error_body(id, text, call->show_user));
    json_decref(shown);
}

void adapter_give_up(adapter *a, adapter_request *request) {
    send_error(a, request, "cancelled", NULL);
    adapter_queue_remove(&a->serving.queue, a->options.mem, request);
}

void adapter_refuse(adapter *a, const json_t *request, const char *why) {
    const char *name = json_string_value(json_object_get(request, "command"));
    const adapter_request it = {.seq = (int64_t)json_integer_value(json_object_get(request, "seq")),
                                .name = name ? name : ""};
    adapter_call call = {.adapter = a};
    (void)call_fail(&call, RSP_MALFORMED, "the request can not be read: %s", why);
    send_failure(a, &it, &call, RSP_MALFORMED);
    rsp_buf_free(&call.text);
}

void adapter_reply(adapter *a, uint64_t handle, rsp_status status, json_t *body, const char *text) {
    adapter_request *request = a->serving.queue.first;
    while (request && (request->handle != handle || handle == 0))
        request = request->next;
    if (!request) {
        json_decref(body);
        return;
    }
    adapter_call call = {.adapter = a};
    if (status == RSP_OK) {
        send_success(a, request, body);
    } else {
        (void)call_fail_loudly(&call, status, "%s", text ? text : rsp_status_text(status));
        send_failure(a, request, &call, status);
    }
    rsp_buf_free(&call.text);
    json_decref(body);
    adapter_queue_remove(&a->serving.queue, a->options.mem, request);
}

void adapter_end_requests(adapter *a) {
    adapter_request *next = NULL;
    for (adapter_request *request = a->serving.queue.first; request; request = next) {
        next = request->next;
        if (!request->active)
            adapter_give_up(a, request);
    }
}

/* --- what is needed --- */

/* NULL: any. */
static const char *shape_for(const adapter_command *command) {
    const rsp_dap_request_row *row = rsp_dap_request_find(command->name);
    return command->arguments ? command->arguments : row ? row->arguments : NULL;
}

static rsp_status check_arguments(adapter_call *call, const adapter_request *request) {
    static const json_t *const none = NULL;
    const json_t *given = json_object_get(request->message, "arguments");
    const char *shape = shape_for(call->command);
    rsp_buf problem = {0};
    bool fits = true;
    call->arguments = json_is_null(given) ? none : given;
    if (call->arguments && !json_is_object(call->arguments)) {
        rsp_buf_str(&problem, "is no object");
        fits = false;
    } else if (shape) {
        json_t *empty = json_object();
        fits = rsp_dap_shape_fits(shape, call->arguments ? call->arguments : empty, &problem);
        json_decref(empty);
    }
    if (!fits)
        (void)call_fail(call, RSP_SCHEMA, "arguments: %s", rsp_buf_cstr(&problem));
    rsp_buf_free(&problem);
    return fits ? RSP_OK : RSP_SCHEMA;
}

static rsp_status check_state(adapter_call *call) {
    const adapter *a = call->adapter;
    unsigned traits = call->command->traits;
    if (a->phase == PHASE_NEW && !(traits & BEFORE_INITIALIZE))
        return call_fail(call, RSP_USAGE, "%s: initialize comes first", call->command->name);
    if ((traits & (NEEDS_PROGRAM | NEEDS_STOP)) && a->motion == MOTION_NONE)
        return call_fail(call, RSP_USAGE, "%s: there is no program", call->command->name);
    if ((traits & NEEDS_STOP) && a->motion == MOTION_RUNS)
        return call_refuse(call, "notStopped", "the program is running");
    return RSP_OK;
}

static rsp_status find_handler(adapter_call *call, const adapter_request *request, adapter_handler **out) {
    adapter *a = call->adapter;
    if (!request->command && !request->name[0])
        return call_fail(call, RSP_SCHEMA, "the request names no command");
    if (!request->command)
        return call_fail(call, RSP_UNSUPPORTED, "%.60s: this command is not known here", request->name);
    *out = request->command->serve;
    if (a->hooks->handler)
        *out = a->hooks->handler(a, request->command, *out);
    return RSP_OK;
}

static rsp_status halt_program(adapter_call *call, const adapter_request *request) {
    rsp_buf why = {.mem = call->adapter->options.mem};
    rsp_status status = RSP_OK;
    if (!call->adapter->duties->halt(call->adapter, &why))
        status = call_fail(call, RSP_TIMEOUT, "%s: the program runs and could not be halted for it%s%s",
                           request->name, why.len > 0 ? ": " : "", rsp_buf_cstr(&why));
    rsp_buf_free(&why);
    return status;
}

static rsp_status call_handler(adapter_call *call, const adapter_request *request) {
    adapter_handler *serve = NULL;
    json_t *empty = json_object();
    rsp_status status = find_handler(call, request, &serve);
    if (status == RSP_OK)
        status = check_arguments(call, request);
    if (status == RSP_OK)
        status = check_state(call);
    if (!call->arguments)
        call->arguments = empty;
    if (status == RSP_OK && (request->command->traits & NEEDS_HALT) && call->adapter->motion == MOTION_RUNS)
        status = halt_program(call, request);
    if (status == RSP_OK)
        status = serve(call);
    json_decref(empty);
    return status;
}

/* --- serving --- */

static void answer(adapter *a, adapter_request *request, adapter_call *call, rsp_status status) {
    if (status == RSP_OK)
        send_success(a, request, call->body);
    else if (status == RSP_CANCELLED)
        send_error(a, request, "cancelled", NULL);
    else
        send_failure(a, request, call, status);
}

void adapter_serve(adapter *a, adapter_request *request) {
    adapter_request *outer = a->serving.active;
    adapter_call call = {.adapter = a,
                         .command = request->command,
                         .seq = request->seq,
                         .body = json_object(),
                         .text = {.mem = a->options.mem}};
    request->active = true;
    a->serving.active = request;
    progress_begin(&request->progress, adapter_now(a), adapter_editor_can(a, "supportsProgressReporting"));
    rsp_status status = call_handler(&call, request);
    a->serving.active = outer;
    request->active = false;
    if (request->cancelled && status != RSP_OK)
        status = RSP_CANCELLED;
    a->serving.timed_out = a->serving.timed_out || status == RSP_TIMEOUT;
    adapter_end_progress(a, request);
    if (!call.later || status != RSP_OK) {
        answer(a, request, &call, status);
        adapter_queue_remove(&a->serving.queue, a->options.mem, request);
    }
    rsp_buf_free(&call.text);
    json_decref(call.body);
    if (!outer)
        a->duties->after_request(a);
}

static adapter_request *choose(adapter *a, bool beside) {
    adapter_request *chosen = adapter_queue_choose(&a->serving.queue, beside);
    return a->hooks->choose ? a->hooks->choose(a, chosen) : chosen;
}

void adapter_serve_beside(adapter *a) {
    if (!a->serving.active || a->serving.active->nested)
        return;
    for (;;) {
        adapter_request *request = a->phase == PHASE_OVER ? NULL : choose(a, true);
        if (!request)
            return;
        request->nested = true;
        adapter_serve(a, request);
    }
}

adapter_request *adapter_next(adapter *a) {
    return choose(a, false);
}

/* A resume behind views: they have a little time left. Behind the end of the session nothing has. */
static void note_resume(adapter *a, const adapter_request *request) {
    const bool resumes = request->command && (request->command->writes & MATTER_RUN) &&
                         (request->command->traits & NEEDS_STOP);
    const bool ends = request->command && (request->command->traits & OVERTAKES) &&
                      (request->command->writes & MATTER_SESSION);
    if (ends && a->serving.active)
        a->serving.active->cancelled = true;
    if (resumes && a->serving.resume_by_ns == RSP_NEVER_NS)
        a->serving.resume_by_ns = rsp_deadline(adapter_now(a), a->options.patience_ns);
}

void adapter_take(adapter *a, json_t *message, size_t bytes) {
    adapter_request *request = adapter_queue_add(&a->serving.queue, a->options.mem, message, bytes);
    if (!request) {
        adapter_end(a, RSP_NO_MEMORY, "no memory for a request");
        return;
    }
    request->came_ns = adapter_now(a);
    request->command = adapter_find_command(a, request->name);
    if (strcmp(request->name, "cancel") == 0)
        adapter_cancel(a, request);
    else
        note_resume(a, request);
}
