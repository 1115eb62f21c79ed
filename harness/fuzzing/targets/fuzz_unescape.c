/* Escapes from the wire: any bytes decode the same in place and into a buffer.
 * Decoded bytes survive the round trip. The input is the escaped data.
 * See codec/escape.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "codec/escape.h"
#include <stdlib.h>

static void check_again(rsp_bytes decoded) {
    static rsp_buf wire;
    static rsp_buf back;
    rsp_buf_clear(&wire);
    rsp_buf_clear(&back);
    rsp_escape_append(&wire, decoded);
    FUZZ_MUST(rsp_unescape(&back, rsp_buf_bytes(&wire)) == RSP_OK);
    FUZZ_MUST(rsp_bytes_equal(rsp_buf_bytes(&back), decoded));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_buf back;
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t *decoded = malloc(size > 0 ? size : 1);
    size_t len = 0;
    FUZZ_MUST(decoded != NULL);
    rsp_buf_clear(&back);
    rsp_status status = rsp_unescape_into(decoded, &len, in);
    FUZZ_MUST(rsp_unescape(&back, in) == status);
    if (status == RSP_OK) {
        FUZZ_MUST(rsp_bytes_equal(rsp_buf_bytes(&back), rsp_bytes_make(decoded, len)));
        check_again(rsp_bytes_make(decoded, len));
    }
    free(decoded);
    return 0;
}
