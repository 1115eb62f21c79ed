/* Copy on write, and the slow paths of loads and stores.
 * A page with decoded code is never in the write TLB, a watched one in none, so that the fast paths
 * need no further check. */
/* SPDX-License-Identifier: MIT */
#include "space.h"

#include "compressed.h"
#include "nodes.h"
#include "probe.h"
#include "region.h"

#include "core/mem.h"
#include "machine/process.h"
#include <assert.h>
#include <string.h>

space *space_new(memory_pool *pool) {
    space *s = rsp_mem_calloc(pool->mem, 1, sizeof *s);
    if (!s)
        return NULL;
    s->pool = pool;
    s->users = 1;
    s->codes.next = s->codes.prev = &s->codes;
    s->next = pool->spaces;
    if (s->next)
        s->next->prev = s;
    pool->spaces = s;
    return s;
}

void space_write_back(space *s, const region *r) {
    disk_node *n = r->node;
    uint8_t bytes[PAGE_BYTES];
    for (uint64_t at = r->start; n && at < r->end; at += PAGE_BYTES) {
        uint64_t offset = r->offset + (at - r->start);
        if (offset >= n->content.len)
            return;
        size_t len = n->content.len - (size_t)offset;
        if (len > PAGE_BYTES)
            len = PAGE_BYTES;
        if (space_peek(s, bytes, at, len) != len || memcmp(n->content.ptr + offset, bytes, len) == 0)
            continue;
        memcpy(n->content.ptr + offset, bytes, len);
        n->dirty = true;
    }
}

void space_release(space *s) {
    if (!s || --s->users)
        return;
    assert(s->regions || s->num_regions == 0);
    for (size_t i = 0; i < s->num_regions; i++)
        space_write_back(s, &s->regions[i]);
    code_drop_all(s);
    page_table_free(s);
    if (s->prev)
        s->prev->next = s->next;
    else
        s->pool->spaces = s->next;
    if (s->next)
        s->next->prev = s->prev;
    rsp_mem_free(s->pool->mem, s->regions);
    rsp_mem_free(s->pool->mem, s->hw_breaks);
    rsp_mem_free(s->pool->mem, s);
}

space *space_copy(space *from) {
    space *to = space_new(from->pool);
    if (!to)
        return NULL;
    to->mmap_base = from->mmap_base;
    to->mmap_hint = from->mmap_hint;
    to->brk_start = from->brk_start;
    to->brk = from->brk;
    to->regions = rsp_mem_alloc(from->pool->mem, from->num_regions * sizeof *to->regions);
    if (!to->regions || !page_table_copy(to, from)) {
        space_release(to);
        return NULL;
    }
    if (from->num_regions)
        memcpy(to->regions, from->regions, from->num_regions * sizeof *to->regions);
    to->num_regions = to->cap_regions = from->num_regions;
    space_forget_writes(from); /* its pages are no longer its own */
    return to;
}

static pte *fail(space *s, access_fault fault, uint64_t address) {
    s->fault = fault;
    s->fault_address = address;
    return NULL;
}

/* First access to an untouched page of a region. */
static pte *page_in(space *s, uint64_t address) {
    const region *r = space_region(s, address);
    if (!r)
        return fail(s, ACCESS_UNMAPPED, address);
    pte *entry = space_pte_make(s, address);
    page *p = entry ? page_new(s->pool) : NULL;
    if (!p)
        return fail(s, ACCESS_NO_MEMORY, address);
    memset(p->bytes, r->fill, sizeof p->bytes);
    entry->page = p;
    entry->perms = r->perms;
    entry->shared = r->shared;
    return entry;
}

/* A copy for another space is one more page; one beside a checkpoint's takes the place of the program's. */
static page *page_copy(memory_pool *pool, page *from) {
    if (from->refs == 1)
        return page_replace(pool, from);
    page *p = page_new(pool);
    if (!p)
        return NULL;
    memcpy(p->bytes, from->bytes, sizeof p->bytes);
    page_release(pool, from);
    return p;
}

static bool page_own(space *s, pte *entry, uint64_t address) {
    page *p = page_copy(s->pool, entry->page);
    if (!p)
        return fail(s, ACCESS_NO_MEMORY, address) != NULL;
    entry->page = p;
    /* The decoded code stays right; only cached pointers to the old page must go. */
    size_t at = (size_t)(address >> PAGE_BITS) % TLB_ENTRIES;
    if (s->read[at].tag == page_tag(address))
        s->read[at].tag = NO_TAG;
    return true;
}

pte *space_touch(space *s, uint64_t address, bool write) {
    pte *entry = space_pte(s, address);
    if (!entry || !entry->page)
        entry = page_in(s, address);
    bool others = entry && (entry->page->refs > 1 || entry->page->kept);
    if (write && others && !entry->shared && !page_own(s, entry, address))
        return NULL;
    return entry;
}

/* The entry for an access by an instruction or system call, permissions checked. */
static pte *access_page(space *s, uint64_t address, uint8_t perm) {
    const pte *known = space_pte(s, address);
    if (known && known->page) {
        if (!(known->perms & perm))
            return fail(s, ACCESS_DENIED, address);
    } else {
        const region *r = space_region(s, address);
        if (!r || !(r->perms & perm))
            return fail(s, r ? ACCESS_DENIED : ACCESS_UNMAPPED, address);
    }
    return space_touch(s, address, perm == RSP_PERM_W);
}

static void note_touched(space *s, uint64_t address, unsigned len, bool write) {
    if (s->num_touched < RSP_ARRAY_LEN(s->touched))
        s->touched[s->num_touched++] = (struct touched){.address = address, .len = len, .write = write};
}

/* By the program's debugger, or by somebody who looks at its past. */
static bool is_watched(const space *s, const pte *entry, uint64_t address) {
    return entry->watches || probes_watch_page(s->pool->probes, address);
}

/* A page may be cached for loads when it is not watched, for stores when it also has no code. */
static void cache_page(space *s, pte *entry, uint64_t address, bool write) {
    if (is_watched(s, entry, address) || (write && entry->code))
        return;
    tlb_entry *table = write ? s->write : s->read;
    table[address >> PAGE_BITS & (TLB_ENTRIES - 1)] =
        (tlb_entry){.tag = page_tag(address), .bytes = entry->page->bytes};
}

/* Both pages of an access that crosses are checked before either is touched, as hardware does. */
static bool access_span(space *s, uint64_t address, unsigned len, uint8_t perm, pte *entries[2]) {
    uint64_t last = address + len - 1;
    entries[0] = access_page(s, address, perm);
    entries[1] = entries[0];
    if (entries[0] && ((address ^ last) & PAGE_MASK))
        entries[1] = access_page(s, last & PAGE_MASK, perm);
    if (!entries[0] || !entries[1])
        return false;
    if ((is_watched(s, entries[0], address) || is_watched(s, entries[1], last)) && !s->watching)
        return fail(s, ACCESS_WATCHED, address) != NULL;
    if (s->watching)
        note_touched(s, address, len, perm == RSP_PERM_W);
    return true;
}

bool space_load_slow(space *s, uint64_t address, unsigned len, uint64_t *out_value) {
    pte *entries[2];
    if (!access_span(s, address, len, RSP_PERM_R, entries))
        return false;
    uint64_t value = 0;
    for (unsigned i = 0; i < len; i++) {
        const pte *entry = ((address ^ (address + i)) & PAGE_MASK) ? entries[1] : entries[0];
        value |= (uint64_t)entry->page->bytes[(address + i) & (PAGE_BYTES - 1)] << (8 * i);
    }
    *out_value = value;
    if (entries[0] == entries[1])
        cache_page(s, entries[0], address, false);
    return true;
}

bool space_store_slow(space *s, uint64_t address, unsigned len, uint64_t value) {
    pte *entries[2];
    if (!access_span(s, address, len, RSP_PERM_W, entries))
        return false;
    for (unsigned i = 0; i < len; i++) {
        pte *entry = ((address ^ (address + i)) & PAGE_MASK) ? entries[1] : entries[0];
        entry->page->bytes[(address + i) & (PAGE_BYTES - 1)] = (uint8_t)(value >> (8 * i));
        code_forget(entry, address + i, 1);
    }
    if (entries[0] == entries[1])
        cache_page(s, entries[0], address, true);
    return true;
}

insn *space_fetch_slow(space *s, uint64_t address) {
    pte *entry = access_page(s, address, RSP_PERM_X);
    if (!entry)
        return NULL;
    if (!entry->code && !code_make(s, entry, address & PAGE_MASK)) {
        (void)fail(s, ACCESS_NO_MEMORY, address);
        return NULL;
    }
    s->fetch[address >> PAGE_BITS & (FETCH_ENTRIES - 1)] =
        (fetch_entry){.tag = page_tag(address), .slots = entry->code->slots};
    return entry->code->slots;
}

bool space_fetch_word(space *s, uint64_t address, uint32_t *out_word) {
    const pte *entry = access_page(s, address, RSP_PERM_X);
    if (!entry)
        return false;
    size_t at = (size_t)(address & (PAGE_BYTES - 1));
    unsigned len = at + 4 <= PAGE_BYTES ? 4 : 2;
    *out_word = (uint32_t)le_load(entry->page->bytes + at, len);
    if (len == 4 || is_compressed(*out_word))
        return true;
    entry = access_page(s, address + 2, RSP_PERM_X);
    if (entry)
        *out_word |= (uint32_t)le_load(entry->page->bytes, 2) << 16;
    return entry != NULL;
}

static size_t within_page(uint64_t address, size_t len) {
    size_t room = PAGE_BYTES - (size_t)(address & (PAGE_BYTES - 1));
    return len < room ? len : room;
}

size_t space_peek(const space *s, void *out, uint64_t address, size_t len) {
    size_t done = 0;
    while (done < len) {
        size_t part = within_page(address + done, len - done);
        const pte *entry = space_pte(s, address + done);
        const region *untouched = entry && entry->page ? NULL : space_region(s, address + done);
        if (entry && entry->page)
            memcpy((uint8_t *)out + done, entry->page->bytes + ((address + done) & (PAGE_BYTES - 1)), part);
        else if (untouched)
            memset((uint8_t *)out + done, untouched->fill, part);
        else
            break;
        done += part;
    }
    return done;
}

size_t space_poke(space *s, uint64_t address, const void *bytes, size_t len) {
    size_t done = 0;
    while (done < len) {
        size_t part = within_page(address + done, len - done);
        pte *entry = space_touch(s, address + done, true);
        if (!entry)
            break;
        memcpy(entry->page->bytes + ((address + done) & (PAGE_BYTES - 1)), (const uint8_t *)bytes + done,
               part);
        code_forget(entry, address + done, part);
        done += part;
    }
    return done;
}

static bool copy_user(space *s, void *in_out, uint64_t address, size_t len, uint8_t perm) {
    for (size_t done = 0; done < len;) {
        size_t part = within_page(address + done, len - done);
        pte *entry = access_page(s, address + done, perm);
        if (!entry)
            return false;
        uint8_t *at = entry->page->bytes + ((address + done) & (PAGE_BYTES - 1));
        if (perm == RSP_PERM_W) {
            memcpy(at, (const uint8_t *)in_out + done, part);
            code_forget(entry, address + done, part);
        } else {
            memcpy((uint8_t *)in_out + done, at, part);
        }
        done += part;
    }
    return true;
}

bool space_copy_in(space *s, void *out, uint64_t address, size_t len) {
    return copy_user(s, out, address, len, RSP_PERM_R);
}

bool space_copy_out(space *s, uint64_t address, const void *bytes, size_t len) {
    return copy_user(s, (void *)(uintptr_t)bytes, address, len, RSP_PERM_W);
}

access_fault space_copy_text(space *s, char *out, size_t cap, uint64_t address) {
    for (size_t i = 0; i < cap; i++) {
        if (!space_copy_in(s, &out[i], address + i, 1))
            return ACCESS_UNMAPPED;
        if (out[i] == '\0')
            return ACCESS_OK;
    }
    return ACCESS_DENIED;
}
