/* A chained hash table of nodes that live inside their owners' structures.
 * Adding never fails: when there is no memory for more buckets the chains only get longer.
 * Constant time on average; the order of nodes is not specified. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_HASH_TABLE_H
#define RSP_HASH_TABLE_H

#include "core/mem.h"
#include <rsp/status.h>
#include <stddef.h>
#include <stdint.h>

RSP_BEGIN_DECLS

/* What a struct embeds to be kept in a table. Fields are private. */
typedef struct rsp_hash_node {
    struct rsp_hash_node *chain;
    uint64_t hash;
} rsp_hash_node;

/* Buckets that a table has without allocating any. */
enum { RSP_HASH_TABLE_SMALL = 16 };

/* All-zero is a valid empty table with the default allocator. */
typedef struct rsp_hash_table {
    const rsp_mem *mem;
    rsp_hash_node **buckets; /* NULL while `small` is enough */
    size_t num_buckets;      /* power of two; 0 stands for RSP_HASH_TABLE_SMALL */
    size_t num;
    rsp_hash_node *small[RSP_HASH_TABLE_SMALL];
} rsp_hash_table;

/* Spreads a key's bits over the hash. Chain calls for keys of several words; the first seed is 0. */
uint64_t rsp_hash(uint64_t seed, uint64_t word);

/* The first node with this hash; NULL for none. Different keys may share a hash: compare the keys. The table
 * owns no node. */
rsp_hash_node *rsp_hash_table_first(const rsp_hash_table *table, uint64_t hash);

/* The next node with the same hash; NULL at the end. */
rsp_hash_node *rsp_hash_table_next(const rsp_hash_node *node);

/* Adds a node, which must stay where it is while it is in the table. Without memory for more buckets the
 * table gets slower, and still works. */
void rsp_hash_table_add(rsp_hash_table *table, rsp_hash_node *node, uint64_t hash);

/* The node must be in the table. */
void rsp_hash_table_remove(rsp_hash_table *table, rsp_hash_node *node);

/* Forgets all nodes and frees the buckets; the nodes are the caller's. */
void rsp_hash_table_free(rsp_hash_table *table);

/* Calls visit for every node; visit may remove (and free) just the node it is given. */
void rsp_hash_table_each(rsp_hash_table *table, void (*visit)(void *ctx, rsp_hash_node *node), void *ctx);

RSP_END_DECLS

#endif
