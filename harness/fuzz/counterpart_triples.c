/* Lines that are missing are empty.
 * A difference names the kind of thing that differs, unless it is one of shape.
 * See counterpart_triples.h. */
/* SPDX-License-Identifier: MIT */
#include "counterpart_triples.h"

bool counterpart_take(counterpart_triple *out, rsp_bytes *in) {
    bool more = in->len > 0;
    out->request = rsp_bytes_split(in, '\n');
    out->expected = rsp_bytes_split(in, '\n');
    out->got = rsp_bytes_split(in, '\n');
    return more;
}

bool counterpart_match(rsp_counterparts *c, bool notification, const counterpart_triple *t) {
    rsp_difference d = {0};
    bool same = notification ? rsp_counterparts_match_notification(c, &d, t->expected, t->got)
                             : rsp_counterparts_match(c, &d, t->request, t->expected, t->got);
    FUZZ_MUST(same || d.expected_at + d.expected.len <= t->expected.len);
    FUZZ_MUST(same || d.got_at + d.got.len <= t->got.len);
    FUZZ_MUST(same || d.structural || *rsp_varying_name(d.kind) != '?');
    return same;
}

bool counterpart_keeps(rsp_counterparts *c, rsp_bytes request) {
    static rsp_buf out;
    rsp_buf_clear(&out);
    rsp_counterparts_rewrite(c, &out, request);
    FUZZ_MUST(out.status == RSP_OK);
    return rsp_bytes_equal(rsp_buf_bytes(&out), request);
}
