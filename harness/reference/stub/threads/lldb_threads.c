/* LLDB's packets about threads: jThreadsInfo, jThreadExtendedInfo, qThreadStopInfo.
 * JSON numbers are decimal; the whole text is escaped, as its braces would break the frame.
 * Source: LLDB gdb-remote extensions. */
/* SPDX-License-Identifier: MIT */
#include "errors.h"
#include "handlers.h"
#include "ids.h"
#include "live_threads.h"
#include "recent_reads.h"
#include "stop.h"
#include "stop_table.h"
#include "thread_registers.h"
#include "wire_signal.h"

#include "codec/escape.h"
#include "codec/json.h"
#include "core/limits.h"
#include <jansson.h>

static void append_json_register(rsp_buf *out, unsigned regnum, rsp_bytes value, bool first) {
    rsp_buf_printf(out, "%s\"%u\":\"", first ? "" : ",", regnum);
    rsp_hex_append(out, value);
    rsp_buf_push(out, '"');
}

static void append_json_name(const rsp_stub *s, rsp_ptid thread, rsp_buf *out) {
    rsp_buf name;
    if (!s->opt.ops->thread_name)
        return;
    rsp_buf_init(&name, s->opt.mem, RSP_LIMIT_STUB_TEXT_BYTES);
    s->opt.ops->thread_name(s->opt.target, thread, &name);
    rsp_buf_str(out, ",\"name\":");
    rsp_json_string_append(out, rsp_buf_bytes(&name));
    rsp_buf_free(&name);
}

static void append_json_thread(rsp_stub *s, rsp_ptid thread, rsp_buf *out) {
    const stub_stop *stop = stub_stop_find(s, thread);
    const char *reason = stop ? stub_stop_lldb_reason(s, stop) : NULL;
    int signal = stop && (stop->kind < 0 || stop->kind == RSP_TARGET_SIGNALLED) ? stop->signal : 0;
    if (stop && stop->kind >= 0 && stop->kind != RSP_TARGET_SIGNALLED)
        signal = RSP_SIGNAL_TRAP;
    rsp_buf_printf(out, "{\"tid\":%lld", (long long)thread.tid);
    append_json_name(s, thread, out);
    rsp_buf_printf(out, ",\"signal\":%d,\"reason\":\"%s\"", stub_wire_signal(s, signal),
                   reason ? reason : "none");
    if (!stub_thread_runs(s, thread)) {
        rsp_buf_str(out, ",\"registers\":{");
        stub_expedite(s, thread, out, append_json_register);
        rsp_buf_push(out, '}');
        if (stop)
            stub_recent_append(s, thread.pid, s->opt.packet_bytes / 4, out);
    }
    rsp_buf_push(out, '}');
}

static stub_reply_kind send_json(rsp_stub *s, rsp_buf *json, rsp_buf *reply) {
    stub_reply_kind kind = STUB_REPLY_SEND;
    if (json->status == RSP_OK)
        rsp_escape_append(reply, rsp_buf_bytes(json));
    else
        kind = stub_error(s, reply, STUB_E_LIMIT, "reply too large");
    rsp_buf_free(json);
    return kind;
}

stub_reply_kind stub_on_jthreads_info(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_buf json;
    rsp_ptid thread = {0, 0};
    (void)args;
    rsp_buf_init(&json, s->opt.mem, s->opt.packet_bytes);
    rsp_buf_push(&json, '[');
    while (json.status == RSP_OK && stub_next_thread(s, &thread)) {
        if (json.len > 1)
            rsp_buf_push(&json, ',');
        append_json_thread(s, thread, &json);
    }
    rsp_buf_push(&json, ']');
    return send_json(s, &json, reply);
}

/* {"thread":<decimal tid>} */
static rsp_status parse_request(rsp_stub *s, rsp_bytes args, rsp_ptid *out) {
    rsp_buf text;
    rsp_buf_init(&text, s->opt.mem, s->opt.packet_bytes);
    rsp_status status = rsp_unescape(&text, args);
    if (status == RSP_OK)
        status = rsp_json_check_depth(rsp_buf_bytes(&text), RSP_LIMIT_JSON_DEPTH, NULL);
    json_t *root = status == RSP_OK ? json_loadb((const char *)text.ptr, text.len, 0, NULL) : NULL;
    const json_t *tid = json_object_get(root, "thread");
    status = json_is_integer(tid) ? RSP_OK : RSP_MALFORMED;
    *out = (rsp_ptid){0, status == RSP_OK ? json_integer_value(tid) : 0};
    json_decref(root);
    rsp_buf_free(&text);
    return status;
}

stub_reply_kind stub_on_jthread_extended_info(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_buf json;
    rsp_ptid id;
    rsp_ptid thread;
    if (args.len == 0) {
        stub_ok(reply); /* LLDB asks so whether there is such a packet */
        return STUB_REPLY_SEND;
    }
    if (parse_request(s, args, &id) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "malformed request");
    rsp_status status = id.tid <= 0 ? RSP_NOT_FOUND : stub_resolve_thread(s, id, &thread);
    if (status != RSP_OK)
        return stub_error(s, reply, STUB_E_THREAD, "no such thread");
    rsp_buf_init(&json, s->opt.mem, s->opt.packet_bytes);
    append_json_thread(s, thread, &json);
    return send_json(s, &json, reply);
}

stub_reply_kind stub_on_thread_stop_info(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_ptid id;
    rsp_ptid thread;
    if (rsp_ptid_parse(&id, args) != RSP_OK || id.tid <= 0)
        return stub_error(s, reply, STUB_E_SYNTAX, "malformed thread-id");
    if (stub_resolve_thread(s, id, &thread) != RSP_OK)
        return stub_error(s, reply, STUB_E_THREAD, "no such thread");
    stub_stop_reply(s, thread, reply);
    return STUB_REPLY_SEND;
}
