/* The causes at the top of the page of a run, to which its results link.
 * Each has its evidence once.
 * Private to the reports. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_HTML_CAUSES_H
#define RSP_HTML_CAUSES_H

#include "trace/result.h"

/* The section; nothing where no cause was found. */
void rsp_html_causes(rsp_buf *out, const rsp_run *run);

#endif
