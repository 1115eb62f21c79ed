/* Documents as pages: head, sections, tables. Wide tables scroll on their own.
 * Every text is escaped here; only figures are markup already.
 * See document.h and page.h. */
/* SPDX-License-Identifier: MIT */
#include "block.h"
#include "document/page.h"
#include <assert.h>

static const char *const tones[] = {
    [RSP_TONE_PLAIN] = "", [RSP_TONE_GOOD] = "pass", [RSP_TONE_BAD] = "fail", [RSP_TONE_NOTE] = "warn"};

/* ' class="n fail"', of those that there are. */
static void append_class(rsp_buf *out, bool number, const char *css, const char *tone) {
    const char *const words[] = {number ? "n" : "", css ? css : "", tone};
    const char *gap = " class=\"";
    for (size_t i = 0; i < RSP_ARRAY_LEN(words); i++) {
        if (!*words[i])
            continue;
        rsp_buf_printf(out, "%s%s", gap, words[i]);
        gap = " ";
    }
    rsp_buf_str(out, gap[1] ? "" : "\"");
}

static void append_content(rsp_buf *out, const rsp_cell *cell) {
    switch (cell->form) {
    case RSP_CELL_TEXT:
        rsp_page_text(out, rsp_bytes_str(cell->text));
        break;
    case RSP_CELL_CODE:
        rsp_buf_str(out, "<code>");
        rsp_page_text(out, rsp_bytes_str(cell->text));
        rsp_buf_str(out, "</code>");
        break;
    case RSP_CELL_SHARE:
        rsp_buf_printf(out, "<i style=\"width:%.2f%%\"></i>", 100 * cell->share);
        break;
    case RSP_CELL_FIGURE:
        rsp_buf_str(out, cell->text);
        break;
    }
}

static void append_cell(rsp_buf *out, const rsp_table *t, const rsp_cell *cell, size_t column) {
    const bool names = t->named && column == 0;
    const char *css = cell->form == RSP_CELL_SHARE ? "share" : t->columns[column].css;
    rsp_buf_str(out, names ? "<th scope=\"row\"" : "<td");
    append_class(out, t->columns[column].number, css, tones[cell->tone]);
    if (cell->hint) {
        rsp_buf_str(out, " title=\"");
        rsp_page_text(out, rsp_bytes_str(cell->hint));
        rsp_buf_push(out, '"');
    }
    rsp_buf_push(out, '>');
    append_content(out, cell);
    rsp_buf_str(out, names ? "</th>" : "</td>");
}

static void append_table(rsp_buf *out, const rsp_table *t) {
    assert(table_is_whole(t));
    rsp_buf_str(out, t->named ? "<div class=\"across\"><table" : "<table");
    append_class(out, false, t->css, "");
    rsp_buf_str(out, ">\n<tr>");
    for (size_t i = 0; i < t->num_columns; i++) {
        rsp_buf_str(out, "<th");
        append_class(out, t->columns[i].number, t->columns[i].css, "");
        rsp_buf_push(out, '>');
        rsp_page_text(out, rsp_bytes_str(t->columns[i].title));
        rsp_buf_str(out, "</th>");
    }
    for (size_t i = 0; i < t->num_cells; i++) {
        rsp_buf_str(out, i % t->num_columns == 0 ? "</tr>\n<tr>" : "");
        append_cell(out, t, &t->cells[i], i % t->num_columns);
    }
    rsp_buf_str(out, t->named ? "</tr>\n</table></div>\n" : "</tr>\n</table>\n");
}

static void append_paragraph(rsp_buf *out, const char *css, const char *text) {
    rsp_buf_printf(out, "<p class=\"%s\">", css);
    rsp_page_text(out, rsp_bytes_str(text));
    rsp_buf_str(out, "</p>\n");
}

static void append_item(rsp_buf *out, const rsp_block *b) {
    rsp_buf_printf(out, "<li class=\"%s\"><b>", b->tone == RSP_TONE_BAD ? "bad" : "note");
    rsp_page_text(out, rsp_bytes_str(b->head));
    rsp_buf_str(out, "</b> ");
    rsp_page_text(out, rsp_bytes_str(b->text));
    rsp_buf_str(out, "</li>\n");
}

static void append_block(rsp_buf *out, const rsp_block *b) {
    static const char *const moods[] = {[RSP_TONE_PLAIN] = "none",
                                        [RSP_TONE_GOOD] = "good",
                                        [RSP_TONE_BAD] = "bad",
                                        [RSP_TONE_NOTE] = "none"};
    switch (b->kind) {
    case RSP_BLOCK_TITLE:
        rsp_page_headline(out, rsp_bytes_str(b->text));
        break;
    case RSP_BLOCK_ANSWER:
        rsp_page_answer(out, moods[b->tone], rsp_bytes_str(b->text));
        break;
    case RSP_BLOCK_FACT:
        rsp_page_fact(out, b->head, rsp_bytes_str(b->text));
        break;
    case RSP_BLOCK_FIGURE:
        rsp_buf_str(out, b->text);
        break;
    case RSP_BLOCK_SECTION:
        rsp_page_section(out, b->head, rsp_bytes_str(b->text));
        break;
    case RSP_BLOCK_PARAGRAPH:
        append_paragraph(out, "label", b->text);
        break;
    case RSP_BLOCK_ITEM:
        append_item(out, b);
        break;
    case RSP_BLOCK_LINES:
        rsp_buf_printf(out, "<details class=\"more\"><summary>%s</summary><pre>", b->head);
        rsp_page_text(out, rsp_bytes_str(b->text));
        rsp_buf_str(out, "</pre></details>\n");
        break;
    case RSP_BLOCK_TABLE:
        append_table(out, b->table);
        break;
    }
}

/* What stands around blocks of a kind, as long as they follow each other. */
static const char *around(rsp_block_kind kind, bool end) {
    if (kind == RSP_BLOCK_FACT)
        return end ? "</dl>\n" : "<dl class=\"facts\">\n";
    if (kind == RSP_BLOCK_ITEM)
        return end ? "</ul>\n" : "<ul class=\"findings\">\n";
    return "";
}

static const char *title_of(const rsp_document *d) {
    for (size_t i = 0; i < d->num_blocks; i++)
        if (d->blocks[i].kind == RSP_BLOCK_TITLE)
            return d->blocks[i].text;
    return "report";
}

rsp_status rsp_document_html(rsp_buf *out, const rsp_document *d, rsp_bytes style) {
    bool in_section = false;
    rsp_page_begin(out, rsp_bytes_str(title_of(d)), style);
    rsp_buf_str(out, "<header>\n");
    for (size_t i = 0; i < d->num_blocks; i++) {
        const rsp_block *b = &d->blocks[i];
        const bool first = i == 0 || d->blocks[i - 1].kind != b->kind;
        const bool last = i + 1 == d->num_blocks || d->blocks[i + 1].kind != b->kind;
        if (b->kind == RSP_BLOCK_SECTION) {
            if (in_section)
                rsp_page_section_end(out);
            else
                rsp_buf_str(out, "</header>\n<main>\n");
            in_section = true;
        }
        rsp_buf_str(out, first ? around(b->kind, false) : "");
        append_block(out, b);
        rsp_buf_str(out, last ? around(b->kind, true) : "");
    }
    if (in_section)
        rsp_page_section_end(out);
    rsp_buf_str(out, in_section ? "</main>\n" : "</header>\n");
    rsp_page_end(out);
    return d->arena.status != RSP_OK ? d->arena.status : out->status;
}
