/* MultiMemRead in both forms: requests and replies that parse are built again and parse to the same.
 * The first byte chooses the form and whether it is a request or a reply.
 * See rsp/multimem.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <rsp/escape.h>
#include <rsp/multimem.h>

enum { MOST_RANGES = 64 };

static void request(rsp_bytes in, rsp_multimem_form form) {
    rsp_mem_range first[MOST_RANGES];
    rsp_mem_range again[MOST_RANGES];
    size_t num = 0;
    size_t num_again = 0;
    rsp_error error = {0};
    rsp_status status = rsp_multimem_parse(first, MOST_RANGES, &num, in, form, &error);
    size_t counted = 0;
    rsp_status checked = rsp_multimem_parse(NULL, 0, &counted, in, form, NULL);
    FUZZ_MUST(checked == status || status == RSP_LIMIT);
    FUZZ_MUST(status != RSP_MALFORMED || error.offset <= in.len);
    if (status != RSP_OK)
        return;
    FUZZ_MUST(num == counted && num > 0);
    rsp_buf out = {0};
    rsp_multimem_build(&out, first, num, form);
    FUZZ_MUST(rsp_multimem_parse(again, MOST_RANGES, &num_again, rsp_buf_bytes(&out), form, NULL) == RSP_OK);
    FUZZ_MUST(num_again == num && memcmp(first, again, num * sizeof(first[0])) == 0);
    rsp_buf_free(&out);
}

/* The ranges asked for are as long as the bytes say. */
static void reply(rsp_bytes in, rsp_multimem_form form) {
    rsp_mem_range ranges[8] = {{0}};
    rsp_bytes first[8];
    rsp_bytes again[8];
    size_t num = 1 + fuzz_take_byte(&in) % RSP_ARRAY_LEN(ranges);
    for (size_t i = 0; i < num; i++)
        ranges[i].len = fuzz_take_byte(&in);
    rsp_status status = rsp_multimem_reply_parse(first, ranges, num, in, form, NULL);
    if (status != RSP_OK)
        return;
    rsp_buf out = {0};
    rsp_buf decoded = {0};
    rsp_multimem_reply_build(&out, first, num, form);
    FUZZ_MUST(rsp_unescape(&decoded, rsp_buf_bytes(&out)) == RSP_OK);
    status = rsp_multimem_reply_parse(again, ranges, num, rsp_buf_bytes(&decoded), form, NULL);
    FUZZ_MUST(status == RSP_OK);
    for (size_t i = 0; i < num; i++)
        FUZZ_MUST(rsp_bytes_equal(first[i], again[i]) && first[i].len <= ranges[i].len);
    rsp_buf_free(&out);
    rsp_buf_free(&decoded);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t choice = fuzz_take_byte(&in);
    rsp_multimem_form form = choice & 1 ? RSP_MULTIMEM_RFC : RSP_MULTIMEM_LLDB;
    if (choice & 2)
        reply(in, form);
    else
        request(in, form);
    return 0;
}
