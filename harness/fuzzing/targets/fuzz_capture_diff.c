/* Two recordings side by side: each request is common or in a row; a recording equals itself.
 * First byte: whether they begin midstream. Then lines (conversation_lines.h), a line "=" between the two.
 * See capture/capture_diff.h. */
/* SPDX-License-Identifier: MIT */
#include "dialogue_text.h"

#include "capture/capture_diff.h"

static void compare(const rsp_dialogue *first, const rsp_dialogue *second) {
    rsp_capture_diff d = {0};
    FUZZ_MUST(rsp_capture_diff_make(&d, first, second) == RSP_OK);
    uint64_t only[2] = {0, 0};
    for (size_t i = 0; i < d.num_rows; i++) {
        FUZZ_MUST(d.rows[i].only[0] + d.rows[i].only[1] > 0);
        for (int side = 0; side < 2; side++)
            only[side] += d.rows[i].only[side];
    }
    for (int side = 0; side < 2; side++)
        FUZZ_MUST(d.requests[side] == d.common + only[side] && d.aligned <= d.actions[side]);
    if (first == second)
        FUZZ_MUST(d.num_rows == 0 && d.aligned == d.actions[0]);
    rsp_capture_diff_free(&d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    bool midstream = fuzz_take_byte(&in) & 1;
    rsp_dialogue talks[2] = {{0}, {0}};
    dialogue_text(&talks[0], midstream, 0, dialogue_text_first(&in));
    dialogue_text(&talks[1], midstream, 0, in);
    compare(&talks[0], &talks[1]);
    compare(&talks[0], &talks[0]);
    rsp_dialogue_free(&talks[0]);
    rsp_dialogue_free(&talks[1]);
    return 0;
}
