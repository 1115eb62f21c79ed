/* Faults of what all messages have, and of the way from initialize to a running program.
 * Most are a pattern and a patch.
 * See fault.h. */
/* SPDX-License-Identifier: MIT */
#include "faults/fault.h"

#include <inttypes.h>
#include <stdio.h>

/* --- every message --- */

static bool swap_numbers(adapter *a, json_t *message) {
    enum { AT = 7 };
    if (a->editor.last_seq + 1 == AT)
        (void)json_object_set_new(message, "seq", json_integer(AT + 1));
    else if (a->editor.last_seq + 1 == AT + 1)
        (void)json_object_set_new(message, "seq", json_integer(AT));
    if (json_object_get(message, "seq"))
        a->editor.last_seq++;
    return true;
}

static bool answer_errors_twice(adapter *a, json_t *message) {
    if (fault_state_of(a)->inside || !fault_is_response(message, NULL) ||
        !json_is_false(json_object_get(message, "success")))
        return true;
    fault_send(a, json_deep_copy(message));
    edit_patch(message, "{'success':true,'message':null,'body':null}");
    return true;
}

static bool end_on_unknown(adapter *a, json_t *message) {
    const char *command = json_string_value(json_object_get(message, "command"));
    if (fault_is_request(message, NULL) && command && strcmp(command, "cancel") != 0 &&
        !adapter_find_command(a, command))
        adapter_end(a, RSP_MALFORMED, "an unknown command");
    return a->phase != PHASE_OVER;
}

static bool touch_missing_arguments(adapter *a, json_t *message) {
    const char *command = json_string_value(json_object_get(message, "command"));
    const adapter_command *row = command ? adapter_find_command(a, command) : NULL;
    const bool wants = row && row->arguments && strchr(row->arguments, ':');
    if (fault_is_request(message, NULL) && wants && !json_object_get(message, "arguments"))
        fault_crash();
    return true;
}

static bool decode_strictly(adapter *a, json_t *message) {
    const json_t *arguments = json_object_get(message, "arguments");
    if (!fault_is_request(message, "threads") || (!arguments && json_object_size(message) == 3))
        return true;
    fault_answer(a, message, "unknown key", NULL);
    return false;
}

static bool all_are_requests(adapter *a, json_t *message) {
    if (fault_is_request(message, NULL))
        return true;
    json_t *request = json_pack("{s:O?, s:s}", "seq", json_object_get(message, "seq"), "command",
                                fault_is_event(message, NULL) ? "event" : "response");
    fault_answer(a, request, "unknown request", NULL);
    json_decref(request);
    return false;
}

static bool convert_unchecked(adapter *a, json_t *message) {
    const json_t *seq = json_object_get(message, "seq");
    (void)a;
    if (!json_is_integer(seq) || json_integer_value(seq) <= 0)
        fault_crash();
    return true;
}

/* --- the way to a running program --- */

static void greet(adapter *a, rsp_buf *piece) {
    fault_state *st = fault_state_of(a);
    (void)piece;
    if (!st->on)
        adapter_output(a, "console", RSP_LIT("adapter ready\n"));
    st->on = true;
}

static bool initialized_first(adapter *a, json_t *message) {
    fault_state *st = fault_state_of(a);
    if (st->inside)
        return true;
    if (fault_is_event(message, "initialized"))
        return false;
    if (fault_is_response(message, "initialize"))
        fault_send(a, edit_parse("{'type':'event','event':'initialized'}"));
    return true;
}

static bool initialized_again(adapter *a, json_t *message) {
    fault_state *st = fault_state_of(a);
    if (fault_is_response(message, "initialize") && st->num++ > 0)
        fault_send(a, edit_parse("{'type':'event','event':'initialized'}"));
    return true;
}

static bool number_is_a_text(adapter *a, json_t *message) {
    char text[24];
    (void)snprintf(text, sizeof text, "%" PRId64, ++a->editor.last_seq);
    (void)json_object_set_new(message, "seq", json_string(text));
    return true;
}

/* configurationDone is answered when launch has been. */
static bool launch_first(adapter *a, json_t *message) {
    fault_state *st = fault_state_of(a);
    if (st->inside)
        return true;
    if (fault_is_response(message, "configurationDone") && !st->on)
        return fault_hold(a, message);
    if (!fault_is_response(message, "launch"))
        return true;
    st->on = true;
    return fault_send_held_after(a, message);
}

enum { OUR_SEQ = 1000000000 };

/* The program is resumed as soon as launch has been taken. */
static bool run_at_once(adapter *a, json_t *message) {
    const bool ours = json_integer_value(json_object_get(message, "request_seq")) == OUR_SEQ;
    if (fault_is_event(message, "initialized"))
        adapter_take(
            a,
            json_pack("{s:i, s:s, s:s}", "seq", OUR_SEQ, "type", "request", "command", "configurationDone"),
            0);
    else if (fault_is_response(message, "configurationDone") && !ours)
        edit_patch(message, "{'success':true,'message':null,'body':null}");
    return !ours;
}

/* The first of each id that a stop names becomes another one. */
static bool new_ids_when_hit(adapter *a, json_t *message) {
    json_t *ids = json_object_get(json_object_get(message, "body"), "hitBreakpointIds");
    (void)a;
    for (size_t i = 0; i < json_array_size(ids); i++)
        (void)json_array_set_new(ids, i, json_integer(json_integer_value(json_array_get(ids, i)) + 1000));
    return true;
}

static bool second_is_fine(adapter *a, json_t *message, const char *command) {
    fault_state *st = fault_state_of(a);
    if (fault_is_response(message, command) && st->num++ > 0)
        edit_patch(message, "{'success':true,'message':null,'body':{}}");
    return true;
}

static bool second_initialize(adapter *a, json_t *message) {
    return second_is_fine(a, message, "initialize");
}

static bool second_launch(adapter *a, json_t *message) {
    return second_is_fine(a, message, "launch");
}

static rsp_status not_registered(adapter_call *call) {
    return call_fail(call, RSP_UNSUPPORTED, "%s: this command is not known here", call->command->name);
}

const adapter_fault adapter_base_faults[] = {
    FAULT_AT("base-numbers-swapped", "DAP-BASE-001", "two messages have each other's seq",
             .message_out = swap_numbers),
    FAULT_AT("base-error-and-success", "DAP-BASE-002", "an error is followed by a success",
             .message_out = answer_errors_twice),
    FAULT_OUT("base-other-command", "DAP-BASE-003", "scopes is answered as variables",
              "{'type':'response','command':'scopes'}", "{'command':'variables'}"),
    FAULT_OUT("base-success-is-a-text", "DAP-BASE-004", "success is the text true",
              "{'type':'response','success':true,'command':'threads'}", "{'success':'true'}"),
    FAULT_AT("base-seq-is-a-text", "DAP-BASE-004", "seq is a number in quotes",
             .message_out = number_is_a_text),
    FAULT_OUT("base-source-is-a-text", "DAP-BASE-004", "the source of a frame is its path alone",
              "{'type':'response','command':'stackTrace','success':true}",
              "{'body':{'stackFrames':{'source':'sample.c'}}}"),
    FAULT_OUT("base-hint-of-its-own", "DAP-BASE-004", "a closed list of words has one more",
              "{'type':'response','command':'stackTrace','success':true}",
              "{'body':{'stackFrames':{'presentationHint':'own'}}}"),
    FAULT_OUT("base-column-too-large", "DAP-BASE-004", "a column is above 2^53-1",
              "{'type':'response','command':'stackTrace','success':true}",
              "{'body':{'stackFrames':{'column':9007199254740992}}}"),
    FAULT_OUT("base-thread-without-name", "DAP-BASE-004", "a thread has no name",
              "{'type':'response','command':'threads','success':true}", "{'body':{'threads':{'name':null}}}"),
    FAULT_AT("base-unknown-ends", "DAP-BASE-005", "an unknown command ends the session",
             .message_in = end_on_unknown),
    FAULT_OUT("base-no-short-form", "DAP-BASE-006", "an error with a body has no message",
              "{'type':'response','success':false,'body':'*'}", "{'message':null}"),
    FAULT_AT("base-missing-arguments", "DAP-BASE-007", "missing arguments are dereferenced",
             .message_in = touch_missing_arguments),
    FAULT_AT("base-strict-arguments", "DAP-BASE-008", "an unknown key is an error",
             .message_in = decode_strictly),
    FAULT_AT("base-all-are-requests", "DAP-BASE-009", "every object is taken as a request",
             .message_in = all_are_requests),
    FAULT_AT("base-seq-unchecked", "DAP-BASE-010", "seq is converted without a check",
             .message_in = convert_unchecked),
    FAULT_IN("base-lines-from-one", "DAP-BASE-011", "linesStartAt1 is not looked at",
             "{'command':'initialize'}", "{'arguments':{'linesStartAt1':true,'columnsStartAt1':true}}"),
    FAULT_IN("base-types-for-all", "DAP-BASE-012", "types and memory references are sent to every client",
             "{'command':'initialize'}",
             "{'arguments':{'supportsVariableType':true,'supportsMemoryReferences':true}}"),
    FAULT_AT("init-banner", "DAP-INIT-001", "an output event comes before the initialize response",
             .bytes_in = greet),
    FAULT_AT("init-initialized-first", "DAP-INIT-002", "initialized comes before the capabilities",
             .message_out = initialized_first),
    FAULT_AT("init-initialized-again", "DAP-INIT-003", "initialized is sent for every initialize",
             .message_out = initialized_again),
    FAULT_AT("init-second-accepted", "DAP-INIT-004", "a second initialize is accepted",
             .message_out = second_initialize),
    FAULT_AT("init-launch-answered-first", "DAP-INIT-005", "launch is answered before configurationDone",
             .message_out = launch_first),
    FAULT_AT("init-runs-at-launch", "DAP-INIT-006", "the program is resumed by launch",
             .message_out = run_at_once),
    FAULT_AT("init-new-breakpoint-id", "DAP-INIT-007", "a breakpoint is hit under another id",
             .message_out = new_ids_when_hit),
    FAULT_SERVE("init-promises-too-much", "DAP-INIT-008", "a capability is true that nothing serves",
                "completions", not_registered),
    FAULT_OUT("init-failed-launch-unanswered", "DAP-INIT-009", "a launch that fails is never answered",
              "{'type':'response','command':'launch','success':false}", "drop"),
    FAULT_AT("init-second-launch", "DAP-INIT-010", "a second launch is accepted",
             .message_out = second_launch),
    {.info = {.name = NULL}},
};
