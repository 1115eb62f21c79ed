/* Checkpoints: a copy of the state heap, and references to all pages of the program.
 * Decoded code and cached translations are not kept; they are made anew.
 * See checkpoint.h. */
/* SPDX-License-Identifier: MIT */
#include "checkpoint.h"

#include "code.h"

#include "core/mem.h"
#include <string.h>

typedef void each_entry(void *ctx, pte *entry);

/* All pages of all spaces, always in the same order. */
static void each_page(const rsp_machine *m, each_entry *fn, void *ctx) {
    for (space *s = m->pool.spaces; s; s = s->next) {
        for (pte_leaf *leaf = s->leaves; leaf; leaf = leaf->next) {
            uint64_t made = leaf->made;
            for (pte *entry = leaf->entries; made; made >>= 1, entry++)
                if ((made & 1) && entry->page)
                    fn(ctx, entry);
        }
    }
}

typedef struct page_count {
    size_t pages;
    size_t shared;
} page_count;

static void count(void *ctx, pte *entry) {
    page_count *c = ctx;
    c->pages++;
    c->shared += entry->shared;
}

static void keep(void *ctx, pte *entry) {
    checkpoint *c = ctx;
    page_keep(entry->page);
    c->pages[c->num_pages++] = entry->page;
    if (entry->shared)
        memcpy(c->shared + c->num_shared++ * PAGE_BYTES, entry->page->bytes, PAGE_BYTES);
}

bool checkpoint_take(checkpoint *out, rsp_machine *m, state_heap *heap, const checkpoint *like) {
    page_count num = {0};
    each_page(m, count, &num);
    *out = (checkpoint){0};
    out->pages = rsp_mem_calloc(heap->under, num.pages, sizeof(page *));
    out->shared = rsp_mem_calloc(heap->under, num.shared, PAGE_BYTES);
    if (!out->pages || !out->shared || !state_heap_copy(heap, &out->state, like ? &like->state : NULL)) {
        checkpoint_free(out, m, heap);
        return false;
    }
    each_page(m, keep, out);
    for (space *s = m->pool.spaces; s; s = s->next)
        space_forget_writes(s);
    return true;
}

static void hide(void *ctx, pte *entry) {
    page_hide(ctx, entry->page);
}

typedef struct returning {
    rsp_machine *m;
    const uint8_t *shared;
} returning;

static void show(void *ctx, pte *entry) {
    returning *r = ctx;
    page_show(&r->m->pool, entry->page);
    entry->code = NULL;
    if (!entry->shared)
        return;
    memcpy(entry->page->bytes, r->shared, PAGE_BYTES);
    r->shared += PAGE_BYTES;
}

static void forget_translations(space *s) {
    memset(s->read, 0, sizeof s->read);
    memset(s->write, 0, sizeof s->write);
    memset(s->fetch, 0, sizeof s->fetch);
}

void checkpoint_return_to(const checkpoint *c, rsp_machine *m, state_heap *heap) {
    for (space *s = m->pool.spaces; s; s = s->next)
        code_drop_all(s);
    each_page(m, hide, &m->pool);
    state_heap_put_back(heap, &c->state);
    returning back = {.m = m, .shared = c->shared};
    each_page(m, show, &back);
    for (space *s = m->pool.spaces; s; s = s->next) {
        s->codes.next = s->codes.prev = &s->codes;
        forget_translations(s);
    }
    m->pool.num_codes = 0;
}

void checkpoint_free(checkpoint *c, rsp_machine *m, state_heap *heap) {
    for (size_t i = 0; c->pages && i < c->num_pages; i++)
        page_unkeep(&m->pool, c->pages[i]);
    rsp_mem_free(heap->under, c->pages);
    rsp_mem_free(heap->under, c->shared);
    state_copy_free(heap, &c->state);
    *c = (checkpoint){0};
}

size_t checkpoint_bytes(const checkpoint *c) {
    return c->num_pages * sizeof(page *) + c->num_shared * PAGE_BYTES + state_copy_bytes(&c->state);
}

void machine_forget_caches(rsp_machine *m) {
    for (space *s = m->pool.spaces; s; s = s->next) {
        code_drop_all(s);
        forget_translations(s);
    }
}
