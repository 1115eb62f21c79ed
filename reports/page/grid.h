/* A large table as data of a page: columns, written row by row, of which the page's script shows what is in
 * sight. Texts that occur often are kept once. Beyond a bound rows are counted and left out. See
 * reports/html/grid.js. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_REPORT_GRID_H
#define RSP_REPORT_GRID_H

#include "core/hash_table.h"

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* How the page shows and compares a column. X(name, word) */
#define RSP_GRID_FORM_LIST(X) \
    X(COUNT, "count")         \
    X(TIME, "time")           \
    X(NAME, "name")           \
    X(TEXT, "text")           \
    X(CODE, "code")           \
    X(ADDRESS, "address")

/* COUNT: a number. TIME: nanoseconds. NAME: one of a few words. TEXT and CODE: any text. ADDRESS: 64 bits. */
typedef enum rsp_grid_form {
#define RSP_GRID_ENUM(name, word) RSP_GRID_##name,
    RSP_GRID_FORM_LIST(RSP_GRID_ENUM)
#undef RSP_GRID_ENUM
} rsp_grid_form;

/* Where a column is shown. */
typedef enum rsp_grid_room {
    RSP_GRID_ALWAYS,
    RSP_GRID_WIDE,   /* on wide screens, and in the details of a row */
    RSP_GRID_DETAIL, /* in the details of a row only */
} rsp_grid_room;

typedef struct rsp_grid_column {
    const char *key; /* its name in filters */
    const char *title;
    rsp_grid_form form;
    rsp_grid_room room;
} rsp_grid_column;

/* What the page says of the rows. */
typedef struct rsp_grid_about {
    const char *title;
    const char *what;   /* "exchanges" */
    const char *one;    /* "exchange" */
    const char *hint;   /* inside the empty field of the filter */
    const char *within; /* key of a column: neighbours of a row have its value, too. NULL: all rows */
} rsp_grid_about;

enum { RSP_GRID_COLUMNS = 24 };

/* All-zero with `columns` and `num_columns` set is an empty table. */
typedef struct rsp_grid {
    const rsp_grid_column *columns;
    size_t num_columns;
    uint64_t rows;
    uint64_t left_out; /* rows that were too many: counted by the caller */

    /* private */
    struct rsp_grid_data {
        rsp_buf values;
        rsp_buf words;
        rsp_hash_table known;
        uint64_t num_words;
    } data[RSP_GRID_COLUMNS];
} rsp_grid;

void rsp_grid_free(rsp_grid *grid);

/* One cell of the row under way; every column gets one before rsp_grid_end_row. Numbers are for COUNT and
 * TIME, exact up to 2^53. A text is cut after `max` bytes (0: never); what is not printable becomes \xNN. */
void rsp_grid_number(rsp_grid *grid, size_t column, uint64_t value);
void rsp_grid_text(rsp_grid *grid, size_t column, rsp_bytes text, size_t max);
void rsp_grid_address(rsp_grid *grid, size_t column, uint64_t value);
void rsp_grid_none(rsp_grid *grid, size_t column);
void rsp_grid_end_row(rsp_grid *grid);

/* Appends the JSON. RSP_NO_MEMORY: some cell is missing. */
rsp_status rsp_grid_json(rsp_buf *out, const rsp_grid *grid, const rsp_grid_about *about) RSP_MUST_USE;

RSP_END_DECLS

#endif
