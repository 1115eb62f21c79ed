/* Intrusive chained hashing with doubling.
 * Growth happens on adding, at one node a bucket on average.
 * The hash is a multiply-and-fold mixer; keys are not secret and chains are bounded by the debuggee. */
/* SPDX-License-Identifier: MIT */
#include "hash_table.h"

uint64_t stub_hash(uint64_t seed, uint64_t word) {
    uint64_t h = (seed ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    h ^= h >> 32;
    h *= UINT64_C(0xd6e8feb86659fd93);
    return h ^ h >> 29;
}

static stub_node **bucket_of(const stub_table *table, uint64_t hash) {
    if (!table->buckets)
        return (stub_node **)&table->small[hash & (STUB_TABLE_SMALL - 1)];
    return &table->buckets[hash & (table->num_buckets - 1)];
}

static stub_node *same_hash(stub_node *node, uint64_t hash) {
    while (node && node->hash != hash)
        node = node->chain;
    return node;
}

stub_node *stub_table_first(const stub_table *table, uint64_t hash) {
    return same_hash(*bucket_of(table, hash), hash);
}

stub_node *stub_table_next(const stub_node *node) {
    return same_hash(node->chain, node->hash);
}

static void link_node(stub_table *table, stub_node *node) {
    stub_node **bucket = bucket_of(table, node->hash);
    node->chain = *bucket;
    *bucket = node;
}

static void grow(stub_table *table) {
    size_t old_num = table->buckets ? table->num_buckets : STUB_TABLE_SMALL;
    stub_node **old = table->buckets;
    stub_node **fresh = rsp_mem_calloc(table->mem, old_num * 2, sizeof(stub_node *));
    if (!fresh)
        return;
    stub_node **from = old ? old : table->small;
    table->buckets = fresh;
    table->num_buckets = old_num * 2;
    for (size_t i = 0; i < old_num; i++) {
        for (stub_node *node = from[i], *next; node; node = next) {
            next = node->chain;
            link_node(table, node);
        }
        from[i] = NULL;
    }
    rsp_mem_free(table->mem, old);
}

void stub_table_add(stub_table *table, stub_node *node, uint64_t hash) {
    size_t num_buckets = table->buckets ? table->num_buckets : STUB_TABLE_SMALL;
    if (table->num >= num_buckets)
        grow(table);
    node->hash = hash;
    link_node(table, node);
    table->num++;
}

void stub_table_remove(stub_table *table, stub_node *node) {
    stub_node **at = bucket_of(table, node->hash);
    while (*at != node)
        at = &(*at)->chain;
    *at = node->chain;
    node->chain = NULL;
    table->num--;
}

void stub_table_free(stub_table *table) {
    rsp_mem_free(table->mem, table->buckets);
    *table = (stub_table){.mem = table->mem};
}

void stub_table_each(stub_table *table, void (*visit)(void *ctx, stub_node *node), void *ctx) {
    size_t num = table->buckets ? table->num_buckets : STUB_TABLE_SMALL;
    stub_node **buckets = table->buckets ? table->buckets : table->small;
    for (size_t i = 0; i < num && table->num > 0; i++) {
        for (stub_node *node = buckets[i], *next; node; node = next) {
            next = node->chain;
            visit(ctx, node);
        }
    }
}
