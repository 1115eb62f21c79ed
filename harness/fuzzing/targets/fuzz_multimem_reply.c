/* MultiMemRead replies survive the round trip.
 * First byte: the form. Then the number of ranges, the length of each, and the reply.
 * See rsp/multimem.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "codec/escape.h"
#include "codec/multimem.h"

enum { MOST_RANGES = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_mem_range ranges[MOST_RANGES] = {{0}};
    rsp_bytes first[MOST_RANGES];
    rsp_bytes again[MOST_RANGES];
    rsp_bytes in = rsp_bytes_make(data, size);
    rsp_multimem_form form = fuzz_take_byte(&in) & 1 ? RSP_MULTIMEM_RFC : RSP_MULTIMEM_LLDB;
    size_t num = 1 + fuzz_take_byte(&in) % RSP_ARRAY_LEN(ranges);
    for (size_t i = 0; i < num; i++)
        ranges[i].len = fuzz_take_byte(&in);
    if (rsp_multimem_reply_parse(first, ranges, num, in, form, NULL) != RSP_OK)
        return 0;
    rsp_buf out = {0};
    rsp_buf decoded = {0};
    rsp_multimem_reply_build(&out, first, num, form);
    FUZZ_MUST(rsp_unescape(&decoded, rsp_buf_bytes(&out)) == RSP_OK);
    FUZZ_MUST(rsp_multimem_reply_parse(again, ranges, num, rsp_buf_bytes(&decoded), form, NULL) == RSP_OK);
    for (size_t i = 0; i < num; i++)
        FUZZ_MUST(rsp_bytes_equal(first[i], again[i]) && first[i].len <= ranges[i].len);
    rsp_buf_free(&out);
    rsp_buf_free(&decoded);
    return 0;
}
