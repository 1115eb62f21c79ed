/* From initialize to configurationDone, and disconnect.
 * What a command's row proves is announced: capabilities come from the tables.
 * Source: DAP specification, Initialize, Launch, Attach, ConfigurationDone, Disconnect. */
/* SPDX-License-Identifier: MIT */
#include "control/session.h"

#include "control/control.h"

#include "core/arena.h"

static void add_capabilities(json_t *body, const char *words) {
    rsp_bytes rest = rsp_bytes_str(words);
    while (rest.len > 0) {
        rsp_bytes word = rsp_bytes_split(&rest, ' ');
        (void)json_object_setn_new(body, (const char *)word.ptr, word.len, json_true());
    }
}

rsp_status control_initialize(adapter_call *call) {
    adapter *a = call->adapter;
    if (a->phase != PHASE_NEW)
        return call_fail(call, RSP_USAGE, "initialize: the session has begun already");
    json_decref(a->client_arguments);
    a->client_arguments = json_deep_copy(call->arguments);
    for (size_t i = 0; a->tables[i]; i++)
        for (const adapter_command *row = a->tables[i]; row->name; row++)
            add_capabilities(call->body, row->capabilities);
    call_set(call, "exceptionBreakpointFilters",
             json_pack("[{s:s, s:s, s:s, s:b}, {s:s, s:s, s:s, s:b}]", "filter", "fatal", "label",
                       "Fatal signals", "description",
                       "SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGSYS, SIGTRAP", "default", 1, "filter",
                       "signals", "label", "All signals", "description", "every signal that the stub reports",
                       "default", 0));
    a->phase = PHASE_INITIALIZED;
    return RSP_OK;
}

/* --- launch and attach --- */

static const char *const *texts(rsp_arena *arena, const json_t *array, size_t *out_num) {
    *out_num = json_array_size(array);
    const char **out = rsp_arena_alloc(arena, (*out_num + 1) * sizeof *out);
    for (size_t i = 0; out && i < *out_num; i++)
        out[i] = json_string_value(json_array_get(array, i));
    if (!out)
        *out_num = 0;
    return out;
}

/* {"NAME": "value"} or ["NAME=value"]. */
static const char *const *environment(rsp_arena *arena, const json_t *given) {
    size_t num = 0;
    const char **out = rsp_arena_alloc(arena, (json_object_size(given) + 1) * sizeof *out);
    const char *name;
    json_t *value;
    if (!json_is_object(given))
        return texts(arena, given, &num);
    json_object_foreach((json_t *)given, name, value) {
        if (out && json_is_string(value))
            out[num++] = rsp_arena_printf(arena, "%s=%s", name, json_string_value(value));
    }
    return out;
}

static bool is_text(const json_t *value) {
    return json_is_string(value);
}

static rsp_status check_items(adapter_call *call, const char *name) {
    const json_t *array = call_value(call, name);
    for (size_t i = 0; i < json_array_size(array); i++)
        if (!is_text(json_array_get(array, i)))
            return call_fail(call, RSP_SCHEMA, "arguments: %s: item %zu is no string", name, i);
    return RSP_OK;
}

static rsp_status start(adapter_call *call, bool attach) {
    adapter *a = call->adapter;
    control *c = a->control;
    rsp_arena arena = {.mem = a->options.mem};
    rsp_error error = {0};
    rsp_dap_start what = {.attach = attach,
                          .program = call_text(call, "program"),
                          .cwd = call_text(call, "cwd"),
                          .stub = call_text(call, "stub"),
                          .pid = call_integer(call, "pid", 0)};
    rsp_status status = check_items(call, "args");
    if (status == RSP_OK && json_is_array(call_value(call, "env")))
        status = check_items(call, "env");
    if (status != RSP_OK)
        return status;
    if (a->phase != PHASE_INITIALIZED)
        return call_fail(call, RSP_USAGE, "%s: a program is debugged already", call->command->name);
    what.arguments = texts(&arena, call_value(call, "args"), &what.num_arguments);
    what.environment = call_value(call, "env") ? environment(&arena, call_value(call, "env")) : NULL;
    status = arena.status == RSP_OK ? control_open(a, &what, &error) : arena.status;
    rsp_arena_free(&arena);
    if (status != RSP_OK)
        return call_fail_loudly(call, status, "%s: %s", call->command->name,
                                error.msg[0] ? error.msg : rsp_status_text(status));
    a->phase = PHASE_STARTED;
    c->attached = attach;
    c->stop_on_entry = call_flag(call, "stopOnEntry", false);
    c->stage = STAGE_OPENED;
    c->start_handle = call_later(call);
    return RSP_OK;
}

rsp_status control_launch(adapter_call *call) {
    return start(call, false);
}

rsp_status control_attach(adapter_call *call) {
    return start(call, true);
}

rsp_status control_configuration_done(adapter_call *call) {
    adapter *a = call->adapter;
    if (a->control->stage != STAGE_CONFIGURING)
        return call_fail(call, RSP_USAGE, "configurationDone: %s",
                         a->phase == PHASE_STARTED ? "it was said before" : "launch or attach comes first");
    a->control->stage = STAGE_CONFIGURED;
    return RSP_OK;
}

/* --- the end --- */

rsp_status control_disconnect(adapter_call *call) {
    adapter *a = call->adapter;
    control *c = a->control;
    c->leaving = call_flag(call, "terminateDebuggee", !c->attached) ? LEAVE_KILL : LEAVE_RUNNING;
    control_leave(a);
    adapter_end(a, RSP_OK, NULL);
    return RSP_OK;
}
