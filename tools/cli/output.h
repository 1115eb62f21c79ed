/* Reports as -o asks for them: FORMAT[:PATH], as often as wanted; without a path, or with "-", standard
 * output. The option row names the formats (OPTION_OUTPUT), and parsing checks them, so that no run is lost
 * to a mistyped format or folder. A command renders; here it is written. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_OUTPUT_H
#define STUBBORN_OUTPUT_H

#include "cli/option.h"

#include "reports/report.h"

/* "html:report.html" taken apart; the path is "-" for standard output. */
typedef struct output_spec {
    rsp_bytes format;
    const char *path;
} output_spec;

output_spec output_split(const char *spec);

/* Whether one of them goes to standard output; whether one has this format. */
bool output_to_stdout(const option_list *specs);

/* Whether the reports include this one on standard output, which is also where it goes when nothing else
 * does. */
bool output_shows(const option_list *specs, const char *standard);
bool output_wants(const option_list *specs, const char *format);

/* Whether one of them goes to the file `path`, by whatever name. Never for "-", and for what is no regular
 * file: a terminal or /dev/null takes more than one. */
bool output_goes_to(const option_list *specs, const char *path);

/* Path of the report that people will want to open: the first HTML one, else the first file; "" for none. */
const char *output_main_path(const option_list *specs);

/* Appends the report in one format. Colour and width are those of where it goes. */
typedef rsp_status output_render(rsp_buf *out, void *report, rsp_bytes format,
                                 const rsp_report_options *style);

/* Writes all of `specs`, and `standard` to standard output when none of them goes there (NULL: nothing then).
 * Goes on after a failure; the first is returned, with *error. */
rsp_status output_write(const option_list *specs, const char *standard, output_render *render, void *report,
                        bool verbose, rsp_error *error) RSP_MUST_USE;

/* A renderer (output_render) of runs: all formats of the reports layer. */
rsp_status output_render_run(rsp_buf *out, void *run, rsp_bytes format, const rsp_report_options *style);

#endif
