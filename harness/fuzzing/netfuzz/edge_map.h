/* Edge coverage of an instrumented stub, as AFL++ and SanitizerCoverage write it: a byte of hits per edge.
 * Remembers all edges seen, and says whether a run showed a new one.
 * The map is shared memory that the stub writes while it lives. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_EDGE_MAP_H
#define RSP_EDGE_MAP_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* A shared map, and what was seen in it. All-zero has no shared memory: nothing is ever new. */
typedef struct rsp_edge_map {
    uint8_t *hits;  /* shared */
    uint8_t *seen;  /* bits of hit classes, one byte an edge */
    size_t size;    /* edges; a multiple of 8 */
    int id;         /* of the shared memory, for __AFL_SHM_ID */
    uint64_t edges; /* seen so far */
} rsp_edge_map;

/* Makes shared memory for `size` edges (rounded up to 8). RSP_IO with the reason, RSP_UNSUPPORTED where the
 * system has none, RSP_NO_MEMORY. */
rsp_status rsp_edge_map_open(rsp_edge_map *map, size_t size, rsp_error *error) RSP_MUST_USE;
void rsp_edge_map_close(rsp_edge_map *map); /* all-zero is fine */

/* Evaluates the hits since the last call and clears them. 0: nothing new; 1: an edge was hit another number
 * of times (by powers of two); 2: an edge was hit for the first time. */
int rsp_edge_map_collect(rsp_edge_map *map);

/* What was seen, map->size bytes to be kept in a file; borrowed. */
rsp_bytes rsp_edge_map_seen(const rsp_edge_map *map);

/* Adds what was seen before; other sizes are ignored. */
void rsp_edge_map_restore(rsp_edge_map *map, rsp_bytes seen);

RSP_END_DECLS

#endif
