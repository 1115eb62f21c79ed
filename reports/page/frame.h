/* The frame of all pages: style sheet and scripts, made at build time from reports/html/.
 * Made by reports/CMakeLists.txt, with the hashes that the pages' content security policy lists.
 * Plots need uPlot from npm: a build without npm has pages without plots. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_REPORT_FRAME_H
#define RSP_REPORT_FRAME_H

#include "document/page.h"

RSP_BEGIN_DECLS

/* Style, search, filters and sorted tables: what every page has. Never NULL, constant. */
const rsp_page_frame *rsp_report_frame(void);

/* The same with what shows data: large tables, time lines, sliders, and plots where the build has uPlot. */
const rsp_page_frame *rsp_report_frame_of_data(void);

/* Whether this build has uPlot. */
bool rsp_report_has_plots(void);

RSP_END_DECLS

#endif
