/* Run lengths from the wire: the strict decoder takes only legal counts, the lenient one agrees with it.
 * A refusal has an offset; expansion stops at its limit. The input is the encoded data.
 * See codec/rle.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "codec/rle.h"

enum { MOST_BYTES = 1 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    rsp_buf strict = {.limit = MOST_BYTES};
    rsp_buf lenient = {.limit = MOST_BYTES};
    rsp_error error = {0};
    rsp_rle_report report = {0};
    rsp_status status = rsp_rle_expand(&strict, in, &error);
    rsp_status other = rsp_rle_expand_lenient(&lenient, in, &report);
    FUZZ_MUST(status == RSP_OK || strict.len == 0);
    FUZZ_MUST(other != RSP_MALFORMED);
    if (status == RSP_OK)
        FUZZ_MUST(rsp_bytes_equal(rsp_buf_bytes(&strict), rsp_buf_bytes(&lenient)) &&
                  report.num_illegal == 0);
    if (status == RSP_MALFORMED)
        FUZZ_MUST(error.offset < size && report.num_illegal > 0);
    rsp_buf_free(&strict);
    rsp_buf_free(&lenient);
    return 0;
}
