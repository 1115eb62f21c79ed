/* Where an address within a trampoline belongs to: kept while its code is written, in the order of addresses.
 * Each machine's movers note their places here.
 * See backend.h. */
/* SPDX-License-Identifier: MIT */
#include "backend.h"

#include <assert.h>

void trampoline_add_place(rsp_trampoline *map, uint64_t at, uint64_t pc, uint32_t sp_offset) {
    bool again = map->num_places > 0 && map->places[map->num_places - 1].at == at;
    map->num_places -= again; /* a jump alone is where it leads; so is all of a buffer that cannot grow */
    assert(map->num_places < RSP_TRAMPOLINE_PLACES);
    assert(map->num_places == 0 || map->places[map->num_places - 1].at < at);
    map->places[map->num_places++] = (rsp_trampoline_place){.at = at, .pc = pc, .sp_offset = sp_offset};
}
