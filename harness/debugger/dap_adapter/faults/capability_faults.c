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
    {.info = {.name = NULL}},
};
