/* What `stubborn capture` found in files, and the ways to print it: text, JSON, CSV, HTML, Markdown.
 * The figures are those of rsp_conversations, or of partial results added up; nothing is counted here.
 * See capture/capture_sum.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CAPTURE_REPORT_H
#define RSP_CAPTURE_REPORT_H

#include "capture/capture_sum.h"
#include "core/limits.h"
#include "document/text.h"
#include <rsp/clock.h>

RSP_BEGIN_DECLS

/* All that a report shows, whoever counted it: captures of this run, or partial results of others. */
typedef struct rsp_capture_report {
    rsp_capture_file *files;
    size_t num_files;
    rsp_capture_totals *totals;
    rsp_conversation *conversations[RSP_LIMIT_CAPTURE_CONVERSATIONS];
    size_t num_conversations;
    uint64_t conversation_count;               /* those that are in the totals only included */
    rsp_whatif *whatif;                        /* NULL: not asked for */
    const struct rsp_capture_session *session; /* for a page: exchanges and actions; NULL: not kept */
    uint64_t rtt_ns;                           /* for "at 20 ms" */
    bool verbose;                              /* every kind, every action */
    bool partial;                              /* JSON: with all that a merge needs */
} rsp_capture_report;

/* Appends the notes on a file, each after a newline and two blanks. */
void rsp_capture_append_file_notes(rsp_buf *out, const rsp_capture_file *file);

/* Appends the troubles of TCP, "3 segments sent again, 1 overlap"; nothing when there are none. */
void rsp_capture_append_tcp(rsp_buf *out, const rsp_capture_totals *totals);

/* Appends the two ends of a conversation, or the path of the log that it is from. */
void rsp_capture_append_ends(rsp_buf *out, const rsp_capture_report *report,
                             const rsp_conversation *conversation);

/* Appends the report for people. */
void rsp_capture_print_text(rsp_buf *out, const rsp_capture_report *report);

/* Appends a line of keys, and a line for each packet kind: of all conversations together, then of each. */
void rsp_capture_print_csv(rsp_buf *out, const rsp_capture_report *report);

/* RSP_NO_MEMORY. Follows reports/schema/capture.schema.json. */
rsp_status rsp_capture_print_json(rsp_buf *out, const rsp_capture_report *report) RSP_MUST_USE;

/* Appends the report as Markdown. RSP_NO_MEMORY, or the buffer's status. */
rsp_status rsp_capture_print_markdown(rsp_buf *out, const rsp_capture_report *report) RSP_MUST_USE;

/* Appends it as one self-contained page. Statuses as above. */
rsp_status rsp_capture_print_html(rsp_buf *out, const rsp_capture_report *report) RSP_MUST_USE;

/* "3 to 13", or "3"; each by `append`. */
void rsp_capture_append_range(rsp_buf *out, uint64_t low, uint64_t high, void (*append)(rsp_buf *, uint64_t));

/* Name of a packet kind: "qSupported"; "(unknown)" for 0. */
rsp_bytes rsp_capture_kind_name(int kind);

/* Ids of kinds that occurred, most frequent first; returns how many. */
size_t rsp_capture_rank_kinds(int *kinds, const rsp_analysis *analysis);

RSP_END_DECLS

#endif
