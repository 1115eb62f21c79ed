/* One buffer for all explanations, with a limit that no explanation reaches.
 * It is empty between two inputs.
 * See explain_check.h. */
/* SPDX-License-Identifier: MIT */
#include "explain_check.h"

enum { MOST_BYTES = 1 << 20 };

static rsp_buf out = {.limit = MOST_BYTES};

rsp_explain_options explain_options(uint8_t choice) {
    return (rsp_explain_options){.lines = choice & 1, .max_bytes = choice & 2 ? 8 : 0};
}

rsp_buf *explain_out(void) {
    return &out;
}

void explain_check(const rsp_explain_options *options) {
    FUZZ_MUST(out.status == RSP_OK);
    for (size_t i = 0; i < out.len; i++)
        FUZZ_MUST((out.ptr[i] >= 0x20 && out.ptr[i] < 0x7f) || (options->lines && out.ptr[i] == '\n'));
    rsp_buf_clear(&out);
}
