/* Hits to classes, eight edges at a time: most of a map is zero, and stays so.
 * Classes as AFL has them: 1, 2, 3, 4-7, 8-15, 16-31, 32-127, 128 and more.
 * The shared memory itself is the system's part. */
/* SPDX-License-Identifier: MIT */
#include "netfuzz/edge_map.h"

#include "system.h"

#include "core/mem.h"

static uint8_t class_of(uint8_t hits) {
    static const struct {
        uint8_t from;
        uint8_t bit;
    } classes[] = {{128, 128}, {32, 64}, {16, 32}, {8, 16}, {4, 8}, {3, 4}, {2, 2}, {1, 1}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(classes); i++)
        if (hits >= classes[i].from)
            return classes[i].bit;
    return 0;
}

rsp_status rsp_edge_map_open(rsp_edge_map *map, size_t size, rsp_error *error) {
    *map = (rsp_edge_map){.size = (size + 7) / 8 * 8, .id = -1};
    map->seen = rsp_mem_calloc(NULL, map->size, 1);
    if (!map->seen)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for %zu edges", map->size);
    rsp_status status = rsp_system_share(map->size, &map->hits, &map->id, error);
    if (status != RSP_OK)
        rsp_edge_map_close(map);
    return status;
}

void rsp_edge_map_close(rsp_edge_map *map) {
    if (map->hits)
        rsp_system_unshare(map->hits, map->id);
    rsp_mem_free(NULL, map->seen);
    *map = (rsp_edge_map){.id = -1};
}

static int collect_byte(rsp_edge_map *map, size_t i) {
    uint8_t bit = class_of(map->hits[i]);
    int news = 0;
    if ((bit & ~map->seen[i]) != 0) {
        news = map->seen[i] ? 1 : 2;
        map->edges += map->seen[i] == 0;
        map->seen[i] |= bit;
    }
    map->hits[i] = 0;
    return news;
}

int rsp_edge_map_collect(rsp_edge_map *map) {
    int news = 0;
    for (size_t at = 0; map->hits && at < map->size; at += 8) {
        uint64_t word;
        memcpy(&word, map->hits + at, sizeof word);
        for (size_t i = at; word != 0 && i < at + 8; i++) {
            int found = collect_byte(map, i);
            news = found > news ? found : news;
        }
    }
    return news;
}

rsp_bytes rsp_edge_map_seen(const rsp_edge_map *map) {
    return rsp_bytes_make(map->seen, map->seen ? map->size : 0);
}

void rsp_edge_map_restore(rsp_edge_map *map, rsp_bytes seen) {
    if (seen.len != map->size || !map->seen)
        return;
    map->edges = 0;
    for (size_t i = 0; i < map->size; i++) {
        map->seen[i] |= seen.ptr[i];
        map->edges += map->seen[i] != 0;
    }
}
