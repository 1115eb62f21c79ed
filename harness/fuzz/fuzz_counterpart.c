/* What is called A in one conversation is called B in the other: what was taken for the same stays so.
 * Any request can be put into the other's terms.
 * See counterpart_triples.h. */
/* SPDX-License-Identifier: MIT */
#include "counterpart_triples.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    bool notification = fuzz_take_byte(&in) & 1;
    rsp_counterparts c = {0};
    counterpart_triple t;
    while (counterpart_take(&t, &in)) {
        if (counterpart_match(&c, notification, &t))
            FUZZ_MUST(counterpart_match(&c, notification, &t));
        (void)counterpart_keeps(&c, t.request); /* what it becomes is for the tests */
    }
    FUZZ_MUST(c.status == RSP_OK);
    rsp_counterparts_free(&c);
    return 0;
}
