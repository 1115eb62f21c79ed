/* Packets about threads: H, T, qC, the thread list, qThreadExtraInfo.
 * Listings go on from the last thread sent, so that threads that come or go between two packets do no harm.
 * Source: GDB manual, Packets (H, T) and General Query Packets. */
/* SPDX-License-Identifier: MIT */
#include "errors.h"
#include "handlers.h"
#include "ids.h"
#include "live_threads.h"
#include "run_state.h"
#include "selected_thread.h"

#include "core/limits.h"

/* ",p<16 digits>.<16 digits>" and some room. */
enum { LONGEST_ID = 48 };

static bool means_all(rsp_ptid id) {
    return id.tid == RSP_ID_ALL;
}

static stub_reply_kind select_for_resume(rsp_stub *s, rsp_ptid id, rsp_buf *reply) {
    rsp_ptid thread = id;
    bool wide = means_all(id) && (id.pid <= 0 || stub_first_thread(s, id.pid, &thread));
    if (!wide && id.tid != RSP_ID_ANY && stub_resolve_thread(s, id, &thread) != RSP_OK)
        return stub_error(s, reply, STUB_E_THREAD, "no such thread");
    if (id.tid == RSP_ID_ANY && id.pid > 0 && stub_resolve_thread(s, id, &thread) != RSP_OK)
        return stub_error(s, reply, STUB_E_THREAD, "no such process");
    s->resume = wide || id.tid == RSP_ID_ANY ? id : thread;
    return stub_ok(reply);
}

static stub_reply_kind select_for_access(rsp_stub *s, rsp_ptid id, rsp_buf *reply) {
    rsp_ptid thread;
    if (means_all(id) && id.pid > 0)
        id.tid = RSP_ID_ANY; /* some thread of that process */
    if (stub_resolve_thread(s, id, &thread) != RSP_OK)
        return stub_error(s, reply, STUB_E_THREAD, "no such thread");
    s->general = thread;
    return stub_ok(reply);
}

stub_reply_kind stub_on_select_thread(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_ptid id;
    if (args.len == 0)
        return stub_error(s, reply, STUB_E_SYNTAX, "operation missing");
    uint8_t op = args.ptr[0];
    if (op != 'g' && op != 'c')
        return STUB_REPLY_SEND;
    if (rsp_ptid_parse(&id, rsp_bytes_from(args, 1)) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "malformed thread-id");
    return op == 'c' ? select_for_resume(s, id, reply) : select_for_access(s, id, reply);
}

stub_reply_kind stub_on_thread_alive(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_ptid id;
    rsp_ptid thread;
    if (rsp_ptid_parse(&id, args) != RSP_OK)
        stub_error(s, reply, STUB_E_SYNTAX, "malformed thread-id");
    else if (stub_resolve_thread(s, id, &thread) == RSP_OK)
        stub_ok(reply);
    else
        stub_error(s, reply, STUB_E_THREAD, "no such thread");
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_on_current_thread(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_ptid thread;
    (void)args;
    if (stub_general_thread(s, &thread) != RSP_OK)
        return stub_error(s, reply, STUB_E_THREAD, "no thread is selected");
    rsp_buf_str(reply, "QC");
    stub_append_ptid(s, reply, thread);
    return STUB_REPLY_SEND;
}

/* Ids until the packet is full; the listing ends with `l` in a packet of its own. */
static void append_chunk(rsp_stub *s, rsp_buf *reply) {
    struct stub_run *run = s->run;
    rsp_ptid thread = run->listed;
    size_t start = reply->len;
    while (run->listing && stub_next_thread(s, &thread)) {
        if (reply->len + LONGEST_ID > s->opt.packet_bytes)
            return;
        rsp_buf_push(reply, reply->len == start ? 'm' : ',');
        stub_append_ptid(s, reply, thread);
        run->listed = thread;
    }
    run->listing = false;
    if (reply->len == start)
        rsp_buf_push(reply, 'l');
}

stub_reply_kind stub_on_first_threads(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    s->run->listed = (rsp_ptid){0, 0};
    s->run->listing = true;
    append_chunk(s, reply);
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_on_next_threads(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    append_chunk(s, reply);
    return STUB_REPLY_SEND;
}

static void append_extra(rsp_stub *s, rsp_ptid thread, rsp_buf *text) {
    const rsp_target_ops *ops = s->opt.ops;
    if (ops->thread_name)
        ops->thread_name(s->opt.target, thread, text);
    if (!ops->thread_state)
        return;
    if (text->len)
        rsp_buf_str(text, ": ");
    ops->thread_state(s->opt.target, thread, text);
}

stub_reply_kind stub_on_thread_extra_info(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_ptid id;
    rsp_ptid thread;
    if (rsp_ptid_parse(&id, args) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "malformed thread-id");
    if (stub_resolve_thread(s, id, &thread) != RSP_OK)
        return stub_error(s, reply, STUB_E_THREAD, "no such thread");
    rsp_buf text;
    rsp_buf_init(&text, s->opt.mem, RSP_LIMIT_STUB_TEXT_BYTES);
    append_extra(s, thread, &text);
    rsp_hex_append(reply, rsp_buf_bytes(&text));
    rsp_buf_free(&text);
    return STUB_REPLY_SEND;
}
