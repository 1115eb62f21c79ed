/* A report: judgements collected, and written in the formats of `stubborn run`.
 * For programs that check conversations by themselves, and want JUnit XML, TAP, JSON or a page of them.
 * Writes to a buffer and opens no files; whatever a peer sent comes out harmless. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PUBLIC_REPORT_H
#define RSP_PUBLIC_REPORT_H

#include <rsp/bytes.h>
#include <rsp/verdict.h>

RSP_BEGIN_DECLS

/* Judgements in the order in which they were added. For one thread at a time. */
typedef struct rsp_report rsp_report;

/* One judgement. All-zero is a pass without a name. Texts are copied; NULL is "". */
typedef struct rsp_judgement {
    const char *name; /* "framing/checksum": the part before '/' is the area by which reports count */
    const char *title;
    const char *requirements; /* ids separated by spaces (scenarios/requirements.yaml) */
    rsp_level level;          /* of the requirement at stake */
    rsp_verdict verdict;
    const char *message; /* what is wrong, one line */
    const char *expected;
    const char *got;
    const char *evidence; /* lines around it, as rsp_transcript_render writes them */
    const char *reason;   /* why it was skipped */
    const char *path;     /* of the file that was judged */
    uint32_t line;        /* in that file; 0 is unknown */
    uint64_t duration_ns;
} rsp_judgement;

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
