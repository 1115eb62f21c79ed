/* Run-length coding: data without a bare star comes back, never longer, with legal counts only.
 * What the strict decoder takes the lenient one takes alike; expansion stops at its limit.
 * See rsp/rle.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <rsp/escape.h>
#include <rsp/rle.h>
#include <stdlib.h>

enum { MOST_BYTES = 1 << 20 };

/* Escaping first leaves no bare star, as on the wire. */
static void data_round_trips(rsp_bytes data) {
    static rsp_buf escaped;
    static rsp_buf coded;
    static rsp_buf back;
    rsp_buf_clear(&escaped);
    rsp_buf_clear(&coded);
    rsp_buf_clear(&back);
    rsp_escape_append(&escaped, data);
    rsp_rle_compress(&coded, rsp_buf_bytes(&escaped));
    FUZZ_MUST(coded.len <= escaped.len);
    FUZZ_MUST(rsp_rle_expand(&back, rsp_buf_bytes(&coded), NULL) == RSP_OK);
    FUZZ_MUST(rsp_bytes_equal(rsp_buf_bytes(&back), rsp_buf_bytes(&escaped)));
    size_t len = rsp_rle_compress_in_place(escaped.ptr, escaped.len);
    FUZZ_MUST(rsp_bytes_equal(rsp_bytes_make(escaped.ptr, len), rsp_buf_bytes(&coded)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    data_round_trips(in);
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
