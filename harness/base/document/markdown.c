/* Documents as Markdown, for issues and chats: headings, paragraphs, lists and pipe tables.
 * Texts keep their characters; those that Markdown would read stand behind a backslash or as entities.
 * See document.h. */
/* SPDX-License-Identifier: MIT */
#include "block.h"
#include "document/text.h"
#include <assert.h>

static void append_text(rsp_buf *out, const char *text) {
    rsp_text_markdown(out, rsp_bytes_str(text));
}

static void append_cell(rsp_buf *out, const rsp_cell *cell) {
    const bool strong = cell->tone == RSP_TONE_BAD && *cell->text;
    rsp_buf_str(out, strong ? " **" : " ");
    if (cell->form == RSP_CELL_SHARE)
        rsp_buf_printf(out, "%.0f %%", 100 * cell->share);
    else if (cell->form != RSP_CELL_FIGURE)
        append_text(out, cell->text);
    rsp_buf_str(out, strong ? "** |" : " |");
}

/* A column of figures is for pages alone. */
static bool is_shown(const rsp_table *t, size_t column) {
    return t->num_cells <= column || t->cells[column].form != RSP_CELL_FIGURE;
}

static void append_table(rsp_buf *out, const rsp_table *t) {
    assert(table_is_whole(t));
    rsp_buf_push(out, '|');
    for (size_t i = 0; i < t->num_columns; i++)
        if (is_shown(t, i))
            append_cell(out, &(rsp_cell){.text = t->columns[i].title});
    rsp_buf_str(out, "\n|");
    for (size_t i = 0; i < t->num_columns; i++)
        if (is_shown(t, i))
            rsp_buf_str(out, t->columns[i].number ? "---:|" : "---|");
    for (size_t i = 0; i < t->num_cells; i++) {
        rsp_buf_str(out, i % t->num_columns == 0 ? "\n|" : "");
        if (is_shown(t, i % t->num_columns))
            append_cell(out, &t->cells[i]);
    }
    rsp_buf_push(out, '\n');
}

static void append_lines(rsp_buf *out, const rsp_block *b) {
    rsp_bytes rest = rsp_bytes_str(b->text);
    rsp_text_printf(out, "%s:\n\n", b->head);
    while (rest.len > 0) {
        rsp_buf_str(out, "    ");
        rsp_text_shown(out, rsp_bytes_split(&rest, '\n'));
        rsp_buf_push(out, '\n');
    }
}

static void append_field(rsp_buf *out, const rsp_block *b) {
    const bool code = b->form == RSP_FORM_CODE || b->form == RSP_FORM_COMMAND || b->form == RSP_FORM_PLACE;
    rsp_text_printf(out, "  - %s%s", b->head, *b->head ? ": " : "");
    rsp_buf_str(out, code ? "<code>" : "");
    append_text(out, b->text);
    rsp_buf_str(out, code ? "</code>" : "");
}

static void append_card(rsp_buf *out, const rsp_card *c) {
    rsp_buf_str(out, "- **");
    append_text(out, c->mark);
    rsp_buf_str(out, "** ");
    append_text(out, c->name ? c->name : "");
    rsp_buf_str(out, c->ids && *c->ids ? " (" : "");
    append_text(out, c->ids ? c->ids : "");
    rsp_buf_str(out, c->ids && *c->ids ? ")" : "");
    rsp_buf_str(out, c->title && *c->title ? ": " : "");
    append_text(out, c->title ? c->title : "");
}

static void append_heading(rsp_buf *out, const char *level, const char *title, const char *note) {
    rsp_buf_str(out, level);
    append_text(out, title);
    rsp_buf_str(out, *note ? "\n\n" : "");
    append_text(out, note);
}

static void append_block(rsp_buf *out, const rsp_block *b) {
    switch (b->kind) {
    case RSP_BLOCK_TITLE:
        append_heading(out, "# ", b->text, "");
        break;
    case RSP_BLOCK_SECTION:
        append_heading(out, "## ", b->head, b->text);
        break;
    case RSP_BLOCK_GROUP:
        append_heading(out, "## ", b->group->title, "");
        break;
    case RSP_BLOCK_CARD:
        append_card(out, b->card);
        break;
    case RSP_BLOCK_FIELD:
        append_field(out, b);
        break;
    case RSP_BLOCK_ANSWER:
    case RSP_BLOCK_PARAGRAPH:
        append_text(out, b->text);
        break;
    case RSP_BLOCK_FACT:
    case RSP_BLOCK_ITEM:
        rsp_buf_str(out, b->kind == RSP_BLOCK_FACT ? "- " : "- **");
        append_text(out, b->head);
        rsp_buf_str(out, b->kind == RSP_BLOCK_FACT ? ": " : "** ");
        append_text(out, b->text);
        break;
    case RSP_BLOCK_LINES:
        append_lines(out, b);
        return;
    case RSP_BLOCK_TABLE:
        append_table(out, b->table);
        return;
    case RSP_BLOCK_WIRE: /* evidence is in the other forms */
    case RSP_BLOCK_CARD_END:
    case RSP_BLOCK_FOLD:
    case RSP_BLOCK_FOLD_END:
    case RSP_BLOCK_FIGURE:
    case RSP_BLOCK_ASIDE:
    case RSP_BLOCK_GAP:
    case RSP_BLOCK_SEARCH:
        return;
    }
    rsp_buf_push(out, '\n');
}

static bool is_list(rsp_block_kind kind) {
    return kind == RSP_BLOCK_FACT || kind == RSP_BLOCK_ITEM || kind == RSP_BLOCK_CARD ||
           kind == RSP_BLOCK_FIELD;
}

/* For terminals or pages alone, or without a line of its own. */
static bool is_silent(rsp_block_kind kind) {
    return kind == RSP_BLOCK_FOLD || kind == RSP_BLOCK_FOLD_END || kind == RSP_BLOCK_FIGURE ||
           kind == RSP_BLOCK_WIRE || kind == RSP_BLOCK_CARD_END || kind == RSP_BLOCK_ASIDE ||
           kind == RSP_BLOCK_GAP || kind == RSP_BLOCK_SEARCH;
}

rsp_status rsp_document_markdown(rsp_buf *out, const rsp_document *d) {
    const rsp_block *last = NULL;
    for (size_t i = 0; i < d->num_blocks; i++) {
        const rsp_block *b = &d->blocks[i];
        if (is_silent(b->kind))
            continue;
        if (last && !(is_list(b->kind) && is_list(last->kind)))
            rsp_buf_push(out, '\n');
        append_block(out, b);
        last = b;
    }
    return d->arena.status != RSP_OK ? d->arena.status : out->status;
}
