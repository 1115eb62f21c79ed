/* Cancelling: what waits is plucked out of the queue and answered at once; what is in work is told by its
 * next wait. A request that is finished or was never there is none of our business, and the cancel is
 * answered all the same. Source: DAP specification, Base Protocol, Cancel. */
/* SPDX-License-Identifier: MIT */
#include "serve/adapter_object.h"

/* The request that a cancel means: one that came before it and has no response yet. */
static adapter_request *meant(const adapter *a, const adapter_request *cancel, const json_t *id) {
    adapter_request *found =
        json_is_integer(id) ? adapter_queue_find(&a->serving.queue, (int64_t)json_integer_value(id)) : NULL;
    return found != cancel ? found : NULL;
}

static void give_up(adapter *a, adapter_request *found) {
    if (a->hooks->cancel && !a->hooks->cancel(a, found))
        return;
    if (found && (found->active || found->handle != 0))
        found->cancelled = true;
    else if (found)
        adapter_give_up(a, found);
}

static rsp_status cancel(adapter_call *call) {
    adapter *a = call->adapter;
    const char *progress = call_text(call, "progressId");
    adapter_request *shown = progress ? adapter_queue_find_progress(&a->serving.queue, progress) : NULL;
    adapter_request *found = meant(a, a->serving.active, call_value(call, "requestId"));
    if (!call_value(call, "requestId") && !progress)
        return call_fail(call, RSP_SCHEMA, "arguments: neither requestId nor progressId");
    if (shown && found && shown != found)
        give_up(a, shown);
    give_up(a, found ? found : shown);
    return RSP_OK;
}

/* Served on arrival: it waits for nobody, and nobody waits for it. */
void adapter_cancel(adapter *a, adapter_request *request) {
    static const adapter_command row = {.name = "cancel", .serve = cancel, .traits = NO_PACKET};
    request->command = &row;
    request->nested = true;
    adapter_serve(a, request);
}
