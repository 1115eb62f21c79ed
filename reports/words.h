/* Parts of a run that several renderers word alike: the stub, a result's name, counts of causes, the outcome.
 * All append clean text to a buffer whose status sticks.
 * Private to the reports. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_WORDS_H
#define RSP_WORDS_H

#include "document/text.h"
#include "reports/report.h"

/* NULL is "". */
static inline rsp_bytes rsp_report_text(const char *text) {
    return rsp_bytes_str(text ? text : "");
}

static inline bool rsp_report_given(const char *text) {
    return text && *text;
}

/* "8 of 9 scenarios (88 %)": those that say something of the stub. */
void rsp_report_judged(rsp_buf *out, const rsp_area_summary *area);
/* The same of a whole run, out of those that were planned where it was cut short. */
void rsp_report_run_judged(rsp_buf *out, const rsp_run *run);

/* Why the run says nothing of the stub, cleaned; nothing when it does. */
void rsp_report_nothing(rsp_buf *out, const rsp_run *run);

/* "Interrupted after 3 of 9 scenarios: the time is over"; what the run comes to, in a sentence. */
void rsp_report_interrupted(rsp_buf *out, const rsp_run *run);
void rsp_report_outcome(rsp_buf *out, const rsp_run *run);

/* "gdbserver 13.1", or how the stub was given when nothing else is known. */
void rsp_report_stub(rsp_buf *out, const rsp_run *run);

/* "stub", or what else the run is about. */
static inline const char *rsp_report_subject(const rsp_run *run) {
    return rsp_report_given(run->about.kind) ? run->about.kind : "stub";
}

/* "1,204 round trips"; of an adapter "1,204 requests, 3.1 s waiting": answers of an adapter overlap. */
void rsp_report_trips(rsp_buf *out, const rsp_run *run);

/* "memory/read [no-ack]", cleaned. */
void rsp_report_name(rsp_buf *out, const rsp_result *result);

/* "4 causes explain 61 failures"; warnings where there are no failures. */
void rsp_report_causes(rsp_buf *out, const rsp_run *run);

/* "BRK-001 must, 17 results" */
void rsp_report_weight(rsp_buf *out, const rsp_cause *cause);

/* "3: unknown packets get no reply"; nothing for a result without a cause. */
void rsp_report_cause_of(rsp_buf *out, const rsp_run *run, const rsp_result *result);

/* What a result says, or what its verdict means, and behind it "(cause 1: Z0 is ...)" where it has one. In
 * the run's arena. */
const char *rsp_report_said(rsp_run *run, const rsp_result *result);

/* Shown in detail: all but passes, skips and expected failures. */
bool rsp_report_notable(const rsp_result *result);

#endif
