/* Any reply under any matcher of a scenario: it holds or says why it does not, printable, and the same again.
 * A byte chooses; the first line is the request, the second the reply, the rest what stands behind `expect:`.
 * See match_play.h, harness/scenario/play/match.c. */
/* SPDX-License-Identifier: MIT */
#include "match_play.h"

#include "play/expected_text.h"
#include "play/match_doc.h"

/* What a step takes out of the reply beside matching it. */
static void capture(rsp_bytes reply) {
    static rsp_buf taken;
    rsp_buf_clear(&taken);
    FUZZ_MUST(json_capture(reply, "/a/1/b", &taken) || taken.len == 0);
    FUZZ_MUST(taken.status == RSP_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_buf why[2];
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t choice = fuzz_take_byte(&in);
    rsp_bytes request = rsp_bytes_split(&in, '\n');
    rsp_bytes wire = rsp_bytes_split(&in, '\n');
    match_play m;
    match_play_begin(&m, choice, request, wire, in);
    if (m.matcher) {
        capture(rsp_buf_bytes(&m.play.last));
        bool holds = match_play_holds(&m, &why[0]);
        FUZZ_MUST(match_play_holds(&m, &why[1]) == holds);
        FUZZ_MUST(rsp_bytes_equal(rsp_buf_bytes(&why[0]), rsp_buf_bytes(&why[1])));
        FUZZ_MUST(play_expected_text(&m.play, &m.matcher->w) || m.play.arena.status != RSP_OK);
    }
    match_play_end(&m);
    return 0;
}
