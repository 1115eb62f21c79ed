/* The sorted list of mapped regions of an address space, without their pages.
 * mapping.h changes both.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_REGION_H
#define RSP_MACHINE_REGION_H

#include "page_table.h"

#include <rsp/status.h>

/* Names are borrowed from the machine's files or static. */
typedef struct region {
    uint64_t start;
    uint64_t end;
    const char *name;
    struct disk_node *node; /* of a file that is mapped shared: file_map.h */
    uint64_t offset;        /* where in it the region begins; 0 without one */
    uint8_t perms;
    uint8_t fill; /* what its memory holds before it is written */
    bool shared;
    bool debugger; /* made by rsp_process_alloc: never merged, released as a whole */
} region;

/* Index of the first region that ends behind the address (num_regions when none). */
size_t space_region_index(const space *s, uint64_t address);
/* The region that holds the address, or NULL. */
const region *space_region(const space *s, uint64_t address);
/* No region touches the range. */
bool space_is_gap(const space *s, uint64_t start, uint64_t end);
/* Regions cover all of the range. */
bool space_is_covered(const space *s, uint64_t start, uint64_t end);
/* The start of a gap of that size; 0: there is none. */
uint64_t space_find_gap(space *s, uint64_t size);

/* Changes of the list. Room is made first, so that the others can not fail. RSP_LIMIT, RSP_NO_MEMORY. */
rsp_status region_reserve(space *s, size_t more);
/* Puts a region at its place in the list. */
void region_insert(space *s, size_t at, const region *r);
/* Takes `num` regions out of it. */
void region_remove(space *s, size_t at, size_t num);
/* The address becomes a border between regions. */
void region_split(space *s, uint64_t address);
/* Neighbours with the same properties become one, as in Linux. */
void region_merge_around(space *s, uint64_t start, uint64_t end);

#endif
