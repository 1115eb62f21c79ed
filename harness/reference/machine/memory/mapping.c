/* Map, unmap and protect: the list of regions, and the pages behind it.
 * A change first makes room in the list, so that nothing can fail half way.
 * Source: mmap(2), munmap(2), mprotect(2). */
/* SPDX-License-Identifier: MIT */
#include "mapping.h"

#include "code.h"
#include "file_map.h"
#include "space.h"

#include "core/mem.h"

static void drop_page(space *s, pte *entry, uint64_t address) {
    if (entry->code)
        code_drop(s, entry->code);
    if (entry->breaks) {
        s->num_breaks -= entry->breaks->num;
        rsp_mem_free(s->pool->mem, entry->breaks);
        entry->breaks = NULL;
    }
    space_forget(s, address);
    page_release(s->pool, entry->page);
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
    region_split(s, start);
    region_split(s, end);
    size_t first = space_region_index(s, start);
    size_t behind = first;
    while (behind < s->num_regions && s->regions[behind].end <= end)
        behind++;
    for (size_t i = first; i < behind; i++)
        space_write_back(s, &s->regions[i]);
    for (size_t i = first; i < behind; i++)
        each_page(s, s->regions[i].start, s->regions[i].end, drop_page);
    region_remove(s, first, behind - first);
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
    rsp_status status = region_reserve(s, 3);
    if (status)
        return status;
    cut(s, r->start, r->end);
    region_insert(s, space_region_index(s, r->start), r);
    status = fill_shared(s, r);
    region_merge_around(s, r->start, r->end);
    return status;
}

rsp_status space_unmap(space *s, uint64_t start, uint64_t end) {
    rsp_status status = region_reserve(s, 2);
    if (status)
        return status;
    cut(s, start, end);
    if (start >= s->mmap_base && start < s->mmap_hint)
        s->mmap_hint = start;
    return RSP_OK;
}

static void refresh_page(space *s, pte *entry, uint64_t address) {
    const region *r = space_region(s, address);
    if (r)
        entry->perms = r->perms;
    space_forget(s, address);
}

rsp_status space_protect(space *s, uint64_t start, uint64_t end, uint8_t perms) {
    if (!space_is_covered(s, start, end))
        return RSP_FAULT;
    rsp_status status = region_reserve(s, 2);
    if (status)
        return status;
    region_split(s, start);
    region_split(s, end);
    for (size_t i = space_region_index(s, start); i < s->num_regions && s->regions[i].start < end; i++)
        s->regions[i].perms = perms;
    each_page(s, start, end, refresh_page);
    region_merge_around(s, start, end);
    return RSP_OK;
}
