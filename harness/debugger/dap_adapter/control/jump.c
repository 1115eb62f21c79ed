/* The id of a target is its address: it stays good as long as the program, whatever runs meanwhile.
 * A jump out of the function would leave the stack as it is, and a return from there would go astray.
 * See jump.h. Source: DAP specification, GotoTargets, Goto; Events, Stopped. */
/* SPDX-License-Identifier: MIT */
#include "control/jump.h"

#include "control/code_places.h"
#include "control/inlined.h"
#include "control/stop.h"
#include "dwarf/debug_function.h"
#include "dwarf/debug_line.h"

#include <inttypes.h>

static json_t *target_json(const adapter *a, const code_place *at, uint32_t line) {
    const uint64_t id = at->address + at->debuggee->bias;
    rsp_debug_function function = {.name = "?"};
    char label[160];
    char reference[24];
    (void)rsp_debug_function_at(at->debuggee->file, at->address, &function, 1);
    (void)snprintf(label, sizeof label, "%.100s, line %" PRIu32, function.name, line);
    (void)snprintf(reference, sizeof reference, "0x%" PRIx64, id);
    return json_pack("{s:I, s:s, s:I, s:s}", "id", (json_int_t)id, "label", label, "line",
                     (json_int_t)adapter_line_out(a, line), "instructionPointerReference", reference);
}

rsp_status control_goto_targets(adapter_call *call) {
    adapter *a = call->adapter;
    const json_t *source = call_value(call, "source");
    const json_t *path = json_object_get(source, "path");
    const int64_t line = adapter_line_in(a, call_integer(call, "line", 0));
    rsp_error error = {0};
    json_t *targets = json_array();
    call_set(call, "targets", targets);
    path = json_is_string(path) ? path : json_object_get(source, "name");
    if (!adapter_debuggee(a) || !json_is_string(path))
        return call_fail(call, RSP_NOT_FOUND, "gotoTargets: %s",
                         adapter_debuggee(a) ? "no source is named"
                                             : "nothing is known of the program's source");
    code_places found;
    rsp_status status = code_places_of_line(a, json_string_value(path), line, &found, &error);
    for (size_t i = 0; status == RSP_OK && i < found.num; i++)
        (void)json_array_append_new(targets, target_json(a, &found.items[i], found.line));
    return status == RSP_OK ? RSP_OK
                            : call_fail(call, status, "gotoTargets: %s",
                                        error.msg[0] ? error.msg : rsp_status_text(status));
}

/* --- the jump --- */

/* Whether a statement begins there, in the function that the thread stands in. */
static rsp_status check(adapter_call *call, const rsp_debuggee *d, uint64_t pc, uint64_t target) {
    uint64_t low = 0;
    uint64_t high = 0;
    uint64_t bytes = 0;
    bool statement = false;
    if (rsp_debug_line_extent(d->file, target - d->bias, &low, &high, &statement) != RSP_OK || !statement)
        return call_fail(call, RSP_NOT_FOUND, "goto: there is no target %lld", (long long)target);
    if (!rsp_debug_function_extent(d->file, pc - d->bias, &low, &bytes) || target - d->bias - low >= bytes)
        return call_fail(call, RSP_UNSUPPORTED,
                         "goto: the line is in another function than the one that the thread stands in");
    return RSP_OK;
}

static rsp_status write_pc(adapter_call *call, rsp_debuggee *d, const step_plan *plan, uint64_t target) {
    uint8_t bytes[8];
    uint64_t number = 0;
    const rsp_debug_machine machine = rsp_debug_file_facts(d->file)->machine;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(target >> 8 * i);
    rsp_status status = rsp_debuggee_register(d, rsp_debug_register_pc(machine), &number);
    if (status == RSP_OK)
        status = rsp_client_write_register(adapter_client(call->adapter), plan->thread, number,
                                           rsp_bytes_make(bytes, sizeof bytes));
    return status == RSP_OK || status == RSP_CANCELLED
               ? status
               : call_fail(call, status, "goto: writing the pc: %s", rsp_status_text(status));
}

rsp_status control_goto(adapter_call *call) {
    adapter *a = call->adapter;
    const uint64_t target = (uint64_t)call_integer(call, "targetId", 0);
    step_plan plan = {0};
    step_place place;
    inlined_place at;
    rsp_status status = control_find_thread(call, &plan.thread);
    if (status != RSP_OK)
        return status;
    if (!adapter_debuggee(a))
        return call_fail(call, RSP_NOT_FOUND, "goto: nothing is known of the program's source");
    status = step_look(a, &plan, &place);
    if (status == RSP_OK)
        status = check(call, place.debuggee, place.pc, target);
    if (status == RSP_OK)
        status = write_pc(call, place.debuggee, &plan, target);
    if (status != RSP_OK)
        return status;
    inlined_look(place.debuggee, target, &at);
    control_stand_anew(a, plan.thread, "goto", at.ahead);
    return RSP_OK;
}

void control_stand_anew(adapter *a, rsp_ptid thread, const char *reason, size_t ahead) {
    adapter_forget_stop(a);
    adapter_set_ahead(a, thread, ahead);
    a->control->jumped.thread = thread;
    a->control->jumped.by = reason;
}

void control_tell_jump(adapter *a) {
    control *c = a->control;
    if (c->jumped.thread.tid == 0)
        return;
    json_t *body = json_pack("{s:s, s:I, s:b}", "reason", c->jumped.by, "threadId",
                             (json_int_t)adapter_thread_id(a, c->jumped.thread), "allThreadsStopped", 1);
    c->jumped.thread = (rsp_ptid){0};
    adapter_event(a, "stopped", body);
}
