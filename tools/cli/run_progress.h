/* The progress line of a run on standard error, from the second second on.
 * A terminal has one line that is drawn over; a pipe gets a line now and then.
 * Used by run and selftest. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_RUN_PROGRESS_H
#define STUBBORN_RUN_PROGRESS_H

#include "cli/status_line.h"

#include "reports/report.h"

/* All-zero but for the first block. */
typedef struct run_progress {
    bool shown;       /* else nothing is drawn */
    uint64_t planned; /* results expected; 0 when that is not known */

    status_line line;
    uint64_t started_ns; /* of the first call */
    uint64_t drawn_ns;
} run_progress;

/* Draws the line unless that was done a moment ago. Called by one thread at a time. */
void run_progress_draw(run_progress *p, const rsp_summary *summary, const char *current);

/* Erases the line at the end of the run. */
void run_progress_erase(run_progress *p);

#endif
