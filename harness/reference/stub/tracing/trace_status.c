/* qTStatus: whether a trace runs, why it ended, and what is in the buffer.
 * Texts are in hex, all numbers too.
 * Source: GDB manual, Tracepoint Packets (qTStatus). */
/* SPDX-License-Identifier: MIT */
#include "trace_status.h"

#include "errors.h"
#include "handlers.h"

#include <inttypes.h>

static const char *const words[] = {
#define WORD(id, word) [STUB_TRACE_##id] = (word),
    STUB_TRACE_END_LIST(WORD)
#undef WORD
};

/* "word:number", and in between the text of those that have one. */
static void append_end(const struct stub_trace *trace, rsp_buf *out) {
    const rsp_buf *text = NULL;
    if (trace->end == STUB_TRACE_STOPPED)
        text = &trace->stop_note;
    else if (trace->end == STUB_TRACE_ERROR)
        text = &trace->end_text;
    rsp_buf_str(out, words[trace->end]);
    rsp_buf_push(out, ':');
    if (text) {
        rsp_hex_append(out, rsp_buf_bytes(text));
        rsp_buf_push(out, ':');
    }
    rsp_hex_append_u64(out, trace->end_number);
}

void stub_trace_status_text(const rsp_stub *s, rsp_buf *out) {
    const struct stub_trace *trace = s->trace;
    const stub_trace_buffer *buffer = &trace->buffer;
    uint64_t used = stub_trace_buffer_used(buffer);
    rsp_buf_str(out, trace->running ? "1;" : "0;");
    append_end(trace, out);
    rsp_buf_printf(out, ";tframes:%zx;tcreated:%" PRIx64 ";tfree:%" PRIx64 ";tsize:%" PRIx64,
                   stub_trace_buffer_count(buffer), buffer->created, buffer->size - used, buffer->size);
    rsp_buf_printf(out, ";circular:%d;disconn:%d;starttime:%" PRIx64 ";stoptime:%" PRIx64, buffer->circular,
                   trace->outlives_client, trace->started_us, trace->ended_us);
    rsp_buf_str(out, ";username:");
    rsp_hex_append(out, rsp_buf_bytes(&trace->user));
    rsp_buf_str(out, ";notes:");
    rsp_hex_append(out, rsp_buf_bytes(&trace->notes));
}

/* Where the last member begins, with its semicolon. */
static size_t last_member(rsp_bytes text) {
    size_t at = text.len;
    while (at > 0 && text.ptr[at - 1] != ';')
        at--;
    return at > 0 ? at - 1 : 0;
}

/* Notes that make it longer than a packet are left out. */
stub_reply_kind stub_on_trace_status(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_buf *text = &s->scratch; /* the reply itself holds a packet at most */
    (void)args;
    rsp_buf_clear(text);
    stub_trace_status_text(s, text);
    while (text->status == RSP_OK && text->len >= s->opt.packet_bytes)
        rsp_buf_truncate(text, last_member(rsp_buf_bytes(text)));
    rsp_buf_push(reply, 'T');
    rsp_buf_append(reply, rsp_buf_bytes(text));
    if (text->status != RSP_OK)
        reply->status = text->status;
    return STUB_REPLY_SEND;
}
