/* What `stubborn fuzz` says while it runs and at its end.
 * Findings go to standard output, the status line and trouble to standard error.
 * A campaign's results for machines are in fuzz_report.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_FUZZ_TEXT_H
#define STUBBORN_FUZZ_TEXT_H

#include "campaign/crew.h"
#include "cli/status_line.h"
#include "reports/fuzz/fuzz_page.h"

/* A crew's run on a screen. All-zero but for show_status. */
typedef struct fuzz_text {
    status_line line;
    bool show_status;
    uint64_t drawn_ns; /* since the start */
    uint64_t drawn_messages;
    rsp_fuzz_history *history; /* is filled; NULL: nobody wants it */
} fuzz_text;

/* Watches a crew; `text` must outlive it. */
rsp_crew_watcher fuzz_text_watcher(fuzz_text *text);

/* The last line of a run: findings, messages, where the time went. `all` findings are in `folder`. */
void fuzz_text_totals(const rsp_crew_outcome *out, uint64_t all, const char *folder, bool virtual_time);

/* One line about a finding that was replayed; for rsp_replay_findings. */
void fuzz_text_replayed(void *ctx, const rsp_finding *finding, const rsp_fuzz_replayed *seen,
                        const char *folder);

#endif
