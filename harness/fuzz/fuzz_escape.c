/* Escapes: data comes back from its escaped form, whose length is known before and which reserves nothing.
 * Arbitrary wire bytes decode the same in place and into a buffer, and encode again to what decodes the same.
 * See rsp/escape.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <rsp/escape.h>
#include <stdlib.h>

static void data_round_trips(rsp_bytes data, rsp_buf *wire, rsp_buf *back) {
    rsp_buf_clear(wire);
    rsp_buf_clear(back);
    rsp_escape_append(wire, data);
    FUZZ_MUST(wire->len == rsp_escaped_len(data));
    FUZZ_MUST(rsp_escape_fit(data, wire->len) == data.len);
    for (size_t i = 0; i < wire->len; i++)
        FUZZ_MUST(wire->ptr[i] == RSP_ESCAPE_BYTE || !rsp_escape_needed(wire->ptr[i]));
    FUZZ_MUST(rsp_unescape(back, rsp_buf_bytes(wire)) == RSP_OK);
    FUZZ_MUST(rsp_bytes_equal(rsp_buf_bytes(back), data));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    static rsp_buf wire;
    static rsp_buf back;
    data_round_trips(in, &wire, &back);
    if (size == 0)
        return 0;
    size_t room = in.ptr[0];
    size_t fit = rsp_escape_fit(in, room);
    FUZZ_MUST(rsp_escaped_len(rsp_bytes_sub(in, 0, fit)) <= room);
    FUZZ_MUST(fit == in.len || rsp_escaped_len(rsp_bytes_sub(in, 0, fit + 1)) > room);

    uint8_t *decoded = malloc(size);
    size_t len = 0;
    FUZZ_MUST(decoded != NULL);
    rsp_buf_clear(&back);
    rsp_status status = rsp_unescape_into(decoded, &len, in);
    FUZZ_MUST(rsp_unescape(&back, in) == status);
    if (status == RSP_OK) {
        FUZZ_MUST(rsp_bytes_equal(rsp_buf_bytes(&back), rsp_bytes_make(decoded, len)));
        data_round_trips(rsp_bytes_make(decoded, len), &wire, &back);
    }
    free(decoded);
    return 0;
}
