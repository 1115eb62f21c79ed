/* Finds the mappings of a file by looking through all spaces: there are few, and no list can be out of date.
 * What lies behind the end of a file is memory, and never reaches it.
 * See file_map.h. */
/* SPDX-License-Identifier: MIT */
#include "file_map.h"

#include "space.h"

#include <string.h>

static uint64_t size_of(const region *r) {
    return r->end - r->start;
}

/* The page of the file at this offset that some space has; NULL: none. */
static page *find_page(const rsp_machine *m, const disk_node *n, uint64_t offset) {
    for (const space *s = m->pool.spaces; s; s = s->next) {
        for (size_t i = 0; i < s->num_regions; i++) {
            const region *r = &s->regions[i];
            if (r->node != n || offset < r->offset || offset - r->offset >= size_of(r))
                continue;
            const pte *entry = space_pte(s, r->start + (offset - r->offset));
            if (entry && entry->page)
                return entry->page;
        }
    }
    return NULL;
}

static bool fill(space *s, uint64_t at, const disk_node *n, uint64_t offset) {
    rsp_bytes part = rsp_bytes_sub(rsp_buf_bytes(&n->content), (size_t)offset, PAGE_BYTES);
    return space_poke(s, at, part.ptr, part.len) == part.len;
}

/* The region is mapped with the node left out, so that its own new pages are not found. */
bool file_map_show(rsp_machine *m, space *s, const region *r) {
    r->node->mapped = true;
    for (uint64_t at = r->start; at < r->end; at += PAGE_BYTES) {
        uint64_t offset = r->offset + (at - r->start);
        page *there = find_page(m, r->node, offset);
        pte *entry = space_pte(s, at);
        if (!entry || !entry->page)
            return false;
        if (!there) {
            if (offset < r->node->content.len && !fill(s, at, r->node, offset))
                return false;
            continue;
        }
        page_release(s->pool, entry->page);
        entry->page = there;
        there->refs++;
        space_forget(s, at);
    }
    return true;
}

void file_map_pull(rsp_machine *m, disk_node *n) {
    for (space *s = n->mapped ? m->pool.spaces : NULL; s; s = s->next)
        for (size_t i = 0; i < s->num_regions; i++)
            if (s->regions[i].node == n)
                space_write_back(s, &s->regions[i]);
}

static void push_region(space *s, const region *r, uint64_t offset, size_t len) {
    uint64_t from = offset > r->offset ? offset : r->offset;
    uint64_t end = offset + len < r->offset + size_of(r) ? offset + len : r->offset + size_of(r);
    if (from < end)
        (void)space_poke(s, r->start + (from - r->offset), r->node->content.ptr + from, (size_t)(end - from));
}

void file_map_push(rsp_machine *m, const disk_node *n, uint64_t offset, size_t len) {
    for (space *s = n->mapped ? m->pool.spaces : NULL; s; s = s->next)
        for (size_t i = 0; i < s->num_regions; i++)
            if (s->regions[i].node == n)
                push_region(s, &s->regions[i], offset, len);
}
