/* qWasmCallStack, qWasmLocal, qWasmGlobal and qWasmStackValue: frames of WebAssembly and their values.
 * Frames are counted from the innermost of the selected thread. Nothing is made up: what is not there is an
 * error. Source: LLDB gdb-remote extensions, Wasm Packets. */
/* SPDX-License-Identifier: MIT */
#include "errors.h"
#include "handlers.h"
#include "ids.h"
#include "selected_thread.h"
#include "stop_table.h"

#include "codec/wasm.h"

static stub_reply_kind send_digits(rsp_stub *s, rsp_status status, rsp_buf *bytes, const char *missing,
                                   rsp_buf *reply) {
    if (status == RSP_OK)
        rsp_hex_append(reply, rsp_buf_bytes(bytes));
    else
        stub_error(s, reply, STUB_E_GENERAL, missing);
    if (bytes->status != RSP_OK)
        reply->status = bytes->status;
    rsp_buf_free(bytes);
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_on_wasm_call_stack(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_ptid id;
    rsp_ptid thread;
    rsp_buf pcs = {.mem = s->opt.mem};
    if (rsp_ptid_parse(&id, args) != RSP_OK || id.tid <= 0)
        return stub_error(s, reply, STUB_E_SYNTAX, "want a thread-id");
    if (stub_resolve_thread(s, id, &thread) != RSP_OK)
        return stub_error(s, reply, STUB_E_THREAD, "no such thread");
    if (stub_thread_runs(s, thread))
        return stub_error(s, reply, STUB_E_THREAD, "the thread runs");
    return send_digits(s, s->opt.ops->wasm_frames(s->opt.target, thread, &pcs), &pcs, "no frames", reply);
}

/* A value of a frame of the selected thread. */
static rsp_status read_value(rsp_stub *s, const rsp_wasm_query *q, rsp_wasm_values which, rsp_buf *out) {
    rsp_ptid thread;
    rsp_status status = stub_general_thread(s, &thread);
    if (status == RSP_OK && stub_thread_runs(s, thread))
        status = RSP_UNEXPECTED;
    if (status != RSP_OK)
        return status;
    if (q->of_instance)
        return s->opt.ops->wasm_global(s->opt.target, thread.pid, q->instance, q->index, out);
    return s->opt.ops->wasm_value(s->opt.target, thread, which, q->frame, q->index, out);
}

static stub_reply_kind on_value(rsp_stub *s, rsp_bytes args, rsp_wasm_values which, rsp_buf *reply) {
    rsp_wasm_query q;
    rsp_buf bytes = {.mem = s->opt.mem};
    if (rsp_wasm_query_parse(&q, args, which == RSP_WASM_GLOBALS) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "want frame;index in decimal");
    return send_digits(s, read_value(s, &q, which, &bytes), &bytes, "no such frame, instance or index",
                       reply);
}

stub_reply_kind stub_on_wasm_local(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    return on_value(s, args, RSP_WASM_LOCALS, reply);
}

stub_reply_kind stub_on_wasm_global(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    return on_value(s, args, RSP_WASM_GLOBALS, reply);
}

stub_reply_kind stub_on_wasm_stack_value(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    return on_value(s, args, RSP_WASM_STACK, reply);
}
