/* Documents as pages: head, sections, tables, cards that fold. Wide tables scroll on their own.
 * Every text is escaped here; only figures are markup already.
 * See document.h and page.h. */
/* SPDX-License-Identifier: MIT */
#include "block.h"
#include "core/text.h"
#include "document/page.h"
#include <assert.h>

static const char *const tones[] = {
    [RSP_TONE_PLAIN] = "",    [RSP_TONE_GOOD] = "pass", [RSP_TONE_BAD] = "fail",
    [RSP_TONE_NOTE] = "warn", [RSP_TONE_DIM] = "skip",  [RSP_TONE_NAME] = "name",
};

/* ' class="n fail"', of those that there are. */
static void append_class(rsp_buf *out, bool number, const char *css, const char *tone) {
    const char *const words[] = {number ? "n" : "", css ? css : "", tone};
    const char *gap = " class=\"";
    for (size_t i = 0; i < RSP_ARRAY_LEN(words); i++) {
        if (!*words[i])
            continue;
        rsp_text_printf(out, "%s%s", gap, words[i]);
        gap = " ";
    }
    rsp_buf_str(out, gap[1] ? "" : "\"");
}

static void append_tagged(rsp_buf *out, const char *begin, const char *text, const char *end) {
    if (!text || !*text)
        return;
    rsp_buf_str(out, begin);
    rsp_page_text(out, rsp_bytes_str(text));
    rsp_buf_str(out, end);
}

/* What a stub sent, with the bytes that are no text marked: \xNN, but not behind another backslash. */
static void append_code(rsp_buf *out, rsp_bytes text) {
    rsp_buf safe = {.mem = out->mem};
    rsp_page_text(&safe, text);
    rsp_bytes rest = rsp_buf_bytes(&safe);
    while (rest.len > 0) {
        const bool pair = rsp_bytes_starts(rest, RSP_LIT("\\\\"));
        const bool escape = !pair && rest.len >= 4 && rsp_bytes_starts(rest, RSP_LIT("\\x"));
        const size_t len = escape ? 4 : pair ? 2 : 1;
        rsp_buf_str(out, escape ? "<span class=\"esc\">" : "");
        rsp_buf_append(out, rsp_bytes_sub(rest, 0, len));
        rsp_buf_str(out, escape ? "</span>" : "");
        rest = rsp_bytes_from(rest, len);
    }
    out->status = out->status == RSP_OK ? safe.status : out->status;
    rsp_buf_free(&safe);
}

static void append_content(rsp_buf *out, const rsp_cell *cell) {
    switch (cell->form) {
    case RSP_CELL_TEXT:
        rsp_page_text(out, rsp_bytes_str(cell->text));
        break;
    case RSP_CELL_CODE:
        rsp_buf_str(out, "<code>");
        append_code(out, rsp_bytes_str(cell->text));
        rsp_buf_str(out, "</code>");
        break;
    case RSP_CELL_SHARE:
        rsp_page_share(out, cell->share);
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

/* With a field that searches, each row is found or hidden. */
static void begin_row(rsp_buf *out, const rsp_table *t, bool searched) {
    rsp_buf_str(out, searched ? "</tr>\n<tr data-item=\"\"" : "</tr>\n<tr");
    if (searched && t->words) {
        rsp_buf_str(out, " data-words=\"");
        rsp_page_text(out, rsp_bytes_str(t->words));
        rsp_buf_push(out, '"');
    }
    rsp_buf_push(out, '>');
}

static void append_table(rsp_buf *out, const rsp_table *t, bool searched) {
    assert(table_is_whole(t));
    rsp_buf_str(out, t->named ? "<div class=\"across\"><table data-sort=\"\"" : "<table data-sort=\"\"");
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
        if (i % t->num_columns == 0)
            begin_row(out, t, searched);
        append_cell(out, t, &t->cells[i], i % t->num_columns);
    }
    rsp_buf_str(out, t->named ? "</tr>\n</table></div>\n" : "</tr>\n</table>\n");
}

static void append_paragraph(rsp_buf *out, const char *css, const char *text) {
    rsp_text_printf(out, "<p class=\"%s\">", css);
    rsp_page_text(out, rsp_bytes_str(text));
    rsp_buf_str(out, "</p>\n");
}

static void append_item(rsp_buf *out, const rsp_block *b) {
    rsp_text_printf(out, "<li class=\"%s\"><b>", b->tone == RSP_TONE_BAD ? "bad" : "note");
    rsp_page_text(out, rsp_bytes_str(b->head));
    rsp_buf_str(out, "</b> ");
    append_tagged(out, "<a href=\"#", b->leads_to, "\">");
    rsp_page_text(out, rsp_bytes_str(b->text));
    rsp_buf_str(out, b->leads_to ? "</a></li>\n" : "</li>\n");
}

/* --- cards ---------------------------------------------------------------------------------------------- */

static void append_card(rsp_buf *out, const rsp_card *c) {
    const size_t kind = strcspn(c->css, " ");
    rsp_text_printf(out, "<details class=\"r %s\" data-item=\"\" data-kind=\"%.*s\"", c->css, (int)kind,
                    c->css);
    if (c->id)
        rsp_text_printf(out, " id=\"%s\"", c->id);
    rsp_buf_str(out, c->open ? " open=\"open\"><summary>" : "><summary>");
    append_tagged(out, "<span class=\"verdict\">", c->mark, "</span> ");
    rsp_buf_str(out, "<span class=\"name\">");
    rsp_page_text(out, rsp_bytes_str(c->name ? c->name : ""));
    append_tagged(out, " <span class=\"variant\">", c->variant, "</span>");
    rsp_buf_str(out, "</span>");
    append_tagged(out, " <span class=\"title\">", c->title, "</span>");
    rsp_buf_str(out, " <span class=\"ids\">");
    rsp_page_text(out, rsp_bytes_str(c->ids ? c->ids : ""));
    append_tagged(out, " <span class=\"level\">", c->level, "</span>");
    rsp_buf_str(out, "</span></summary>\n<div class=\"body\">\n");
}

/* Letters, digits, '.', '_', '-' and '/', not like a scheme or a host: such a path needs no escapes and leads
 * nowhere but to a file. */
static bool is_harmless_path(const char *path) {
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-/";
    return path[strspn(path, allowed)] == '\0' && strncmp(path, "//", 2) != 0;
}

static void append_file(rsp_buf *out, const char *path) {
    const bool leads = is_harmless_path(path);
    append_tagged(out, "<a href=\"", leads ? path : NULL, "\">");
    rsp_page_text(out, rsp_bytes_str(path));
    rsp_buf_str(out, leads ? "</a>" : "");
}

static void append_field(rsp_buf *out, const rsp_block *b) {
    rsp_text_printf(out, "<div><dt>%s</dt><dd>", b->head);
    switch (b->form) {
    case RSP_FORM_WORDS:
    case RSP_FORM_SENTENCE:
        rsp_page_text(out, rsp_bytes_str(b->text));
        break;
    case RSP_FORM_CODE:
    case RSP_FORM_COMMAND:
    case RSP_FORM_PLACE:
        rsp_buf_str(out, b->form == RSP_FORM_COMMAND ? "<code class=\"command\">" : "<code>");
        append_code(out, rsp_bytes_str(b->text));
        rsp_buf_str(out, "</code>");
        break;
    case RSP_FORM_LINK:
        append_tagged(out, "<a href=\"#", b->text, "\">");
        rsp_page_text(out, rsp_bytes_str(b->text));
        rsp_buf_str(out, "</a>");
        break;
    case RSP_FORM_FILE:
        append_file(out, b->text);
        break;
    }
    rsp_buf_str(out, "</dd></div>\n");
}

/* "    12.031 ms  ->  ?" as a step of the ladder, or with one blank a message of a debug adapter; what has no
 * arrow is a note. */
static void append_step(rsp_buf *out, rsp_bytes line) {
    static const struct {
        const char *sign;
        const char *css;
        const char *arrow;
        const char *says;
    } ways[] = {{" ms  ->  ", "to", "\xe2\x86\x92", "debugger to stub"},
                {" ms  <-  ", "from", "\xe2\x86\x90", "stub to debugger"},
                {" ms -> ", "to", "\xe2\x86\x92", "editor to adapter"},
                {" ms <- ", "from", "\xe2\x86\x90", "adapter to editor"},
                {" ms  --  ", "note", "", ""}};
    size_t way = 0;
    size_t best = line.len;
    for (size_t i = 0; i < RSP_ARRAY_LEN(ways); i++) {
        const size_t at = rsp_bytes_search(line, rsp_bytes_str(ways[i].sign));
        way = at < best ? i : way;
        best = at < best ? at : best;
    }
    const bool timed = best < line.len;
    rsp_text_printf(out, "<li class=\"%s\">", timed ? ways[way].css : "note");
    if (timed) {
        rsp_buf_str(out, "<span class=\"at\">");
        rsp_page_text(out, rsp_bytes_sub(line, 0, best + strlen(" ms")));
        rsp_text_printf(out, "</span> <b title=\"%s\">%s</b> ", ways[way].says, ways[way].arrow);
    }
    rsp_buf_str(out, "<code>");
    append_code(out, rsp_bytes_from(line, timed ? best + strlen(ways[way].sign) : 0));
    rsp_buf_str(out, "</code></li>\n");
}

static void append_ladder(rsp_buf *out, const char *title, const char *text) {
    rsp_bytes rest = rsp_bytes_str(text);
    append_tagged(out, "<details class=\"more\"><summary>", title, "</summary>\n");
    rsp_buf_str(out, "<ol class=\"ladder\">\n");
    while (rest.len > 0)
        append_step(out, rsp_bytes_split(&rest, '\n'));
    rsp_buf_str(out, title ? "</ol>\n</details>\n" : "</ol>\n");
}

static void append_group(rsp_buf *out, const rsp_group *g) {
    rsp_text_printf(out,
                    "<details class=\"group %s\" data-group=\"\"%s>\n<summary><h2><span class=\"area-name\">",
                    g->css, g->open ? " open=\"open\"" : "");
    rsp_page_text(out, rsp_bytes_str(g->title));
    rsp_text_printf(out, "</span> %s", g->figure);
    append_tagged(out, " <span class=\"counts\">", g->note, "</span>");
    rsp_buf_str(out, "</h2></summary>\n");
}

static void append_fold(rsp_buf *out, const rsp_block *b) {
    rsp_text_printf(out, "<details class=\"r fold %s\" data-group=\"\"><summary><span class=\"name\">",
                    b->head);
    rsp_page_text(out, rsp_bytes_str(b->text));
    rsp_buf_str(out, "</span></summary>\n");
}

/* --- the document --------------------------------------------------------------------------------------- */

static void append_part_of_a_card(rsp_buf *out, const rsp_block *b) {
    if (b->kind == RSP_BLOCK_CARD)
        append_card(out, b->card);
    else if (b->kind == RSP_BLOCK_CARD_END)
        rsp_buf_str(out, "</div>\n</details>\n");
    else if (b->kind == RSP_BLOCK_FIELD)
        append_field(out, b);
    else if (b->kind == RSP_BLOCK_WIRE)
        append_ladder(out, b->head, b->text);
}

static void append_lines(rsp_buf *out, const rsp_block *b) {
    rsp_text_printf(out, "<details class=\"more\"><summary>%s</summary><pre>", b->head);
    rsp_page_text(out, rsp_bytes_str(b->text));
    rsp_buf_str(out, "</pre></details>\n");
}

static void append_block(rsp_buf *out, const rsp_block *b, bool searched) {
    switch (b->kind) {
    case RSP_BLOCK_TITLE:
        rsp_page_headline(out, rsp_bytes_str(b->text));
        break;
    case RSP_BLOCK_ANSWER:
        rsp_page_answer(out,
                        b->tone == RSP_TONE_GOOD  ? "good"
                        : b->tone == RSP_TONE_BAD ? "bad"
                                                  : "none",
                        rsp_bytes_str(b->text));
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
    case RSP_BLOCK_GROUP:
        append_group(out, b->group);
        break;
    case RSP_BLOCK_FOLD:
        append_fold(out, b);
        break;
    case RSP_BLOCK_FOLD_END:
        rsp_buf_str(out, "</details>\n");
        break;
    case RSP_BLOCK_PARAGRAPH:
        append_paragraph(out, "label", b->text);
        break;
    case RSP_BLOCK_ITEM:
        append_item(out, b);
        break;
    case RSP_BLOCK_LINES:
        append_lines(out, b);
        break;
    case RSP_BLOCK_TABLE:
        append_table(out, b->table, searched);
        break;
    case RSP_BLOCK_CARD:
    case RSP_BLOCK_CARD_END:
    case RSP_BLOCK_FIELD:
    case RSP_BLOCK_WIRE:
        append_part_of_a_card(out, b);
        break;
    case RSP_BLOCK_SEARCH:
        rsp_buf_str(
            out,
            "<div class=\"finder\"><input type=\"search\" data-search=\"content\" placeholder=\"search\" "
            "aria-label=\"search\" title=\"words, &quot;several words&quot;, -without; press / to search, n "
            "and p for the next and the previous failure\"/><output "
            "data-found=\"content\"></output></div>\n");
        break;
    case RSP_BLOCK_ASIDE:
    case RSP_BLOCK_GAP:
        break;
    }
}

/* What stands around blocks of a kind, as long as they follow each other. */
static const char *around(rsp_block_kind kind, bool end) {
    if (kind == RSP_BLOCK_FACT)
        return end ? "</dl>\n" : "<dl class=\"facts\">\n";
    if (kind == RSP_BLOCK_FIELD)
        return end ? "</dl>\n" : "<dl>\n";
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

/* Closes what the last section or group began; the first of them ends the head. */
static void end_part(rsp_buf *out, const rsp_block *open) {
    if (!open)
        rsp_buf_str(out, "</header>\n<main id=\"content\">\n");
    else if (open->kind == RSP_BLOCK_SECTION)
        rsp_page_section_end(out);
    else
        rsp_buf_str(out, "</details>\n");
}

rsp_status rsp_document_html(rsp_buf *out, const rsp_document *d, const rsp_page_frame *frame) {
    const rsp_block *open = NULL;
    bool searched = false;
    rsp_page_begin(out, rsp_bytes_str(title_of(d)), frame);
    rsp_buf_str(out, "<header>\n");
    for (size_t i = 0; i < d->num_blocks; i++) {
        const rsp_block *b = &d->blocks[i];
        const bool first = i == 0 || d->blocks[i - 1].kind != b->kind;
        const bool last = i + 1 == d->num_blocks || d->blocks[i + 1].kind != b->kind;
        if (b->kind == RSP_BLOCK_SECTION || b->kind == RSP_BLOCK_GROUP) {
            end_part(out, open);
            open = b;
        }
        rsp_buf_str(out, first ? around(b->kind, false) : "");
        searched = searched || b->kind == RSP_BLOCK_SEARCH;
        append_block(out, b, searched);
        rsp_buf_str(out, last ? around(b->kind, true) : "");
    }
    if (open)
        end_part(out, open);
    rsp_buf_str(out, open ? "</main>\n" : "</header>\n");
    rsp_page_end(out, frame);
    return d->arena.status != RSP_OK ? d->arena.status : out->status;
}
