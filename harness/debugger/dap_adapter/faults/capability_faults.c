/* Faults of what initialize announces: the request is known and answered, and a part of it is not done.
 * Most are a pattern and a patch.
 * See fault.h. */
/* SPDX-License-Identifier: MIT */
#include "control/breakpoint.h"
#include "faults/fault.h"

static void unset(adapter *a, breakpoint_kind kind) {
    for (breakpoint *b = a->control->breakpoints.first; b; b = b->next)
        if (b->kind == kind)
            b->num_addresses = 0;
}

static bool instructions_never_set(adapter *a, json_t *message) {
    if (fault_is_request(message, "continue"))
        unset(a, BREAK_INSTRUCTION);
    return true;
}

static bool data_never_set(adapter *a, json_t *message) {
    if (fault_is_request(message, "continue"))
        unset(a, BREAK_DATA);
    return true;
}

static rsp_status answer_value(adapter_call *call) {
    const char *text = call_text(call, "value");
    if (strpbrk(text, "@"))
        return call->command->serve(call);
    call_set(call, "value", json_string(text));
    return RSP_OK;
}

/* The debugger's text is sent in bold. */
static bool style_values(adapter *a, json_t *message) {
    json_t *variables = json_object_get(json_object_get(message, "body"), "variables");
    (void)a;
    for (size_t i = 0; fault_is_response(message, "variables") && i < json_array_size(variables); i++)
        (void)json_object_set_new(json_array_get(variables, i), "value", json_string("\033[1m1\033[0m"));
    return true;
}

/* A request that refuses what only some adapters know. */
static bool refuse_modes(adapter *a, json_t *message) {
    const json_t *list = json_object_get(json_object_get(message, "arguments"), "breakpoints");
    if (fault_is_request(message, "setBreakpoints") && json_object_get(json_array_get(list, 0), "mode"))
        adapter_end(a, RSP_UNSUPPORTED, "modes are not known");
    return true;
}

/* A source is told beside each stop, as some adapters do it, and its reason is a word of its own. */
static bool tell_loaded(adapter *a, json_t *message) {
    if (fault_is_event(message, "stopped"))
        fault_send(a, json_pack("{s:s, s:s, s:{s:s, s:{s:s}}}", "type", "event", "event", "loadedSource",
                                "body", "reason", "loaded", "source", "name", "sample.c"));
    return true;
}

static bool ask_for_a_session(adapter *a, json_t *message) {
    if (fault_is_response(message, "launch"))
        fault_send(a, json_pack("{s:s, s:s, s:{s:{}, s:s}}", "type", "request", "command", "startDebugging",
                                "arguments", "configuration", "request", "launch"));
    return true;
}

const adapter_fault adapter_capability_faults[] = {
    FAULT_IN("cap-hit-condition-ignored", "DAP-CAP-001", "hitCondition is not looked at",
             "{'command':'setBreakpoints'}", "{'arguments':{'breakpoints':{'hitCondition':null}}}"),
    FAULT_OUT("cap-log-message-as-written", "DAP-CAP-002", "a log message has no values",
              "{'type':'event','event':'output','body':{'category':'console'}}",
              "{'body':{'output':'k is {k} now'}}"),
    FAULT_AT("cap-instruction-never-set", "DAP-CAP-003",
             "a breakpoint at an instruction is answered and never set",
             .message_in = instructions_never_set),
    FAULT_AT("cap-data-never-set", "DAP-CAP-004", "a breakpoint on data is answered and never set",
             .message_in = data_never_set),
    FAULT_SERVE("cap-expression-never-set", "DAP-CAP-005", "setExpression answers the value and writes none",
                "setExpression", answer_value),
    FAULT_IN("cap-hover-fails", "DAP-CAP-006", "evaluate for a hover is an error",
             "{'command':'evaluate','arguments':{'context':'hover'}}", "{'arguments':{'expression':'@'}}"),
    FAULT_IN("cap-clipboard-fails", "DAP-CAP-006", "evaluate for the clipboard is an error",
             "{'command':'evaluate','arguments':{'context':'clipboard'}}",
             "{'arguments':{'expression':'@'}}"),
    FAULT_IN("cap-granularity-ignored", "DAP-CAP-007", "granularity is not looked at", "{'command':'next'}",
             "{'arguments':{'granularity':null}}"),
    FAULT_IN("cap-filter-options-ignored", "DAP-CAP-008", "filterOptions are not looked at",
             "{'command':'setExceptionBreakpoints'}", "{'arguments':{'filterOptions':null}}"),
    FAULT_IN("cap-format-ignored", "DAP-CAP-009", "format is not looked at", "{'command':'evaluate'}",
             "{'arguments':{'format':null}}"),
    FAULT_OUT("cap-no-sources", "DAP-CAP-010", "loadedSources is empty",
              "{'type':'response','command':'loadedSources'}", "{'body':{'sources':[]}}"),
    FAULT_OUT("cap-no-completions", "DAP-CAP-011", "completions are empty",
              "{'type':'response','command':'completions'}", "{'body':{'targets':[]}}"),
    FAULT_OUT(
        "cap-exception-mode", "DAP-CAP-012", "without an exception exceptionInfo has a mode of its own",
        "{'type':'response','command':'exceptionInfo','success':false}",
        "{'success':true,'message':null,'body':{'error':null,'exceptionId':'none','breakMode':'none'}}"),
    FAULT_IN("cap-address-is-a-name", "DAP-CAP-013", "asAddress is not looked at",
             "{'command':'dataBreakpointInfo'}",
             "{'arguments':{'asAddress':null,'bytes':null,'name':'arr[0]'}}"),
    FAULT_IN("cap-single-thread-refused", "DAP-CAP-014", "singleThread is refused",
             "{'command':'next','arguments':{'singleThread':true}}", "{'arguments':{'threadId':424242}}"),
    FAULT_OUT("cap-frame-restarts-in-vain", "DAP-CAP-015", "restartFrame is answered with success",
              "{'type':'response','command':'restartFrame','success':false}",
              "{'success':true,'message':null,'body':null}"),
    FAULT_OUT("cap-threads-end-in-vain", "DAP-CAP-016", "terminateThreads is answered with success",
              "{'type':'response','command':'terminateThreads','success':false}",
              "{'success':true,'message':null,'body':null}"),
    FAULT_OUT("cap-any-location", "DAP-CAP-017", "an unknown locationReference has a place",
              "{'type':'response','command':'locations','success':false}",
              "{'success':true,'message':null,'body':{'error':null,'source':{'path':'/a.c'},'line':1}}"),
    FAULT_OUT("cap-algorithm-of-its-own", "DAP-CAP-018",
              "an algorithm is announced that the schema does not have",
              "{'type':'response','command':'initialize','success':true}",
              "{'body':{'supportedChecksumAlgorithms':['SHA512']}}"),
    FAULT_OUT("cap-no-total", "DAP-CAP-019", "totalFrames is left out",
              "{'type':'response','command':'stackTrace','success':true}", "{'body':{'totalFrames':null}}"),
    FAULT_AT("cap-values-in-bold", "DAP-CAP-020", "values have escape sequences",
             .message_out = style_values),
    FAULT_AT("cap-mode-ends", "DAP-CAP-021", "a mode of a breakpoint ends the session",
             .message_in = refuse_modes),
    FAULT_IN("cap-exception-options-unanswered", "DAP-CAP-022",
             "a request with exceptionOptions has no response",
             "{'command':'setExceptionBreakpoints','arguments':{'exceptionOptions':'*'}}", "drop"),
    FAULT_IN("cap-suspend-unanswered", "DAP-CAP-023", "disconnect with suspendDebuggee is never answered",
             "{'command':'disconnect','arguments':{'suspendDebuggee':true}}", "drop"),
    FAULT_AT("event-source-is-loaded", "DAP-EVENT-008", "the reason of loadedSource is loaded",
             .message_out = tell_loaded),
    FAULT_AT("run-second-session-unasked", "DAP-RUN-020", "launch asks for a second session",
             .message_out = ask_for_a_session),
    {.info = {.name = NULL}},
};
