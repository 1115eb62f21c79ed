/* The packets that control a trace: start, stop, buffer, notes; and questions about points and variables.
 * None needs a process but QTStart: what was recorded outlives the program.
 * Source: GDB manual, Tracepoint Packets. */
/* SPDX-License-Identifier: MIT */
#include "errors.h"
#include "handlers.h"
#include "live_threads.h"
#include "trace.h"
#include "trace_frame.h"

#include "core/limits.h"
#include <inttypes.h>

stub_reply_kind stub_on_trace_start(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    if (s->trace->running)
        return stub_error(s, reply, STUB_E_GENERAL, "a trace is running already");
    if (!stub_has_process(s))
        return stub_error(s, reply, STUB_E_THREAD, "there is no process");
    rsp_status status = stub_trace_start(s);
    if (status == RSP_OK)
        return stub_ok(reply);
    unsigned number = status == RSP_FAULT ? STUB_E_MEMORY : STUB_E_LIMIT;
    return stub_error(s, reply, number, "a tracepoint can not be inserted");
}

stub_reply_kind stub_on_trace_stop(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    stub_trace_stop(s, STUB_TRACE_STOPPED, 0);
    return stub_ok(reply);
}

static bool take_flag(bool *out, rsp_bytes text) {
    *out = rsp_bytes_equal(text, RSP_LIT("1"));
    return *out || rsp_bytes_equal(text, RSP_LIT("0"));
}

stub_reply_kind stub_on_trace_disconnected(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    bool on;
    if (!take_flag(&on, args))
        return stub_error(s, reply, STUB_E_SYNTAX, "value must be 0 or 1");
    s->trace->outlives_client = on;
    return stub_ok(reply);
}

stub_reply_kind stub_on_trace_circular(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    bool on;
    if (!take_flag(&on, args))
        return stub_error(s, reply, STUB_E_SYNTAX, "value must be 0 or 1");
    s->trace->buffer.circular = on;
    return stub_ok(reply);
}

/* -1 is the size that it had at first. Another size begins with an empty buffer. */
stub_reply_kind stub_on_trace_buffer_size(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint64_t size = s->opt.trace_buffer_bytes;
    if (!rsp_bytes_equal(args, RSP_LIT("-1")) && rsp_hex_u64(&size, args) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "want a size");
    if (s->trace->running)
        return stub_error(s, reply, STUB_E_GENERAL, "a trace is running");
    if (size == 0 || size > RSP_LIMIT_STUB_TRACE_BYTES)
        return stub_error(s, reply, STUB_E_LIMIT, "no trace buffer of this size");
    if (size != s->trace->buffer.size) {
        s->trace->frame_selected = false;
        stub_trace_buffer_clear(&s->trace->buffer);
    }
    s->trace->buffer.size = size;
    return stub_ok(reply);
}

/* QTBuffer with another word is another packet, which nobody knows. */
stub_reply_kind stub_on_trace_buffer_other(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)s;
    (void)args;
    (void)reply;
    return STUB_REPLY_SEND;
}

static rsp_buf *note_of(struct stub_trace *trace, rsp_bytes type) {
    if (rsp_bytes_equal(type, RSP_LIT("user")))
        return &trace->user;
    if (rsp_bytes_equal(type, RSP_LIT("notes")))
        return &trace->notes;
    return rsp_bytes_equal(type, RSP_LIT("tstop")) ? &trace->stop_note : NULL;
}

/* One "type:hex"; with `apply` it is kept. */
static rsp_status take_note(rsp_stub *s, rsp_bytes item, bool apply) {
    rsp_bytes type = rsp_bytes_split(&item, ':');
    rsp_buf *note = note_of(s->trace, type);
    rsp_buf text = {.mem = s->opt.mem, .limit = RSP_LIMIT_STUB_TEXT_BYTES};
    rsp_status status = note ? rsp_hex_decode(&text, item) : RSP_MALFORMED;
    if (status == RSP_OK && apply) {
        rsp_buf_clear(note);
        rsp_buf_append(note, rsp_buf_bytes(&text));
    }
    rsp_buf_free(&text);
    return status;
}

static rsp_status take_notes(rsp_stub *s, rsp_bytes args, bool apply) {
    rsp_status status = args.len > 0 ? RSP_OK : RSP_MALFORMED;
    while (args.len > 0 && status == RSP_OK)
        status = take_note(s, rsp_bytes_split(&args, ';'), apply);
    return status;
}

stub_reply_kind stub_on_trace_notes(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    if (take_notes(s, args, false) != RSP_OK || take_notes(s, args, true) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "want user, notes or tstop, and text in hex");
    return stub_ok(reply);
}

/* "number:addr": its hits, and the bytes of its frames. */
stub_reply_kind stub_on_trace_point_status(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint64_t number;
    uint64_t addr;
    if (rsp_take_hex(&number, &args) != RSP_OK || !rsp_take_byte(&args, ':') ||
        rsp_hex_u64(&addr, args) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "want number:address");
    const stub_tracepoint *point = stub_tracepoint_find(&s->trace->table, number, addr);
    if (!point)
        return stub_error(s, reply, STUB_E_GENERAL, "no such tracepoint");
    rsp_buf_printf(reply, "V%" PRIx64 ":%" PRIx64, point->hits, point->usage);
    return STUB_REPLY_SEND;
}

/* U: not known, of a frame that has not collected it. */
stub_reply_kind stub_on_trace_value(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint64_t number;
    uint64_t value;
    if (rsp_hex_u64(&number, args) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "want the number of a variable");
    const stub_trace_frame *frame = stub_trace_selected(s);
    bool known =
        frame ? stub_trace_frame_value(s, frame, number, &value) : stub_trace_value(s, number, &value);
    if (known)
        rsp_buf_printf(reply, "V%" PRIx64, value);
    else
        rsp_buf_push(reply, 'U');
    return STUB_REPLY_SEND;
}

/* Unknown: there are no fast tracepoints. */
stub_reply_kind stub_on_trace_fast_length(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)s;
    (void)args;
    rsp_buf_push(reply, '0');
    return STUB_REPLY_SEND;
}
