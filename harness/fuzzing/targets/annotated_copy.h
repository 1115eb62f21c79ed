/* A commented copy of a capture, for the fuzz targets annotate and annotate_frames.
 * Written into memory, whole or piece by piece.
 * See capture/annotate.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_ANNOTATED_COPY_H
#define FUZZ_ANNOTATED_COPY_H

#include "fuzz.h"

#include "capture/annotate.h"

typedef struct annotated_copy {
    rsp_buf out;
    rsp_annotator annotator;
    rsp_status status;
} annotated_copy;

/* `pieces`: state of the split; NULL: the file whole. Each comment is counted as placed or as unplaced. Free
 * with annotated_copy_free, whatever the status. */
annotated_copy annotated_copy_make(const rsp_frame_comment *comments, size_t num, rsp_bytes file,
                                   uint64_t *pieces);
void annotated_copy_free(annotated_copy *c);

#endif
