/* From initialize to configurationDone, and disconnect.
 * What a command's row proves is announced: capabilities come from the tables.
 * Source: DAP specification, Initialize, Launch, Attach, ConfigurationDone, Disconnect. */
/* SPDX-License-Identifier: MIT */
#include "control/session.h"

#include "codec/explain.h"
#include "codec/signals.h"
#include "control/breakpoint.h"
#include "control/terminal.h"

#include "core/arena.h"
#include "core/hex.h"
#include "core/suggest.h"

enum { KEY_COLUMNS = 60 };

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

/* A process: a number, or its digits as the pickers of editors give them. -1: neither; 0: none is named. */
static int64_t process_of(const json_t *arguments) {
    const json_t *pid = json_object_get(arguments, "pid");
    uint64_t number = 0;
    if (!pid || json_is_null(pid))
        return 0;
    if (json_is_integer(pid))
        return (int64_t)json_integer_value(pid);
    return json_is_string(pid) && rsp_decimal_u64(&number, rsp_bytes_str(json_string_value(pid))) == RSP_OK &&
                   number <= INT32_MAX
               ? (int64_t)number
               : -1;
}

/* Opens the program that the arguments name. */
static rsp_status open_program(adapter_call *call, const json_t *arguments, bool attach) {
    adapter *a = call->adapter;
    rsp_arena arena = {.mem = a->options.mem};
    rsp_error error = {0};
    const json_t *env = json_object_get(arguments, "env");
    rsp_dap_start what = {.attach = attach,
                          .program = json_string_value(json_object_get(arguments, "program")),
                          .cwd = json_string_value(json_object_get(arguments, "cwd")),
                          .stub = json_string_value(json_object_get(arguments, "stub")),
                          .pid = process_of(arguments)};
    what.arguments = texts(&arena, json_object_get(arguments, "args"), &what.num_arguments);
    what.environment = json_is_object(env) || json_is_array(env) ? environment(&arena, env) : NULL;
    rsp_status status = arena.status;
    if (status == RSP_OK)
        status = terminal_wanted(arguments) && !attach ? terminal_open(a, arguments, &what, &error)
                                                       : control_open(a, &what, &error);
    rsp_arena_free(&arena);
    if (status != RSP_OK)
        return call_fail_loudly(call, status, "%s: %s", call->command->name,
                                error.msg[0] ? error.msg : rsp_status_text(status));
    return RSP_OK;
}

/* A key of launch.json that is nearly one of ours is said, and passed over: editors have keys of their own.
 */
static void doubt_keys(adapter_call *call) {
    static const char *const ours[] = {"program",     "args",    "cwd",  "env",
                                       "stopOnEntry", "console", "stub", "pid"};
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)call->arguments, key, value) {
        rsp_suggestion nearest = {.word = rsp_bytes_str(key)};
        for (size_t i = 0; i < RSP_ARRAY_LEN(ours); i++)
            rsp_suggest_offer(&nearest, ours[i]);
        if (!nearest.best || nearest.distance > 2 || strcmp(nearest.best, key) == 0)
            continue;
        rsp_buf text = {0};
        rsp_buf_str(&text, "stubborn: no argument '");
        rsp_printable_append(&text, rsp_bytes_str(key), KEY_COLUMNS);
        rsp_buf_printf(&text, "' is known; did you mean '%s'?\n", nearest.best);
        adapter_output(call->adapter, "console", rsp_buf_bytes(&text));
        rsp_buf_free(&text);
    }
}

static rsp_status start(adapter_call *call, bool attach) {
    adapter *a = call->adapter;
    control *c = a->control;
    rsp_status status = check_items(call, "args");
    if (status == RSP_OK && json_is_array(call_value(call, "env")))
        status = check_items(call, "env");
    if (status == RSP_OK && process_of(call->arguments) < 0)
        status = call_fail(call, RSP_SCHEMA, "arguments: pid is no process");
    if (status != RSP_OK)
        return status;
    if (a->phase != PHASE_INITIALIZED)
        return call_fail(call, RSP_USAGE, "%s: a program is debugged already", call->command->name);
    doubt_keys(call);
    status = open_program(call, call->arguments, attach);
    if (status != RSP_OK)
        return status;
    a->phase = PHASE_STARTED;
    c->attached = attach;
    c->stop_on_entry = call_flag(call, "stopOnEntry", false);
    json_decref(c->arguments);
    c->arguments = json_deep_copy(call->arguments);
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

/* --- again, and the end --- */

rsp_status control_restart(adapter_call *call) {
    adapter *a = call->adapter;
    control *c = a->control;
    if (c->stage < STAGE_STARTED || c->attached)
        return call_fail(call, RSP_USAGE, "restart: no program was launched");
    c->leaving = LEAVE_KILL;
    control_leave(a);
    c->leaving = LEAVE_BY_START;
    control_reset(a);
    rsp_status status = open_program(call, c->arguments, false);
    if (status != RSP_OK) {
        control_tell_end(a, -1);
        return status;
    }
    breakpoints_bind_all(a);
    c->stage = STAGE_CONFIGURED;
    return RSP_OK;
}

/* The program gets a signal that it can catch, and goes on. */
rsp_status control_terminate(adapter_call *call) {
    adapter *a = call->adapter;
    control *c = a->control;
    step_end(a, &c->plan);
    c->signal.number = RSP_SIGNAL_TERM;
    c->signal.thread = (rsp_ptid){0};
    c->move = (rsp_move){0};
    c->backwards = false;
    c->resume_due = a->motion == MOTION_STANDS;
    return RSP_OK;
}

rsp_status control_disconnect(adapter_call *call) {
    adapter *a = call->adapter;
    control *c = a->control;
    c->leaving = call_flag(call, "terminateDebuggee", !c->attached) ? LEAVE_KILL : LEAVE_RUNNING;
    control_leave(a);
    adapter_end(a, RSP_OK, NULL);
    return RSP_OK;
}
