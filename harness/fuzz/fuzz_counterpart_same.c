/* A conversation beside itself: everything is called there what it is called here, requests stay as they are,
 * and nothing has moved.
 * See counterpart_triples.h. */
/* SPDX-License-Identifier: MIT */
#include "counterpart_triples.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    bool notification = fuzz_take_byte(&in) & 1;
    rsp_counterparts c = {0};
    counterpart_triple t;
    while (counterpart_take(&t, &in)) {
        t.got = t.expected;
        FUZZ_MUST(counterpart_match(&c, notification, &t));
        FUZZ_MUST(counterpart_keeps(&c, t.request));
        FUZZ_MUST(rsp_counterparts_moved_pages(&c) == 0);
    }
    FUZZ_MUST(c.status == RSP_OK);
    rsp_counterparts_free(&c);
    return 0;
}
