/* Parts of the page of a run: one result with its evidence, the faults of a selftest, packets by kind.
 * Everything that came from outside is escaped here.
 * Private to the reports. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_HTML_PARTS_H
#define RSP_HTML_PARTS_H

#include "trace/result.h"

/* A text, escaped; NULL is "". */
void rsp_html_escaped(rsp_buf *out, const char *text);
/* Name and variant of a result, without its area. */
void rsp_html_name(rsp_buf *out, const rsp_result *r);
/* One result that opens on a click; what should not be is open, unless a cause explains it. */
void rsp_html_result(rsp_buf *out, const rsp_result *r);
/* Lines of a transcript, coloured by direction. */
void rsp_html_lines(rsp_buf *out, const char *text);

/* The faults of a selftest; packets by kind. Nothing where there are none. */
void rsp_html_faults(rsp_buf *out, const rsp_run *run);
void rsp_html_metrics(rsp_buf *out, const rsp_run *run);

#endif
