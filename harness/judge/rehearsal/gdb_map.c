/* GDB's use of the memory map: what lies outside of its regions is not asked for, flash is written by `load`
 * alone, and breakpoints outside of RAM are hardware breakpoints.
 * See gdb.h. */
/* SPDX-License-Identifier: MIT */
#include "gdb.h"

/* The map is read before the first access. One that GDB refuses is none. */
static void read_map(gdb *g) {
    gdb_map *map = &g->map;
    rsp_buf document = {.mem = g->base.options->mem};
    if (!map->announced)
        return;
    map->announced = false;
    if (!gdb_read_object(g, "memory-map", "", &document) ||
        rsp_memory_map_read(rsp_buf_bytes(&document), map->regions, GDB_REGIONS_MOST, &map->num, NULL) !=
            RSP_OK)
        map->num = 0;
    rsp_buf_free(&document);
}

const rsp_memory_region *gdb_region(gdb *g, uint64_t at) {
    read_map(g);
    at = gdb_address(g, at);
    for (size_t i = 0; i < g->map.num; i++)
        if (at - gdb_address(g, g->map.regions[i].start) < g->map.regions[i].len)
            return &g->map.regions[i];
    return NULL;
}

bool gdb_may_access(gdb *g, uint64_t at, bool writes, uint64_t *out_room) {
    const rsp_memory_region *r = gdb_region(g, at);
    *out_room = UINT64_MAX;
    if (!r)
        return g->map.num == 0 ||
               gdb_fails(g, "Cannot access memory at address 0x%llx: the memory map has no region there",
                         (unsigned long long)at);
    *out_room = r->len - (gdb_address(g, at) - gdb_address(g, r->start));
    if (writes && r->kind == RSP_MEMORY_FLASH)
        return gdb_fails(g, "Writing to flash memory forbidden in this context");
    return !writes || r->kind == RSP_MEMORY_RAM ||
           gdb_fails(g, "Cannot access memory at address 0x%llx: the memory map calls it read-only",
                     (unsigned long long)at);
}

bool gdb_needs_hardware(gdb *g, uint64_t at) {
    const rsp_memory_region *r = gdb_region(g, at);
    return r ? r->kind != RSP_MEMORY_RAM : g->map.num > 0;
}

uint64_t gdb_address(const gdb *g, uint64_t at) {
    unsigned bits = g->layout.architecture ? g->layout.architecture->bits : 64;
    return bits < 64 ? at & ((UINT64_C(1) << bits) - 1) : at;
}
