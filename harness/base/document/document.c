/* Builds documents: everything goes to the arena in the order in which it was said.
 * Arrays grow by doubling; what they were stays behind in the arena.
 * See document.h. */
/* SPDX-License-Identifier: MIT */
#include "document/document.h"

#include "block.h"
#include "core/arena.h"
#include "document/text.h"
#include <rsp/clock.h>

void rsp_document_free(rsp_document *d) {
    rsp_arena_free(&d->arena);
    *d = (rsp_document){0};
}

/* The array with room for one more; NULL without memory. */
static void *grow(rsp_arena *arena, void *items, size_t size, size_t num, size_t *cap) {
    if (num < *cap)
        return items;
    void *more = rsp_arena_alloc(arena, 2 * (*cap + 8) * size);
    if (!more)
        return NULL;
    if (num > 0)
        memcpy(more, items, num * size);
    *cap = 2 * (*cap + 8);
    return more;
}

static void add(rsp_document *d, rsp_block block) {
    rsp_block *blocks = grow(&d->arena, d->blocks, sizeof *blocks, d->num_blocks, &d->cap_blocks);
    if (!blocks)
        return;
    d->blocks = blocks;
    blocks[d->num_blocks++] = block;
}

static const char *keep(rsp_arena *arena, const char *fmt, va_list ap) {
    rsp_buf text = {.mem = arena->mem};
    rsp_buf_printf_v(&text, fmt, ap);
    const char *kept = rsp_arena_str(arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return kept;
}

static void say(rsp_document *d, rsp_block block, const char *fmt, va_list ap) {
    block.text = keep(&d->arena, fmt, ap);
    if ((block.kind != RSP_BLOCK_FACT && block.kind != RSP_BLOCK_ASIDE) || *block.text)
        add(d, block);
}

#define SAY(block_)                \
    do {                           \
        va_list ap;                \
        va_start(ap, fmt);         \
        say(d, (block_), fmt, ap); \
        va_end(ap);                \
    } while (0)

void rsp_document_title(rsp_document *d, const char *fmt, ...) {
    SAY(((rsp_block){.kind = RSP_BLOCK_TITLE}));
}

void rsp_document_aside(rsp_document *d, const char *fmt, ...) {
    SAY(((rsp_block){.kind = RSP_BLOCK_ASIDE}));
}

void rsp_document_answer(rsp_document *d, rsp_tone tone, const char *fmt, ...) {
    SAY(((rsp_block){.kind = RSP_BLOCK_ANSWER, .tone = tone}));
}

static const char *kept(rsp_document *d, rsp_buf *text) {
    const char *copy = rsp_arena_str(&d->arena, rsp_buf_cstr(text));
    rsp_buf_free(text);
    return copy;
}

const char *rsp_document_count(rsp_document *d, uint64_t count) {
    rsp_buf text = {0};
    rsp_text_count(&text, count);
    return kept(d, &text);
}

const char *rsp_document_counted(rsp_document *d, uint64_t count, const char *one, const char *many) {
    rsp_buf text = {0};
    rsp_text_counted(&text, count, one, many);
    return kept(d, &text);
}

const char *rsp_document_duration(rsp_document *d, uint64_t ns) {
    rsp_buf text = {0};
    rsp_text_duration(&text, ns);
    return kept(d, &text);
}

void rsp_document_fact(rsp_document *d, const char *label, const char *fmt, ...) {
    SAY(((rsp_block){.kind = RSP_BLOCK_FACT, .head = label}));
}

void rsp_document_paragraph(rsp_document *d, const char *fmt, ...) {
    SAY(((rsp_block){.kind = RSP_BLOCK_PARAGRAPH}));
}

void rsp_document_item(rsp_document *d, rsp_tone tone, const char *head, const char *fmt, ...) {
    SAY(((rsp_block){.kind = RSP_BLOCK_ITEM, .tone = tone, .head = rsp_arena_str(&d->arena, head)}));
}

void rsp_document_item_leads_to(rsp_document *d, const char *id) {
    rsp_block *last = d->num_blocks > 0 ? &d->blocks[d->num_blocks - 1] : NULL;
    if (last && last->kind == RSP_BLOCK_ITEM)
        last->leads_to = rsp_arena_str(&d->arena, id);
}

void rsp_document_figure(rsp_document *d, const char *markup) {
    add(d, (rsp_block){.kind = RSP_BLOCK_FIGURE, .text = rsp_arena_str(&d->arena, markup)});
}

void rsp_document_section(rsp_document *d, const char *title, const char *note) {
    add(d, (rsp_block){.kind = RSP_BLOCK_SECTION, .head = title, .text = rsp_arena_str(&d->arena, note)});
}

void rsp_document_lines(rsp_document *d, const char *title, const char *lines) {
    add(d, (rsp_block){.kind = RSP_BLOCK_LINES, .head = title, .text = rsp_arena_str(&d->arena, lines)});
}

void rsp_document_group(rsp_document *d, const rsp_group *group) {
    rsp_group *copy = rsp_arena_alloc(&d->arena, sizeof *copy);
    if (!copy)
        return;
    *copy = *group;
    copy->title = rsp_arena_str(&d->arena, group->title);
    copy->note = rsp_arena_str(&d->arena, group->note ? group->note : "");
    copy->figure = rsp_arena_str(&d->arena, group->figure ? group->figure : "");
    add(d, (rsp_block){.kind = RSP_BLOCK_GROUP, .group = copy});
}

void rsp_document_fold(rsp_document *d, const char *css, const char *title) {
    add(d, (rsp_block){.kind = RSP_BLOCK_FOLD, .head = css, .text = rsp_arena_str(&d->arena, title)});
}

void rsp_document_fold_end(rsp_document *d) {
    add(d, (rsp_block){.kind = RSP_BLOCK_FOLD_END});
}

void rsp_document_search(rsp_document *d) {
    add(d, (rsp_block){.kind = RSP_BLOCK_SEARCH});
}

void rsp_document_gap(rsp_document *d) {
    add(d, (rsp_block){.kind = RSP_BLOCK_GAP});
}

void rsp_document_card(rsp_document *d, const rsp_card *card) {
    rsp_card *copy = rsp_arena_alloc(&d->arena, sizeof *copy);
    if (!copy)
        return;
    *copy = *card;
    add(d, (rsp_block){.kind = RSP_BLOCK_CARD, .card = copy});
}

void rsp_document_card_end(rsp_document *d) {
    add(d, (rsp_block){.kind = RSP_BLOCK_CARD_END});
}

void rsp_document_field(rsp_document *d, rsp_field_form form, const char *label, const char *text) {
    if (text && *text)
        add(d, (rsp_block){.kind = RSP_BLOCK_FIELD, .form = form, .head = label, .text = text});
}

void rsp_document_wire(rsp_document *d, const char *title, const char *lines) {
    if (lines && *lines)
        add(d, (rsp_block){.kind = RSP_BLOCK_WIRE, .head = title, .text = lines});
}

rsp_table *rsp_document_table(rsp_document *d, const char *css) {
    rsp_table *t = rsp_arena_alloc(&d->arena, sizeof *t);
    if (!t) {
        d->lost = (rsp_table){.arena = &d->arena, .css = ""};
        return &d->lost;
    }
    *t = (rsp_table){.arena = &d->arena, .css = css};
    add(d, (rsp_block){.kind = RSP_BLOCK_TABLE, .table = t});
    return t;
}

void rsp_table_column(rsp_table *t, bool number, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    if (t->num_columns < RSP_TABLE_COLUMNS)
        t->columns[t->num_columns++] = (rsp_column){.title = keep(t->arena, fmt, ap), .number = number};
    va_end(ap);
}

static rsp_cell *next_cell(rsp_table *t, const char *text) {
    rsp_cell *cells = grow(t->arena, t->cells, sizeof *cells, t->num_cells, &t->cap_cells);
    if (!cells)
        return &t->lost;
    t->cells = cells;
    cells[t->num_cells] = (rsp_cell){.text = text};
    return &cells[t->num_cells++];
}

rsp_cell *rsp_table_text(rsp_table *t, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    rsp_cell *cell = next_cell(t, keep(t->arena, fmt, ap));
    va_end(ap);
    return cell;
}

static rsp_cell *number(rsp_table *t, uint64_t value, void (*append)(rsp_buf *, uint64_t)) {
    rsp_buf text = {.mem = t->arena->mem};
    append(&text, value);
    rsp_cell *cell = next_cell(t, rsp_arena_str(t->arena, rsp_buf_cstr(&text)));
    rsp_buf_free(&text);
    return cell;
}

rsp_cell *rsp_table_count(rsp_table *t, uint64_t count) {
    return number(t, count, rsp_text_count);
}

rsp_cell *rsp_table_time(rsp_table *t, uint64_t ns) {
    return number(t, ns, rsp_time_append);
}
