/* qXfer: requests and replies round trip; windows put together are the object.
 * The first byte chooses; for windows the next ones are the steps.
 * See rsp/qxfer.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <rsp/escape.h>
#include <rsp/qxfer.h>

static void request(rsp_bytes in) {
    rsp_qxfer first;
    rsp_qxfer again;
    rsp_buf raw = {0};
    rsp_buf out = {0};
    rsp_error error = {0};
    rsp_status status = rsp_qxfer_parse(&first, in, &error);
    FUZZ_MUST(status != RSP_MALFORMED || error.offset <= in.len);
    if (status == RSP_OK && rsp_unescape(&raw, first.data) == RSP_OK) {
        rsp_qxfer plain = first;
        plain.data = rsp_buf_bytes(&raw);
        rsp_qxfer_build(&out, &plain);
        FUZZ_MUST(rsp_qxfer_parse(&again, rsp_buf_bytes(&out), NULL) == RSP_OK);
        FUZZ_MUST(rsp_bytes_equal(first.object, again.object) && rsp_bytes_equal(first.annex, again.annex));
        FUZZ_MUST(rsp_bytes_equal(first.operation, again.operation));
        FUZZ_MUST(first.offset == again.offset && first.length == again.length);
    }
    rsp_buf_free(&raw);
    rsp_buf_free(&out);
}

static void reply(rsp_bytes in) {
    rsp_qxfer_reply first;
    rsp_qxfer_reply again;
    if (rsp_qxfer_reply_parse(&first, in, NULL) != RSP_OK)
        return;
    rsp_buf out = {0};
    rsp_buf decoded = {0};
    rsp_qxfer_reply_build(&out, &first);
    FUZZ_MUST(rsp_unescape(&decoded, rsp_buf_bytes(&out)) == RSP_OK);
    FUZZ_MUST(rsp_qxfer_reply_parse(&again, rsp_buf_bytes(&decoded), NULL) == RSP_OK);
    FUZZ_MUST(first.last == again.last && rsp_bytes_equal(first.data, again.data));
    rsp_buf_free(&out);
    rsp_buf_free(&decoded);
}

static void windows(rsp_bytes in) {
    size_t length = 1 + fuzz_take_byte(&in);
    size_t room = 8 + fuzz_take_byte(&in);
    rsp_buf whole = {0};
    rsp_qxfer_reply chunk = {0};
    while (!chunk.last) {
        rsp_buf wire = {0};
        rsp_buf decoded = {0};
        FUZZ_MUST(rsp_qxfer_window(&wire, in, whole.len, length, room) == RSP_OK && wire.len <= room);
        FUZZ_MUST(rsp_unescape(&decoded, rsp_buf_bytes(&wire)) == RSP_OK);
        FUZZ_MUST(rsp_qxfer_reply_parse(&chunk, rsp_buf_bytes(&decoded), NULL) == RSP_OK);
        FUZZ_MUST(chunk.data.len <= length && (chunk.last || chunk.data.len > 0));
        rsp_buf_append(&whole, chunk.data);
        rsp_buf_free(&wire);
        rsp_buf_free(&decoded);
    }
    FUZZ_MUST(rsp_bytes_equal(rsp_buf_bytes(&whole), in));
    rsp_buf_free(&whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static void (*const parts[])(rsp_bytes) = {request, reply, windows};
    rsp_bytes in = rsp_bytes_make(data, size);
    parts[fuzz_take_byte(&in) % RSP_ARRAY_LEN(parts)](in);
    return 0;
}
