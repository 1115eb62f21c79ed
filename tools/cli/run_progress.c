/* Time is that of the monotonic clock; the first call starts it.
 * Lines for a pipe come ten times as seldom.
 * See run_progress.h. */
/* SPDX-License-Identifier: MIT */
#include "cli/run_progress.h"

#include "cli/io.h"

#include <rsp/clock.h>
#include <unistd.h>

static const uint64_t after_ns = RSP_NS_PER_S;
static const uint64_t every_ns = 100 * RSP_NS_PER_MS;

void run_progress_draw(run_progress *p, const rsp_summary *summary, const char *current) {
    rsp_clock clock = rsp_clock_monotonic();
    uint64_t now = rsp_clock_now(&clock);
    p->started_ns = p->started_ns ? p->started_ns : now;
    uint64_t since_ns = now > p->drawn_ns ? now - p->drawn_ns : 0;
    if (!p->shown || now - p->started_ns < after_ns || since_ns < every_ns)
        return;
    const rsp_progress progress = {
        .done = rsp_summary_total(summary),
        .planned = p->planned,
        .summary = summary,
        .current = current,
        .elapsed_ns = now - p->started_ns,
    };
    unsigned columns = io_columns(STDERR_FILENO);
    const rsp_report_options options = {.width = columns > 1 ? columns - 1 : 0,
                                        .colour = io_wants_colour(STDERR_FILENO)};
    rsp_buf line = {0};
    rsp_report_progress(&line, &progress, &options);
    status_line_put(&p->line, &line);
    rsp_buf_free(&line);
    p->drawn_ns = columns > 0 ? now : now + 10 * every_ns;
}

void run_progress_erase(run_progress *p) {
    status_line_erase(&p->line);
}
