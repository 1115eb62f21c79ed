/* MultiMemRead requests survive the round trip; counting without room gives the same number of ranges.
 * First byte: the form. The rest is the request.
 * See rsp/multimem.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "codec/multimem.h"

enum { MOST_RANGES = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_mem_range first[MOST_RANGES];
    rsp_mem_range again[MOST_RANGES];
    size_t num = 0;
    size_t num_again = 0;
    size_t counted = 0;
    rsp_error error = {0};
    rsp_bytes in = rsp_bytes_make(data, size);
    rsp_multimem_form form = fuzz_take_byte(&in) & 1 ? RSP_MULTIMEM_RFC : RSP_MULTIMEM_LLDB;
    rsp_status status = rsp_multimem_parse(first, MOST_RANGES, &num, in, form, &error);
    rsp_status checked = rsp_multimem_parse(NULL, 0, &counted, in, form, NULL);
    FUZZ_MUST(checked == status || status == RSP_LIMIT);
    FUZZ_MUST(status != RSP_MALFORMED || error.offset <= in.len);
    if (status != RSP_OK)
        return 0;
    FUZZ_MUST(num == counted && num > 0);
    rsp_buf out = {0};
    rsp_multimem_build(&out, first, num, form);
    FUZZ_MUST(rsp_multimem_parse(again, MOST_RANGES, &num_again, rsp_buf_bytes(&out), form, NULL) == RSP_OK);
    FUZZ_MUST(num_again == num && memcmp(first, again, num * sizeof(first[0])) == 0);
    rsp_buf_free(&out);
    return 0;
}
