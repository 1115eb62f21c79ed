/* An allocator of size classes over a few large segments, and copies of them block by block.
 * Freed memory goes to the list of its class; segments are never given back, so that addresses stay valid.
 * See state_heap.h. */
/* SPDX-License-Identifier: MIT */
#include "state_heap.h"

#include <string.h>

enum { SEGMENT_BYTES = 256 * 1024, SMALLEST_BITS = 5, STEPS_BITS = 2 };

/* In front of each allocation. */
typedef union head {
    size_t size_class;
    max_align_t align;
} head;

/* Four classes for each power of two, from 32 bytes on. */
static size_t class_bytes(size_t size_class) {
    size_t step = size_class & ((1U << STEPS_BITS) - 1);
    size_t base = (size_t)1 << (SMALLEST_BITS + (size_class >> STEPS_BITS));
    return (base + step * (base >> STEPS_BITS) + sizeof(head) - 1) / sizeof(head) * sizeof(head);
}

static size_t class_of(size_t bytes) {
    const size_t steps = 1U << STEPS_BITS;
    size_t size_class = 0;
    while (size_class + steps < STATE_CLASSES && class_bytes(size_class + steps) < bytes)
        size_class += steps; /* a power of two at a time */
    while (size_class < STATE_CLASSES && class_bytes(size_class) < bytes)
        size_class++;
    return size_class;
}

static bool add_segment(state_heap *heap, size_t bytes) {
    size_t cap = bytes > SEGMENT_BYTES ? bytes : SEGMENT_BYTES;
    cap = (cap + STATE_BLOCK_BYTES - 1) / STATE_BLOCK_BYTES * STATE_BLOCK_BYTES;
    state_segment *grown =
        rsp_mem_realloc(heap->under, heap->segments, (heap->num_segments + 1) * sizeof *grown);
    if (!grown)
        return false;
    heap->segments = grown;
    uint8_t *memory = rsp_mem_alloc(heap->under, cap);
    if (!memory)
        return false;
    heap->segments[heap->num_segments++] = (state_segment){.bytes = memory, .cap = cap};
    return true;
}

/* Memory that was never given out, or not since the content was put back. */
static void *cut(state_heap *heap, size_t bytes) {
    state_books *books = &heap->books;
    while (books->segment >= heap->num_segments || heap->segments[books->segment].cap - books->used < bytes) {
        bool last = books->segment + 1 >= heap->num_segments;
        if (last && !add_segment(heap, bytes))
            return NULL;
        books->segment = heap->num_segments == 1 ? 0 : books->segment + 1;
        books->used = 0;
        heap->segments[books->segment].used = 0;
    }
    state_segment *segment = &heap->segments[books->segment];
    void *found = segment->bytes + books->used;
    books->used += bytes;
    if (segment->used < books->used)
        segment->used = books->used;
    return found;
}

static void *take(state_heap *heap, size_t size) {
    size_t size_class = size > SIZE_MAX / 2 ? STATE_CLASSES : class_of(size + sizeof(head));
    if (size_class >= STATE_CLASSES)
        return NULL;
    void **spare = &heap->books.spare[size_class];
    head *at = *spare;
    if (at)
        memcpy(spare, at + 1, sizeof *spare);
    else
        at = cut(heap, class_bytes(size_class));
    if (!at)
        return NULL;
    at->size_class = size_class;
    return at + 1;
}

static void give(state_heap *heap, void *ptr) {
    head *at = (head *)ptr - 1;
    void **spare = &heap->books.spare[at->size_class];
    memcpy(ptr, spare, sizeof *spare);
    *spare = at;
}

static void *heap_realloc(void *ctx, void *ptr, size_t size) {
    state_heap *heap = ctx;
    if (size == 0) {
        if (ptr)
            give(heap, ptr);
        return NULL;
    }
    if (!ptr)
        return take(heap, size);
    size_t room = class_bytes(((head *)ptr - 1)->size_class) - sizeof(head);
    if (size <= room)
        return ptr;
    void *moved = take(heap, size);
    if (!moved)
        return NULL;
    memcpy(moved, ptr, room);
    give(heap, ptr);
    return moved;
}

void state_heap_init(state_heap *heap, const rsp_mem *under) {
    *heap = (state_heap){.under = under};
    heap->mem = (rsp_mem){.realloc = heap_realloc, .ctx = heap};
}

void state_heap_free(state_heap *heap) {
    for (size_t i = 0; i < heap->num_segments; i++)
        rsp_mem_free(heap->under, heap->segments[i].bytes);
    rsp_mem_free(heap->under, heap->segments);
    heap->segments = NULL;
    heap->num_segments = 0;
}

static size_t blocks_in(size_t bytes) {
    return (bytes + STATE_BLOCK_BYTES - 1) / STATE_BLOCK_BYTES;
}

/* The segment that is being filled ends where it is filled to; those behind it are empty. */
static size_t filled(const state_heap *heap, size_t segment) {
    if (segment < heap->books.segment)
        return heap->segments[segment].used;
    return segment == heap->books.segment ? heap->books.used : 0;
}

static void release(state_heap *heap, state_block *block) {
    if (--block->refs)
        return;
    heap->num_blocks--;
    rsp_mem_free(heap->under, block);
}

static state_block *copy_block(state_heap *heap, const uint8_t *bytes, size_t len, state_block *like) {
    if (like && memcmp(like->bytes, bytes, len) == 0) {
        like->refs++;
        return like;
    }
    state_block *block = rsp_mem_alloc(heap->under, sizeof *block);
    if (!block)
        return NULL;
    block->refs = 1;
    memcpy(block->bytes, bytes, len);
    memset(block->bytes + len, 0, STATE_BLOCK_BYTES - len);
    heap->num_blocks++;
    return block;
}

/* The block of this place in another copy; NULL where it has none. */
static state_block *same_place(const state_copy *like, size_t segment, size_t first, size_t index) {
    if (!like || segment >= like->num_segments || index >= blocks_in(like->used[segment]))
        return NULL;
    return like->blocks[first + index];
}

static bool copy_segment(state_heap *heap, state_copy *out, size_t segment, const state_copy *like,
                         size_t first) {
    size_t used = out->used[segment];
    for (size_t i = 0; i < blocks_in(used); i++) {
        size_t at = i * STATE_BLOCK_BYTES;
        size_t len = used - at < STATE_BLOCK_BYTES ? used - at : STATE_BLOCK_BYTES;
        state_block *block =
            copy_block(heap, heap->segments[segment].bytes + at, len, same_place(like, segment, first, i));
        if (!block)
            return false;
        out->blocks[out->num_blocks++] = block;
    }
    return true;
}

bool state_heap_copy(state_heap *heap, state_copy *out, const state_copy *like) {
    size_t num = heap->num_segments ? heap->books.segment + 1 : 0;
    size_t blocks = 0;
    *out = (state_copy){.books = heap->books, .num_segments = num};
    for (size_t i = 0; i < num; i++)
        blocks += blocks_in(filled(heap, i));
    out->used = rsp_mem_calloc(heap->under, num, sizeof *out->used);
    out->blocks = rsp_mem_calloc(heap->under, blocks, sizeof(state_block *));
    bool good = out->used && out->blocks;
    size_t first = 0;
    for (size_t i = 0; i < num && good; i++) {
        out->used[i] = filled(heap, i);
        good = copy_segment(heap, out, i, like, first);
        first += like && i < like->num_segments ? blocks_in(like->used[i]) : 0;
    }
    if (!good)
        state_copy_free(heap, out);
    return good;
}

void state_heap_put_back(state_heap *heap, const state_copy *copy) {
    state_block **block = copy->blocks;
    for (size_t i = 0; i < copy->num_segments; i++) {
        for (size_t at = 0; at < copy->used[i]; at += STATE_BLOCK_BYTES) {
            size_t left = copy->used[i] - at;
            memcpy(heap->segments[i].bytes + at, (*block++)->bytes,
                   left < STATE_BLOCK_BYTES ? left : STATE_BLOCK_BYTES);
        }
        heap->segments[i].used = copy->used[i];
    }
    heap->books = copy->books;
}

void state_copy_free(state_heap *heap, state_copy *copy) {
    for (size_t i = 0; copy->blocks && i < copy->num_blocks; i++)
        release(heap, copy->blocks[i]);
    rsp_mem_free(heap->under, copy->blocks);
    rsp_mem_free(heap->under, copy->used);
    *copy = (state_copy){0};
}

size_t state_heap_copied(const state_heap *heap) {
    return heap->num_blocks * sizeof(state_block);
}

size_t state_copy_bytes(const state_copy *copy) {
    return copy->num_blocks * sizeof(state_block *) + copy->num_segments * sizeof *copy->used;
}
