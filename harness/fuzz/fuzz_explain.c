/* Explanations: whatever the payload, in either direction, what is said of it is printable and bounded.
 * The first byte chooses; up to a newline stands the request, behind it the reply.
 * See rsp/explain.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <rsp/explain.h>

enum { MOST_BYTES = 1 << 20 };

static void explain(rsp_bytes payload, const rsp_explain_options *options) {
    static rsp_buf out;
    out.limit = MOST_BYTES;
    rsp_buf_clear(&out);
    rsp_explain(&out, payload, options);
    FUZZ_MUST(out.status == RSP_OK);
    for (size_t i = 0; i < out.len; i++)
        FUZZ_MUST((out.ptr[i] >= 0x20 && out.ptr[i] < 0x7f) || (options->lines && out.ptr[i] == '\n'));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t choice = fuzz_take_byte(&in);
    rsp_bytes request = rsp_bytes_split(&in, '\n');
    rsp_explain_options options = {
        .direction = RSP_TO_STUB, .lines = choice & 1, .max_bytes = choice & 2 ? 8 : 0};
    explain(request, &options);
    options.direction = RSP_TO_CLIENT;
    options.request = choice & 4 ? rsp_bytes_make(NULL, 0) : request;
    options.notification = (choice & 8) != 0;
    explain(in, &options);
    return 0;
}
