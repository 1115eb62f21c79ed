/* A chained hash table of nodes that live inside their owners' structures.
 * Adding never fails: when there is no memory for more buckets the chains only get longer.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_HASH_TABLE_H
#define STUB_HASH_TABLE_H

#include <rsp/mem.h>
#include <stddef.h>
#include <stdint.h>

typedef struct stub_node {
    struct stub_node *chain;
    uint64_t hash;
} stub_node;

enum { STUB_TABLE_SMALL = 16 };

/* All-zero is a valid empty table with the default allocator. */
typedef struct stub_table {
    const rsp_mem *mem;
    stub_node **buckets; /* NULL while `small` is enough */
    size_t num_buckets;  /* power of two; 0 stands for STUB_TABLE_SMALL */
    size_t num;
    stub_node *small[STUB_TABLE_SMALL];
} stub_table;

/* Spreads a key's bits over the hash; chain calls for keys of several words. */
uint64_t stub_hash(uint64_t seed, uint64_t word);

/* The first node with this hash and the next one with the same; NULL at the end. Different keys may share a
 * hash: compare the keys. */
stub_node *stub_table_first(const stub_table *table, uint64_t hash);
stub_node *stub_table_next(const stub_node *node);

void stub_table_add(stub_table *table, stub_node *node, uint64_t hash);

/* The node must be in the table. */
void stub_table_remove(stub_table *table, stub_node *node);

/* Forgets all nodes and frees the buckets; the nodes are the caller's. */
void stub_table_free(stub_table *table);

/* Calls visit for every node; visit may remove (and free) just the node it is given. */
void stub_table_each(stub_table *table, void (*visit)(void *ctx, stub_node *node), void *ctx);

#endif
