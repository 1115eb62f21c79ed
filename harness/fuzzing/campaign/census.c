/* States are collected, sorted and counted; edges are joined into the largest map.
 * Maps of another size are passed over.
 * See census.h. */
/* SPDX-License-Identifier: MIT */
#include "campaign/census.h"

#include "campaign/journal.h"

#include "core/arena.h"
#include "core/file.h"
#include "core/folder.h"

#include <stdlib.h>

typedef struct census {
    rsp_arena arena;
    rsp_buf states; /* uint64_t each */
    rsp_buf edges;  /* a byte each, of the largest map */
    rsp_census *out;
} census;

static uint64_t add(uint64_t a, uint64_t b) {
    return a < UINT64_MAX - b ? a + b : UINT64_MAX;
}

static void take_place(census *c, const char *path) {
    rsp_journal_place place = rsp_journal_place_read(path);
    size_t len = strlen(path);
    bool first = len > 6 && strcmp(path + len - 6, "-0.now") == 0; /* the others' clocks are the same */
    c->out->messages = add(c->out->messages, place.messages);
    c->out->seconds = add(c->out->seconds, first ? place.seconds : 0);
}

static void take_states(census *c, rsp_bytes text) {
    for (uint64_t state = 0; rsp_journal_next_state(&state, &text);)
        rsp_buf_append(&c->states, rsp_bytes_make(&state, sizeof state));
}

static void take_edges(census *c, rsp_bytes seen) {
    if (seen.len > c->edges.len)
        rsp_buf_clear(&c->edges);
    if (c->edges.len == 0)
        rsp_buf_append(&c->edges, seen);
    for (size_t i = 0; seen.len == c->edges.len && i < seen.len; i++)
        c->edges.ptr[i] |= seen.ptr[i];
}

static rsp_status take_file(census *c, const char *path, rsp_error *error) {
    const char *dot = strrchr(path, '.');
    bool states = dot && strcmp(dot, ".states") == 0;
    bool edges = dot && strcmp(dot, ".edges") == 0;
    rsp_buf bytes = {0};
    rsp_status status = RSP_OK;
    if (dot && strcmp(dot, ".now") == 0)
        take_place(c, path);
    if (states || edges)
        status = rsp_file_read(&bytes, path, error);
    if (states && status == RSP_OK)
        take_states(c, rsp_buf_bytes(&bytes));
    if (edges && status == RSP_OK)
        take_edges(c, rsp_buf_bytes(&bytes));
    rsp_buf_free(&bytes);
    return status;
}

static int compare(const void *a, const void *b) {
    uint64_t x = 0;
    uint64_t y = 0;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return x < y ? -1 : x > y;
}

static void count(census *c) {
    size_t num = c->states.len / sizeof(uint64_t);
    if (num > 0)
        qsort(c->states.ptr, num, sizeof(uint64_t), compare);
    for (size_t i = 0; i < num; i++) {
        const uint8_t *at = c->states.ptr + i * sizeof(uint64_t);
        c->out->states += i == 0 || compare(at - sizeof(uint64_t), at) != 0;
    }
    for (size_t i = 0; i < c->edges.len; i++)
        c->out->edges += c->edges.ptr[i] != 0;
}

rsp_status rsp_census_take(rsp_census *out, const char *campaign_folder, rsp_error *error) {
    *out = (rsp_census){0};
    census c = {.out = out};
    rsp_folder_names journals;
    const char *path = rsp_arena_printf(&c.arena, "%s/journal", campaign_folder);
    rsp_status status = rsp_folder_read(&journals, path, "", error);
    for (size_t i = 0; i < journals.num && status == RSP_OK; i++)
        status = take_file(&c, rsp_arena_printf(&c.arena, "%s/%s", path, journals.names[i]), error);
    rsp_folder_free(&journals);
    if (status == RSP_OK && (c.states.status != RSP_OK || c.edges.status != RSP_OK))
        status = rsp_fail(error, RSP_NO_MEMORY, "%s: no memory to count what is in it", campaign_folder);
    if (status == RSP_OK)
        count(&c);
    rsp_buf_free(&c.states);
    rsp_buf_free(&c.edges);
    rsp_arena_free(&c.arena);
    return status;
}
