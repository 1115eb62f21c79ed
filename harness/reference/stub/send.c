/* From payloads to wire bytes: framing and run lengths. The endpoint keeps what may be asked for again.
 * Notifications are neither acknowledged nor sent again.
 * Source: GDB manual, Overview; Packet Acknowledgment; Notification Packets. */
/* SPDX-License-Identifier: MIT */
#include "send.h"

#include "faults/hooks.h"

#include "codec/compress.h"

void stub_use_output(rsp_stub *s, rsp_buf *out) {
    s->out = s->wire.out = out;
}

static void append_compressed(rsp_stub *s, rsp_bytes payload) {
    if (rsp_compress_append(s->out, payload, s->compress_from) == RSP_NO_MEMORY)
        s->out->status = RSP_NO_MEMORY;
}

static void append_frame(rsp_stub *s, rsp_bytes payload) {
    if (stub_fault_frame(s, payload))
        return;
    size_t mark = rsp_frame_begin(s->out, '$');
    bool compressed = stub_agreed(s, STUB_AGREED_COMPRESSION);
    if (compressed)
        append_compressed(s, payload);
    else
        rsp_buf_append(s->out, payload);
    rsp_frame_end(s->out, mark, s->opt.run_length && !compressed);
}

void stub_send(rsp_stub *s, rsp_bytes payload) {
    size_t start = s->out->len;
    append_frame(s, payload);
    rsp_endpoint_put_done(&s->wire, start);
    stub_fault_sent(s, rsp_bytes_from(rsp_buf_bytes(s->out), start));
}

void stub_notify(rsp_stub *s, const char *name, rsp_bytes payload) {
    size_t mark = rsp_frame_begin(s->out, '%');
    rsp_buf_str(s->out, name);
    rsp_buf_push(s->out, ':');
    rsp_buf_append(s->out, payload);
    /* Run lengths are legal here too, but no known stub uses them in a notification. */
    rsp_frame_end(s->out, mark, false);
    stub_fault_notified(s, payload);
}
