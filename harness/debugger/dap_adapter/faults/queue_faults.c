/* Faults of the queue: what is read while a request is in work, and in which order requests are served.
 * What is slow is made so by stalls, which read nothing.
 * See fault.h. */
/* SPDX-License-Identifier: MIT */
#include "faults/fault.h"

enum { SLOW_MS = 2500 };

static bool is_slow(const adapter_call *call) {
    const char *text = call_text(call, "expression");
    return text && strncmp(text, "sleep", 5) == 0;
}

/* --- reading --- */

/* The whole time passes before anything is read. */
static rsp_status serve_without_reading(adapter_call *call) {
    if (is_slow(call))
        fault_stall(call->adapter, SLOW_MS);
    return call->command->serve(call);
}

static bool ring_of_256(adapter *a, json_t *message) {
    enum { RING = 256 };
    fault_state *st = fault_state_of(a);
    st->num = a->serving.active ? st->num + 1 : 0;
    return !(fault_is_request(message, NULL) && st->num > RING);
}

/* --- order --- */

static adapter_request *newest(adapter *a, adapter_request *chosen) {
    adapter_request *last = chosen;
    for (adapter_request *r = chosen; r && !a->serving.active; r = r->next)
        if (!r->active && r->command && strcmp(r->name, "evaluate") == 0 &&
            strcmp(chosen->name, "setVariable") == 0)
            last = r;
    return last;
}

/* Each second response waits for the next one, and takes its number. */
static bool pair_by_place(adapter *a, json_t *message) {
    fault_state *st = fault_state_of(a);
    if (st->inside || !fault_is_response(message, NULL) || (!st->held && a->serving.queue.num < 3))
        return true;
    if (!st->held)
        return fault_hold(a, message);
    json_t *first = st->held;
    json_t *number = json_incref(json_object_get(first, "request_seq"));
    st->held = NULL;
    (void)json_object_set(first, "request_seq", json_object_get(message, "request_seq"));
    (void)json_object_set_new(message, "request_seq", number);
    fault_send(a, first);
    return true;
}

static rsp_status idle_for_later_pages(adapter_call *call) {
    if (call_integer(call, "startFrame", 0) > 0)
        fault_stall(call->adapter, SLOW_MS);
    return call->command->serve(call);
}

/* --- steps --- */

static rsp_status serve_large_slowly(adapter_call *call) {
    if (fault_is_large(call))
        fault_stall(call->adapter, SLOW_MS);
    return call->command->serve(call);
}

/* A step is answered, and stops, while an evaluate is in work. */
static bool step_inside_a_call(adapter *a, json_t *message) {
    const bool evaluates = a->serving.active && strcmp(a->serving.active->name, "evaluate") == 0;
    if (!fault_is_request(message, "next") || !evaluates)
        return true;
    const json_t *thread = json_object_get(json_object_get(message, "arguments"), "threadId");
    fault_answer(a, message, NULL, NULL);
    fault_send(a, json_pack("{s:s, s:s, s:{s:s, s:O?}}", "type", "event", "event", "stopped", "body",
                            "reason", "step", "threadId", (json_t *)(uintptr_t)thread));
    return false;
}

/* The frames of the stop before, for the first stackTrace behind a step. */
static bool stale_frames(adapter *a, json_t *message) {
    fault_state *st = fault_state_of(a);
    json_t *body = json_object_get(message, "body");
    if (fault_is_response(message, "next"))
        st->on = true;
    if (!fault_is_response(message, "stackTrace"))
        return true;
    if (st->on && st->held) {
        (void)json_object_set(message, "body", st->held);
        edit_patch(message, "{'success':true,'message':null}");
        st->on = false;
    } else if (body && json_is_true(json_object_get(message, "success"))) {
        json_decref(st->held);
        st->held = json_deep_copy(body);
    }
    return true;
}

/* A step behind another one is acknowledged and forgotten. */
static bool merge_steps(adapter *a, json_t *message) {
    bool waits = false;
    for (const adapter_request *r = a->serving.queue.first; r; r = r->next)
        waits = waits || strcmp(r->name, "next") == 0;
    if (!waits || !fault_is_request(message, "next"))
        return true;
    fault_answer(a, message, NULL, NULL);
    return false;
}

static adapter_request *none_while_running(adapter *a, adapter_request *chosen) {
    const bool may =
        chosen && (strcmp(chosen->name, "disconnect") == 0 || strcmp(chosen->name, "pause") == 0);
    return a->motion == MOTION_RUNS && !may ? NULL : chosen;
}

/* The event waits at the end of the queue. */
static bool queue_events(adapter *a, json_t *message) {
    fault_state *st = fault_state_of(a);
    if (st->inside)
        return true;
    if (fault_is_event(message, "stopped") && a->serving.queue.num > 1)
        return fault_hold(a, message);
    if (!st->held || a->serving.queue.num > 1)
        return true;
    return fault_send_held_after(a, message);
}

/* The index of symbols is thrown away by each resume, and made again by the first stackTrace. */
static rsp_status rebuild_index(adapter_call *call) {
    fault_state *st = fault_state_of(call->adapter);
    if (st->on)
        fault_stall(call->adapter, SLOW_MS);
    return call->command->serve(call);
}

static adapter_handler *index_of_each_stop(adapter *a, const adapter_command *command,
                                           adapter_handler *serve) {
    if (strncmp(command->name, "step", 4) == 0 || strcmp(command->name, "next") == 0)
        fault_state_of(a)->on = true;
    return strcmp(command->name, "stackTrace") == 0 ? rebuild_index : serve;
}

const adapter_fault adapter_queue_faults[] = {
    FAULT_SERVE("queue-one-loop", "DAP-QUEUE-001", "nothing is read while a request is in work", "evaluate",
                serve_without_reading),
    FAULT_AT("queue-ring", "DAP-QUEUE-002", "the queue has 256 places, and what is beyond them is lost",
             .message_in = ring_of_256),
    FAULT_AT("queue-two-workers", "DAP-QUEUE-003", "an evaluate overtakes the assignments before it",
             .choose = newest),
    FAULT_AT("queue-paired-by-place", "DAP-QUEUE-004", "responses have the numbers of their neighbours",
             .message_out = pair_by_place),
    FAULT_SERVE("queue-idle-timer", "DAP-QUEUE-005", "a second page of frames waits for an idle timer",
                "stackTrace", idle_for_later_pages),
    FAULT_SERVE_AT("queue-step-waits", "DAP-QUEUE-006", "a step waits for a large variables request",
                   "variables", serve_large_slowly, .message_out = fault_note_large),
    FAULT_AT("queue-step-inside", "DAP-QUEUE-007", "a step runs in the middle of an evaluate",
             .message_in = step_inside_a_call),
    FAULT_SERVE_AT("queue-cancel-is-read-late", "DAP-QUEUE-008",
                   "a cancel is looked at when its request has ended", "variables", serve_large_slowly,
                   .message_out = fault_note_large),
    FAULT_AT("queue-stale-frames", "DAP-QUEUE-009", "a stackTrace behind a step gives the frames before it",
             .message_out = stale_frames),
    FAULT_AT("queue-steps-merged", "DAP-QUEUE-010", "two steps are acknowledged and become one",
             .message_in = merge_steps),
    FAULT_AT("queue-locked-while-running", "DAP-QUEUE-011", "nothing is answered while the program runs",
             .choose = none_while_running),
    FAULT_AT("queue-events-wait", "DAP-QUEUE-013", "a stop waits behind all requests",
             .message_out = queue_events),
    FAULT_AT("queue-index-rebuilt", "DAP-QUEUE-014", "symbols are read anew at each stop",
             .handler = index_of_each_stop),
    {.info = {.name = NULL}},
};
