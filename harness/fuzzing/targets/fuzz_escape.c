/* Escapes: data survives the round trip; the escaped length and the part that fits a room are exact.
 * The input is the data; its first byte is also the room.
 * See codec/escape.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "codec/escape.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_buf wire;
    static rsp_buf back;
    rsp_bytes in = rsp_bytes_make(data, size);
    rsp_buf_clear(&wire);
    rsp_buf_clear(&back);
    rsp_escape_append(&wire, in);
    FUZZ_MUST(wire.len == rsp_escaped_len(in) && rsp_escape_fit(in, wire.len) == in.len);
    for (size_t i = 0; i < wire.len; i++)
        FUZZ_MUST(wire.ptr[i] == RSP_ESCAPE_BYTE || !rsp_escape_needed(wire.ptr[i]));
    FUZZ_MUST(rsp_unescape(&back, rsp_buf_bytes(&wire)) == RSP_OK);
    FUZZ_MUST(rsp_bytes_equal(rsp_buf_bytes(&back), in));
    size_t room = size > 0 ? data[0] : 0;
    size_t fit = rsp_escape_fit(in, room);
    FUZZ_MUST(rsp_escaped_len(rsp_bytes_sub(in, 0, fit)) <= room);
    FUZZ_MUST(fit == in.len || rsp_escaped_len(rsp_bytes_sub(in, 0, fit + 1)) > room);
    return 0;
}
