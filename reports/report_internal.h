/* What the renderers share: harmless text, counts and times for people, the embedded files.
 * Everything appends to an rsp_buf whose status sticks.
 * Private to the reports. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_REPORT_INTERNAL_H
#define RSP_REPORT_INTERNAL_H

#include "document/record.h"
#include "document/text.h"
#include "reports/report.h"

rsp_bytes rsp_report_dissector(void);

/* NULL is "". */
static inline rsp_bytes rsp_report_text(const char *text) {
    return rsp_bytes_str(text ? text : "");
}

static inline bool rsp_report_given(const char *text) {
    return text && *text;
}

/* "8 of 9 scenarios (88 %)": those that say something of the stub. */
void rsp_report_judged(rsp_buf *out, const rsp_summary *summary);

/* Why the run says nothing of the stub, cleaned; nothing when it does. */
void rsp_report_nothing(rsp_buf *out, const rsp_run *run);

/* "Interrupted after 3 of 9 scenarios: the time is over"; what the run comes to, in a sentence. */
void rsp_report_interrupted(rsp_buf *out, const rsp_run *run);
void rsp_report_outcome(rsp_buf *out, const rsp_run *run);

/* "gdbserver 13.1", or how the stub was given when nothing else is known. */
void rsp_report_stub(rsp_buf *out, const rsp_run *run);

/* "memory/read [no-ack]", cleaned. */
void rsp_report_name(rsp_buf *out, const rsp_result *result);

/* "4 causes explain 61 failures"; warnings where there are no failures. */
void rsp_report_causes(rsp_buf *out, const rsp_run *run);

/* "BRK-001 must, 17 results" */
void rsp_report_weight(rsp_buf *out, const rsp_cause *cause);

/* "3: unknown packets get no reply"; nothing for a result without a cause. */
void rsp_report_cause_of(rsp_buf *out, const rsp_run *run, const rsp_result *result);

/* Why scenarios were not judged. */
typedef struct rsp_gap {
    const char *text; /* cleaned: "not offered by the stub: MultiMemRead 44, qRcmd 5" */
    const char *hint; /* what would let them be judged; "" is nothing */
    uint64_t num;     /* results */
} rsp_gap;

enum { RSP_REPORT_GAPS = 64 };

/* At most `most` of them, the largest first; in the run's arena. */
size_t rsp_report_gaps(rsp_run *run, rsp_gap *out, size_t most);

/* Shown in detail: all but passes, skips and expected failures. */
bool rsp_report_notable(const rsp_result *result);

/* html_parts.c: one result, one fault, the counts at the end of the page. */
void rsp_html_escaped(rsp_buf *out, const char *text);
void rsp_html_name(rsp_buf *out, const rsp_result *r);
void rsp_html_result(rsp_buf *out, const rsp_result *r);
void rsp_html_lines(rsp_buf *out, const char *text);
void rsp_html_causes(rsp_buf *out, const rsp_run *run);
void rsp_html_faults(rsp_buf *out, const rsp_run *run);
void rsp_html_metrics(rsp_buf *out, const rsp_run *run);

/* term_parts.c */
typedef struct rsp_term {
    rsp_buf *out;
    bool colour;
    bool verbose;
    size_t width;
} rsp_term;

typedef enum rsp_ink {
    RSP_INK_PLAIN,
    RSP_INK_DIM,
    RSP_INK_STRONG,
    RSP_INK_GOOD,
    RSP_INK_BAD,
    RSP_INK_DOUBT,
} rsp_ink;

void rsp_term_begin(const rsp_term *t, rsp_ink ink);
void rsp_term_end(const rsp_term *t, rsp_ink ink);
void rsp_term_pad(rsp_buf *out, size_t start, size_t columns);
rsp_ink rsp_term_ink_of(rsp_verdict verdict);
void rsp_term_result(const rsp_term *t, const rsp_result *r);
void rsp_term_field(const rsp_term *t, const char *label, const char *text);
void rsp_term_command(const rsp_term *t, const char *label, const char *text);
void rsp_term_paragraph(const rsp_term *t, const char *text);
void rsp_term_place(const rsp_term *t, const rsp_result *r);
void rsp_term_evidence(const rsp_term *t, const rsp_result *r);

/* term_causes.c */
void rsp_term_causes(const rsp_term *t, const rsp_run *run);
/* A result that need not have a line: several of its cause have one. */
bool rsp_term_is_folded(const rsp_run *run, size_t index);

/* forecast.c: nothing when none was made. */
void rsp_term_forecast(const rsp_term *t, const rsp_run *run);
struct json_t *rsp_json_forecast(rsp_json_build *b, const void *run);
void rsp_html_forecast(rsp_buf *out, const rsp_run *run);

#endif
