/* qXfer replies survive the round trip, escapes included.
 * The input is the reply.
 * See codec/qxfer.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "codec/escape.h"
#include "codec/qxfer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_buf out;
    static rsp_buf decoded;
    rsp_qxfer_reply first;
    rsp_qxfer_reply again;
    if (rsp_qxfer_reply_parse(&first, rsp_bytes_make(data, size), NULL) != RSP_OK)
        return 0;
    rsp_buf_clear(&out);
    rsp_buf_clear(&decoded);
    rsp_qxfer_reply_build(&out, &first);
    FUZZ_MUST(rsp_unescape(&decoded, rsp_buf_bytes(&out)) == RSP_OK);
    FUZZ_MUST(rsp_qxfer_reply_parse(&again, rsp_buf_bytes(&decoded), NULL) == RSP_OK);
    FUZZ_MUST(first.last == again.last && rsp_bytes_equal(first.data, again.data));
    return 0;
}
