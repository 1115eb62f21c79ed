/* The client's last stop has to be of the thread that is used, since it is again when the call is over.
 * An editor that shows a hint asks for no effects, so it gets none.
 * See program_call.h. Source: DAP specification, Evaluate. */
/* SPDX-License-Identifier: MIT */
#include "look/program_call.h"

static rsp_status run(adapter *a, const rsp_function_call *f, rsp_error *error) {
    rsp_buf why = {0};
    rsp_status status = adapter_run_alone(a, f->thread, f->back, &why);
    if (status != RSP_OK && status != RSP_CANCELLED)
        status = rsp_fail(error, status, "%s%s", rsp_buf_cstr(&why),
                          status == RSP_DIED ? "" : "; the call is undone");
    rsp_buf_free(&why);
    return status;
}

static rsp_status make(adapter *a, rsp_function_call *f, rsp_value *out, rsp_error *error) {
    adapter_use_thread(a);
    rsp_status status = rsp_function_call_enter(f, error);
    if (status == RSP_OK)
        status = run(a, f, error);
    if (status == RSP_OK)
        status = rsp_function_call_result(f, out, error);
    const rsp_status left = status == RSP_DIED ? RSP_OK : rsp_function_call_leave(f);
    adapter_leave_thread(a);
    return left == RSP_OK
               ? status
               : rsp_fail(error, left, "the registers cannot be put back: %s", rsp_status_text(left));
}

static rsp_status check(adapter_call *call, const view_thread *thread, bool is_console, rsp_error *error) {
    const char *context = call_text(call, "context");
    if (!is_console && (!context || strcmp(context, "watch") != 0))
        return rsp_fail(error, RSP_UNSUPPORTED, "functions are called in the console and in watches only");
    if (!rsp_ptid_equal(thread->stack.thread, rsp_client_stop_thread(adapter_client(call->adapter))))
        return rsp_fail(error, RSP_UNSUPPORTED, "functions are called in the thread that stopped only");
    return RSP_OK;
}

rsp_status view_call_function(adapter_call *call, view_state *state, view_thread *thread,
                              const rsp_stack_frame *frame, const rsp_call_text *text, rsp_value *out) {
    rsp_function_call f = {0};
    rsp_error error = {0};
    const char *context = call_text(call, "context");
    const bool is_console = context && strcmp(context, "repl") == 0;
    rsp_status status = rsp_function_call_prepare(&f, &thread->stack, frame, text, &error);
    if (status == RSP_NOT_FOUND && !f.function.low)
        return status;
    if (status == RSP_OK)
        status = check(call, thread, is_console, &error);
    if (status == RSP_OK) {
        status = make(call->adapter, &f, out, &error);
        if (status != RSP_DIED)
            view_forget_memory(state);
        if (status != RSP_DIED && is_console)
            adapter_data_changed(call->adapter, "variables");
    }
    rsp_function_call_free(&f);
    if (status == RSP_OK || status == RSP_CANCELLED)
        return status;
    return call_fail(call, status == RSP_NOT_FOUND ? RSP_FAULT : status, "%.*s: %s", (int)text->name.len,
                     (const char *)text->name.ptr, error.msg[0] ? error.msg : rsp_status_text(status));
}
