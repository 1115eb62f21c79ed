/* Only the innermost frame has any: a step begins where the thread stands.
 * Inlined functions are stepped into by their lines, and are no calls.
 * See step_targets.h. Source: DAP specification, StepInTargets. */
/* SPDX-License-Identifier: MIT */
#include "look/step_targets.h"

#include "code/line_calls.h"
#include "dwarf/debug_function.h"
#include "look/state.h"
#include "serve/text.h"

static json_t *target_json(adapter_call *call, const rsp_stack_frame *frame, uint64_t target) {
    const rsp_debuggee *d = adapter_debuggee_at(call->adapter, target);
    rsp_debug_function functions[8]; /* innermost first: the last is the function itself */
    const size_t num = rsp_debug_function_at(d->file, target - d->bias, functions, RSP_ARRAY_LEN(functions));
    json_t *o =
        json_pack("{s:I, s:o}", "id", (json_int_t)target, "label",
                  num > 0 ? adapter_text(rsp_bytes_str(functions[num - 1].name)) : view_address(target));
    if (frame->line > 0)
        (void)json_object_set_new(o, "line",
                                  json_integer((json_int_t)adapter_line_out(call->adapter, frame->line)));
    return o;
}

rsp_status view_step_in_targets(adapter_call *call) {
    view_place at = {0};
    machine_call calls[LINE_CALLS_MAX];
    size_t num = 0;
    json_t *targets = json_array();
    call_set(call, "targets", targets);
    rsp_status status = view_place_find(call, &at);
    if (status != RSP_OK || at.item->frame > 0)
        return status;
    rsp_debuggee_thread storage = {.debuggee = adapter_debuggee(call->adapter),
                                   .id = at.item->thread->stack.thread};
    const rsp_debug_thread thread = rsp_debuggee_reader(&storage);
    status = line_calls_find(adapter_modules(call->adapter), &thread, at.frame->pc, calls, &num);
    for (size_t i = 0; i < num; i++)
        (void)json_array_append_new(targets, target_json(call, at.frame, calls[i].target));
    return view_failed(call, status, "reading instructions");
}
