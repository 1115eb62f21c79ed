/* A document: a title with its answer, facts, and sections of paragraphs, lists, tables and cards. It is
 * described once, and written to a terminal, as a page or as Markdown. Texts are made harmless when they are
 * written; only a figure is markup already, for pages alone. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DOCUMENT_H
#define RSP_DOCUMENT_H

#include "core/arena.h"
#include "document/page.h"

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* How a cell or an item is meant. */
typedef enum rsp_tone {
    RSP_TONE_PLAIN,
    RSP_TONE_GOOD,
    RSP_TONE_BAD,
    RSP_TONE_NOTE, /* neither: worth knowing */
    RSP_TONE_DIM,  /* of little interest */
    RSP_TONE_NAME, /* what the rest is about */
} rsp_tone;

/* What the content of a cell is, which decides how each format writes it. */
typedef enum rsp_cell_form {
    RSP_CELL_TEXT,
    RSP_CELL_CODE,   /* what a stub or a user types */
    RSP_CELL_SHARE,  /* a bar, as long as `share` of 1; text shows the percentage */
    RSP_CELL_FIGURE, /* `text` is markup of a page; nothing elsewhere */
} rsp_cell_form;

/* One cell of a table. Texts belong to the document's arena, or outlive it. */
typedef struct rsp_cell {
    const char *text; /* never NULL */
    const char *hint; /* shown where a pointer rests on it; NULL: none */
    double share;
    rsp_cell_form form;
    rsp_tone tone;
} rsp_cell;

/* One column of a table. The title belongs to the document's arena. */
typedef struct rsp_column {
    const char *title;
    bool number;     /* aligned at its end */
    const char *css; /* class of a page's cells; NULL: none */
    unsigned width;  /* on a terminal: cells are padded to it; 0: as long as their text */
} rsp_column;

/* The most columns of a table; rsp_table_column ignores those beyond. */
enum { RSP_TABLE_COLUMNS = 80 };

/* Cells fill the columns one after the other; a row is complete when the last one has its cell. A new column
 * needs its cell in every row: writing a table whose last row is not complete asserts. */
typedef struct rsp_table {
    rsp_arena *arena;
    const char *css;
    rsp_column columns[RSP_TABLE_COLUMNS];
    size_t num_columns;
    rsp_cell *cells;
    size_t num_cells;
    size_t cap_cells;
    bool named;        /* the first cell of a row names it */
    const char *words; /* on a page: what finds every row besides its own text; NULL: nothing */
    unsigned indent;   /* on a terminal: blanks before each row */
    rsp_cell lost;     /* without memory: nobody sees it */
} rsp_table;

/* How a field of a card is laid out. */
typedef enum rsp_field_form {
    RSP_FORM_WORDS,    /* prose, wrapped */
    RSP_FORM_CODE,     /* what a stub sent or a scenario says, wrapped */
    RSP_FORM_COMMAND,  /* stays on one line: it is copied */
    RSP_FORM_SENTENCE, /* prose; without its label on a terminal */
    RSP_FORM_PLACE,    /* a file with its line; on a terminal without its label, on one line */
    RSP_FORM_LINK,     /* `text` is the id of a card in this page, without the '#' */
    RSP_FORM_FILE,     /* `text` is the path of a file; a page leads to it where the path is harmless */
} rsp_field_form;

/* A thing with a headline and details, which a page folds: a result, a cause, a difference. Texts may be
 * NULL. They are borrowed, and so are those of its fields: they must live until the document is written. */
typedef struct rsp_card {
    const char *css;     /* classes in pages; the first also stands in data-kind. Never from outside */
    const char *id;      /* anchor in pages. Never from outside */
    const char *mark;    /* in front: a verdict, a number; in capitals on a terminal where the tone alarms */
    rsp_tone tone;       /* of the mark */
    const char *name;    /* what it is about */
    const char *variant; /* beside the name */
    const char *title;   /* a sentence about it; pages */
    const char *ids;     /* small, at the end; pages ... */
    const char *level;   /* ... with this behind */
    const char *aside;   /* at the right edge; terminals */
    bool open;           /* pages: unfolded at first */
    bool tight;          /* terminals: no empty line before it */
} rsp_card;

/* A section that a page folds. */
typedef struct rsp_group {
    const char *css; /* classes in pages. Never from outside */
    const char *title;
    const char *note;   /* beside the title; NULL: none */
    const char *figure; /* markup behind the title, for pages; NULL: none */
    bool open;
} rsp_group;

/* All-zero is an empty document. The arena's status says whether all of it is there. */
typedef struct rsp_document {
    rsp_arena arena;
    struct rsp_block *blocks;
    size_t num_blocks;
    size_t cap_blocks;
    rsp_table lost; /* as above */
} rsp_document;

/* Frees everything in it; the document is empty then. All-zero is fine. */
void rsp_document_free(rsp_document *d);

/* Adds the title: what the document is about. It comes first. */
void rsp_document_title(rsp_document *d, const char *fmt, ...) RSP_PRINTF(2, 3);

/* Adds the answer that the report gives, in one sentence, below the title. */
void rsp_document_answer(rsp_document *d, rsp_tone tone, const char *fmt, ...) RSP_PRINTF(3, 4);

/* Adds a fact to the head; does nothing when the text is empty. `label` must outlive the document. */
void rsp_document_fact(rsp_document *d, const char *label, const char *fmt, ...) RSP_PRINTF(3, 4);

/* What rsp_text_count writes, for sentences; it lives as long as the document. */
const char *rsp_document_count(rsp_document *d, uint64_t count);
/* The same of rsp_text_counted: "no gaps", "1 gap". */
const char *rsp_document_counted(rsp_document *d, uint64_t count, const char *one, const char *many);
/* The same of rsp_text_duration. */
const char *rsp_document_duration(rsp_document *d, uint64_t ns);

/* Adds a figure for pages; Markdown leaves it out. `markup` is copied and is not escaped: whatever a stub
 * says must be escaped in it already. */
void rsp_document_figure(rsp_document *d, const char *markup);

/* More of the title on a terminal, on the same line; the title on pages is what it is about alone. Nothing
 * where the text is empty. */
void rsp_document_aside(rsp_document *d, const char *fmt, ...) RSP_PRINTF(2, 3);

/* Begins a section; `note` stands beside its title, "" for none. */
void rsp_document_section(rsp_document *d, const char *title, const char *note);

/* Begins a section that a page folds. Its texts are copied, but for `css`. */
void rsp_document_group(rsp_document *d, const rsp_group *group);

/* Begins cards of a group that a page folds by themselves; nothing elsewhere. `css`: classes, the first of
 * them that of the cards. Folds do not nest, and end before their group does. */
void rsp_document_fold(rsp_document *d, const char *css, const char *title);
/* Ends the fold. */
void rsp_document_fold_end(rsp_document *d);

/* Adds a field that searches all cards, and all rows of tables, of a page; nothing elsewhere. It shows only
 * where scripts run. */
void rsp_document_search(rsp_document *d);

/* An empty line on a terminal; nothing elsewhere. */
void rsp_document_gap(rsp_document *d);

/* Begins a card; what follows are its details, until it ends. Cards do not nest. */
void rsp_document_card(rsp_document *d, const rsp_card *card);
/* Ends the card that was begun last. */
void rsp_document_card_end(rsp_document *d);

/* A detail: a label that is ours with a text, borrowed; nothing where the text is NULL or empty. */
void rsp_document_field(rsp_document *d, rsp_field_form form, const char *label, const char *text);

/* Lines of a rendered transcript, borrowed: a ladder on pages. A title folds them there, NULL does not. */
void rsp_document_wire(rsp_document *d, const char *title, const char *lines);

/* Adds a paragraph to the section. */
void rsp_document_paragraph(rsp_document *d, const char *fmt, ...) RSP_PRINTF(2, 3);

/* Adds an item of a list; items in a row are one list. `head` names what the item is about, is copied, and
 * stands in front of the text. */
void rsp_document_item(rsp_document *d, rsp_tone tone, const char *head, const char *fmt, ...)
    RSP_PRINTF(4, 5);

/* On a page the last item's text leads to the card with this id, which is copied. Nothing without an item. */
void rsp_document_item_leads_to(rsp_document *d, const char *id);

/* Adds lines of text that keep their breaks. `lines` is copied, `title` must outlive the document. */
void rsp_document_lines(rsp_document *d, const char *title, const char *lines);

/* A table without columns and cells; `css` is its class in pages, "" for none. Never NULL. */
rsp_table *rsp_document_table(rsp_document *d, const char *css);

/* Adds a column with a title. All columns come before the first cell. */
void rsp_table_column(rsp_table *t, bool number, const char *fmt, ...) RSP_PRINTF(3, 4);

/* Adds the next cell, with a text. Tone, form and hint can be set in the result, which is never NULL and is
 * valid until the next cell. */
rsp_cell *rsp_table_text(rsp_table *t, const char *fmt, ...) RSP_PRINTF(2, 3);

/* The same with a number, its thousands apart: "12,345". */
rsp_cell *rsp_table_count(rsp_table *t, uint64_t count);

/* The same with a time in a unit that suits it: "12.5 ms". */
rsp_cell *rsp_table_time(rsp_table *t, uint64_t ns);

/* Writes it. RSP_NO_MEMORY, or the buffer's status. */
rsp_status rsp_document_markdown(rsp_buf *out, const rsp_document *d) RSP_MUST_USE;

/* How a terminal is written to. */
typedef struct rsp_terminal_style {
    bool colour;    /* ANSI colours */
    bool whole;     /* long values and lines are not cut */
    unsigned width; /* columns; 0 is 100, less than 40 is 40 */
} rsp_terminal_style;

/* Lines for a terminal, of printable ASCII alone whatever the texts hold. */
rsp_status rsp_document_terminal(rsp_buf *out, const rsp_document *d, rsp_terminal_style style);

/* One self-contained page inside a frame of ours: nothing from outside, well-formed as XML. */
rsp_status rsp_document_html(rsp_buf *out, const rsp_document *d, const rsp_page_frame *frame) RSP_MUST_USE;

RSP_END_DECLS

#endif
