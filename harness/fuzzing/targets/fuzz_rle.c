/* Run-length encoding: data survives the round trip, never grows, and is the same encoded in place.
 * The input is the data. It is escaped first, so that it has no bare star, as on the wire.
 * See codec/rle.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "codec/escape.h"
#include "codec/rle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_buf escaped;
    static rsp_buf coded;
    static rsp_buf back;
    rsp_buf_clear(&escaped);
    rsp_buf_clear(&coded);
    rsp_buf_clear(&back);
    rsp_escape_append(&escaped, rsp_bytes_make(data, size));
    rsp_rle_compress(&coded, rsp_buf_bytes(&escaped));
    FUZZ_MUST(coded.len <= escaped.len);
    FUZZ_MUST(rsp_rle_expand(&back, rsp_buf_bytes(&coded), NULL) == RSP_OK);
    FUZZ_MUST(rsp_bytes_equal(rsp_buf_bytes(&back), rsp_buf_bytes(&escaped)));
    size_t len = rsp_rle_compress_in_place(escaped.ptr, escaped.len);
    FUZZ_MUST(rsp_bytes_equal(rsp_bytes_make(escaped.ptr, len), rsp_buf_bytes(&coded)));
    return 0;
}
