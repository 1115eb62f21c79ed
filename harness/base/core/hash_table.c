/* Intrusive chained hashing with doubling.
 * Growth happens on adding, at one node a bucket on average.
 * The hash is a multiply-and-fold mixer; keys are not secret and chains are bounded by the debuggee. */
/* SPDX-License-Identifier: MIT */
#include "core/hash_table.h"
#include "core/mem.h"

#include <assert.h>

uint64_t rsp_hash(uint64_t seed, uint64_t word) {
    uint64_t h = (seed ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    h ^= h >> 32;
    h *= UINT64_C(0xd6e8feb86659fd93);
    return h ^ h >> 29;
}

static rsp_hash_node **bucket_of(const rsp_hash_table *table, uint64_t hash) {
    if (!table->buckets)
        return (rsp_hash_node **)&table->small[hash & (RSP_HASH_TABLE_SMALL - 1)];
    return &table->buckets[hash & (table->num_buckets - 1)];
}

static rsp_hash_node *same_hash(rsp_hash_node *node, uint64_t hash) {
    while (node && node->hash != hash)
        node = node->chain;
    return node;
}

rsp_hash_node *rsp_hash_table_first(const rsp_hash_table *table, uint64_t hash) {
    return same_hash(*bucket_of(table, hash), hash);
}

rsp_hash_node *rsp_hash_table_next(const rsp_hash_node *node) {
    return same_hash(node->chain, node->hash);
}

static void link_node(rsp_hash_table *table, rsp_hash_node *node) {
    rsp_hash_node **bucket = bucket_of(table, node->hash);
    node->chain = *bucket;
    *bucket = node;
}

static void grow(rsp_hash_table *table) {
    size_t old_num = table->buckets ? table->num_buckets : RSP_HASH_TABLE_SMALL;
    rsp_hash_node **old = table->buckets;
    rsp_hash_node **fresh = rsp_mem_calloc(table->mem, old_num * 2, sizeof(rsp_hash_node *));
    if (!fresh)
        return;
    rsp_hash_node **from = old ? old : table->small;
    table->buckets = fresh;
    table->num_buckets = old_num * 2;
    for (size_t i = 0; i < old_num; i++) {
        for (rsp_hash_node *node = from[i], *next; node; node = next) {
            next = node->chain;
            link_node(table, node);
        }
        from[i] = NULL;
    }
    rsp_mem_free(table->mem, old);
}

void rsp_hash_table_add(rsp_hash_table *table, rsp_hash_node *node, uint64_t hash) {
    assert(table && node);
    size_t num_buckets = table->buckets ? table->num_buckets : RSP_HASH_TABLE_SMALL;
    if (table->num >= num_buckets)
        grow(table);
    node->hash = hash;
    link_node(table, node);
    table->num++;
}

void rsp_hash_table_remove(rsp_hash_table *table, rsp_hash_node *node) {
    assert(node && table->num > 0);
    rsp_hash_node **at = bucket_of(table, node->hash);
    while (*at != node)
        at = &(*at)->chain;
    *at = node->chain;
    node->chain = NULL;
    table->num--;
}

void rsp_hash_table_free(rsp_hash_table *table) {
    rsp_mem_free(table->mem, table->buckets);
    *table = (rsp_hash_table){.mem = table->mem};
}

void rsp_hash_table_each(rsp_hash_table *table, void (*visit)(void *ctx, rsp_hash_node *node), void *ctx) {
    size_t num = table->buckets ? table->num_buckets : RSP_HASH_TABLE_SMALL;
    rsp_hash_node **buckets = table->buckets ? table->buckets : table->small;
    for (size_t i = 0; i < num && table->num > 0; i++) {
        for (rsp_hash_node *node = buckets[i], *next; node; node = next) {
            next = node->chain;
            visit(ctx, node);
        }
    }
}
