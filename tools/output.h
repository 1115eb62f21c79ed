/* Reports as -o asks for them: FORMAT:PATH, as often as wanted, "-" for standard output.
 * Everything is checked before a run starts, so that no run is lost to a mistyped format or folder.
 * Without an -o for it, standard output carries the terminal report. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_OUTPUT_H
#define STUBBORN_OUTPUT_H

#include "option.h"

#include <rsp/report.h>

/* Checks every FORMAT:PATH of the list. RSP_USAGE with the nearest format's name, or the folder that is
 * missing. */
rsp_status output_check(const option_list *specs, rsp_error *error) RSP_MUST_USE;

/* Path of the report that people will want to open: the first HTML one, else the first file; "" for none. */
const char *output_main_path(const option_list *specs);

/* Renders and writes all of them, and the terminal report where nothing else uses standard output.
 * Goes on after a failure; the first is returned, with *error. */
rsp_status output_write(const option_list *specs, rsp_run *run, bool verbose, rsp_error *error) RSP_MUST_USE;

#endif
