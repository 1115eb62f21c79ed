/* Where a file is for a program that shows a repository: relative to its root.
 * Paths are compared as text, nothing is opened.
 * Private to the reports. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PLACE_PATH_H
#define RSP_PLACE_PATH_H

#include "report.h"

/* Appends `path` as seen from the root of the repository that the options name; `path` may be absolute, or
 * relative to the folder of the options. Without a root, or options, it is appended as it is. False, and
 * nothing is appended, for "" and NULL, and for a file outside of the repository. */
bool rsp_report_place(rsp_buf *out, const rsp_report_options *options, const char *path);

#endif
