/* A commented copy of a capture is the same whole and in pieces, and longer only by its comments.
 * First two bytes: the pieces, and the frames with comments. The rest is the file.
 * See capture/annotate.h. */
/* SPDX-License-Identifier: MIT */
#include "annotated_copy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    uint64_t pieces = fuzz_take_byte(&in);
    uint64_t frame = fuzz_take_byte(&in);
    const rsp_frame_comment comments[] = {{frame, RSP_LIT("one")},
                                          {frame, RSP_LIT("two, longer")},
                                          {frame + 1, RSP_LIT("")},
                                          {frame + 3, RSP_LIT("four")}};
    annotated_copy whole = annotated_copy_make(comments, RSP_ARRAY_LEN(comments), in, NULL);
    annotated_copy cut = annotated_copy_make(comments, RSP_ARRAY_LEN(comments), in, &pieces);
    annotated_copy plain = annotated_copy_make(NULL, 0, in, NULL);
    FUZZ_MUST(cut.status == whole.status &&
              rsp_bytes_equal(rsp_buf_bytes(&cut.out), rsp_buf_bytes(&whole.out)));
    FUZZ_MUST(plain.out.len <= whole.out.len && plain.annotator.frames >= whole.annotator.frames);
    annotated_copy_free(&whole);
    annotated_copy_free(&cut);
    annotated_copy_free(&plain);
    return 0;
}
