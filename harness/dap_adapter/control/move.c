/* Resumes: a handler notes what is wanted, and its reply goes out before the program moves.
 * A pause interrupts the wait for the stop, and the stop is told as a pause.
 * Source: DAP specification, Continue, Pause. */
/* SPDX-License-Identifier: MIT */
#include "control/move.h"

#include "control/control.h"

rsp_status control_find_thread(adapter_call *call, rsp_ptid *out) {
    const int64_t id = call_integer(call, "threadId", 0);
    rsp_status status = adapter_find_thread(call->adapter, id, out);
    if (status == RSP_NOT_FOUND)
        return call_fail(call, status, "%s: there is no thread %lld", call->command->name, (long long)id);
    return status;
}

rsp_status control_continue(adapter_call *call) {
    control *c = call->adapter->control;
    rsp_ptid thread;
    rsp_status status = control_find_thread(call, &thread);
    if (status != RSP_OK)
        return status;
    c->move = (rsp_move){0};
    c->resume_due = true;
    call_set(call, "allThreadsContinued", json_true());
    return RSP_OK;
}

rsp_status control_pause(adapter_call *call) {
    adapter *a = call->adapter;
    if (a->motion == MOTION_RUNS)
        a->control->pause_asked = true;
    return RSP_OK;
}
