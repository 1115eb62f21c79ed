/* Text made harmless for each medium, and numbers as people read them.
 * Whatever a stub or a file said goes through one of these before it reaches a terminal, a parser or a
 * browser. All append to a buffer whose status sticks. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DOCUMENT_TEXT_H
#define RSP_DOCUMENT_TEXT_H

#include "core/text.h"

RSP_BEGIN_DECLS

/* For XML and HTML, text and attributes: as rsp_text_clean with lines, markup as entities, and a colon that
 * begins a line of `out`. */
void rsp_text_xml(rsp_buf *out, rsp_bytes text);

/* For Markdown: as rsp_text_clean without lines, and what Markdown would read behind a backslash or as
 * entities, so that it fits in a paragraph or a cell. */
void rsp_text_markdown(rsp_buf *out, rsp_bytes text);

/* "4,120" */
void rsp_text_count(rsp_buf *out, uint64_t count);

/* "no gaps", "1 gap", "2,000 gaps" */
void rsp_text_counted(rsp_buf *out, uint64_t count, const char *one, const char *many);

/* "0.31 ms", "3.1 s", "4m12s" */
void rsp_text_duration(rsp_buf *out, uint64_t ns);

RSP_END_DECLS

#endif
