/* Faults of cancel: whom it hits, when, what is answered, and what it leaves behind.
 * A cancel is seen three times: as a message, by the request that it has found, and by that request's
 * response. See fault.h. */
/* SPDX-License-Identifier: MIT */
#include "faults/fault.h"

#include <stdlib.h>

static int64_t target_of(const json_t *message) {
    const json_t *id = json_object_get(json_object_get(message, "arguments"), "requestId");
    return json_is_integer(id) ? (int64_t)json_integer_value(id) : 0;
}

static void make_cancelled(json_t *message) {
    edit_patch(message, "{'success':false,'message':'cancelled','body':null}");
}

/* --- it runs all the same --- */

static bool note_and_run(adapter *a, adapter_request *found) {
    if (found && !found->active)
        fault_note(fault_state_of(a), found->seq);
    return !found || found->active;
}

static bool cancelled_afterwards(adapter *a, json_t *message) {
    const int64_t seq = (int64_t)json_integer_value(json_object_get(message, "request_seq"));
    if (fault_is_response(message, NULL) && fault_noted(fault_state_of(a), seq))
        make_cancelled(message);
    return true;
}

static bool note_moves(adapter *a, adapter_request *found) {
    const bool moves =
        found && (strcmp(found->name, "next") == 0 || strcmp(found->name, "setBreakpoints") == 0);
    return moves ? note_and_run(a, found) : true;
}

static bool note_effects(adapter *a, adapter_request *found) {
    const bool has_effect =
        found && (strcmp(found->name, "evaluate") == 0 || strcmp(found->name, "setVariable") == 0);
    if (!has_effect)
        return true;
    fault_note(fault_state_of(a), found->seq);
    return false;
}

/* --- when --- */

/* Cancels wait for the request in work, as others do. */
static bool cancel_waits(adapter *a, json_t *message) {
    fault_state *st = fault_state_of(a);
    if (!fault_is_request(message, "cancel") || st->inside)
        return true;
    if (!st->list)
        st->list = json_array();
    (void)json_array_append(st->list, message);
    return false;
}

static adapter_request *release_cancels(adapter *a, adapter_request *chosen) {
    fault_state *st = fault_state_of(a);
    const json_t *first = json_array_get(st->list, 0);
    const bool is_due = !chosen || chosen->seq > (int64_t)json_integer_value(json_object_get(first, "seq"));
    if (a->serving.active || !first || !is_due)
        return chosen;
    json_t *waiting = st->list;
    st->list = NULL;
    for (size_t i = 0; i < json_array_size(waiting); i++)
        adapter_take(a, json_incref(json_array_get(waiting, i)), 0);
    json_decref(waiting);
    return adapter_queue_choose(&a->serving.queue, false);
}

static bool only_in_the_queue(adapter *a, adapter_request *found) {
    (void)a;
    return !found || !found->active;
}

static rsp_status large_without_a_look(adapter_call *call) {
    enum { LONG_MS = 2500 };
    if (fault_is_large(call))
        fault_stall(call->adapter, LONG_MS);
    return call->command->serve(call);
}

/* --- whom --- */

static bool flush_queue(adapter *a, adapter_request *found) {
    adapter_request *next = NULL;
    for (adapter_request *r = found ? a->serving.queue.first : NULL; r; r = next) {
        next = r->next;
        if (!r->active && r != found && r != a->serving.active)
            adapter_give_up(a, r);
    }
    return true;
}

static bool note_interrupt(adapter *a, adapter_request *found) {
    if (found && found->active)
        fault_state_of(a)->num = 1;
    return true;
}

static rsp_status given_up(adapter_call *call) {
    (void)call;
    return RSP_CANCELLED;
}

/* The request behind the interrupted one meets the same flag. */
static adapter_handler *interrupt_again(adapter *a, const adapter_command *command, adapter_handler *serve) {
    fault_state *st = fault_state_of(a);
    if (strcmp(command->name, "cancel") == 0 || a->serving.active->nested || st->num == 0)
        return serve;
    st->num = 0;
    return given_up;
}

static bool hit_later_ids(adapter *a, json_t *message) {
    fault_state *st = fault_state_of(a);
    const int64_t seq = (int64_t)json_integer_value(json_object_get(message, "seq"));
    if (fault_is_request(message, "cancel"))
        fault_note(st, target_of(message));
    else if (fault_is_request(message, NULL) && seq > 0 && fault_noted(st, seq)) {
        fault_answer(a, message, "cancelled", NULL);
        return false;
    }
    return true;
}

/* A second cancel in a row hits the step behind it. */
static bool hit_the_step(adapter *a, json_t *message) {
    fault_state *st = fault_state_of(a);
    if (fault_is_request(message, "cancel"))
        st->num++;
    if (!fault_is_request(message, "next") || st->num < 2)
        return true;
    st->num = 0;
    fault_answer(a, message, "cancelled", NULL);
    return false;
}

static bool use_freed_entry(adapter *a, adapter_request *found) {
    (void)a;
    if (!found)
        fault_crash();
    return true;
}

/* --- what is read of a cancel --- */

static bool poison(adapter *a, json_t *message) {
    fault_state *st = fault_state_of(a);
    const json_t *arguments = json_object_get(message, "arguments");
    const json_t *id = json_object_get(arguments, "requestId");
    const bool bad = (arguments && !json_is_object(arguments)) || (id && !json_is_integer(id));
    if (fault_is_request(message, "cancel") && bad)
        st->on = true;
    else if (fault_is_request(message, NULL) && st->on) {
        fault_answer(a, message, "ids cannot be compared", NULL);
        return false;
    }
    return true;
}

static bool want_progress(adapter *a, json_t *message) {
    const json_t *arguments = json_object_get(message, "arguments");
    if (!fault_is_request(message, "cancel") || json_object_get(arguments, "progressId"))
        return true;
    fault_answer(a, message, "progressId is missing", NULL);
    return false;
}

/* --- what it leaves --- */

/* What was interrupted is given as a whole: the first half of the list. */
static bool note_variables(adapter *a, adapter_request *found) {
    const bool hits = found && strcmp(found->name, "variables") == 0;
    if (hits)
        fault_note(fault_state_of(a), found->seq);
    return !hits;
}

static void halve(json_t *message) {
    json_t *list = json_object_get(json_object_get(message, "body"), "variables");
    for (size_t i = json_array_size(list); i > json_array_size(list) / 2 && i > 0; i--)
        if (json_array_size(list) > 1 && i - 1 >= (json_array_size(list) + 1) / 2)
            (void)json_array_remove(list, i - 1);
}

static bool give_half(adapter *a, json_t *message) {
    const int64_t seq = (int64_t)json_integer_value(json_object_get(message, "request_seq"));
    (void)fault_note_large(a, message);
    if (fault_is_response(message, "variables") && fault_noted(fault_state_of(a), seq))
        halve(message);
    return true;
}

/* Long enough that a cancel finds it in work, with the editor heard meanwhile. */
static rsp_status large_for_a_while(adapter_call *call) {
    enum { WHILE_MS = 300 };
    adapter *a = call->adapter;
    if (fault_is_large(call))
        (void)!adapter_sleep(a, adapter_now(a) + WHILE_MS * RSP_NS_PER_MS);
    return call->command->serve(call);
}

static bool note_half_filled(adapter *a, adapter_request *found) {
    if (found && strcmp(found->name, "variables") == 0)
        fault_state_of(a)->on = true;
    return true;
}

static bool give_half_filled(adapter *a, json_t *message) {
    fault_state *st = fault_state_of(a);
    if (!st->on || !fault_is_response(message, "variables") ||
        !json_is_true(json_object_get(message, "success")))
        return true;
    halve(message);
    return true;
}

static bool note_call(adapter *a, adapter_request *found) {
    if (found && strcmp(found->name, "evaluate") == 0)
        fault_state_of(a)->on = true;
    return true;
}

static bool leave_dummy_frame(adapter *a, json_t *message) {
    json_t *frames = json_object_get(json_object_get(message, "body"), "stackFrames");
    if (fault_state_of(a)->on && fault_is_response(message, "stackTrace") && json_array_size(frames) > 0)
        edit_patch(json_array_get(frames, 0), "{'name':'<called by the debugger>','line':0}");
    return true;
}

static bool keep_ids(adapter *a, json_t *message) {
    enum { ENTRY_BYTES = 16 * 1024 };
    fault_state *st = fault_state_of(a);
    if (!fault_is_request(message, "cancel"))
        return true;
    char *entry = malloc(ENTRY_BYTES + 1);
    if (!entry)
        return true;
    memset(entry, 'x', ENTRY_BYTES);
    entry[ENTRY_BYTES] = '\0';
    if (!st->list)
        st->list = json_array();
    (void)json_array_append_new(st->list, json_stringn(entry, ENTRY_BYTES));
    free(entry);
    return true;
}

const adapter_fault adapter_cancel_faults[] = {
    FAULT_OUT("cancel-unanswered", "DAP-CANCEL-001", "cancel is never answered",
              "{'type':'response','command':'cancel'}", "drop"),
    FAULT_OUT("cancel-target-unanswered", "DAP-CANCEL-002", "a request that was cancelled has no response",
              "{'type':'response','message':'cancelled'}", "drop"),
    FAULT_OUT("cancel-spelled-canceled", "DAP-CANCEL-003", "the message is canceled",
              "{'type':'response','message':'cancelled'}", "{'message':'canceled'}"),
    FAULT_AT("cancel-after-it-ran", "DAP-CANCEL-004", "a waiting request runs and is answered as cancelled",
             .cancel = note_and_run, .message_out = cancelled_afterwards),
    FAULT_AT("cancel-waits-in-the-queue", "DAP-CANCEL-005", "a cancel waits for the request in work",
             .message_in = cancel_waits, .choose = release_cancels),
    FAULT_AT("cancel-only-waiting", "DAP-CANCEL-006", "a request in work is not interrupted",
             .cancel = only_in_the_queue),
    FAULT_SERVE_AT("cancel-unseen-by-loops", "DAP-CANCEL-007", "a long list is read to its end", "variables",
                   large_without_a_look, .message_out = fault_note_large),
    FAULT_AT("cancel-flushes", "DAP-CANCEL-008", "a cancel hits all that wait", .cancel = flush_queue),
    FAULT_AT("cancel-flag-stays", "DAP-CANCEL-009", "the request after an interrupted one is cancelled, too",
             .cancel = note_interrupt, .handler = interrupt_again),
    FAULT_SERVE_AT("cancel-half-a-list", "DAP-CANCEL-010", "half of a list is given as success", "variables",
                   large_for_a_while, .cancel = note_variables, .message_out = give_half),
    FAULT_AT("cancel-leaves-a-frame", "DAP-CANCEL-011", "a frame of the interrupted call stays on the stack",
             .cancel = note_call, .message_out = leave_dummy_frame),
    FAULT_AT("cancel-freed-entry", "DAP-CANCEL-012", "a finished id is found among freed entries",
             .cancel = use_freed_entry),
    FAULT_AT("cancel-hits-later-ids", "DAP-CANCEL-013",
             "a cancel hits a request that comes later with its id", .message_in = hit_later_ids),
    FAULT_AT("cancel-bad-id-poisons", "DAP-CANCEL-014", "after a bad id every request fails",
             .message_in = poison),
    FAULT_AT("cancel-wants-progress", "DAP-CANCEL-015", "a cancel without progressId is refused",
             .message_in = want_progress),
    FAULT_OUT("cancel-progress-stays", "DAP-CANCEL-016", "a progress does not end",
              "{'type':'event','event':'progressEnd'}", "drop"),
    FAULT_OUT("cancel-progress-ids-repeat", "DAP-CANCEL-016", "all progress has the same id",
              "{'type':'event','body':{'progressId':'*'}}", "{'body':{'progressId':'progress'}}"),
    FAULT_IN("cancel-progress-unheard", "DAP-CANCEL-016", "a cancel of a progress does not reach its work",
             "{'command':'cancel','arguments':{'progressId':'*'}}", "{'arguments':{'progressId':'nope'}}"),
    FAULT_AT("cancel-hits-the-step", "DAP-CANCEL-017", "the second of two cancels hits the step behind them",
             .message_in = hit_the_step),
    FAULT_AT("cancel-half-filled-cache", "DAP-CANCEL-018",
             "what was read of a cancelled list is all that is given later", .cancel = note_half_filled,
             .message_out = give_half_filled),
    FAULT_AT("cancel-moves-all-the-same", "DAP-CANCEL-019",
             "a cancelled step or list of breakpoints takes effect", .cancel = note_moves,
             .message_out = cancelled_afterwards),
    FAULT_AT("cancel-ids-are-kept", "DAP-CANCEL-020", "the ids of cancels are kept for ever",
             .message_in = keep_ids),
    FAULT_AT("cancel-hides-the-effect", "DAP-CANCEL-021", "an assignment is done and answered as cancelled",
             .cancel = note_effects, .message_out = cancelled_afterwards),
    {.info = {.name = NULL}},
};
