/* Renderers of a run: terminal, JUnit XML, TAP, JSON, HTML, Markdown and so on, found by name in one table.
 * They write to a buffer and open no files; whatever a stub sent comes out harmless.
 * Also the progress line for runs over a second. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_REPORT_H
#define RSP_REPORT_H

#include "trace/result.h"

RSP_BEGIN_DECLS

/* How a run is rendered. All-zero gives the defaults. */
typedef struct rsp_report_options {
    bool colour;    /* terminal only: ANSI colours */
    bool verbose;   /* terminal: passes too, and whole transcripts */
    unsigned width; /* terminal columns; 0 is 100 */
    const char
        *root; /* github, gitlab: absolute path of the repository; NULL or "": paths stay as they are */
    const char *folder; /* ... and of the folder that paths are relative to */
    const char *path;   /* of the file it goes to; NULL: standard output */
} rsp_report_options;

/* Renders all of `run`; areas may be computed into its arena, nothing else changes. options may be NULL.
 * Returns the buffer's status. */
typedef rsp_status (*rsp_report_fn)(rsp_buf *out, rsp_run *run, const rsp_report_options *options);

/* The names of all formats, as the command line offers them. */
#define RSP_REPORT_FORMATS "term|junit|tap|json|html|markdown|sarif|github|gitlab"

/* A rendering by name. */
typedef struct rsp_report_format {
    const char *name;      /* one of RSP_REPORT_FORMATS */
    const char *extension; /* "txt", "xml", "tap" */
    rsp_report_fn render;
} rsp_report_format;

/* All formats, *out_num of them. */
const rsp_report_format *rsp_report_formats(size_t *out_num);

/* By name; NULL when there is none. */
const rsp_report_format *rsp_report_find(rsp_bytes name);

/* For people at a terminal; each of these is an rsp_report_fn. */
rsp_status rsp_report_term(rsp_buf *out, rsp_run *run, const rsp_report_options *options) RSP_MUST_USE;

/* JUnit XML, as CI servers read it: a suite for each area. */
rsp_status rsp_report_junit(rsp_buf *out, rsp_run *run, const rsp_report_options *options) RSP_MUST_USE;

/* The Test Anything Protocol, version 14. */
rsp_status rsp_report_tap(rsp_buf *out, rsp_run *run, const rsp_report_options *options) RSP_MUST_USE;

/* JSON with everything in it; it follows rsp_report_json_schema. */
rsp_status rsp_report_json(rsp_buf *out, rsp_run *run, const rsp_report_options *options) RSP_MUST_USE;

/* One self-contained page. */
rsp_status rsp_report_html(rsp_buf *out, rsp_run *run, const rsp_report_options *options) RSP_MUST_USE;

/* Markdown, for the summary of a CI job. */
rsp_status rsp_report_markdown(rsp_buf *out, rsp_run *run, const rsp_report_options *options) RSP_MUST_USE;

/* SARIF 2.1.0, for code scanning: a result for each failure, at its scenario's line. */
rsp_status rsp_report_sarif(rsp_buf *out, rsp_run *run, const rsp_report_options *options) RSP_MUST_USE;

/* Annotations of GitHub Actions. */
rsp_status rsp_report_github(rsp_buf *out, rsp_run *run, const rsp_report_options *options) RSP_MUST_USE;
/* A code quality report of GitLab. */
rsp_status rsp_report_gitlab(rsp_buf *out, rsp_run *run, const rsp_report_options *options) RSP_MUST_USE;

/* The JSON Schema (2020-12) that rsp_report_json follows, as in reports/schema/run.schema.json. */
rsp_bytes rsp_report_json_schema(void);

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
