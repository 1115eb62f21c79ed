/* The causes at the top of the page: each with its evidence once and the commands that show it.
 * Results further down link to them.
 * Everything that came from outside goes through rsp_report_escape_xml. */
/* SPDX-License-Identifier: MIT */
#include "html_causes.h"

#include "document/text.h"
#include "html_parts.h"
#include "words.h"

#include <inttypes.h>

static void append_command(rsp_buf *out, const char *label, const char *text) {
    if (!rsp_report_given(text))
        return;
    rsp_buf_printf(out, "<div><dt>%s</dt><dd><code>", label);
    rsp_html_escaped(out, text);
    rsp_buf_str(out, "</code></dd></div>\n");
}

/* "BRK-001 must, 17 results" */
static void append_weight(rsp_buf *out, const rsp_cause *c) {
    rsp_buf_str(out, "<span class=\"ids\">");
    rsp_html_escaped(out, c->requirement);
    rsp_buf_printf(out, " <span class=\"level\">%s</span></span> <span class=\"counts\">",
                   rsp_level_name(c->level));
    if (c->num_results > 0)
        rsp_report_count(out, c->num_results);
    rsp_buf_str(out, c->num_results == 0   ? "measured</span>"
                     : c->num_results == 1 ? " result</span>"
                                           : " results</span>");
}

static void append_cause(rsp_buf *out, const rsp_cause *c, size_t number) {
    rsp_buf_printf(out, "<li class=\"cause %s\" id=\"cause-%zu\">\n<p class=\"what\"><b>",
                   rsp_level_name(c->level), number);
    rsp_html_escaped(out, c->what);
    rsp_buf_str(out, "</b> ");
    append_weight(out, c);
    rsp_buf_str(out, "</p>\n");
    if (rsp_report_given(c->evidence)) {
        rsp_buf_str(out, "<pre class=\"wire\">");
        rsp_html_lines(out, c->evidence);
        rsp_buf_str(out, "</pre>\n");
    }
    if (c->num_results > 0)
        rsp_buf_str(out, "<dl>\n");
    append_command(out, "shown by", c->scenario);
    append_command(out, "again", c->again);
    append_command(out, "by hand", c->send);
    if (c->num_results > 0)
        rsp_buf_str(out, "</dl>\n");
    if (c->allowed)
        rsp_buf_str(out, "<p class=\"label\">Once it was shown, the rest was tried with a shorter "
                         "wait.</p>\n");
    rsp_buf_str(out, "</li>\n");
}

void rsp_html_causes(rsp_buf *out, const rsp_run *run) {
    if (run->num_causes == 0)
        return;
    rsp_buf_str(out, "<section class=\"causes\">\n<h2><span class=\"area-name\">causes</span> <span "
                     "class=\"counts\">");
    rsp_report_causes(out, run);
    rsp_buf_str(out, "</span></h2>\n<ol>\n");
    for (size_t i = 0; i < run->num_causes; i++)
        append_cause(out, &run->causes[i], i + 1);
    rsp_buf_str(out, "</ol>\n</section>\n");
}
