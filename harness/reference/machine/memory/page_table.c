/* Page tables of three levels, and the pages that several of them may show.
 * Tables are limited as pages are, and hang in lists, so that nobody looks through empty ones.
 * An entry keeps its breakpoints while its page is not there. */
/* SPDX-License-Identifier: MIT */
#include "page_table.h"

#include "core/mem.h"
#include <string.h>

static size_t top_index(uint64_t address) {
    return (size_t)(address >> (PAGE_BITS + LEAF_BITS + MID_BITS));
}

static size_t mid_index(uint64_t address) {
    return (size_t)(address >> (PAGE_BITS + LEAF_BITS)) & ((1U << MID_BITS) - 1);
}

static size_t leaf_index(uint64_t address) {
    return (size_t)(address >> PAGE_BITS) & ((1U << LEAF_BITS) - 1);
}

pte *space_pte(const space *s, uint64_t address) {
    if (address >= SPACE_END)
        return NULL;
    const pte_mid *mid = s->top[top_index(address)];
    pte_leaf *leaf = mid ? mid->leaves[mid_index(address)] : NULL;
    return leaf ? &leaf->entries[leaf_index(address)] : NULL;
}

/* Parts of page tables are limited, too: a few addresses far apart take many of them. */
static void *table_new(memory_pool *pool, size_t size) {
    void *table = pool->tables_left ? rsp_mem_calloc(pool->mem, 1, size) : NULL;
    if (table)
        pool->tables_left--;
    return table;
}

static void table_free(memory_pool *pool, void *table) {
    pool->tables_left++;
    rsp_mem_free(pool->mem, table);
}

static pte_mid *mid_new(space *s) {
    pte_mid *mid = table_new(s->pool, sizeof *mid);
    if (!mid)
        return NULL;
    mid->next = s->mids;
    s->mids = mid;
    return mid;
}

static pte_leaf *leaf_new(space *s, uint64_t address) {
    pte_leaf *leaf = table_new(s->pool, sizeof *leaf);
    if (!leaf)
        return NULL;
    leaf->address = address & ~(((uint64_t)PAGE_BYTES << LEAF_BITS) - 1);
    leaf->next = s->leaves;
    s->leaves = leaf;
    return leaf;
}

pte *space_pte_make(space *s, uint64_t address) {
    if (address >= SPACE_END)
        return NULL;
    pte_mid **mid = &s->top[top_index(address)];
    if (!*mid)
        *mid = mid_new(s);
    if (!*mid)
        return NULL;
    pte_leaf **leaf = &(*mid)->leaves[mid_index(address)];
    if (!*leaf)
        *leaf = leaf_new(s, address);
    if (!*leaf)
        return NULL;
    (*leaf)->made |= UINT64_C(1) << leaf_index(address);
    return &(*leaf)->entries[leaf_index(address)];
}

page *page_new(memory_pool *pool) {
    if (pool->pages_left == 0)
        return NULL;
    page *p = rsp_mem_alloc(pool->page_mem, sizeof *p);
    if (!p)
        return NULL;
    pool->pages_left--;
    p->refs = 1;
    p->kept = 0;
    return p;
}

page *page_replace(memory_pool *pool, page *p) {
    page *copy = rsp_mem_alloc(pool->page_mem, sizeof *copy);
    if (!copy)
        return NULL;
    copy->refs = 1;
    copy->kept = 0;
    memcpy(copy->bytes, p->bytes, sizeof copy->bytes);
    page_hide(pool, p);
    return copy;
}

void page_release(memory_pool *pool, page *p) {
    if (!p)
        return;
    if (p->refs == 1)
        pool->pages_left++;
    page_hide(pool, p);
}

void page_keep(page *p) {
    p->kept++;
}

void page_unkeep(memory_pool *pool, page *p) {
    if (--p->kept || p->refs)
        return;
    pool->keeper->num_pages--;
    rsp_mem_free(pool->page_mem, p);
}

void page_show(memory_pool *pool, page *p) {
    if (p->refs++ == 0)
        pool->keeper->num_pages--;
}

void page_hide(memory_pool *pool, page *p) {
    if (--p->refs)
        return;
    if (p->kept)
        pool->keeper->num_pages++;
    else
        rsp_mem_free(pool->page_mem, p);
}

void space_forget(space *s, uint64_t address) {
    uint64_t tag = page_tag(address);
    size_t at = (size_t)(address >> PAGE_BITS);
    if (s->read[at % TLB_ENTRIES].tag == tag)
        s->read[at % TLB_ENTRIES].tag = NO_TAG;
    if (s->write[at % TLB_ENTRIES].tag == tag)
        s->write[at % TLB_ENTRIES].tag = NO_TAG;
    if (s->fetch[at % FETCH_ENTRIES].tag == tag)
        s->fetch[at % FETCH_ENTRIES].tag = NO_TAG;
}

void space_forget_writes(space *s) {
    for (size_t i = 0; i < TLB_ENTRIES; i++)
        s->write[i].tag = NO_TAG;
}

static void leaf_free(space *s, pte_leaf *leaf) {
    uint64_t made = leaf->made;
    for (pte *entry = leaf->entries; made; made >>= 1, entry++) {
        if (!(made & 1))
            continue;
        page_release(s->pool, entry->page);
        rsp_mem_free(s->pool->mem, entry->breaks);
    }
    table_free(s->pool, leaf);
}

void page_table_free(space *s) {
    for (pte_leaf *leaf = s->leaves, *next; leaf; leaf = next) {
        next = leaf->next;
        leaf_free(s, leaf);
    }
    for (pte_mid *mid = s->mids, *next; mid; mid = next) {
        next = mid->next;
        table_free(s->pool, mid);
    }
}

static bool leaf_copy(space *to, const pte_leaf *leaf) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(leaf->entries); i++) {
        const pte *from = &leaf->entries[i];
        if (!from->page)
            continue;
        pte *entry = space_pte_make(to, leaf->address + i * PAGE_BYTES);
        if (!entry)
            return false;
        *entry = (pte){.page = from->page, .perms = from->perms, .shared = from->shared};
        from->page->refs++;
    }
    return true;
}

bool page_table_copy(space *to, const space *from) {
    for (const pte_leaf *leaf = from->leaves; leaf; leaf = leaf->next)
        if (!leaf_copy(to, leaf))
            return false;
    return true;
}
