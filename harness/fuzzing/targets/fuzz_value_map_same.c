/* The value map of a conversation and itself: all payloads match, requests stay, no page moves.
 * First byte: replies or notifications. Then lines by three.
 * See value_map_triples.h. */
/* SPDX-License-Identifier: MIT */
#include "value_map_triples.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    bool notification = fuzz_take_byte(&in) & 1;
    rsp_value_map c = {0};
    value_map_triple t;
    while (value_map_take(&t, &in)) {
        t.got = t.expected;
        FUZZ_MUST(value_map_match(&c, notification, &t));
        FUZZ_MUST(value_map_keeps(&c, t.request));
        FUZZ_MUST(rsp_value_map_moved_pages(&c) == 0);
    }
    FUZZ_MUST(c.status == RSP_OK);
    rsp_value_map_free(&c);
    return 0;
}
