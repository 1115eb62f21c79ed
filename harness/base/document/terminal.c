/* Documents for a terminal: one idea a line, labels in one column, values wrapped under themselves.
 * Transcript lines are cut at the width, commands never are. Colours only where asked for.
 * See document.h. */
/* SPDX-License-Identifier: MIT */
#include "block.h"
#include "document/text.h"
#include <assert.h>

enum {
    LABEL_COLUMN = 7,  /* where the details of a card stand */
    VALUE_COLUMN = 18, /* ... and the values of its fields */
    FACT_COLUMN = 12,  /* where facts and items stand, behind their labels */
    MOST_LINES = 3,    /* of a value that wraps */
    LEAST_ROOM = 20,
};

/* Where it goes, and how. */
typedef struct terminal {
    rsp_buf *out;
    rsp_terminal_style style;
} terminal;

static const char *const inks[] = {
    [RSP_TONE_PLAIN] = "",        [RSP_TONE_GOOD] = "\x1b[32m", [RSP_TONE_BAD] = "\x1b[1;31m",
    [RSP_TONE_NOTE] = "\x1b[33m", [RSP_TONE_DIM] = "\x1b[2m",   [RSP_TONE_NAME] = "\x1b[1m",
};

static void ink(const terminal *t, rsp_tone tone) {
    rsp_buf_str(t->out, t->style.colour ? inks[tone] : "");
}

static void plain(const terminal *t, rsp_tone tone) {
    rsp_buf_str(t->out, t->style.colour && tone != RSP_TONE_PLAIN ? "\x1b[0m" : "");
}

static void blanks(rsp_buf *out, size_t num) {
    rsp_text_printf(out, "%*s", (int)num, "");
}

/* The text in its colour, escaped; gives its columns. */
static size_t append_text(const terminal *t, rsp_tone tone, const char *text) {
    ink(t, tone);
    const size_t start = t->out->len;
    rsp_text_escape(t->out, rsp_bytes_str(text ? text : ""), false);
    const size_t columns = t->out->len - start;
    plain(t, tone);
    return columns;
}

/* The same, with blanks behind it. */
static void append_padded(const terminal *t, rsp_tone tone, const char *text, size_t width) {
    const size_t columns = append_text(t, tone, text);
    blanks(t->out, columns < width ? width - columns : 0);
}

static void append_line(const terminal *t, rsp_tone tone, const char *text) {
    append_text(t, tone, text);
    rsp_buf_push(t->out, '\n');
}

static void trim(rsp_buf *out, size_t start) {
    while (out->len > start && out->ptr[out->len - 1] == ' ')
        out->len--;
}

/* --- wrapping ------------------------------------------------------------------------------------------- */

static size_t room_from(const terminal *t, size_t column) {
    return t->style.width > column + LEAST_ROOM ? t->style.width - column : LEAST_ROOM;
}

/* How much of a text stands on one line: up to a blank near the end, where there is one. */
static size_t line_length(rsp_bytes text, size_t room) {
    enum { RAGGED = 30 };
    size_t len = room;
    if (text.len <= room)
        return text.len;
    while (len > 0 && len + RAGGED > room && text.ptr[len - 1] != ' ')
        len--;
    return len > 0 && text.ptr[len - 1] == ' ' ? len : room;
}

/* One line of a value, on as many of the terminal as it needs; `first` stands behind its label already. */
static void append_wrapped_line(const terminal *t, rsp_bytes left, size_t column, bool first) {
    for (size_t num = 0; num == 0 || left.len > 0; num++) {
        blanks(t->out, first && num == 0 ? 0 : column);
        if (num == MOST_LINES && !t->style.whole) {
            rsp_buf_printf(t->out, "... (%zu more)\n", left.len);
            return;
        }
        const size_t len = line_length(left, room_from(t, column));
        const size_t start = t->out->len;
        rsp_text_escape(t->out, rsp_bytes_sub(left, 0, len), false); /* it may begin a line only here */
        if (len < left.len)
            trim(t->out, start);
        rsp_buf_push(t->out, '\n');
        left = rsp_bytes_from(left, len);
    }
}

/* A text that may have several lines and be long: wrapped under the column where it begins. */
static void append_wrapped(const terminal *t, const char *text, size_t column) {
    rsp_bytes rest = rsp_bytes_str(text);
    rsp_buf line = {.mem = t->out->mem};
    for (bool first = true; rest.len > 0; first = false) {
        rsp_buf_clear(&line);
        rsp_text_escape(&line, rsp_bytes_split(&rest, '\n'), false);
        append_wrapped_line(t, rsp_buf_bytes(&line), column, first);
    }
    rsp_buf_free(&line);
}

/* --- cards ---------------------------------------------------------------------------------------------- */

static void append_field(const terminal *t, const rsp_block *b) {
    const bool labelled = b->form != RSP_FORM_SENTENCE && b->form != RSP_FORM_PLACE;
    if (b->form == RSP_FORM_LINK)
        return;
    blanks(t->out, LABEL_COLUMN);
    if (labelled)
        append_padded(t, RSP_TONE_DIM, b->head, VALUE_COLUMN - LABEL_COLUMN);
    if (b->form == RSP_FORM_COMMAND || b->form == RSP_FORM_PLACE)
        append_line(t, RSP_TONE_PLAIN, b->text);
    else
        append_wrapped(t, b->text, labelled ? VALUE_COLUMN : LABEL_COLUMN);
}

/* Lines of a transcript as they are, cut at the width unless all of it is wanted. */
static void append_wire(const terminal *t, const char *text) {
    const size_t room = room_from(t, LABEL_COLUMN);
    rsp_bytes rest = rsp_bytes_str(text);
    rsp_buf line = {.mem = t->out->mem};
    while (rest.len > 0) {
        rsp_buf_clear(&line);
        rsp_text_escape(&line, rsp_bytes_split(&rest, '\n'), false);
        const bool cut = !t->style.whole && line.len > room;
        rsp_buf_truncate(&line, cut ? room - 3 : line.len);
        blanks(t->out, LABEL_COLUMN);
        rsp_text_escape(t->out, rsp_buf_bytes(&line), false);
        rsp_buf_str(t->out, cut ? "...\n" : "\n");
    }
    rsp_buf_free(&line);
}

/* "FAIL   " or "  1  ": numbers stand nearer to their text than words. Gives the columns. */
static size_t append_mark(const terminal *t, const rsp_card *c) {
    const bool alarms = c->tone == RSP_TONE_BAD || c->tone == RSP_TONE_NOTE;
    const bool number = c->mark[0] >= '0' && c->mark[0] <= '9';
    rsp_buf mark = {.mem = t->out->mem};
    rsp_text_printf(&mark, number ? "%3s  " : "%-7s", c->mark);
    for (size_t i = 0; i < mark.len && alarms; i++)
        if (mark.ptr[i] >= 'a' && mark.ptr[i] <= 'z')
            mark.ptr[i] = (uint8_t)(mark.ptr[i] - 'a' + 'A');
    const size_t columns = append_text(t, c->tone, rsp_buf_cstr(&mark));
    rsp_buf_free(&mark);
    return columns;
}

/* What stands at the right edge goes to a line of its own where it does not fit. */
static void append_card(const terminal *t, const rsp_card *c) {
    rsp_buf name = {.mem = t->out->mem};
    rsp_buf aside = {.mem = t->out->mem};
    rsp_text_printf(&name, c->variant && *c->variant ? "%s [%s]" : "%s", c->name ? c->name : "",
                    c->variant ? c->variant : "");
    rsp_text_escape(&aside, rsp_bytes_str(c->aside ? c->aside : ""), false);
    rsp_buf_str(t->out, c->tight ? "" : "\n");
    size_t used = append_mark(t, c);
    used += append_text(t, RSP_TONE_NAME, rsp_buf_cstr(&name));
    if (used + 3 + aside.len > t->style.width) {
        rsp_buf_push(t->out, '\n');
        used = 0;
    }
    const size_t start = t->out->len;
    blanks(t->out, used + aside.len < t->style.width ? t->style.width - used - aside.len : 0);
    rsp_text_escape(t->out, rsp_buf_bytes(&aside), false);
    trim(t->out, start);
    rsp_buf_push(t->out, '\n');
    rsp_buf_free(&name);
    rsp_buf_free(&aside);
}

/* --- tables --------------------------------------------------------------------------------------------- */

static void append_cell(const terminal *t, const rsp_column *column, const rsp_cell *cell) {
    rsp_buf share = {.mem = t->out->mem};
    const char *text = cell->form == RSP_CELL_FIGURE ? "" : cell->text;
    if (cell->form == RSP_CELL_SHARE) {
        rsp_buf_printf(&share, "%.0f %%", 100 * cell->share);
        text = rsp_buf_cstr(&share);
    }
    if (column->number)
        blanks(t->out, strlen(text) < column->width ? column->width - strlen(text) : 0);
    append_padded(t, cell->tone, text, column->number ? 0 : column->width);
    rsp_buf_free(&share);
}

/* A head only where columns have titles; a row that has nothing but blanks at its end ends before them. */
static void append_table(const terminal *t, const rsp_table *table) {
    bool headed = false;
    assert(table_is_whole(table));
    for (size_t i = 0; i < table->num_columns; i++)
        headed = headed || *table->columns[i].title;
    const size_t num = table->num_columns ? table->num_cells / table->num_columns : 0;
    for (size_t row = headed ? 0 : 1; row <= num; row++) {
        const size_t start = t->out->len;
        blanks(t->out, table->indent);
        for (size_t i = 0; i < table->num_columns; i++) {
            const rsp_cell head = {.text = table->columns[i].title};
            append_cell(t, &table->columns[i],
                        row == 0 ? &head : &table->cells[(row - 1) * table->num_columns + i]);
        }
        trim(t->out, start);
        rsp_buf_push(t->out, '\n');
    }
}

/* --- the document --------------------------------------------------------------------------------------- */

static void append_title(const terminal *t, const rsp_block *b, bool ends) {
    rsp_buf_str(t->out, b->kind == RSP_BLOCK_ASIDE ? "   " : "");
    append_text(t, b->kind == RSP_BLOCK_ASIDE ? RSP_TONE_PLAIN : RSP_TONE_NAME, b->text);
    rsp_buf_str(t->out, ends ? "\n" : "");
}

static void append_section(const terminal *t, const char *title, const char *note) {
    rsp_buf_push(t->out, '\n');
    append_text(t, RSP_TONE_NAME, title);
    rsp_buf_str(t->out, *note ? "   " : "");
    append_line(t, RSP_TONE_PLAIN, note);
}

static void append_labelled(const terminal *t, rsp_tone tone, const rsp_block *b) {
    append_padded(t, tone, b->head, FACT_COLUMN);
    append_line(t, RSP_TONE_PLAIN, b->text);
}

static void append_lines(const terminal *t, const rsp_block *b) {
    append_line(t, RSP_TONE_NAME, b->head);
    blanks(t->out, 2);
    append_wrapped(&(terminal){.out = t->out, .style = {.whole = true, .width = UINT16_MAX}}, b->text, 2);
}

static void append_block(const terminal *t, const rsp_block *b, bool title_ends) {
    switch (b->kind) {
    case RSP_BLOCK_TITLE:
    case RSP_BLOCK_ASIDE:
        append_title(t, b, title_ends);
        break;
    case RSP_BLOCK_ANSWER:
    case RSP_BLOCK_PARAGRAPH:
        append_line(t, b->tone, b->text);
        break;
    case RSP_BLOCK_FACT:
        append_labelled(t, RSP_TONE_PLAIN, b);
        break;
    case RSP_BLOCK_ITEM:
        append_labelled(t, b->tone, b);
        break;
    case RSP_BLOCK_SECTION:
        append_section(t, b->head, b->text);
        break;
    case RSP_BLOCK_GROUP:
        append_section(t, b->group->title, b->group->note);
        break;
    case RSP_BLOCK_LINES:
        append_lines(t, b);
        break;
    case RSP_BLOCK_TABLE:
        append_table(t, b->table);
        break;
    case RSP_BLOCK_GAP:
        rsp_buf_push(t->out, '\n');
        break;
    case RSP_BLOCK_CARD:
        append_card(t, b->card);
        break;
    case RSP_BLOCK_FIELD:
        append_field(t, b);
        break;
    case RSP_BLOCK_WIRE:
        append_wire(t, b->text);
        break;
    case RSP_BLOCK_CARD_END:
    case RSP_BLOCK_FOLD:
    case RSP_BLOCK_FOLD_END:
    case RSP_BLOCK_FIGURE:
    case RSP_BLOCK_SEARCH:
        break;
    }
}

rsp_status rsp_document_terminal(rsp_buf *out, const rsp_document *d, rsp_terminal_style style) {
    terminal t = {.out = out, .style = style};
    /* Narrower than this nothing can be laid out; the terminal wraps then. */
    t.style.width = style.width == 0 ? 100 : style.width < 40 ? 40 : style.width;
    for (size_t i = 0; i < d->num_blocks; i++)
        append_block(&t, &d->blocks[i], i + 1 == d->num_blocks || d->blocks[i + 1].kind != RSP_BLOCK_ASIDE);
    return d->arena.status != RSP_OK ? d->arena.status : out->status;
}
