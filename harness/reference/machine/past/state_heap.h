/* An allocator whose whole content can be copied and put back, so that a machine's past can return.
 * Everything that a recorded machine is made of lies here, but for pages and decoded code; addresses stay the
 * same. Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_STATE_HEAP_H
#define RSP_MACHINE_STATE_HEAP_H

#include "core/mem.h"
#include <stdbool.h>

enum { STATE_BLOCK_BYTES = 4096, STATE_CLASSES = 128 };

/* Part of a copy; copies of the same bytes share one. */
typedef struct state_block {
    uint32_t refs;
    uint8_t bytes[STATE_BLOCK_BYTES];
} state_block;

/* What changes with each allocation. It is copied with the content. */
typedef struct state_books {
    void *spare[STATE_CLASSES]; /* freed memory, a list for each class of sizes */
    size_t segment;             /* the one that new memory comes from */
    size_t used;                /* bytes of it */
} state_books;

/* A large piece of memory that allocations are cut from. It is kept until the heap is freed. */
typedef struct state_segment {
    uint8_t *bytes;
    size_t cap;
    size_t used; /* bytes that were ever given out, for copies */
} state_segment;

/* The heap. */
typedef struct state_heap {
    rsp_mem mem; /* the allocator that it is */
    const rsp_mem *under;
    state_segment *segments;
    size_t num_segments;
    state_books books;
    size_t num_blocks; /* of all copies */
} state_heap;

/* All that was in the heap at one moment. All-zero is an empty one. */
typedef struct state_copy {
    state_block **blocks; /* segment by segment */
    size_t num_blocks;
    size_t *used; /* of each segment */
    size_t num_segments;
    state_books books;
} state_copy;

/* A heap over `under`. It allocates nothing yet. */
void state_heap_init(state_heap *heap, const rsp_mem *under);
/* Frees all memory at once; copies must be gone. */
void state_heap_free(state_heap *heap);

/* Copies the content; blocks that are equal to those of `like` (NULL: none) are shared with it. False without
 * memory; `out` is empty then. */
bool state_heap_copy(state_heap *heap, state_copy *out, const state_copy *like);
/* Puts the content back, at the addresses where it was. */
void state_heap_put_back(state_heap *heap, const state_copy *copy);
/* Frees a copy. */
void state_copy_free(state_heap *heap, state_copy *copy);

/* Bytes that all copies take together, and what one has beside its blocks. */
size_t state_heap_copied(const state_heap *heap);
/* Bytes of one copy beside its blocks. */
size_t state_copy_bytes(const state_copy *copy);

#endif
