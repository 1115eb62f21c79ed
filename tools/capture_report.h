/* What `stubborn capture` found in files, and the ways to print it: text, JSON, CSV, HTML.
 * The figures are those of rsp_conversations, or of partial results added up; nothing is counted here.
 * See cmd_capture.c. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_CAPTURE_REPORT_H
#define STUBBORN_CAPTURE_REPORT_H

#include "cli/command.h"

#include "capture/capture_sum.h"
#include "core/limits.h"
#include "document/text.h"
#include "reports/report.h"
#include <rsp/clock.h>

/* Options of replay, to-scenario and diff. */
typedef struct capture_use {
    const char *stub;
    const char *program;
    const char *conversation; /* its number as analyze prints it; NULL: the only one */
    const char *name;
    option_list fail_if;
    const char *elf;     /* to-scenario: where symbols are looked up */
    option_list symbols; /* to-scenario */
    uint64_t timeout_ns;
    bool contents; /* to-scenario: memory and registers, too */
    bool pauses;   /* replay: the debugger's own */
} capture_use;

/* The options of all actions. */
typedef struct capture_args {
    option_list outputs;
    uint64_t rtt_ns;
    uint64_t port;
    uint64_t packet_size;
    const char *annotate;
    bool merge;   /* analyze: the files are partial results */
    bool what_if; /* analyze: with what batches would save */
    bool verbose;
    capture_use use;
} capture_args;

/* An action of the subcommand; returns the exit status. */
typedef int capture_verb(const command *self, const capture_args *args, const option_list *paths);
capture_verb capture_analyze;
capture_verb capture_check;
capture_verb capture_diff;
capture_verb capture_replay;
capture_verb capture_to_scenario;
capture_verb capture_what_if;

/* What batches would have saved, over all conversations. */
typedef struct capture_whatif {
    rsp_whatif total;
    uint64_t packet_size;
} capture_whatif;

/* Collects it: sets the hooks of `options`, whose ctx it is then. */
void capture_collect_whatif(rsp_conversations_options *options, capture_whatif *whatif);

/* All that a report shows, whoever counted it: captures of this run, or partial results of others. */
typedef struct capture_report {
    rsp_capture_file *files;
    size_t num_files;
    rsp_capture_totals *totals;
    rsp_conversation *conversations[RSP_LIMIT_CAPTURE_CONVERSATIONS];
    size_t num_conversations;
    uint64_t conversation_count; /* those that are in the totals only included */
    rsp_whatif *whatif;          /* NULL: not asked for */
    uint64_t rtt_ns;             /* for "at 20 ms" */
    bool verbose;                /* every kind, every action */
    bool partial;                /* JSON: with all that a merge needs */
} capture_report;

/* Parts of reports as plain text. Notes on a file, each behind a newline and two blanks; what TCP went
 * through
 * ("3 gaps, 1 overlap"), empty when nothing; who talks to whom, or the file of a log. */
void capture_append_file_notes(rsp_buf *out, const rsp_capture_file *file);
void capture_append_tcp(rsp_buf *out, const rsp_capture_totals *totals);
void capture_append_ends(rsp_buf *out, const capture_report *report, const rsp_conversation *conversation);

void capture_print_text(rsp_buf *out, const capture_report *report);
void capture_print_csv(rsp_buf *out, const capture_report *report);

/* RSP_NO_MEMORY. Follows reports/schema/capture.schema.json. */
rsp_status capture_print_json(rsp_buf *out, const capture_report *report) RSP_MUST_USE;

/* The report as a document, written as a page or as Markdown. */
rsp_status capture_print_markdown(rsp_buf *out, const capture_report *report) RSP_MUST_USE;
rsp_status capture_print_html(rsp_buf *out, const capture_report *report) RSP_MUST_USE;

/* "3 to 13", or "3"; each by `append`. */
void capture_append_range(rsp_buf *out, uint64_t low, uint64_t high, void (*append)(rsp_buf *, uint64_t));

/* Name of a packet kind: "qSupported"; "(unknown)" for 0. */
rsp_bytes capture_kind_name(int kind);

/* Ids of kinds that occurred, most frequent first; returns how many. */
size_t capture_rank_kinds(int *kinds, const rsp_analysis *analysis);

#endif
