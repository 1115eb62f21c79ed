/* qXfer windows join to the whole object; none is longer than requested, or than its room.
 * First two bytes: the requested length and the room. The rest is the object.
 * See codec/qxfer.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "codec/escape.h"
#include "codec/qxfer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_buf whole;
    static rsp_buf wire;
    static rsp_buf decoded;
    rsp_bytes in = rsp_bytes_make(data, size);
    size_t length = 1 + fuzz_take_byte(&in);
    size_t room = 8 + fuzz_take_byte(&in);
    rsp_qxfer_reply chunk = {0};
    rsp_buf_clear(&whole);
    while (!chunk.last) {
        rsp_buf_clear(&wire);
        rsp_buf_clear(&decoded);
        FUZZ_MUST(rsp_qxfer_window(&wire, in, whole.len, length, room) == RSP_OK && wire.len <= room);
        FUZZ_MUST(rsp_unescape(&decoded, rsp_buf_bytes(&wire)) == RSP_OK);
        FUZZ_MUST(rsp_qxfer_reply_parse(&chunk, rsp_buf_bytes(&decoded), NULL) == RSP_OK);
        FUZZ_MUST(chunk.data.len <= length && (chunk.last || chunk.data.len > 0));
        rsp_buf_append(&whole, chunk.data);
    }
    FUZZ_MUST(rsp_bytes_equal(rsp_buf_bytes(&whole), in));
    return 0;
}
