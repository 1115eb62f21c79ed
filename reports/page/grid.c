/* Columns grow as text, since nothing but JSON is wanted of them.
 * A word is kept once; a cell holds its number.
 * See grid.h. */
/* SPDX-License-Identifier: MIT */
#include "grid.h"
#include "core/text.h"

#include "codec/explain.h"
#include "core/hex.h"
#include "document/page.h"
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A word with its number. */
typedef struct known_word {
    rsp_hash_node node; /* first: a node is its word */
    uint64_t number;
    size_t len;
    uint8_t text[];
} known_word;

static uint64_t hash_of(rsp_bytes text) {
    uint64_t hash = rsp_hash(0, text.len);
    for (size_t i = 0; i < text.len; i += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, text.ptr + i, text.len - i < sizeof word ? text.len - i : sizeof word);
        hash = rsp_hash(hash, word);
    }
    return hash;
}

static void free_word(void *ctx, rsp_hash_node *node) {
    rsp_hash_table_remove(ctx, node);
    free(node);
}

void rsp_grid_free(rsp_grid *grid) {
    for (size_t i = 0; i < grid->num_columns; i++) {
        rsp_buf_free(&grid->data[i].values);
        rsp_buf_free(&grid->data[i].words);
        rsp_hash_table_each(&grid->data[i].known, free_word, &grid->data[i].known);
        rsp_hash_table_free(&grid->data[i].known);
    }
    *grid = (rsp_grid){.columns = grid->columns, .num_columns = grid->num_columns};
}

static rsp_buf *next_cell(rsp_grid *grid, size_t column) {
    assert(column < grid->num_columns);
    rsp_buf *values = &grid->data[column].values;
    if (values->len > 0)
        rsp_buf_push(values, ',');
    return values;
}

static bool has_words(rsp_grid_form form) {
    return form != RSP_GRID_COUNT && form != RSP_GRID_TIME;
}

void rsp_grid_number(rsp_grid *grid, size_t column, uint64_t value) {
    rsp_buf_printf(next_cell(grid, column), "%" PRIu64, value);
}

void rsp_grid_none(rsp_grid *grid, size_t column) {
    rsp_buf_str(next_cell(grid, column), has_words(grid->columns[column].form) ? "-1" : "null");
}

/* The number of a word that is known by now; NULL without memory. */
static const known_word *find_word(struct rsp_grid_data *data, rsp_bytes text) {
    const uint64_t hash = hash_of(text);
    rsp_hash_node *node = rsp_hash_table_first(&data->known, hash);
    for (; node; node = rsp_hash_table_next(node)) {
        const known_word *word = (const known_word *)node;
        if (rsp_bytes_equal(rsp_bytes_make(word->text, word->len), text))
            return word;
    }
    known_word *word = calloc(1, sizeof *word + text.len);
    if (!word)
        return NULL;
    word->number = data->num_words++;
    word->len = text.len;
    if (text.len > 0)
        memcpy(word->text, text.ptr, text.len);
    rsp_hash_table_add(&data->known, &word->node, hash);
    if (word->number > 0)
        rsp_buf_push(&data->words, ',');
    rsp_page_data_string(&data->words, text);
    return word;
}

static void add_word(rsp_grid *grid, size_t column, rsp_bytes text) {
    struct rsp_grid_data *data = &grid->data[column];
    const known_word *word = find_word(data, text);
    if (word)
        rsp_grid_number(grid, column, word->number);
    else
        data->words.status = RSP_NO_MEMORY;
}

void rsp_grid_text(rsp_grid *grid, size_t column, rsp_bytes text, size_t max) {
    rsp_buf printable = {0};
    rsp_printable_append(&printable, rsp_bytes_sub(text, 0, max ? max : text.len), 0);
    if (max > 0 && text.len > max)
        rsp_buf_printf(&printable, "... (%zu bytes)", text.len);
    add_word(grid, column, rsp_buf_bytes(&printable));
    if (printable.status != RSP_OK)
        grid->data[column].words.status = printable.status;
    rsp_buf_free(&printable);
}

void rsp_grid_address(rsp_grid *grid, size_t column, uint64_t value) {
    rsp_buf text = {0};
    rsp_buf_printf(&text, "0x%" PRIx64, value);
    add_word(grid, column, rsp_buf_bytes(&text));
    rsp_buf_free(&text);
}

void rsp_grid_end_row(rsp_grid *grid) {
    grid->rows++;
}

static void append_key(rsp_buf *out, const char *key, const char *text) {
    if (!text)
        return;
    rsp_text_printf(out, ",\"%s\":", key);
    rsp_page_data_string(out, rsp_bytes_str(text));
}

static void append_column(rsp_buf *out, const rsp_grid_column *column, const struct rsp_grid_data *data) {
    static const char *const forms[] = {
#define FORM_WORD(name, word) word,
        RSP_GRID_FORM_LIST(FORM_WORD)
#undef FORM_WORD
    };
    rsp_text_printf(out, "{\"form\":\"%s\"", forms[column->form]);
    append_key(out, "key", column->key);
    append_key(out, "title", column->title);
    if (column->room != RSP_GRID_ALWAYS)
        rsp_text_printf(out, ",\"%s\":true", column->room == RSP_GRID_WIDE ? "wide" : "hidden");
    if (has_words(column->form)) {
        rsp_buf_str(out, ",\"words\":[");
        rsp_buf_append(out, rsp_buf_bytes(&data->words));
        rsp_buf_push(out, ']');
    }
    rsp_buf_str(out, ",\"values\":[");
    rsp_buf_append(out, rsp_buf_bytes(&data->values));
    rsp_buf_str(out, "]}");
}

rsp_status rsp_grid_json(rsp_buf *out, const rsp_grid *grid, const rsp_grid_about *about) {
    rsp_status status = RSP_OK;
    rsp_buf_printf(out, "{\"rows\":%" PRIu64 ",\"left_out\":%" PRIu64, grid->rows, grid->left_out);
    append_key(out, "title", about->title);
    append_key(out, "what", about->what);
    append_key(out, "one", about->one);
    append_key(out, "hint", about->hint);
    append_key(out, "within", about->within);
    rsp_buf_str(out, ",\"columns\":[");
    for (size_t i = 0; i < grid->num_columns; i++) {
        const struct rsp_grid_data *data = &grid->data[i];
        rsp_buf_str(out, i ? ",\n" : "");
        append_column(out, &grid->columns[i], data);
        status = data->values.status != RSP_OK ? data->values.status : status;
        status = data->words.status != RSP_OK ? data->words.status : status;
    }
    rsp_buf_str(out, "]}");
    return status != RSP_OK ? status : out->status;
}
