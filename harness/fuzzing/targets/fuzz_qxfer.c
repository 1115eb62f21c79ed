/* qXfer requests survive the round trip.
 * The input is the request.
 * See codec/qxfer.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "codec/escape.h"
#include "codec/qxfer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_buf raw;
    static rsp_buf out;
    rsp_qxfer first;
    rsp_qxfer again;
    rsp_error error = {0};
    rsp_status status = rsp_qxfer_parse(&first, rsp_bytes_make(data, size), &error);
    FUZZ_MUST(status != RSP_MALFORMED || error.offset <= size);
    rsp_buf_clear(&raw);
    rsp_buf_clear(&out);
    if (status != RSP_OK || rsp_unescape(&raw, first.data) != RSP_OK)
        return 0;
    rsp_qxfer plain = first;
    plain.data = rsp_buf_bytes(&raw);
    rsp_qxfer_build(&out, &plain);
    FUZZ_MUST(rsp_qxfer_parse(&again, rsp_buf_bytes(&out), NULL) == RSP_OK);
    FUZZ_MUST(rsp_bytes_equal(first.object, again.object) && rsp_bytes_equal(first.annex, again.annex));
    FUZZ_MUST(rsp_bytes_equal(first.operation, again.operation));
    FUZZ_MUST(first.offset == again.offset && first.length == again.length);
    return 0;
}
