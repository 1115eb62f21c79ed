/* What faults share: their state, the hooks of rows with a pattern or a command, and messages of their own.
 * A message that a fault sends does not meet its own hook.
 * See fault.h. */
/* SPDX-License-Identifier: MIT */
#include "faults/fault.h"

#include "link/link_control.h"
#include <signal.h>

/* --- state --- */

fault_state *fault_state_of(adapter *a) {
    static fault_state none; /* without memory the fault does not work, and nothing else breaks */
    fault_state *st = adapter_hook_state(a, sizeof *st);
    return st ? st : &none;
}

void fault_forget(adapter *a) {
    fault_state *st = fault_state_of(a);
    json_decref(st->held);
    json_decref(st->list);
    st->held = st->list = NULL;
}

void fault_note(fault_state *st, int64_t seq) {
    st->seqs[st->num_seqs++ % FAULT_SEQS] = seq;
}

bool fault_noted(const fault_state *st, int64_t seq) {
    for (size_t i = 0; i < st->num_seqs && i < FAULT_SEQS; i++)
        if (st->seqs[i] == seq)
            return true;
    return false;
}

/* --- messages --- */

static const adapter_fault *row_of(const adapter *a) {
    return (const adapter_fault *)(const void *)a->hooks;
}

bool fault_edit(adapter *a, json_t *message) {
    const adapter_fault *row = row_of(a);
    json_t *when = edit_parse(row->when);
    const bool fits = edit_fits(when, message);
    const bool drops = strcmp(row->patch, "drop") == 0;
    json_decref(when);
    if (fits && !drops)
        edit_patch(message, row->patch);
    return !(fits && drops);
}

adapter_handler *fault_handler(adapter *a, const adapter_command *command, adapter_handler *serve) {
    const adapter_fault *row = row_of(a);
    return strcmp(command->name, row->command) == 0 ? row->serve : serve;
}

static bool is(const json_t *message, const char *type, const char *key, const char *name) {
    const char *of = json_string_value(json_object_get(message, "type"));
    const char *called = json_string_value(json_object_get(message, key));
    return of && strcmp(of, type) == 0 && (!name || (called && strcmp(called, name) == 0));
}

bool fault_is_request(const json_t *message, const char *command) {
    return is(message, "request", "command", command);
}

bool fault_is_response(const json_t *message, const char *command) {
    return is(message, "response", "command", command);
}

bool fault_is_event(const json_t *message, const char *name) {
    return is(message, "event", "event", name);
}

void fault_send(adapter *a, json_t *message) {
    fault_state *st = fault_state_of(a);
    const bool was = st->inside;
    st->inside = true;
    adapter_send(a, message);
    st->inside = was;
}

void fault_answer(adapter *a, const json_t *request, const char *text, json_t *body) {
    json_t *response =
        json_pack("{s:s, s:b, s:O, s:O}", "type", "response", "success", text ? 0 : 1, "request_seq",
                  json_object_get(request, "seq"), "command", json_object_get(request, "command"));
    if (response && text)
        (void)json_object_set_new(response, "message", json_string(text));
    if (response && body)
        (void)json_object_set(response, "body", body);
    json_decref(body);
    fault_send(a, response);
}

bool fault_hold(adapter *a, json_t *message) {
    fault_state *st = fault_state_of(a);
    json_decref(st->held);
    st->held = json_incref(message);
    return false;
}

bool fault_send_held_after(adapter *a, json_t *message) {
    fault_state *st = fault_state_of(a);
    json_t *held = st->held;
    st->held = NULL;
    fault_send(a, json_incref(message));
    if (held)
        fault_send(a, held);
    return false;
}

void fault_shorten(json_t *list, size_t num) {
    while (json_array_size(list) > num)
        (void)json_array_remove(list, json_array_size(list) - 1);
}

bool fault_note_large(adapter *a, json_t *message) {
    const json_t *reference = json_object_get(json_object_get(message, "body"), "variablesReference");
    if (fault_is_response(message, "evaluate") && json_integer_value(reference) > 0)
        fault_state_of(a)->seq = (int64_t)json_integer_value(reference);
    return true;
}

bool fault_is_large(const adapter_call *call) {
    const int64_t reference = call_integer(call, "variablesReference", 0);
    return reference > 0 && reference == fault_state_of(call->adapter)->seq;
}

void fault_crash(void) {
    (void)raise(SIGABRT);
}

/* --- time --- */

void fault_stall(adapter *a, uint64_t ms) {
    rsp_link_wait(a->editor.link, adapter_now(a) + ms * RSP_NS_PER_MS);
}

void fault_hang(adapter *a) {
    enum { LONGER_THAN_ANYBODY_MS = 60 * 1000 };
    fault_forget(a);
    fault_stall(a, LONGER_THAN_ANYBODY_MS);
}
