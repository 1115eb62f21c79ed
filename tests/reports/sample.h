/* Runs that the renderers are tested with: one fixed run of all verdicts, and a hostile one.
 * The fixed run is what reports/samples/ shows.
 * Nothing in it depends on the time of day. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_TEST_REPORT_SAMPLE_H
#define RSP_TEST_REPORT_SAMPLE_H

#include "reports/report.h"

/* A judged stub: every verdict once or more, violations, a dead stub. Freed with rsp_run_free. */
void sample_run(rsp_run *run);

/* A selftest with one fault that survived. */
void sample_selftest(rsp_run *run);

/* Cut short after two of ten. */
void sample_partial(rsp_run *run);

/* `evil` in every text there is. */
void sample_hostile(rsp_run *run, const char *evil);

#endif
