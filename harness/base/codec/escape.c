/* Escaping of binary data, and its undoing.
 * Clean stretches are copied whole; only the four reserved bytes are looked at one by one.
 * Source: GDB manual, Overview (Binary Data). */
/* SPDX-License-Identifier: MIT */
#include "codec/escape.h"

#include <assert.h>
#include <rsp/frame.h>

static size_t clean_len(rsp_bytes data) {
    size_t len = 0;
    while (len < data.len && !rsp_escape_needed(data.ptr[len]))
        len++;
    return len;
}

void rsp_escape_append(rsp_buf *out, rsp_bytes data) {
    assert(data.ptr || data.len == 0);
    while (data.len > 0) {
        size_t clean = clean_len(data);
        rsp_buf_append(out, rsp_bytes_sub(data, 0, clean));
        if (clean == data.len)
            return;
        rsp_buf_push(out, RSP_ESCAPE_BYTE);
        rsp_buf_push(out, data.ptr[clean] ^ RSP_ESCAPE_XOR);
        data = rsp_bytes_from(data, clean + 1);
    }
}

size_t rsp_escaped_len(rsp_bytes data) {
    size_t len = data.len;
    for (size_t i = 0; i < data.len; i++)
        len += rsp_escape_needed(data.ptr[i]);
    return len;
}

size_t rsp_escape_fit(rsp_bytes data, size_t room) {
    size_t len = 0;
    for (; len < data.len; len++) {
        size_t need = rsp_escape_needed(data.ptr[len]) ? 2 : 1;
        if (need > room)
            break;
        room -= need;
    }
    return len;
}

rsp_status rsp_unescape_into(uint8_t *dst, size_t *out_len, rsp_bytes wire) {
    assert(dst && out_len);
    size_t len = 0;
    while (wire.len > 0) {
        size_t clean = rsp_bytes_index(wire, RSP_ESCAPE_BYTE);
        memmove(dst + len, wire.ptr, clean);
        len += clean;
        if (clean == wire.len)
            break;
        if (clean + 1 == wire.len)
            return RSP_MALFORMED;
        dst[len++] = wire.ptr[clean + 1] ^ RSP_ESCAPE_XOR;
        wire = rsp_bytes_from(wire, clean + 2);
    }
    *out_len = len;
    return RSP_OK;
}

rsp_status rsp_unescape(rsp_buf *out, rsp_bytes wire) {
    size_t before = out->len;
    size_t len = 0;
    if (wire.len == 0)
        return out->status;
    uint8_t *at = rsp_buf_extend(out, wire.len);
    if (!at)
        return out->status;
    rsp_status status = rsp_unescape_into(at, &len, wire);
    rsp_buf_truncate(out, before + len);
    return status;
}
