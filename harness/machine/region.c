/* The sorted list of mapped regions of an address space: map, unmap, protect, find room.
 * A change first makes room in the list, so that nothing can fail half way.
 * Neighbours with the same properties are one region, as in Linux. */
/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include "core/limits.h"
#include "core/mem.h"
#include <string.h>

size_t space_region_index(const space *s, uint64_t address) {
    size_t low = 0;
    size_t high = s->num_regions;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (s->regions[mid].end <= address)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

const region *space_region(const space *s, uint64_t address) {
    size_t i = space_region_index(s, address);
    return i < s->num_regions && s->regions[i].start <= address ? &s->regions[i] : NULL;
}

static rsp_status reserve(space *s, size_t more) {
    size_t need = s->num_regions + more;
    if (need > RSP_LIMIT_MACHINE_REGIONS)
        return RSP_LIMIT;
    if (need <= s->cap_regions)
        return RSP_OK;
    size_t cap = need + need / 2 + 8;
    region *grown = rsp_mem_realloc(s->pool->mem, s->regions, cap * sizeof *grown);
    if (!grown)
        return RSP_NO_MEMORY;
    s->regions = grown;
    s->cap_regions = cap;
    return RSP_OK;
}

static void insert_at(space *s, size_t at, const region *r) {
    memmove(&s->regions[at + 1], &s->regions[at], (s->num_regions - at) * sizeof *s->regions);
    s->regions[at] = *r;
    s->num_regions++;
}

static void remove_at(space *s, size_t at, size_t num) {
    memmove(&s->regions[at], &s->regions[at + num], (s->num_regions - at - num) * sizeof *s->regions);
    s->num_regions -= num;
}

/* Makes `address` a border between regions; room was reserved. */
static void split(space *s, uint64_t address) {
    size_t i = space_region_index(s, address);
    if (i == s->num_regions || s->regions[i].start >= address)
        return;
    region tail = s->regions[i];
    tail.start = address;
    s->regions[i].end = address;
    insert_at(s, i + 1, &tail);
}

static bool mergeable(const region *a, const region *b) {
    return a->end == b->start && a->perms == b->perms && a->shared == b->shared && a->name == b->name &&
           !a->debugger && !b->debugger;
}

static void merge_around(space *s, uint64_t start, uint64_t end) {
    size_t i = space_region_index(s, start);
    if (i > 0)
        i--;
    while (i + 1 < s->num_regions && s->regions[i].start <= end) {
        if (mergeable(&s->regions[i], &s->regions[i + 1])) {
            s->regions[i].end = s->regions[i + 1].end;
            remove_at(s, i + 1, 1);
        } else {
            i++;
        }
    }
}

static void drop_page(space *s, pte *entry, uint64_t address) {
    if (entry->code)
        code_drop(s, entry->code);
    if (entry->breaks) {
        s->num_breaks -= entry->breaks->num;
        rsp_mem_free(s->pool->mem, entry->breaks);
        entry->breaks = NULL;
    }
    space_forget(s, address);
    if (!entry->page)
        return;
    if (--entry->page->refs == 0) {
        s->pool->pages_left++;
        rsp_mem_free(s->pool->mem, entry->page);
    }
    entry->page = NULL;
}

/* Calls for the pages of [start, end) that have an entry; steps over leaves that do not exist. */
static void each_page(space *s, uint64_t start, uint64_t end, void (*fn)(space *, pte *, uint64_t)) {
    const uint64_t leaf_bytes = (uint64_t)PAGE_BYTES << LEAF_BITS;
    uint64_t address = start;
    while (address < end) {
        pte *entry = space_pte(s, address);
        if (entry) {
            fn(s, entry, address);
            address += PAGE_BYTES;
        } else {
            address = (address | (leaf_bytes - 1)) + 1;
        }
    }
}

static void cut(space *s, uint64_t start, uint64_t end) {
    split(s, start);
    split(s, end);
    size_t first = space_region_index(s, start);
    size_t behind = first;
    while (behind < s->num_regions && s->regions[behind].end <= end)
        behind++;
    for (size_t i = first; i < behind; i++)
        each_page(s, s->regions[i].start, s->regions[i].end, drop_page);
    remove_at(s, first, behind - first);
}

/* Shared memory is made at once: a page made later would not be shared with a copy. */
static rsp_status fill_shared(space *s, const region *r) {
    for (uint64_t address = r->start; r->shared && address < r->end; address += PAGE_BYTES) {
        if (!space_touch(s, address, false)) {
            cut(s, r->start, r->end);
            return RSP_NO_MEMORY;
        }
    }
    return RSP_OK;
}

rsp_status space_map(space *s, const region *r) {
    rsp_status status = reserve(s, 3);
    if (status)
        return status;
    cut(s, r->start, r->end);
    insert_at(s, space_region_index(s, r->start), r);
    status = fill_shared(s, r);
    merge_around(s, r->start, r->end);
    return status;
}

rsp_status space_unmap(space *s, uint64_t start, uint64_t end) {
    rsp_status status = reserve(s, 2);
    if (status)
        return status;
    cut(s, start, end);
    if (start >= s->mmap_base && start < s->mmap_hint)
        s->mmap_hint = start;
    return RSP_OK;
}

static bool is_covered(const space *s, uint64_t start, uint64_t end) {
    size_t i = space_region_index(s, start);
    for (uint64_t at = start; at < end; at = s->regions[i++].end)
        if (i == s->num_regions || s->regions[i].start > at)
            return false;
    return true;
}

static void refresh_page(space *s, pte *entry, uint64_t address) {
    const region *r = space_region(s, address);
    if (r)
        entry->perms = r->perms;
    space_forget(s, address);
}

rsp_status space_protect(space *s, uint64_t start, uint64_t end, uint8_t perms) {
    if (!is_covered(s, start, end))
        return RSP_FAULT;
    rsp_status status = reserve(s, 2);
    if (status)
        return status;
    split(s, start);
    split(s, end);
    for (size_t i = space_region_index(s, start); i < s->num_regions && s->regions[i].start < end; i++)
        s->regions[i].perms = perms;
    each_page(s, start, end, refresh_page);
    merge_around(s, start, end);
    return RSP_OK;
}

bool space_is_gap(const space *s, uint64_t start, uint64_t end) {
    size_t i = space_region_index(s, start);
    return i == s->num_regions || s->regions[i].start >= end;
}

/* First fit upwards. The hint makes a row of many mappings cheap. */
uint64_t space_find_gap(space *s, uint64_t size) {
    uint64_t at = s->mmap_hint;
    for (size_t i = space_region_index(s, at); size <= SPACE_END && at <= SPACE_END - size; i++) {
        if (i == s->num_regions || s->regions[i].start >= at + size)
            return at;
        at = s->regions[i].end;
        if (s->regions[i].start <= s->mmap_hint)
            s->mmap_hint = at;
    }
    return 0;
}
