/* The empty reply, OK, and Enn with text in the form that the client has asked for.
 * No handler writes an error by hand.
 * Source: GDB manual, Standard Replies; LLDB gdb-remote extensions, QEnableErrorStrings. */
/* SPDX-License-Identifier: MIT */
#include "errors.h"

#include "handlers.h"

#include "codec/reply.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

/* NONE needs a name too, as the column is expanded for every row; it answers as an unknown packet does. */
stub_reply_kind stub_on_NONE(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)s;
    (void)args;
    (void)reply;
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_ok(rsp_buf *reply) {
    rsp_buf_clear(reply);
    rsp_buf_str(reply, "OK");
    return STUB_REPLY_SEND;
}

/* `m` and qRcmd answer with hex data, and x as LLDB knows it with bare bytes, which a client could not tell
 * from a text. */
static bool text_barred(const rsp_stub *s) {
    rsp_bytes request = s->request;
    if (rsp_bytes_starts(request, RSP_LIT("x")))
        return s->opt.x_dialect == RSP_X_LLDB;
    return rsp_bytes_starts(request, RSP_LIT("m")) ||
           rsp_bytes_starts(request, rsp_packet_name(RSP_PACKET_QRCMD));
}

stub_reply_kind stub_error(rsp_stub *s, rsp_buf *reply, unsigned number, const char *text) {
    rsp_buf_clear(reply);
    if (stub_agreed(s, STUB_AGREED_ERROR_MESSAGE) && text && !text_barred(s)) {
        rsp_buf_str(reply, "E.");
        rsp_buf_str(reply, text);
        return STUB_REPLY_SEND;
    }
    rsp_reply_error_build(reply, (uint8_t)number);
    if (stub_agreed(s, STUB_AGREED_ERROR_STRINGS) && text) {
        rsp_buf_push(reply, ';');
        rsp_hex_append(reply, rsp_bytes_str(text));
    }
    return STUB_REPLY_SEND;
}
