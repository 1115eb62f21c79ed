/* Documents as Markdown, for issues and chats: headings, paragraphs, lists and pipe tables.
 * Texts keep their characters; those that Markdown would read stand behind a backslash or as entities.
 * See document.h. */
/* SPDX-License-Identifier: MIT */
#include "block.h"
#include "document/text.h"
#include <assert.h>

/* Control characters are gone, so that one text stays within one cell. */
static void append_text(rsp_buf *out, const char *text) {
    rsp_buf clean = {.mem = out->mem};
    rsp_report_clean(&clean, rsp_bytes_str(text), false);
    for (size_t i = 0; i < clean.len; i++) {
        char c = (char)clean.ptr[i];
        if (c == '<')
            rsp_buf_str(out, "&lt;");
        else if (c == '&')
            rsp_buf_str(out, "&amp;");
        else {
            if (strchr("\\`*_[]|!#~>", c))
                rsp_buf_push(out, '\\');
            rsp_buf_push(out, (uint8_t)c);
        }
    }
    if (clean.status != RSP_OK)
        out->status = clean.status;
    rsp_buf_free(&clean);
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
    rsp_buf_printf(out, "%s:\n\n", b->head);
    while (rest.len > 0) {
        rsp_buf_str(out, "    ");
        rsp_report_clean(out, rsp_bytes_split(&rest, '\n'), false);
        rsp_buf_push(out, '\n');
    }
}

static void append_block(rsp_buf *out, const rsp_block *b) {
    switch (b->kind) {
    case RSP_BLOCK_TITLE:
    case RSP_BLOCK_SECTION:
        rsp_buf_str(out, b->kind == RSP_BLOCK_TITLE ? "# " : "## ");
        append_text(out, b->kind == RSP_BLOCK_TITLE ? b->text : b->head);
        rsp_buf_push(out, '\n');
        if (b->kind == RSP_BLOCK_TITLE || !*b->text)
            return;
        rsp_buf_push(out, '\n');
        append_text(out, b->text);
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
    case RSP_BLOCK_FIGURE:
        return;
    }
    rsp_buf_push(out, '\n');
}

static bool is_list(rsp_block_kind kind) {
    return kind == RSP_BLOCK_FACT || kind == RSP_BLOCK_ITEM;
}

rsp_status rsp_document_markdown(rsp_buf *out, const rsp_document *d) {
    for (size_t i = 0; i < d->num_blocks; i++) {
        const rsp_block *b = &d->blocks[i];
        const bool goes_on = i > 0 && is_list(b->kind) && is_list(d->blocks[i - 1].kind);
        if (i > 0 && !goes_on && b->kind != RSP_BLOCK_FIGURE)
            rsp_buf_push(out, '\n');
        append_block(out, b);
    }
    return d->arena.status != RSP_OK ? d->arena.status : out->status;
}
