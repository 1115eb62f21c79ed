/* The frame that all pages share.
 * A content security policy keeps the page from fetching or running anything else, should escaping ever fail.
 * See page.h. */
/* SPDX-License-Identifier: MIT */
#include "document/page.h"

#include "document/text.h"
#include <inttypes.h>

static void append_hashes(rsp_buf *out, const char *directive, const rsp_page_asset *const *assets,
                          size_t num) {
    if (num == 0)
        return;
    rsp_text_printf(out, "; %s", directive);
    for (size_t i = 0; i < num; i++)
        rsp_text_printf(out, " '%s'", assets[i]->hash);
}

void rsp_page_begin(rsp_buf *out, rsp_bytes title, const rsp_page_frame *frame) {
    rsp_buf_str(out, "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
                     "<meta charset=\"utf-8\"/>\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri "
                     "'none'; form-action 'none'");
    append_hashes(out, "style-src", frame->styles, frame->num_styles);
    append_hashes(out, "script-src", frame->scripts, frame->num_scripts);
    rsp_buf_str(out, "\"/>\n<title>");
    rsp_text_xml(out, title);
    rsp_buf_str(out, " - stubborn</title>\n");
    for (size_t i = 0; i < frame->num_styles; i++) {
        rsp_buf_str(out, "<style>");
        rsp_buf_append(out, frame->styles[i]->text);
        rsp_buf_str(out, "</style>\n");
    }
    rsp_buf_str(out, "</head>\n<body>\n");
}

/* Scripts come last: they find the whole page. */
void rsp_page_end(rsp_buf *out, const rsp_page_frame *frame) {
    for (size_t i = 0; i < frame->num_scripts; i++) {
        rsp_buf_str(out, "<script>");
        rsp_buf_append(out, frame->scripts[i]->text);
        rsp_buf_str(out, "</script>\n");
    }
    rsp_buf_str(out, "</body>\n</html>\n");
}

/* Inside a JSON string the escapes mean the same; outside of strings JSON has none of these characters. */
void rsp_page_data(rsp_buf *out, const char *id, rsp_bytes json) {
    size_t from = 0;
    rsp_text_printf(out, "<script type=\"application/json\" id=\"%s\">", id);
    for (size_t i = 0; i < json.len; i++) {
        const uint8_t c = json.ptr[i];
        if (c != '<' && c != '>' && c != '&')
            continue;
        rsp_buf_append(out, rsp_bytes_sub(json, from, i - from));
        rsp_buf_printf(out, "\\u%04x", c);
        from = i + 1;
    }
    rsp_buf_append(out, rsp_bytes_from(json, from));
    rsp_buf_str(out, "</script>\n");
}

void rsp_page_data_string(rsp_buf *out, rsp_bytes text) {
    rsp_buf clean = {.mem = out->mem};
    rsp_text_clean(&clean, text, false);
    rsp_buf_push(out, '"');
    for (size_t i = 0; i < clean.len; i++) {
        if (clean.ptr[i] == '"' || clean.ptr[i] == '\\')
            rsp_buf_push(out, '\\');
        rsp_buf_push(out, clean.ptr[i]);
    }
    rsp_buf_push(out, '"');
    out->status = out->status == RSP_OK ? clean.status : out->status;
    rsp_buf_free(&clean);
}

enum { PART_GAP = 2 };

/* In thousandths of all, with the gap after it. */
static uint64_t part_width(const rsp_page_part *part, double all) {
    return part->amount == 0 ? 0 : (uint64_t)(1000.0 * (double)part->amount / all) + 3 + PART_GAP;
}

/* Sizes are attributes of drawings: the policy of the page forbids styles in attributes. */
void rsp_page_bar(rsp_buf *out, const rsp_page_part *parts, size_t num) {
    double all = 0;
    uint64_t width = 0;
    uint64_t at = 0;
    for (size_t i = 0; i < num; i++)
        all += (double)parts[i].amount;
    for (size_t i = 0; i < num; i++)
        width += part_width(&parts[i], all);
    rsp_buf_printf(out,
                   "<svg class=\"bar\" viewBox=\"0 0 %" PRIu64 " 8\" preserveAspectRatio=\"none\" "
                   "aria-hidden=\"true\">",
                   width > PART_GAP ? width - PART_GAP : 1);
    for (size_t i = 0; i < num; i++) {
        const uint64_t wide = part_width(&parts[i], all);
        if (wide > 0)
            rsp_text_printf(out, "<rect class=\"%s\" x=\"%" PRIu64 "\" width=\"%" PRIu64 "\" height=\"8\"/>",
                            parts[i].css, at, wide - PART_GAP);
        at += wide;
    }
    rsp_buf_str(out, "</svg>");
}

void rsp_page_share(rsp_buf *out, double share) {
    rsp_buf_printf(out,
                   "<svg viewBox=\"0 0 100 1\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
                   "<rect width=\"%.2f\" height=\"1\"/></svg>",
                   100 * share);
}

void rsp_page_text(rsp_buf *out, rsp_bytes text) {
    rsp_text_xml(out, text);
}

void rsp_page_headline(rsp_buf *out, rsp_bytes title) {
    rsp_buf_str(out, "<h1>");
    rsp_text_xml(out, title);
    rsp_buf_str(out, "</h1>\n");
}

void rsp_page_answer(rsp_buf *out, const char *mood, rsp_bytes sentence) {
    rsp_text_printf(out, "<p class=\"answer %s\">", mood);
    rsp_text_xml(out, sentence);
    rsp_buf_str(out, "</p>\n");
}

void rsp_page_fact(rsp_buf *out, const char *label, rsp_bytes text) {
    if (text.len == 0)
        return;
    rsp_text_printf(out, "<div><dt>%s</dt><dd>", label);
    rsp_text_xml(out, text);
    rsp_buf_str(out, "</dd></div>\n");
}

void rsp_page_section(rsp_buf *out, const char *title, rsp_bytes note) {
    rsp_buf_str(out, "<section class=\"block\" data-group=\"\">\n<h2><span>");
    rsp_text_xml(out, rsp_bytes_str(title));
    rsp_buf_str(out, "</span>");
    if (note.len > 0) {
        rsp_buf_str(out, " <span class=\"counts\">");
        rsp_text_xml(out, note);
        rsp_buf_str(out, "</span>");
    }
    rsp_buf_str(out, "</h2>\n");
}

void rsp_page_section_end(rsp_buf *out) {
    rsp_buf_str(out, "</section>\n");
}
