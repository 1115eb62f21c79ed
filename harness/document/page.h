/* Parts of a report as one HTML page: no script, nothing from outside, light and dark, well-formed as XML.
 * What every page begins and ends with, and the few blocks that several of them have.
 * All texts are escaped here; what is printed around them must not come from outside. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PAGE_H
#define RSP_PAGE_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* Everything up to <body>, and what closes it. */
void rsp_page_begin(rsp_buf *out, rsp_bytes title, rsp_bytes style);
void rsp_page_end(rsp_buf *out);

/* A text, escaped. */
void rsp_page_text(rsp_buf *out, rsp_bytes text);

/* <h1>, and the answer in one sentence: `mood` is "good", "bad" or "none". */
void rsp_page_headline(rsp_buf *out, rsp_bytes title);
void rsp_page_answer(rsp_buf *out, const char *mood, rsp_bytes sentence);

/* One label with its value inside <dl class="facts">; nothing when the text is empty. */
void rsp_page_fact(rsp_buf *out, const char *label, rsp_bytes text);

/* A titled block: begin, content, end. `note` is shown at the right, small; empty: none. */
void rsp_page_section(rsp_buf *out, const char *title, rsp_bytes note);
void rsp_page_section_end(rsp_buf *out);

RSP_END_DECLS

#endif
