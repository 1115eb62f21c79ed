/* Actions are aligned by the longest common subsequence of their kinds. Then every request becomes a pair of
 * action and signature; both lists are sorted and walked together, and what is left over is summed by
 * signature. See capture_diff.h. */
/* SPDX-License-Identifier: MIT */
#include "capture/capture_diff.h"

#include "capture/varying.h"
#include "core/arena.h"
#include "core/limits.h"
#include <stdlib.h>

enum { MOST_SIGNATURE = 160 };

/* One request, in the action that it belongs to. */
typedef struct item {
    rsp_bytes signature;
    size_t action; /* number of the pair of actions */
    uint64_t place;
    rsp_packet_id packet;
} item;

/* One recording's half. */
typedef struct half {
    const rsp_dialogue *d;
    item *items;
    size_t num_items;
    rsp_action *kinds; /* of its actions */
    size_t *pairs;     /* number of the pair, by action */
    size_t num_actions;
} half;

typedef struct differ {
    half halves[2];
    rsp_arena *arena;
    rsp_varying_values values;
    rsp_buf text;
    size_t num_pairs;
} differ;

/* --- signatures ----------------------------------------------------------------------------------------- */

/* The request with its ids, addresses and data left open. */
static rsp_bytes signature_of(differ *f, rsp_bytes payload) {
    rsp_buf_clear(&f->text);
    rsp_varying_values_of_request(&f->values, payload);
    size_t at = 0;
    for (size_t i = 0; i < f->values.num; i++) {
        const rsp_varying_value *m = &f->values.items[i];
        rsp_buf_append(&f->text, rsp_bytes_sub(payload, at, m->offset - at));
        rsp_buf_printf(&f->text, "<%s>", rsp_varying_name(m->kind));
        at = m->offset + m->len;
    }
    rsp_buf_append(&f->text, rsp_bytes_from(payload, at));
    rsp_buf_truncate(&f->text, MOST_SIGNATURE);
    return rsp_arena_bytes(f->arena, rsp_buf_bytes(&f->text));
}

/* --- actions -------------------------------------------------------------------------------------------- */

static rsp_action action_of(const rsp_dialogue *d, const rsp_turn *request) {
    rsp_bytes reply =
        request->other != RSP_NO_TURN ? d->turns[request->other].payload : rsp_bytes_make(NULL, 0);
    return rsp_action_of(request->payload, reply);
}

/* Cuts a recording into actions; item.action is the number within this recording for now. */
static bool split(differ *f, half *h) {
    const rsp_dialogue *d = h->d;
    h->items = rsp_arena_alloc(f->arena, (d->num_turns + 1) * sizeof *h->items);
    h->kinds = rsp_arena_alloc(f->arena, (d->num_turns + 1) * sizeof *h->kinds);
    h->pairs = rsp_arena_alloc(f->arena, (d->num_turns + 1) * sizeof *h->pairs);
    if (!h->items || !h->kinds || !h->pairs)
        return false;
    h->kinds[h->num_actions++] = RSP_ACTION_ATTACH;
    for (size_t i = 0; i < d->num_turns; i++) {
        const rsp_turn *t = &d->turns[i];
        if (t->kind != RSP_TURN_REQUEST)
            continue;
        if (rsp_action_begins(t->packet))
            h->kinds[h->num_actions++] = action_of(d, t);
        h->items[h->num_items++] = (item){.signature = signature_of(f, t->payload),
                                          .action = h->num_actions - 1,
                                          .place = t->place,
                                          .packet = t->packet};
    }
    return f->arena->status == RSP_OK && f->text.status == RSP_OK && f->values.status != RSP_NO_MEMORY;
}

/* Each action alone in its pair, unless it is aligned below. */
static void pair_nothing(differ *f) {
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < f->halves[side].num_actions; i++)
            f->halves[side].pairs[i] = SIZE_MAX;
}

static void pair(differ *f, rsp_capture_diff *out, size_t a, size_t b) {
    f->halves[0].pairs[a] = f->halves[1].pairs[b] = f->num_pairs++;
    out->aligned++;
}

static void pair_by_number(differ *f, rsp_capture_diff *out) {
    for (size_t i = 0; i < f->halves[0].num_actions && i < f->halves[1].num_actions; i++)
        if (f->halves[0].kinds[i] == f->halves[1].kinds[i])
            pair(f, out, i, i);
}

/* cells[i][j]: the longest common subsequence behind action i of the one and j of the other. */
static void pair_by_kind(differ *f, rsp_capture_diff *out, uint32_t *cells) {
    const half *a = &f->halves[0];
    const half *b = &f->halves[1];
    size_t width = b->num_actions + 1;
    for (size_t i = a->num_actions; i-- > 0;) {
        for (size_t j = b->num_actions; j-- > 0;) {
            uint32_t down = cells[(i + 1) * width + j];
            uint32_t right = cells[i * width + j + 1];
            uint32_t best = down > right ? down : right;
            cells[i * width + j] = a->kinds[i] == b->kinds[j] ? cells[(i + 1) * width + j + 1] + 1 : best;
        }
    }
    for (size_t i = 0, j = 0; i < a->num_actions && j < b->num_actions;) {
        if (a->kinds[i] == b->kinds[j])
            pair(f, out, i++, j++);
        else if (cells[(i + 1) * width + j] >= cells[i * width + j + 1])
            i++;
        else
            j++;
    }
}

static bool align(differ *f, rsp_capture_diff *out) {
    size_t height = f->halves[0].num_actions + 1;
    size_t width = f->halves[1].num_actions + 1;
    pair_nothing(f);
    if (height > RSP_LIMIT_DIFF_CELLS / width) {
        pair_by_number(f, out);
    } else {
        uint32_t *cells = calloc(height * width, sizeof *cells);
        if (!cells)
            return false;
        pair_by_kind(f, out, cells);
        free(cells);
    }
    for (int side = 0; side < 2; side++) {
        half *h = &f->halves[side];
        out->actions[side] = h->num_actions;
        for (size_t i = 0; i < h->num_actions; i++)
            if (h->pairs[i] == SIZE_MAX)
                h->pairs[i] = f->num_pairs++;
        for (size_t i = 0; i < h->num_items; i++)
            h->items[i].action = h->pairs[h->items[i].action];
    }
    return true;
}

/* --- packets -------------------------------------------------------------------------------------------- */

static int compare_items(const void *left, const void *right) {
    const item *a = left;
    const item *b = right;
    if (a->action != b->action)
        return a->action < b->action ? -1 : 1;
    int order = rsp_bytes_compare(a->signature, b->signature);
    return order ? order : (a->place > b->place) - (a->place < b->place);
}

static int compare_rows(const void *left, const void *right) {
    const rsp_diff_row *a = left;
    const rsp_diff_row *b = right;
    uint64_t of_a = a->only[0] + a->only[1];
    uint64_t of_b = b->only[0] + b->only[1];
    return of_a != of_b ? (of_a < of_b ? 1 : -1) : rsp_bytes_compare(a->signature, b->signature);
}

static int compare_signatures(const void *left, const void *right) {
    return rsp_bytes_compare(((const rsp_diff_row *)left)->signature,
                             ((const rsp_diff_row *)right)->signature);
}

/* Items from `*at` that are the same: how many. */
static size_t take_same(const half *h, size_t *at) {
    size_t start = *at;
    while (*at < h->num_items && h->items[*at].action == h->items[start].action &&
           rsp_bytes_equal(h->items[*at].signature, h->items[start].signature))
        ++*at;
    return *at - start;
}

/* Which half has the smaller item at its place; 2: both have it. */
static int smaller(const half *a, size_t i, const half *b, size_t j) {
    if (i == a->num_items || j == b->num_items)
        return i == a->num_items;
    int order = a->items[i].action != b->items[j].action
                    ? (a->items[i].action < b->items[j].action ? -1 : 1)
                    : rsp_bytes_compare(a->items[i].signature, b->items[j].signature);
    return order == 0 ? 2 : order > 0;
}

static void add_row(rsp_capture_diff *out, const half *h, int side, size_t at, size_t more, size_t same) {
    rsp_diff_row row = {.signature = h->items[at].signature, .packet = h->items[at].packet, .actions = 1};
    row.only[side] = more;
    row.first_place[side] = h->items[at + same].place;
    out->rows[out->num_rows++] = row;
}

/* One row for each action and signature where the halves differ. */
static void walk(differ *f, rsp_capture_diff *out) {
    half *a = &f->halves[0];
    half *b = &f->halves[1];
    qsort(a->items, a->num_items, sizeof *a->items, compare_items);
    qsort(b->items, b->num_items, sizeof *b->items, compare_items);
    for (size_t i = 0, j = 0; i < a->num_items || j < b->num_items;) {
        int which = smaller(a, i, b, j);
        size_t from[2] = {i, j};
        size_t num[2] = {which != 1 ? take_same(a, &i) : 0, which != 0 ? take_same(b, &j) : 0};
        size_t same = num[0] < num[1] ? num[0] : num[1];
        out->common += same;
        if (num[0] > same)
            add_row(out, a, 0, from[0], num[0] - same, same);
        if (num[1] > same)
            add_row(out, b, 1, from[1], num[1] - same, same);
    }
}

static uint64_t earlier(uint64_t a, uint64_t b) {
    return a == 0 || (b != 0 && b < a) ? b : a;
}

static void sum_up(rsp_capture_diff *out) {
    qsort(out->rows, out->num_rows, sizeof *out->rows, compare_signatures);
    size_t num = 0;
    for (size_t i = 0; i < out->num_rows; i++) {
        rsp_diff_row *last = num > 0 ? &out->rows[num - 1] : NULL;
        const rsp_diff_row *row = &out->rows[i];
        if (!last || !rsp_bytes_equal(last->signature, row->signature)) {
            out->rows[num++] = *row;
            continue;
        }
        last->actions += row->actions;
        for (int side = 0; side < 2; side++) {
            last->only[side] += row->only[side];
            last->first_place[side] = earlier(last->first_place[side], row->first_place[side]);
        }
    }
    out->num_rows = num;
    qsort(out->rows, out->num_rows, sizeof *out->rows, compare_rows);
}

rsp_status rsp_capture_diff_make(rsp_capture_diff *out, const rsp_dialogue *first,
                                 const rsp_dialogue *second) {
    *out = (rsp_capture_diff){0};
    differ f = {.halves = {{.d = first}, {.d = second}}, .arena = &out->arena};
    bool ok = split(&f, &f.halves[0]) && split(&f, &f.halves[1]) && align(&f, out);
    if (ok) {
        size_t most = f.halves[0].num_items + f.halves[1].num_items + 1;
        out->rows = rsp_arena_alloc(&out->arena, most * sizeof *out->rows);
        ok = out->rows != NULL;
    }
    if (ok) {
        out->requests[0] = f.halves[0].num_items;
        out->requests[1] = f.halves[1].num_items;
        walk(&f, out);
        sum_up(out);
    }
    rsp_varying_values_free(&f.values);
    rsp_buf_free(&f.text);
    if (!ok)
        rsp_capture_diff_free(out);
    return ok ? RSP_OK : RSP_NO_MEMORY;
}

void rsp_capture_diff_free(rsp_capture_diff *diff) {
    rsp_arena_free(&diff->arena);
    *diff = (rsp_capture_diff){0};
}
