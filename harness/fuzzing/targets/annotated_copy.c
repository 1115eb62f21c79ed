/* The whole file is copied, or it is refused with a reason.
 * What was written before a refusal stays.
 * See annotated_copy.h. */
/* SPDX-License-Identifier: MIT */
#include "annotated_copy.h"

annotated_copy annotated_copy_make(const rsp_frame_comment *comments, size_t num, rsp_bytes file,
                                   uint64_t *pieces) {
    annotated_copy c = {.annotator = {.comments = comments, .num_comments = num, .name = "fuzzed"}};
    while (file.len > 0 && c.status == RSP_OK) {
        size_t len = pieces ? fuzz_piece(pieces, file.len) : file.len;
        c.status = rsp_annotate(&c.annotator, &c.out, fuzz_take(&file, len), NULL);
    }
    if (c.status == RSP_OK)
        c.status = rsp_annotate_end(&c.annotator, NULL);
    FUZZ_MUST(c.status == RSP_OK || c.status == RSP_BAD_FILE || c.status == RSP_LIMIT);
    FUZZ_MUST(c.annotator.placed + c.annotator.unplaced <= num);
    return c;
}

void annotated_copy_free(annotated_copy *c) {
    rsp_annotator_free(&c->annotator);
    rsp_buf_free(&c->out);
}
