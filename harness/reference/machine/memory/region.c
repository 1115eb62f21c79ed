/* The sorted list of regions: search, change, find room.
 * Room is reserved before a change, so that nothing can fail half way.
 * Neighbours with the same properties are one region, as in Linux. */
/* SPDX-License-Identifier: MIT */
#include "region.h"

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

rsp_status region_reserve(space *s, size_t more) {
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

void region_insert(space *s, size_t at, const region *r) {
    memmove(&s->regions[at + 1], &s->regions[at], (s->num_regions - at) * sizeof *s->regions);
    s->regions[at] = *r;
    s->num_regions++;
}

void region_remove(space *s, size_t at, size_t num) {
    memmove(&s->regions[at], &s->regions[at + num], (s->num_regions - at - num) * sizeof *s->regions);
    s->num_regions -= num;
}

/* Makes `address` a border between regions; room was reserved. */
void region_split(space *s, uint64_t address) {
    size_t i = space_region_index(s, address);
    if (i == s->num_regions || s->regions[i].start >= address)
        return;
    region tail = s->regions[i];
    tail.start = address;
    tail.offset += tail.node ? address - s->regions[i].start : 0;
    s->regions[i].end = address;
    region_insert(s, i + 1, &tail);
}

static bool mergeable(const region *a, const region *b) {
    return a->end == b->start && a->perms == b->perms && a->shared == b->shared && a->name == b->name &&
           a->node == b->node && (!a->node || a->offset + (a->end - a->start) == b->offset) && !a->debugger &&
           !b->debugger;
}

void region_merge_around(space *s, uint64_t start, uint64_t end) {
    size_t i = space_region_index(s, start);
    if (i > 0)
        i--;
    while (i + 1 < s->num_regions && s->regions[i].start <= end) {
        if (mergeable(&s->regions[i], &s->regions[i + 1])) {
            s->regions[i].end = s->regions[i + 1].end;
            region_remove(s, i + 1, 1);
        } else {
            i++;
        }
    }
}

bool space_is_covered(const space *s, uint64_t start, uint64_t end) {
    size_t i = space_region_index(s, start);
    for (uint64_t at = start; at < end; at = s->regions[i++].end)
        if (i == s->num_regions || s->regions[i].start > at)
            return false;
    return true;
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
