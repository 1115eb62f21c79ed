/* A matrix of real debuggers on real stubs for people: a letter for each cell, then what stands behind it.
 * Page, Markdown and terminal are one description; the conversation of a cell is a page of its own.
 * See interop/interop.h for the cells. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_INTEROP_REPORT_H
#define RSP_INTEROP_REPORT_H

#include "document/document.h"
#include "interop/interop.h"

RSP_BEGIN_DECLS

/* Appends it as a page. `base` leads from the page to the folder of the captures: "" or a path that ends with
 * '/'. */
rsp_status rsp_interop_html(rsp_buf *out, const rsp_interop *m, const char *base) RSP_MUST_USE;
/* Appends it as Markdown: tables, and a line for each cell that breaks. */
rsp_status rsp_interop_markdown(rsp_buf *out, const rsp_interop *m) RSP_MUST_USE;
/* Appends it for a terminal: the same. */
rsp_status rsp_interop_terminal(rsp_buf *out, const rsp_interop *m, rsp_terminal_style style);

/* Appends the conversation in the capture at `path` as a page about `cell`. RSP_IO, RSP_BAD_FILE, with
 * *error; RSP_NO_MEMORY. */
rsp_status rsp_interop_conversation(rsp_buf *out, const rsp_interop_cell *cell, const char *path,
                                    rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif
