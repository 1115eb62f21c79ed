/* Hash chains by id; ids count up, so their low bits spread them well.
 * The table doubles when there are more links than buckets.
 * See idmap.h. */
/* SPDX-License-Identifier: MIT */
#include "idmap.h"

#include "core/mem.h"

#include <assert.h>

static id_link **chain(id_map *map, uint32_t id) {
    return map->num_buckets ? &map->buckets[id & (map->num_buckets - 1)] : &map->only;
}

static void push(id_map *map, id_link *link) {
    id_link **at = chain(map, link->id);
    link->next = *at;
    *at = link;
}

static void push_chain(id_map *map, id_link *link) {
    while (link) {
        id_link *next = link->next;
        push(map, link);
        link = next;
    }
}

static void grow(id_map *map, const rsp_mem *mem) {
    size_t num = map->num_buckets ? map->num_buckets * 2 : 16;
    id_link **buckets = rsp_mem_calloc(mem, num, sizeof(id_link *));
    if (!buckets)
        return;
    id_map old = *map;
    *map = (id_map){.buckets = buckets, .num_buckets = num, .num = old.num};
    push_chain(map, old.only);
    for (size_t i = 0; i < old.num_buckets; i++)
        push_chain(map, old.buckets[i]);
    rsp_mem_free(mem, old.buckets);
}

void id_map_add(id_map *map, const rsp_mem *mem, id_link *link) {
    assert(link && !id_map_find(map, link->id));
    if (map->num >= map->num_buckets)
        grow(map, mem);
    push(map, link);
    map->num++;
}

void id_map_remove(id_map *map, id_link *link) {
    for (id_link **at = chain(map, link->id); *at; at = &(*at)->next) {
        if (*at != link)
            continue;
        *at = link->next;
        map->num--;
        return;
    }
}

id_link *id_map_find(const id_map *map, uint32_t id) {
    id_link *link = map->num_buckets ? map->buckets[id & (map->num_buckets - 1)] : map->only;
    while (link && link->id != id)
        link = link->next;
    return link;
}

void id_map_free(id_map *map, const rsp_mem *mem) {
    rsp_mem_free(mem, map->buckets);
    *map = (id_map){0};
}
