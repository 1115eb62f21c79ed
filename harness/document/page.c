/* The frame that all pages share.
 * A content security policy keeps the page from fetching or running anything, should escaping ever fail.
 * See page.h. */
/* SPDX-License-Identifier: MIT */
#include "document/page.h"

#include "document/text.h"

void rsp_page_begin(rsp_buf *out, rsp_bytes title, rsp_bytes style) {
    rsp_buf_str(out, "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
                     "<meta charset=\"utf-8\"/>\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                     "'unsafe-inline'\"/>\n<title>");
    rsp_report_escape_xml(out, title);
    rsp_buf_str(out, " - stubborn</title>\n<style>\n");
    rsp_buf_append(out, style);
    rsp_buf_str(out, "</style>\n</head>\n<body>\n");
}

void rsp_page_end(rsp_buf *out) {
    rsp_buf_str(out, "</body>\n</html>\n");
}

void rsp_page_text(rsp_buf *out, rsp_bytes text) {
    rsp_report_escape_xml(out, text);
}

void rsp_page_headline(rsp_buf *out, rsp_bytes title) {
    rsp_buf_str(out, "<h1>");
    rsp_report_escape_xml(out, title);
    rsp_buf_str(out, "</h1>\n");
}

void rsp_page_answer(rsp_buf *out, const char *mood, rsp_bytes sentence) {
    rsp_buf_printf(out, "<p class=\"answer %s\">", mood);
    rsp_report_escape_xml(out, sentence);
    rsp_buf_str(out, "</p>\n");
}

void rsp_page_fact(rsp_buf *out, const char *label, rsp_bytes text) {
    if (text.len == 0)
        return;
    rsp_buf_printf(out, "<div><dt>%s</dt><dd>", label);
    rsp_report_escape_xml(out, text);
    rsp_buf_str(out, "</dd></div>\n");
}

void rsp_page_section(rsp_buf *out, const char *title, rsp_bytes note) {
    rsp_buf_printf(out, "<section class=\"block\">\n<h2><span>%s</span>", title);
    if (note.len > 0) {
        rsp_buf_str(out, " <span class=\"counts\">");
        rsp_report_escape_xml(out, note);
        rsp_buf_str(out, "</span>");
    }
    rsp_buf_str(out, "</h2>\n");
}

void rsp_page_section_end(rsp_buf *out) {
    rsp_buf_str(out, "</section>\n");
}
