/* The frames of pages: with data and plots, and without.
 * Everything in them is made at build time.
 * See frame.h. */
/* SPDX-License-Identifier: MIT */
#include "reports/page/frame.h"

#include "embedded.h"
#include "html/plots.h"

#define FRAME(styles_, scripts_)                                                          \
    {                                                                                     \
        .styles = (styles_), .num_styles = RSP_ARRAY_LEN(styles_), .scripts = (scripts_), \
        .num_scripts = RSP_ARRAY_LEN(scripts_)                                            \
    }

static const rsp_page_asset *const styles[] = {&rsp_asset_style};
static const rsp_page_asset *const scripts[] = {&rsp_asset_script};
static const rsp_page_frame frame = FRAME(styles, scripts);

static const rsp_page_asset *const data_styles[] = {
#if RSP_REPORT_HAS_PLOTS
    &rsp_asset_plot_style,
#endif
    &rsp_asset_style};
static const rsp_page_asset *const data_scripts[] = {
#if RSP_REPORT_HAS_PLOTS
    &rsp_asset_plot_script,
#endif
    &rsp_asset_script, &rsp_asset_data_script};
static const rsp_page_frame frame_of_data = FRAME(data_styles, data_scripts);

const rsp_page_frame *rsp_report_frame(void) {
    return &frame;
}

const rsp_page_frame *rsp_report_frame_of_data(void) {
    return &frame_of_data;
}

bool rsp_report_has_plots(void) {
    return RSP_REPORT_HAS_PLOTS != 0;
}
