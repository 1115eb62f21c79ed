/* A fuzz campaign as a page: findings with how to repeat them, how it went over time, the corpus.
 * Made from the campaign's folder and what the run kept while it went.
 * See campaign/findings_folder.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FUZZ_PAGE_H
#define RSP_FUZZ_PAGE_H

#include "campaign/crew.h"

RSP_BEGIN_DECLS

/* The most points of a history. */
enum { RSP_FUZZ_HISTORY_POINTS = 512 };

/* Where a campaign was at a moment of its run. */
typedef struct rsp_fuzz_moment {
    uint64_t elapsed_ns;
    uint64_t messages;
    uint64_t states;
    uint64_t edges;
    uint64_t findings;
} rsp_fuzz_moment;

/* How a run went. All-zero is valid. However long it takes, its points are evenly spaced: when they are too
 * many, every second one is dropped. */
typedef struct rsp_fuzz_history {
    rsp_fuzz_moment points[RSP_FUZZ_HISTORY_POINTS];
    size_t num;
    uint64_t every_ns; /* least time between two points */
} rsp_fuzz_history;

/* Keeps a point if it is time for one. */
void rsp_fuzz_history_add(rsp_fuzz_history *history, const rsp_crew_progress *progress);

/* What the page is about. */
typedef struct rsp_fuzz_page {
    rsp_campaign *campaign;
    const rsp_campaign_about *about;
    const rsp_totals *totals;
    const rsp_fuzz_history *history;
    const char *version; /* of this program */
    const char *started; /* UTC in ISO 8601 */
} rsp_fuzz_page;

/* Appends the page. RSP_NO_MEMORY. */
rsp_status rsp_fuzz_page_print(rsp_buf *out, const rsp_fuzz_page *page) RSP_MUST_USE;

RSP_END_DECLS

#endif
