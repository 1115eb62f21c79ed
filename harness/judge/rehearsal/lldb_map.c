/* What LLDB asks before it writes memory: qMemoryRegionInfo, until it is not known, and the memory map once.
 * Only flash changes what LLDB does.
 * See lldb.h. */
/* SPDX-License-Identifier: MIT */
#include "lldb.h"

static bool ask_region(lldb *l, uint64_t at) {
    if (l->map.no_info)
        return l->connected;
    const lldb_answer came = lldb_ask(l, "qMemoryRegionInfo:%llx", (unsigned long long)at);
    l->map.no_info = came == LLDB_EMPTY;
    return came != LLDB_GONE;
}

/* LLDB passes over a map that is damaged. */
static void read_map(lldb *l) {
    rsp_buf document = {.mem = l->base.options->mem};
    if (!l->map.announced)
        return;
    l->map.announced = false;
    if (!lldb_read_object(l, "memory-map", "", &document) ||
        rsp_memory_map_read(rsp_buf_bytes(&document), l->map.regions, LLDB_REGIONS_MOST, &l->map.num, NULL) !=
            RSP_OK)
        l->map.num = 0;
    rsp_buf_free(&document);
}

bool lldb_region(lldb *l, uint64_t at, const rsp_memory_region **out) {
    *out = NULL;
    if (!ask_region(l, at))
        return false;
    read_map(l);
    for (size_t i = 0; i < l->map.num; i++)
        if (at - l->map.regions[i].start < l->map.regions[i].len)
            *out = &l->map.regions[i];
    return l->connected;
}
