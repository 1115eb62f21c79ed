/* The table of formats, and the progress line.
 * A new renderer is one row here.
 * See report.h. */
/* SPDX-License-Identifier: MIT */
#include "document/text.h"
#include "reports/report.h"
#include "words.h"

#include <inttypes.h>

static const rsp_report_format formats[] = {
    {.name = "term", .extension = "txt", .render = rsp_report_term},
    {.name = "junit", .extension = "xml", .render = rsp_report_junit},
    {.name = "tap", .extension = "tap", .render = rsp_report_tap},
    {.name = "json", .extension = "json", .render = rsp_report_json},
    {.name = "html", .extension = "html", .render = rsp_report_html},
    {.name = "markdown", .extension = "md", .render = rsp_report_markdown},
    {.name = "sarif", .extension = "sarif", .render = rsp_report_sarif},
    {.name = "github", .extension = "github", .render = rsp_report_github},
    {.name = "gitlab", .extension = "gitlab", .render = rsp_report_gitlab},
};

const rsp_report_format *rsp_report_formats(size_t *out_num) {
    *out_num = RSP_ARRAY_LEN(formats);
    return formats;
}

const rsp_report_format *rsp_report_find(rsp_bytes name) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(formats); i++)
        if (rsp_bytes_equal(name, rsp_bytes_str(formats[i].name)))
            return &formats[i];
    return NULL;
}

static void append_counts(rsp_buf *out, const rsp_progress *p) {
    rsp_text_count(out, p->done);
    if (p->planned > 0) {
        rsp_buf_str(out, " of ");
        rsp_text_count(out, p->planned);
    }
    for (unsigned v = 0; p->summary && v < RSP_VERDICT_COUNT; v++) {
        bool shown = rsp_verdict_bad((rsp_verdict)v) || v == RSP_VERDICT_WARN;
        if (shown && p->summary->count[v] > 0)
            rsp_text_printf(out, "   %" PRIu64 " %s", p->summary->count[v], rsp_verdict_name((rsp_verdict)v));
    }
}

void rsp_report_progress(rsp_buf *out, const rsp_progress *p, const rsp_report_options *options) {
    size_t width = options && options->width ? options->width : 100;
    rsp_buf line = {.mem = out->mem};
    rsp_buf_str(&line, "  ");
    rsp_text_duration(&line, p->elapsed_ns);
    rsp_buf_str(&line, "   ");
    append_counts(&line, p);
    if (rsp_report_given(p->current)) {
        rsp_buf_str(&line, "   ");
        rsp_text_escape(&line, rsp_report_text(p->current), false);
    }
    while (line.status == RSP_OK && line.len < width)
        rsp_buf_push(&line, ' ');
    rsp_buf_truncate(&line, width);
    rsp_buf_append(out, rsp_buf_bytes(&line));
    rsp_buf_free(&line);
}
