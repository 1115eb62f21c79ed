/* Where memory may be, where pc and sp lead nowhere: in the order in which it is worth trying.
 * What the memory map and qMemoryRegionInfo name, what registers point to, other threads' stacks.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MANNERS_MEMORY_PLACES_H
#define RSP_MANNERS_MEMORY_PLACES_H

#include "codec/memory_map.h"
#include "manners/manners.h"

enum { MEMORY_PLACES_MOST = 24 };

/* Candidates; none is known to be readable. */
typedef struct memory_places {
    rsp_manners_memory at[MEMORY_PLACES_MOST];
    size_t num;
} memory_places;

/* Adds one, unless it begins where another one does, or there is no room. What would end beyond 2^64 is cut.
 */
void memory_places_add(memory_places *list, uint64_t start, uint64_t bytes, bool writable);
/* Those of a map: RAM first. */
void memory_places_of_map(memory_places *list, const rsp_memory_region *regions, size_t num);
/* One reply to qMemoryRegionInfo for `asked`: adds the region where it can be read. *out_next is where to ask
 * next; false at the end of the address space, and for a reply that leads nowhere on. */
bool memory_places_of_region(memory_places *list, rsp_bytes reply, uint64_t asked, uint64_t *out_next);
/* Addresses in registers of `width` bytes: what is neither small nor listed before. */
void memory_places_of_registers(memory_places *list, rsp_bytes registers, unsigned width, bool big,
                                uint64_t mask);

#endif
