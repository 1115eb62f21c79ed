/* Look-up of processes and threads by id: hash chains through links inside the objects.
 * Adding never fails: without memory for more buckets the chains grow longer.
 * All-zero is a valid empty map. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_IDMAP_H
#define RSP_MACHINE_IDMAP_H

#include "core/mem.h"
#include <stddef.h>
#include <stdint.h>

/* The first member of what is looked up. */
typedef struct id_link {
    struct id_link *next;
    uint32_t id;
} id_link;

typedef struct id_map {
    id_link **buckets;
    size_t num_buckets; /* a power of two, or 0 */
    size_t num;
    id_link *only; /* the chain while there are no buckets */
} id_map;

void id_map_add(id_map *map, const rsp_mem *mem, id_link *link);
void id_map_remove(id_map *map, id_link *link);
id_link *id_map_find(const id_map *map, uint32_t id);
void id_map_free(id_map *map, const rsp_mem *mem);

#endif
