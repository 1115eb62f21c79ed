/* Standard replies told apart.
 * Strict: an error code is exactly two hex digits.
 * Source: GDB manual, Standard Replies. */
/* SPDX-License-Identifier: MIT */
#include "codec/reply.h"

#include "core/hex.h"

rsp_reply rsp_reply_classify(rsp_bytes payload) {
    if (payload.len == 0)
        return (rsp_reply){.kind = RSP_REPLY_EMPTY};
    if (rsp_bytes_equal(payload, RSP_LIT("OK")))
        return (rsp_reply){.kind = RSP_REPLY_OK};
    if (rsp_bytes_starts(payload, RSP_LIT("E.")))
        return (rsp_reply){.kind = RSP_REPLY_ERROR_TEXT, .text = rsp_bytes_from(payload, 2)};
    rsp_reply reply = {.kind = RSP_REPLY_OTHER};
    if (payload.len < 3 || payload.ptr[0] != 'E' || (payload.len > 3 && payload.ptr[3] != ';') ||
        rsp_hex_decode_into(&reply.code, rsp_bytes_sub(payload, 1, 2)) != RSP_OK)
        return (rsp_reply){.kind = RSP_REPLY_OTHER};
    reply.kind = RSP_REPLY_ERROR;
    reply.text = rsp_bytes_from(payload, 4);
    return reply;
}

void rsp_reply_error_build(rsp_buf *out, uint8_t code) {
    rsp_buf_push(out, 'E');
    rsp_hex_append_fixed(out, code, 2);
}

rsp_console rsp_console_classify(rsp_bytes payload) {
    bool ok = rsp_bytes_equal(payload, RSP_LIT("OK")) || rsp_bytes_starts(payload, RSP_LIT("OK;"));
    if (payload.len == 0 || payload.ptr[0] != 'O' || ok)
        return RSP_CONSOLE_NONE;
    if (payload.len % 2 == 0)
        return RSP_CONSOLE_BAD;
    for (size_t i = 1; i < payload.len; i++) {
        if (rsp_hex_value(payload.ptr[i]) < 0)
            return RSP_CONSOLE_BAD;
    }
    return RSP_CONSOLE_TEXT;
}
