/* Bytes go through the reader into the log, and each entry to the listener.
 * What we send is read by a reader of its own, so that the log shows what the adapter was given.
 * See dap/session.h. */
/* SPDX-License-Identifier: MIT */
#include "dap/session.h"

#include "core/limits.h"

#include <assert.h>

void rsp_dap_session_free(rsp_dap_session *s) {
    rsp_dap_reader_free(&s->reader);
    rsp_dap_log_free(&s->log);
    rsp_buf_free(&s->piece);
}

static bool note(rsp_dap_session *s, bool sent, const rsp_dap_frame *frame) {
    if (!rsp_dap_log_add(&s->log, sent, rsp_dap_session_now(s), frame))
        return false;
    if (s->listener)
        s->listener(s->listener_ctx, &s->log, s->log.num - 1);
    return true;
}

/* Bytes that make no whole frame are noted as they are. */
static rsp_status note_sent(rsp_dap_session *s, rsp_bytes bytes) {
    rsp_dap_reader reader = {0};
    rsp_dap_frame frame;
    rsp_status status = rsp_dap_reader_feed(&reader, bytes);
    while (status == RSP_OK && rsp_dap_reader_next(&reader, &frame))
        status = note(s, true, &frame) ? RSP_OK : RSP_LIMIT;
    frame = (rsp_dap_frame){.kind = RSP_DAP_FRAME_STRAY, .header = rsp_dap_reader_rest(&reader)};
    if (status == RSP_OK && frame.header.len > 0)
        status = note(s, true, &frame) ? RSP_OK : RSP_LIMIT;
    rsp_dap_reader_free(&reader);
    return status;
}

rsp_status rsp_dap_session_send(rsp_dap_session *s, rsp_bytes bytes, uint64_t deadline_ns) {
    assert(bytes.ptr || bytes.len == 0);
    const rsp_status status = note_sent(s, bytes);
    return status == RSP_OK ? rsp_link_send(s->link, bytes, deadline_ns) : status;
}

/* A message that is beyond our limits is nothing to judge the adapter by: the session ends for us. */
static rsp_status take_frame(rsp_dap_session *s, const rsp_dap_frame *frame) {
    if (!note(s, false, frame))
        return RSP_LIMIT;
    const rsp_status read = s->log.entries[s->log.num - 1].status;
    return read == RSP_MALFORMED ? RSP_OK : read;
}

static rsp_status take(rsp_dap_session *s) {
    rsp_dap_frame frame;
    rsp_status status = rsp_dap_reader_feed(&s->reader, rsp_buf_bytes(&s->piece));
    while (status == RSP_OK && rsp_dap_reader_next(&s->reader, &frame))
        status = take_frame(s, &frame);
    return status;
}

rsp_status rsp_dap_session_receive(rsp_dap_session *s, uint64_t deadline_ns) {
    const size_t before = s->log.num;
    for (bool late = false; s->ended == RSP_OK && s->log.num == before;) {
        if (late)
            return RSP_TIMEOUT;
        rsp_buf_clear(&s->piece);
        rsp_status status = rsp_link_recv(s->link, &s->piece, RSP_LIMIT_DAP_PIECE_BYTES, deadline_ns);
        if (status == RSP_TIMEOUT || status == RSP_CANCELLED)
            return status;
        if (status == RSP_OK)
            status = take(s);
        s->ended = status;
        late = rsp_dap_session_now(s) > deadline_ns; /* pieces of one message prolong no wait */
    }
    return s->log.num > before ? RSP_OK : s->ended;
}
