/* Where ids, addresses and data stand in a payload: in order, apart, and readable as what they are said to
 * be. The first line is a request, the rest a payload: a request itself, the reply to it, a notification, by
 * the first byte. See mark_text.h. */
/* SPDX-License-Identifier: MIT */
#include "mark_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_varying_values marks;
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t choice = fuzz_take_byte(&in);
    rsp_bytes request = rsp_bytes_split(&in, '\n');
    if (choice % 3 == 0)
        rsp_varying_values_of_request(&marks, in);
    else if (choice % 3 == 1)
        rsp_varying_values_of_reply(&marks, request, in);
    else
        rsp_varying_values_of_notification(&marks, in);
    FUZZ_MUST(marks.status == RSP_OK && marks.num <= in.len);
    size_t end = 0;
    for (size_t i = 0; i < marks.num; i++) {
        const rsp_varying_value *m = &marks.items[i];
        FUZZ_MUST(m->offset >= end && m->len <= in.len && m->offset <= in.len - m->len);
        FUZZ_MUST(mark_is_readable(m->kind, rsp_bytes_sub(in, m->offset, m->len)));
        FUZZ_MUST(*rsp_varying_name(m->kind) != '?');
        end = m->offset + m->len;
    }
    return 0;
}
