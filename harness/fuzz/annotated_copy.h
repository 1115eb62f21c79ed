/* A copy of a capture with comments, for the fuzz targets of them.
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

/* `pieces`: state of the cuts; NULL: the file is taken whole. Comments are placed once each, or told not to
 * be. */
annotated_copy annotated_copy_make(const rsp_frame_comment *comments, size_t num, rsp_bytes file,
                                   uint64_t *pieces);
void annotated_copy_free(annotated_copy *c);

#endif
