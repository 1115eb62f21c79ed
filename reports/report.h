/* Renderers of a run: terminal, JUnit XML, TAP, JSON, HTML, Markdown and SARIF, found by name in one table.
 * They write to a buffer and open no files; whatever a stub sent comes out harmless.
 * Also the progress line for runs over a second. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_REPORT_H
#define RSP_REPORT_H

#include "trace/result.h"

RSP_BEGIN_DECLS

typedef struct rsp_report_options {
    bool colour;    /* terminal only: ANSI colours */
    bool verbose;   /* terminal: passes too, and whole transcripts */
    unsigned width; /* terminal columns; 0 is 100 */
} rsp_report_options;

/* Renders all of `run`; areas may be computed into its arena, nothing else changes. options may be NULL.
 * Returns the buffer's status. */
typedef rsp_status (*rsp_report_fn)(rsp_buf *out, rsp_run *run, const rsp_report_options *options);

/* The names of all formats, as the command line offers them. */
#define RSP_REPORT_FORMATS "term|junit|tap|json|html|markdown|sarif"

typedef struct rsp_report_format {
    const char *name;      /* one of RSP_REPORT_FORMATS */
    const char *extension; /* "txt", "xml", "tap" */
    rsp_report_fn render;
} rsp_report_format;

/* All formats, *out_num of them. */
const rsp_report_format *rsp_report_formats(size_t *out_num);

/* By name; NULL when there is none. */
const rsp_report_format *rsp_report_find(rsp_bytes name);

/* The renderers themselves. */
rsp_status rsp_report_term(rsp_buf *out, rsp_run *run, const rsp_report_options *options) RSP_MUST_USE;
rsp_status rsp_report_junit(rsp_buf *out, rsp_run *run, const rsp_report_options *options) RSP_MUST_USE;
rsp_status rsp_report_tap(rsp_buf *out, rsp_run *run, const rsp_report_options *options) RSP_MUST_USE;
rsp_status rsp_report_json(rsp_buf *out, rsp_run *run, const rsp_report_options *options) RSP_MUST_USE;
rsp_status rsp_report_html(rsp_buf *out, rsp_run *run, const rsp_report_options *options) RSP_MUST_USE;

rsp_status rsp_report_markdown(rsp_buf *out, rsp_run *run, const rsp_report_options *options) RSP_MUST_USE;
rsp_status rsp_report_sarif(rsp_buf *out, rsp_run *run, const rsp_report_options *options) RSP_MUST_USE;

/* The JSON Schema (2020-12) that rsp_report_json follows, as in reports/schema/run.schema.json. */
rsp_bytes rsp_report_json_schema(void);

/* The style sheet of all pages. */
rsp_bytes rsp_report_style(void);

/* Where a run is at this moment. */
typedef struct rsp_progress {
    uint64_t done;
    uint64_t planned; /* 0 is unknown */
    const rsp_summary *summary;
    const char *current; /* scenario under way; NULL is none */
    uint64_t elapsed_ns;
} rsp_progress;

/* One line without newline, at most `width` columns (options->width), to be written behind a '\r'. Pads to
 * the width so that an older, longer line is covered. */
void rsp_report_progress(rsp_buf *out, const rsp_progress *progress, const rsp_report_options *options);

RSP_END_DECLS

#endif
