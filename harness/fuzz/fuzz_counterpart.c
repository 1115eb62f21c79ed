/* What is called A in one conversation is called B in the other: what was taken for the same stays so,
 * nothing is learnt from a conversation beside itself, and differences lie in the payloads. Lines by three:
 * request, expected, got; the first byte makes notifications of them. See rsp/counterpart.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <rsp/counterpart.h>

static bool match(rsp_counterparts *c, bool notification, rsp_bytes request, rsp_bytes expected,
                  rsp_bytes got) {
    rsp_difference d = {0};
    bool same = notification ? rsp_counterparts_match_notification(c, &d, expected, got)
                             : rsp_counterparts_match(c, &d, request, expected, got);
    FUZZ_MUST(same || d.expected_at + d.expected.len <= expected.len);
    FUZZ_MUST(same || d.got_at + d.got.len <= got.len);
    FUZZ_MUST(same || d.structural || *rsp_mark_name(d.kind) != '?');
    return same;
}

static bool rewritten_to_itself(rsp_counterparts *c, rsp_bytes request) {
    static rsp_buf out;
    rsp_buf_clear(&out);
    rsp_counterparts_rewrite(c, &out, request);
    FUZZ_MUST(out.status == RSP_OK);
    return rsp_bytes_equal(rsp_buf_bytes(&out), request);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    bool notification = fuzz_take_byte(&in) & 1;
    rsp_counterparts two = {0};
    rsp_counterparts itself = {0};
    while (in.len > 0) {
        rsp_bytes request = rsp_bytes_split(&in, '\n');
        rsp_bytes expected = rsp_bytes_split(&in, '\n');
        rsp_bytes got = rsp_bytes_split(&in, '\n');
        if (match(&two, notification, request, expected, got))
            FUZZ_MUST(match(&two, notification, request, expected, got));
        FUZZ_MUST(match(&itself, notification, request, expected, expected));
        FUZZ_MUST(rewritten_to_itself(&itself, request));
        (void)rewritten_to_itself(&two, request); /* what it becomes there is for the tests */
        FUZZ_MUST(rsp_counterparts_moved_pages(&itself) == 0);
    }
    FUZZ_MUST(two.status == RSP_OK && itself.status == RSP_OK);
    rsp_counterparts_free(&two);
    rsp_counterparts_free(&itself);
    return 0;
}
