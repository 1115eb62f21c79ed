/* A report: judgements collected, and written in the formats of `stubborn run`.
 * For programs that check conversations, or play scenarios, and want JUnit XML, TAP, JSON or a page.
 * Writes to a buffer and opens no files; whatever a peer sent comes out harmless. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PUBLIC_REPORT_H
#define RSP_PUBLIC_REPORT_H

#include <rsp/bytes.h>
#include <rsp/verdict.h>

RSP_BEGIN_DECLS

/* Judgements in the order in which they were added. For one thread at a time. */
typedef struct rsp_report rsp_report;

/* An empty report on `subject`, such as "session.log" or "tcp:127.0.0.1:1234"; the text is copied. NULL
 * without memory. */
rsp_report *rsp_report_new(const char *subject, const rsp_mem *mem);

/* Frees it. NULL is fine. */
void rsp_report_free(rsp_report *report);

/* Adds a copy of a judgement. RSP_LIMIT beyond 131,072 of them, RSP_NO_MEMORY; the report stays valid. */
rsp_status rsp_report_add(rsp_report *report, const rsp_judgement *judgement) RSP_MUST_USE;

/* How many there are of each verdict. Valid as long as the report. */
const rsp_summary *rsp_report_summary(const rsp_report *report);

/* Appends the report in a format: "term", "junit", "tap", "json", "html", "markdown" or "sarif".
 * RSP_NOT_FOUND for another name, else the buffer's status. */
rsp_status rsp_report_write(rsp_report *report, const char *format, rsp_buf *out) RSP_MUST_USE;

/* The exit status of a program that reports this: 1 where a verdict is bad (rsp_verdict_bad), 3 where nothing
 * was judged, else 0. */
int rsp_report_exit_code(const rsp_report *report);

RSP_END_DECLS

#endif
