/* Definitions sent back to a client: qTfP and qTsP, qTfV and qTsV, markers; and the frames as they are.
 * A tracepoint is a T, its actions an A or S for each packet they came in, its source a Z.
 * Source: GDB manual, Tracepoint Packets (qTfP, qTfV, qTfSTM, qTBuffer). */
/* SPDX-License-Identifier: MIT */
#include "trace_upload.h"

#include "errors.h"
#include "handlers.h"

#include "codec/breakpoint.h"
#include <inttypes.h>

void stub_trace_point_piece(const stub_tracepoint *point, rsp_buf *out) {
    rsp_buf_printf(out, "T%" PRIx64 ":%" PRIx64 ":%c:%" PRIx64 ":%" PRIx64, point->number, point->addr,
                   point->enabled ? 'E' : 'D', point->steps, point->passes);
    if (point->condition.len == 0)
        return;
    rsp_buf_push(out, ':');
    rsp_agent_expr_append(out, rsp_buf_bytes(&point->condition));
}

void stub_trace_text_piece(const stub_tracepoint *point, const stub_trace_text *text, rsp_buf *out) {
    rsp_buf_printf(out, "%c%" PRIx64 ":%" PRIx64 ":", text->kind, point->number, point->addr);
    rsp_buf_append(out, text->text);
}

void stub_trace_variable_piece(const stub_trace_variable *v, rsp_buf *out) {
    rsp_buf_printf(out, "%" PRIx64 ":%" PRIx64 ":%d:", v->number, v->initial, v->builtin);
    rsp_hex_append(out, rsp_buf_bytes(&v->name));
}

static stub_reply_kind send_end(rsp_buf *reply) {
    rsp_buf_push(reply, 'l');
    return STUB_REPLY_SEND;
}

static stub_reply_kind send_point(rsp_stub *s, const stub_tracepoint *point, rsp_buf *reply) {
    s->trace->sent_point = point;
    s->trace->sent_text = NULL;
    if (!point)
        return send_end(reply);
    stub_trace_point_piece(point, reply);
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_on_first_tracepoint(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    return send_point(s, s->trace->table.first, reply);
}

stub_reply_kind stub_on_next_tracepoint(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    const stub_tracepoint *point = s->trace->sent_point;
    const stub_trace_text *text = s->trace->sent_text;
    (void)args;
    if (!point)
        return send_end(reply);
    text = text ? text->next : point->first;
    if (!text)
        return send_point(s, point->next, reply);
    s->trace->sent_text = text;
    stub_trace_text_piece(point, text, reply);
    return STUB_REPLY_SEND;
}

static stub_reply_kind send_variable(rsp_stub *s, const stub_trace_variable *v, rsp_buf *reply) {
    s->trace->sent_variable = v;
    if (!v)
        return send_end(reply);
    stub_trace_variable_piece(v, reply);
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_on_first_trace_variable(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    return send_variable(s, s->trace->table.first_variable, reply);
}

stub_reply_kind stub_on_next_trace_variable(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    const stub_trace_variable *v = s->trace->sent_variable;
    (void)args;
    return send_variable(s, v ? v->next : NULL, reply);
}

/* Static tracepoint markers: there are none. */
stub_reply_kind stub_on_trace_markers(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)s;
    (void)args;
    return send_end(reply);
}

stub_reply_kind stub_on_trace_markers_at(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint64_t addr;
    if (rsp_hex_u64(&addr, args) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "want an address");
    return send_end(reply);
}

/* "offset,len" of the frames one after the other. */
stub_reply_kind stub_on_trace_raw(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint64_t offset;
    uint64_t len;
    if (rsp_take_addr_len(&offset, &len, &args) != RSP_OK || args.len > 0)
        return stub_error(s, reply, STUB_E_SYNTAX, "want offset,length");
    rsp_bytes all = stub_trace_buffer_bytes(&s->trace->buffer);
    if (offset >= all.len)
        return send_end(reply);
    size_t most = s->opt.packet_bytes / 2;
    rsp_hex_append(reply, rsp_bytes_sub(all, (size_t)offset, len < most ? (size_t)len : most));
    return STUB_REPLY_SEND;
}
