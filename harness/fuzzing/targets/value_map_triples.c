/* Missing lines are empty.
 * A difference names the kind of value that differs, unless the payloads differ in shape.
 * See value_map_triples.h. */
/* SPDX-License-Identifier: MIT */
#include "value_map_triples.h"

bool value_map_take(value_map_triple *out, rsp_bytes *in) {
    bool more = in->len > 0;
    out->request = rsp_bytes_split(in, '\n');
    out->expected = rsp_bytes_split(in, '\n');
    out->got = rsp_bytes_split(in, '\n');
    return more;
}

bool value_map_match(rsp_value_map *c, bool notification, const value_map_triple *t) {
    rsp_difference d = {0};
    bool same = notification ? rsp_value_map_match_notification(c, &d, t->expected, t->got)
                             : rsp_value_map_match(c, &d, t->request, t->expected, t->got);
    FUZZ_MUST(same || d.expected_at + d.expected.len <= t->expected.len);
    FUZZ_MUST(same || d.got_at + d.got.len <= t->got.len);
    FUZZ_MUST(same || d.structural || *rsp_varying_name(d.kind) != '?');
    return same;
}

bool value_map_keeps(rsp_value_map *c, rsp_bytes request) {
    static rsp_buf out;
    rsp_buf_clear(&out);
    rsp_value_map_rewrite(c, &out, request);
    FUZZ_MUST(out.status == RSP_OK);
    return rsp_bytes_equal(rsp_buf_bytes(&out), request);
}
