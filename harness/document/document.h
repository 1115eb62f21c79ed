/* A document: a title with its answer, facts, and sections of paragraphs, lists and tables. It is described
 * once, and written as a page or as Markdown. Texts are made harmless when they are written; only a figure is
 * markup already, for pages alone. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DOCUMENT_H
#define RSP_DOCUMENT_H

#include "core/arena.h"

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* How a cell or an item is meant. */
typedef enum rsp_tone {
    RSP_TONE_PLAIN,
    RSP_TONE_GOOD,
    RSP_TONE_BAD,
    RSP_TONE_NOTE, /* neither: worth knowing */
} rsp_tone;

typedef enum rsp_cell_form {
    RSP_CELL_TEXT,
    RSP_CELL_CODE,   /* what a stub or a user types */
    RSP_CELL_SHARE,  /* a bar, as long as `share` of 1; text shows the percentage */
    RSP_CELL_FIGURE, /* `text` is markup of a page; nothing elsewhere */
} rsp_cell_form;

typedef struct rsp_cell {
    const char *text;
    const char *hint; /* shown where a pointer rests on it; NULL: none */
    double share;
    rsp_cell_form form;
    rsp_tone tone;
} rsp_cell;

typedef struct rsp_column {
    const char *title;
    bool number;     /* aligned at its end */
    const char *css; /* class of a page's cells; NULL: none */
} rsp_column;

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
    bool named;    /* the first cell of a row names it */
    rsp_cell lost; /* without memory: nobody sees it */
} rsp_table;

/* All-zero is an empty document. The arena's status says whether all of it is there. */
typedef struct rsp_document {
    rsp_arena arena;
    struct rsp_block *blocks;
    size_t num_blocks;
    size_t cap_blocks;
    rsp_table lost; /* as above */
} rsp_document;

void rsp_document_free(rsp_document *d);

/* The head: what it is about, the answer in one sentence, facts by label, a figure. An empty fact is left
 * out. */
void rsp_document_title(rsp_document *d, const char *fmt, ...) RSP_PRINTF(2, 3);
void rsp_document_answer(rsp_document *d, rsp_tone tone, const char *fmt, ...) RSP_PRINTF(3, 4);
void rsp_document_fact(rsp_document *d, const char *label, const char *fmt, ...) RSP_PRINTF(3, 4);
void rsp_document_figure(rsp_document *d, const char *markup);

/* Begins a section; `note` stands beside its title, "" for none. */
void rsp_document_section(rsp_document *d, const char *title, const char *note);

/* What stands in it: a paragraph, an item of a list with what it is about in front, lines as they are under a
 * title. */
void rsp_document_paragraph(rsp_document *d, const char *fmt, ...) RSP_PRINTF(2, 3);
void rsp_document_item(rsp_document *d, rsp_tone tone, const char *head, const char *fmt, ...)
    RSP_PRINTF(4, 5);
void rsp_document_lines(rsp_document *d, const char *title, const char *lines);

/* A table without columns and cells; `css` is its class in pages, "" for none. Never NULL. */
rsp_table *rsp_document_table(rsp_document *d, const char *css);
void rsp_table_column(rsp_table *t, bool number, const char *fmt, ...) RSP_PRINTF(3, 4);

/* The next cell; what more is to be said of it is set in what is returned. */
rsp_cell *rsp_table_text(rsp_table *t, const char *fmt, ...) RSP_PRINTF(2, 3);
rsp_cell *rsp_table_count(rsp_table *t, uint64_t count);
rsp_cell *rsp_table_time(rsp_table *t, uint64_t ns);

/* Writes it. RSP_NO_MEMORY, or the buffer's status. */
rsp_status rsp_document_markdown(rsp_buf *out, const rsp_document *d) RSP_MUST_USE;

/* One self-contained page with a style sheet of ours: no script, nothing from outside, well-formed as XML. */
rsp_status rsp_document_html(rsp_buf *out, const rsp_document *d, rsp_bytes style) RSP_MUST_USE;

RSP_END_DECLS

#endif
