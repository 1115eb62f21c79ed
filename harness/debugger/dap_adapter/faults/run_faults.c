/* Faults of running: the order of responses and events, what they say, how it ends; breakpoints; events.
 * Most are a pattern and a patch.
 * See fault.h. */
/* SPDX-License-Identifier: MIT */
#include "faults/fault.h"

#include "control/move.h"

/* --- steps and stops --- */

static bool stop_before_response(adapter *a, json_t *message) {
    fault_state *st = fault_state_of(a);
    if (st->inside)
        return true;
    if (fault_is_response(message, "next") && json_is_true(json_object_get(message, "success")))
        return fault_hold(a, message);
    if (!st->held || !fault_is_event(message, "stopped"))
        return true;
    return fault_send_held_after(a, message);
}

static void tell_every_run(adapter *a, bool runs) {
    if (runs)
        adapter_event(a, "continued", edit_parse("{'threadId':1,'allThreadsContinued':true}"));
}

static bool empty_success(adapter *a, json_t *message) {
    (void)a;
    if (fault_is_response(message, NULL) && edit_fits(json_object_get(message, "message"), NULL))
        return true;
    const char *text = json_string_value(json_object_get(message, "message"));
    if (fault_is_response(message, NULL) && text && strcmp(text, "notStopped") == 0)
        edit_patch(message,
                   "{'success':true,'message':null,'body':{'stackFrames':[],'scopes':[],'variables':[]}}");
    return true;
}

/* --- ends --- */

static bool terminated_first(adapter *a, json_t *message) {
    fault_state *st = fault_state_of(a);
    if (fault_is_event(message, "exited"))
        fault_send(a, edit_parse("{'type':'event','event':'terminated'}"));
    return st->inside || !fault_is_event(message, "terminated") || st->num++ > 0;
}

static bool code_of_a_signal(adapter *a, json_t *message) {
    const json_t *code = json_object_get(json_object_get(message, "body"), "exitCode");
    const bool usual = json_integer_value(code) >= 0 && json_integer_value(code) <= 7;
    (void)a;
    if (fault_is_event(message, "exited") && !usual)
        edit_patch(message, "{'body':{'exitCode':0}}");
    return true;
}

/* After the end a step waits for a resume that never comes. */
static bool wait_for_the_dead(adapter *a, json_t *message) {
    fault_state *st = fault_state_of(a);
    st->on = st->on || fault_is_event(message, "exited") || fault_is_event(message, "terminated");
    return !(st->on && fault_is_response(message, "next"));
}

static bool kill_on_disconnect(adapter *a, json_t *message) {
    if (fault_is_request(message, "disconnect"))
        edit_patch(message, "{'arguments':{'terminateDebuggee':true}}");
    if (fault_is_response(message, "disconnect"))
        fault_send(a, edit_parse("{'type':'event','event':'exited','body':{'exitCode':0}}"));
    return true;
}

/* The program is not heard any more. */
static bool kill_on_terminate(adapter *a, json_t *message) {
    fault_state *st = fault_state_of(a);
    st->on = st->on || fault_is_response(message, "terminate");
    if (st->on && fault_is_event(message, "exited"))
        edit_patch(message, "{'body':{'exitCode':9}}");
    return !(st->on && fault_is_event(message, "output"));
}

static bool note_start(adapter *a, json_t *message) {
    fault_state *st = fault_state_of(a);
    st->on = st->on || fault_is_request(message, "launch") || fault_is_request(message, "attach");
    return true;
}

static void wait_for_a_program(adapter *a) {
    if (a->ended == RSP_OK && !fault_state_of(a)->on)
        fault_hang(a);
    fault_forget(a);
}

/* For the request in work, and for those that have come with it. */
static bool disconnect_waits(adapter *a, json_t *message) {
    if (fault_is_request(message, "disconnect") && a->serving.queue.num > 0)
        fault_hang(a);
    return true;
}

static void forget_answer(adapter *a, void *ctx, const json_t *response) {
    (void)a;
    (void)ctx;
    (void)response;
}

static bool ask_for_a_terminal(adapter *a, json_t *message) {
    if (fault_is_request(message, "launch") && !adapter_editor_can(a, "supportsRunInTerminalRequest"))
        adapter_ask(a, "runInTerminal", edit_parse("{'args':['/bin/true'],'cwd':'/'}"), forget_answer, NULL);
    return true;
}

static bool wait_for_the_terminal(adapter *a, json_t *message) {
    const char *text = json_string_value(json_object_get(message, "message"));
    (void)a;
    return !(fault_is_response(message, "launch") && text && strstr(text, "nothing listens"));
}

/* --- breakpoints --- */

static json_t *breakpoints_of(json_t *message, const char *in) {
    return json_object_get(json_object_get(message, in), "breakpoints");
}

static json_int_t line_of(const json_t *list, size_t i) {
    return json_integer_value(json_object_get(json_array_get(list, i), "line"));
}

static bool sorted(adapter *a, json_t *message) {
    json_t *list = breakpoints_of(message, "body");
    (void)a;
    if (!fault_is_response(message, "setBreakpoints"))
        return true;
    for (size_t i = 0; i < json_array_size(list); i++)
        for (size_t k = 0; k + 1 < json_array_size(list); k++)
            if (line_of(list, k) > line_of(list, k + 1)) {
                json_t *item = json_incref(json_array_get(list, k));
                (void)json_array_remove(list, k);
                (void)json_array_insert_new(list, k + 1, item);
            }
    return true;
}

/* The list of the request before stays behind the new one. */
static bool added_in(adapter *a, json_t *message) {
    fault_state *st = fault_state_of(a);
    json_t *list = breakpoints_of(message, "arguments");
    if (!fault_is_request(message, "setBreakpoints") || !list)
        return true;
    json_t *given = json_deep_copy(list);
    st->num = json_array_size(given);
    if (st->list)
        (void)json_array_extend(list, st->list);
    json_decref(st->list);
    st->list = given;
    return true;
}

static bool added_out(adapter *a, json_t *message) {
    json_t *list = breakpoints_of(message, "body");
    if (fault_is_response(message, "setBreakpoints"))
        fault_shorten(list, (size_t)fault_state_of(a)->num);
    return true;
}

/* Where a breakpoint was moved to is kept from the editor. */
static bool tell_asked_lines(adapter *a, json_t *message) {
    fault_state *st = fault_state_of(a);
    json_t *list = breakpoints_of(message, "body");
    if (fault_is_request(message, "setBreakpoints")) {
        json_decref(st->list);
        st->list = json_deep_copy(breakpoints_of(message, "arguments"));
    }
    for (size_t i = 0; fault_is_response(message, "setBreakpoints") && i < json_array_size(list); i++)
        if (line_of(list, i) > 0)
            (void)json_object_set_new(json_array_get(list, i), "line", json_integer(line_of(st->list, i)));
    return true;
}

static bool new_ids(adapter *a, json_t *message) {
    json_t *list = breakpoints_of(message, "body");
    fault_state *st = fault_state_of(a);
    st->num += fault_is_response(message, "setBreakpoints") ? 1 : 0;
    for (size_t i = 0; fault_is_response(message, "setBreakpoints") && i < json_array_size(list); i++) {
        json_t *item = json_array_get(list, i);
        const json_int_t id = json_integer_value(json_object_get(item, "id"));
        (void)json_object_set_new(item, "id", json_integer(id + 1000 * ((json_int_t)st->num - 1)));
    }
    return true;
}

static bool unverified_unsaid(adapter *a, json_t *message) {
    json_t *list = breakpoints_of(message, "body");
    (void)a;
    for (size_t i = 0; fault_is_response(message, "setBreakpoints") && i < json_array_size(list); i++)
        if (json_is_false(json_object_get(json_array_get(list, i), "verified")))
            (void)json_object_del(json_array_get(list, i), "verified");
    return true;
}

/* While the program runs breakpoints are answered, and that is all. */
static rsp_status answer_breakpoints(adapter_call *call) {
    json_t *list = json_array();
    for (size_t i = 0; i < json_array_size(call_value(call, "breakpoints")); i++)
        (void)json_array_append_new(list, json_pack("{s:i, s:b}", "id", 900 + (int)i, "verified", 1));
    call_set(call, "breakpoints", list);
    return RSP_OK;
}

/* Asked when the request is served: when it came, the resume before it may have waited still. */
static adapter_handler *answer_only(adapter *a, const adapter_command *command, adapter_handler *serve) {
    const bool sets = strcmp(command->name, "setBreakpoints") == 0;
    return sets && a->motion == MOTION_RUNS ? answer_breakpoints : serve;
}

static bool bad_condition_is_true(adapter *a, json_t *message) {
    json_t *list = breakpoints_of(message, "arguments");
    (void)a;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_object_get(json_array_get(list, i), "condition"));
        if (text && strpbrk(text, "@"))
            (void)json_object_del(json_array_get(list, i), "condition");
    }
    return true;
}

static bool tell_unchanged(adapter *a, json_t *message) {
    const json_t *list = breakpoints_of(message, "body");
    if (!fault_is_response(message, "setBreakpoints") || fault_state_of(a)->inside)
        return true;
    fault_send(a, json_incref(message));
    for (size_t i = 0; i < json_array_size(list); i++)
        fault_send(a, json_pack("{s:s, s:s, s:{s:s, s:O}}", "type", "event", "event", "breakpoint", "body",
                                "reason", "changed", "breakpoint", json_array_get(list, i)));
    return false;
}

static bool fail_on_filter(adapter *a, json_t *message) {
    if (!fault_is_request(message, "setExceptionBreakpoints"))
        return true;
    const json_t *filters = json_object_get(json_object_get(message, "arguments"), "filters");
    if (json_array_size(filters) == 0)
        return true;
    fault_answer(a, message, "unknown filter", NULL);
    return false;
}

/* --- events --- */

static bool later_first(adapter *a, json_t *message) {
    enum { OFTEN = 20 };
    fault_state *st = fault_state_of(a);
    if (st->inside || !fault_is_event(message, "output"))
        return true;
    if (!st->held && ++st->num % OFTEN == 0)
        return fault_hold(a, message);
    if (!st->held)
        return true;
    return fault_send_held_after(a, message);
}

/* What was printed last comes when the end has been told. */
static bool output_last(adapter *a, json_t *message) {
    fault_state *st = fault_state_of(a);
    const char *text = json_string_value(json_object_get(json_object_get(message, "body"), "output"));
    if (st->inside)
        return true;
    if (fault_is_event(message, "output") && text && strstr(text, "bye"))
        return fault_hold(a, message);
    if (!st->held || !fault_is_event(message, "terminated"))
        return true;
    return fault_send_held_after(a, message);
}

/* Threads that were there once are listed for ever. */
static bool list_the_dead(adapter *a, json_t *message) {
    fault_state *st = fault_state_of(a);
    json_t *list = json_object_get(json_object_get(message, "body"), "threads");
    if (!fault_is_response(message, "threads"))
        return true;
    if (json_array_size(list) < json_array_size(st->list)) {
        edit_patch(message, "{'success':true,'message':null}");
        (void)json_object_set_new(message, "body", json_pack("{s:O}", "threads", st->list));
    } else if (list) {
        json_decref(st->list);
        st->list = json_deep_copy(list);
    }
    return true;
}

static adapter_handler *step_into_calls(adapter *a, const adapter_command *command, adapter_handler *serve) {
    (void)a;
    return strcmp(command->name, "next") == 0 ? control_step_in : serve;
}

#define STOPPED "{'type':'event','event':'stopped','body':{'reason':"

const adapter_fault adapter_run_faults[] = {
    FAULT_AT("run-stops-before-response", "DAP-RUN-001", "the stop of a step comes before its response",
             .message_out = stop_before_response),
    FAULT_OUT("run-step-is-a-breakpoint", "DAP-RUN-002", "a step stops by reason breakpoint",
              STOPPED "'step'}}", "{'body':{'reason':'breakpoint'}}"),
    FAULT_AT("run-next-enters-calls", "DAP-RUN-002", "next stops in the function that the line calls",
             .handler = step_into_calls),
    FAULT_AT("run-continued-always", "DAP-RUN-003", "continued is sent for each resume",
             .runs = tell_every_run),
    FAULT_OUT("run-success-without-effect", "DAP-RUN-004", "a resume that fails is answered with success",
              "{'type':'response','command':'next','success':false}",
              "{'success':true,'message':null,'body':null}"),
    FAULT_AT("run-empty-success", "DAP-RUN-005", "requests of a running program succeed with nothing",
             .message_out = empty_success),
    FAULT_OUT("run-pause-is-an-exception", "DAP-RUN-006", "a pause stops by reason exception",
              STOPPED "'pause'}}", "{'body':{'reason':'exception'}}"),
    FAULT_OUT("run-entry-is-a-breakpoint", "DAP-RUN-007",
              "a stop at the entry shows a breakpoint of the adapter's own", STOPPED "'entry'}}",
              "{'body':{'reason':'breakpoint','hitBreakpointIds':[99]}}"),
    FAULT_AT("run-terminated-first", "DAP-RUN-008", "terminated comes before exited",
             .message_out = terminated_first),
    FAULT_AT("run-signal-is-code-zero", "DAP-RUN-009", "a program that a signal ends has the code 0",
             .message_out = code_of_a_signal),
    FAULT_AT("run-waits-for-the-dead", "DAP-RUN-010", "a step after the end is never answered",
             .message_out = wait_for_the_dead),
    FAULT_AT("run-disconnect-kills-launched", "DAP-RUN-012", "a launched program does not outlive disconnect",
             .message_in = kill_on_disconnect, .message_out = kill_on_disconnect),
    FAULT_AT("run-disconnect-kills-attached", "DAP-RUN-013",
             "an attached program does not outlive disconnect", .message_in = kill_on_disconnect,
             .message_out = kill_on_disconnect),
    FAULT_AT("run-terminate-kills", "DAP-RUN-014", "terminate gives the program no chance to clean up",
             .message_out = kill_on_terminate),
    FAULT_AT("run-disconnect-waits", "DAP-RUN-015", "disconnect waits for the request in work",
             .message_in = disconnect_waits),
    FAULT_AT("run-terminal-unasked", "DAP-RUN-016", "runInTerminal is sent to every client",
             .message_in = ask_for_a_terminal),
    FAULT_OUT("run-terminal-refusal-dropped", "DAP-RUN-017",
              "a refused terminal leaves launch without an answer",
              "{'type':'response','command':'launch','success':false}", "drop"),
    FAULT_WITH("run-disconnect-needs-a-program", "DAP-RUN-018",
               "a session without a program does not end with disconnect", .message_in = note_start,
               .end = wait_for_a_program),
    FAULT_AT("run-terminal-waits", "DAP-RUN-019", "launch waits for ever for what a terminal starts",
             .message_out = wait_for_the_terminal),
    FAULT_AT("brk-sorted", "DAP-BRK-001", "breakpoints are answered in the order of their lines",
             .message_out = sorted),
    FAULT_AT("brk-added", "DAP-BRK-002", "a list is added to the one before", .message_in = added_in,
             .message_out = added_out),
    FAULT_AT("brk-new-ids", "DAP-BRK-003", "the same list gets new ids", .message_out = new_ids),
    FAULT_AT("brk-verified-missing", "DAP-BRK-004", "verified is missing where a line cannot be found",
             .message_out = unverified_unsaid),
    FAULT_AT("brk-answered-only", "DAP-BRK-005", "breakpoints of a running program are answered and not set",
             .handler = answer_only),
    FAULT_AT("brk-bad-condition-is-true", "DAP-BRK-006", "a condition that cannot be read counts as true",
             .message_in = bad_condition_is_true),
    FAULT_AT("brk-told-unchanged", "DAP-BRK-007", "an event follows each setBreakpoints",
             .message_out = tell_unchanged),
    FAULT_AT("brk-filter-fails-all", "DAP-BRK-008", "an unknown filter fails the request",
             .message_in = fail_on_filter),
    FAULT_AT("brk-moved-unsaid", "DAP-BRK-009",
             "a breakpoint that was moved keeps the line that was asked for", .message_in = tell_asked_lines,
             .message_out = tell_asked_lines),
    FAULT_OUT("brk-later-unsaid", "DAP-BRK-010", "nothing is told of a breakpoint whose library has come",
              "{'type':'event','event':'breakpoint'}", "drop"),
    FAULT_OUT("brk-later-other-id", "DAP-BRK-010",
              "a breakpoint whose library has come is told under another id",
              "{'type':'event','event':'breakpoint'}", "{'body':{'breakpoint':{'id':777777}}}"),
    FAULT_OUT("event-start-method", "DAP-EVENT-001", "the start method is none of the schema",
              "{'type':'event','event':'process'}", "{'body':{'startMethod':'process'}}"),
    FAULT_OUT("event-thread-is-gone", "DAP-EVENT-002", "a stop names a thread that is not there",
              "{'type':'event','event':'stopped'}", "{'body':{'threadId':777777}}"),
    FAULT_AT("event-output-reordered", "DAP-EVENT-003", "output that was kept back comes after newer",
             .message_out = later_first),
    FAULT_AT("event-output-after-the-end", "DAP-EVENT-004", "the last output comes after terminated",
             .message_out = output_last),
    FAULT_OUT("event-all-is-stdout", "DAP-EVENT-005", "all output is stdout",
              "{'type':'event','event':'output'}", "{'body':{'category':'stdout'}}"),
    FAULT_AT("event-dead-threads", "DAP-EVENT-006", "threads lists those that have ended",
             .message_out = list_the_dead),
    FAULT_IN("event-unannounced", "DAP-EVENT-007", "events are sent to clients that did not announce them",
             "{'command':'initialize'}",
             "{'arguments':{'supportsInvalidatedEvent':true,'supportsMemoryEvent':true,'"
             "supportsProgressReporting':true}}"),
    {.info = {.name = NULL}},
};
