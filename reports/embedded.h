/* Files that are part of the library as bytes. report.h has those that users may want, too.
 * Made by reports/CMakeLists.txt.
 * Private to the reports. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_EMBEDDED_H
#define RSP_EMBEDDED_H

#include "document/page.h"
#include "reports/report.h"

/* wireshark/dissector.lua: the code of the dissector, without the rows of the packet table. */
rsp_bytes rsp_report_dissector(void);

/* Style and scripts of html/; those of uPlot where the build has it. */
extern const rsp_page_asset rsp_asset_style;
extern const rsp_page_asset rsp_asset_script;
extern const rsp_page_asset rsp_asset_data_script;
extern const rsp_page_asset rsp_asset_plot_style;
extern const rsp_page_asset rsp_asset_plot_script;

#endif
