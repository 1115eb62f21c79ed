/* Reports as -o asks for them: FORMAT:PATH, as often as wanted, "-" for standard output.
 * Everything is checked before a run starts, so that no run is lost to a mistyped format or folder.
 * Without an -o for it, standard output carries the terminal report. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_OUTPUT_H
#define STUBBORN_OUTPUT_H

#include "cli/option.h"

#include "reports/report.h"

/* The formats that a command knows. */
typedef struct output_names {
    const char *const *items;
    size_t num;
} output_names;

/* Splits "html:report.html" into the place of its format and the path. RSP_USAGE with the nearest name. */
rsp_status output_split(const char *spec, const output_names *names, size_t *out_format,
                        const char **out_path, rsp_error *error) RSP_MUST_USE;

/* Checks a list of them, and that at most one goes to standard output. RSP_USAGE, also for a missing folder.
 */
rsp_status output_check_names(const option_list *specs, const output_names *names,
                              rsp_error *error) RSP_MUST_USE;

/* The same with the formats of a run's reports. */
rsp_status output_check(const option_list *specs, rsp_error *error) RSP_MUST_USE;

/* Path of the report that people will want to open: the first HTML one, else the first file; "" for none. */
const char *output_main_path(const option_list *specs);

/* Renders and writes all of them, and the terminal report where nothing else uses standard output.
 * Goes on after a failure; the first is returned, with *error. */
rsp_status output_write(const option_list *specs, rsp_run *run, bool verbose, rsp_error *error) RSP_MUST_USE;

#endif
